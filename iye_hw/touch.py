"""All touch chips and their shared interrupt line, as events of pads.

The law of this module: nothing is read while the line is high, every chip is read at most once a
round, and rounds go on until the line is high again. gpiozero's thread only hands over; all else
happens on the loop's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from gpiozero import DigitalInputDevice

from iye_hw.board_map import SPARE, BoardMap
from iye_hw.chip_watch import ChipWatch
from iye_hw.host import Host
from iye_hw.panel import Cancellable, PadReleased, PadTouched
from iye_hw.touch_chip import TouchChip
from iye_hw.touch_settings import TouchSettings

MOST_ROUNDS = 4
"""Rounds in one go; a line still low after them is looked at again a little later."""


class TouchGrid:
    """The pads' touches and releases, from configured chips in the order of the board's."""

    def __init__(
        self, board: BoardMap, chips: Sequence[TouchChip], settings: TouchSettings, host: Host
    ) -> None:
        self._host = host
        self._care = settings.care
        self._pads = [(p.name, p.chip, p.electrode) for p in board.places if p.name != SPARE]
        self._touched: frozenset[str] = frozenset()
        self._watches = [ChipWatch(chip, settings, host, self.look) for chip in chips]
        self._closed = False
        self._planned: dict[Callable[[], None], Cancellable] = {}
        self.cared_at = host.timeline.time()
        """When the chips were last looked after; late when the timeline no longer serves."""
        self._line = DigitalInputDevice(
            board.interrupt_pin, pull_up=True, pin_factory=host.pin_factory
        )
        self._line.when_activated = self._line_fell
        self._plan_health_check()

    def look(self) -> None:
        """Read every chip once, whatever the line says, then go on while it is low."""
        self._serve(at_least=1)

    def close(self) -> None:
        """Let go of the line and plan nothing more; closing twice is fine."""
        self._closed = True
        for call in self._planned.values():
            call.cancel()
        for watch in self._watches:
            watch.close()
        self._line.close()

    def _line_fell(self) -> None:
        # An exception here would end lgpio's only event thread for good. What can go wrong is a
        # loop that has closed meanwhile; then nobody is left to tell.
        with suppress(Exception):
            self._host.timeline.call_soon_threadsafe(self._serve)

    def _serve(self, at_least: int = 0) -> None:
        if self._closed:
            return
        events: list[PadTouched | PadReleased] = []
        rounds = 0
        while rounds < at_least or (self._line.is_active and rounds < MOST_ROUNDS):
            events += self._round()
            rounds += 1
        if self._line.is_active:
            # No further edge will come from a line that is low, so it has to be looked at.
            self._plan(self._care.look_again, self._serve)
        for event in events:
            self._host.emit(event)

    def _round(self) -> list[PadTouched | PadReleased]:
        for watch in self._watches:
            watch.read()
        before, self._touched = self._touched, self._now_touched()
        now = self._host.timeline.time()
        return [
            PadTouched(pad, now) if pad in self._touched else PadReleased(pad, now)
            for pad, _chip, _electrode in self._pads
            if (pad in self._touched) != (pad in before)
        ]

    def _now_touched(self) -> frozenset[str]:
        masks = [watch.mask for watch in self._watches]
        return frozenset(pad for pad, chip, place in self._pads if masks[chip] >> place & 1)

    def _plan_health_check(self) -> None:
        if self._care.health_check is not None:
            self._plan(self._care.health_check, self._check_health)

    def _check_health(self) -> None:
        for watch in self._watches:
            watch.check_settings()
        if self._line.is_active:
            self._serve()  # its edge was missed, or gpiozero's thread is gone
        self.cared_at = self._host.timeline.time()
        self._plan_health_check()

    def _plan(self, delay: float, call: Callable[[], None]) -> None:
        if call in self._planned:
            self._planned[call].cancel()
        self._planned[call] = self._host.timeline.call_at(self._host.timeline.time() + delay, call)
