"""All touch chips and their shared interrupt line, as events of pads.

The law of this module: nothing is read while the line is high and trusted, every chip is read at
most once a round, and rounds go on until the line is high again. gpiozero's thread only hands
over; all else happens on the loop's thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iye_hw.board_map import SPARE, BoardMap
from iye_hw.chip_watch import ChipWatch
from iye_hw.chip_wiring import wirings
from iye_hw.drift_watch import DriftWatch
from iye_hw.host import Host
from iye_hw.interrupt_line import InterruptLine
from iye_hw.pad_events import PadEvents
from iye_hw.panel import Cancellable
from iye_hw.patient_bus import BusHealth, PatientBus
from iye_hw.sentence import sentence
from iye_hw.touch_settings import TouchSettings

MOST_ROUNDS = 4
"""Rounds in one go; a line still low after them is looked at again a little later."""


_DISTURBED = sentence(
    "the touch chips' bus is disturbed, and much has to be read again: shorten its wires, "
    "keep them off the lights' supply, and check its pull-ups"
)
_UNDISTURBED = sentence("the touch chips' bus works well again: nothing is to be done")
_NEARLY = 1e-3
"""Of a period: a moment this close before a multiple of it is that multiple."""
CONFIRM = 0.008
"""Seconds between looks at a change of whose end the line would not tell, until it has lasted."""


def until_next(period: float, now: float) -> float:
    """Give the seconds to the next multiple of a period, which is not the present one."""
    steps = math.floor(now / period + _NEARLY) + 1
    return steps * period - now


class TouchGrid:
    """The pads' touches and releases; `baselines` by pad are those stored, if any."""

    def __init__(
        self,
        board: BoardMap,
        i2c: Any,
        baselines: Mapping[str, int],
        settings: TouchSettings,
        host: Host,
    ) -> None:
        self._host = host
        self._care = settings.care
        self._pin = board.interrupt_pin
        self._places = [(p.name, p.chip, p.electrode) for p in board.places if p.name != SPARE]
        bus = PatientBus(i2c, host.now)
        self._bus = BusHealth(bus)
        self.watches: Sequence[ChipWatch] = [
            ChipWatch(bus, wiring, wiring.baselines(baselines), settings, host, self.look)
            for wiring in wirings(board)
        ]
        self.drift = DriftWatch(self.watches, host)
        self._events = PadEvents([pad for pad, *_ in self._places], settings.care.stuck_after, host)
        self._line: InterruptLine | None = None
        self._closed = False
        self._unheard = False
        """Whether there was news that the line had kept silent about."""
        self._planned: dict[str, Cancellable] = {}
        self.cared_at = host.now()
        """When the chips were last looked after; late when the timeline no longer serves."""

    def open(self) -> None:
        """Listen to the chips from now on, and tell at once what is touched already."""
        if self._closed:
            return
        self._line = InterruptLine(self._pin, self._care.line_low, self._host, self._fell)
        self._plan_again("health", self._care.health_check, self._check_health)
        self._plan_again("drift", self._care.drift, self._check_drift)
        self.look()

    def look(self) -> None:
        """Read every chip once, whatever the line says, then go on while it is low."""
        self._serve(at_least=1)

    def close(self) -> None:
        """Let go of the line and plan nothing more; closing twice is fine."""
        self._closed = True
        for call in self._planned.values():
            call.cancel()
        for watch in self.watches:
            watch.close()
        if self._line is not None:
            self._line.close()

    def _fell(self) -> None:
        """Read what the line fell for; pads that flicker are not worth reading every time."""
        if self._events.restless:
            self._plan("net", self._care.look_again, self.look)
        else:
            self._serve()

    def _serve(self, at_least: int = 0) -> None:
        line = self._line
        if self._closed or line is None:
            return
        try:
            self._rounds(line, at_least)
        finally:
            # No further edge will come from a line that is low, so it has to be looked at; nor
            # can one be waited for that does not come.
            self._look_later(line)
        self._events.tell()
        self._settle_later(line)

    def _settle_later(self, line: InterruptLine) -> None:
        """Look again when what has changed will have lasted, where it cannot be taken as said.

        That is where the line would not tell of its end, and where so much changes that it may be
        noise, and the chip gone meanwhile. What hands do, with a line that works, is read once.
        """
        due_in = self._events.due_in
        if due_in == math.inf:
            self._unheard = False
        elif self._untold(line):
            self._plan("settle", min(due_in, CONFIRM), self.look)
        elif self._events.suspected:
            self._plan("settle", due_in, self.look)

    def _untold(self, line: InterruptLine) -> bool:
        """Tell whether the end of what has changed will have to be looked for.

        A line that was silent about it will be silent about its end too, and one that is low after
        every chip has been read cannot fall. In unrest nothing is told, and nothing looked for.
        """
        deaf = self._unheard or line.is_low or not line.trusted
        return deaf and not self._events.restless

    def _rounds(self, line: InterruptLine, at_least: int) -> None:
        most = MOST_ROUNDS if line.trusted and not self._events.restless else 1
        rounds = 0
        while rounds < at_least or (line.is_low and rounds < most):
            self._round(line)
            rounds += 1

    def _round(self, line: InterruptLine) -> None:
        was_low = line.is_low
        news = [watch.wiring.name for watch in self.watches if watch.read()]
        line.news(news, was_low=was_low)
        self._unheard = (bool(news) and not was_low) or (self._unheard and not was_low)
        masks = [watch.mask for watch in self.watches]
        touched = {pad for pad, chip, place in self._places if masks[chip] >> place & 1}
        self._events.reported(frozenset(touched), self._silent())

    def _silent(self) -> frozenset[str]:
        """Give the pads whose chip cannot be read now."""
        if all(watch.chip is not None for watch in self.watches):
            return frozenset()
        return frozenset(
            pad for pad, chip, _place in self._places if self.watches[chip].chip is None
        )

    def _look_later(self, line: InterruptLine) -> None:
        if line.is_low:
            # A chip that is lost may be what holds the line.
            if all(watch.chip is not None for watch in self.watches):
                line.stays_low()
        else:
            line.is_high()
        if not line.trusted:
            self._plan("net", self._care.net, self.look)
        elif line.is_low:
            self._plan("net", self._care.look_again, self._serve)

    def _check_health(self) -> None:
        for watch in self.watches:
            watch.check_settings()
        self.look()
        self.cared_at = self._host.now()
        if self._bus.check():
            self._tell_bus(disturbed=self._bus.disturbed)

    def _tell_bus(self, *, disturbed: bool) -> None:
        said = _DISTURBED if disturbed else _UNDISTURBED
        self._host.complain(said, "touch bus", mended=not disturbed)

    def _check_drift(self) -> None:
        self.drift.look(self._events.held)

    def _plan_again(self, name: str, period: float | None, call: Callable[[], None]) -> None:
        """Call now and then for ever; planned anew first, so that no error ends it.

        At whole multiples of the period, so that what is done once a second is done together: with
        the lights' calm changes, too.
        """
        if period is None:
            return

        def again() -> None:
            self._plan(name, until_next(period, self._host.now()), again)
            call()

        self._plan(name, until_next(period, self._host.now()), again)

    def _plan(self, name: str, delay: float, call: Callable[[], None]) -> None:
        if name in self._planned:
            self._planned[name].cancel()
        if not self._closed:
            self._planned[name] = self._host.later(delay, call)
