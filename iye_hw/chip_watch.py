"""One touch chip through good and bad times: found, set up, read, retried, lost, brought back.

The law of this module: a pad's last known state stands until the chip itself, configured and
settled, says otherwise. A chip that does not answer releases nothing, and neither does one that
was reset: before the release of all its pads is believed, its settings are looked at. One that is
not there when the board starts is a lost one like any other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any

from iye_hw.chip_wiring import ChipWiring
from iye_hw.host import Host
from iye_hw.panel import Cancellable
from iye_hw.plausible import Plausible
from iye_hw.sentence import sentence, sentence_of
from iye_hw.touch_chip import ChipStatus, TouchChip, TouchChipError
from iye_hw.touch_settings import TouchSettings


class Phase(Enum):
    """Where a chip stands. Only a live one is read.

    LOST → SETTLING once it answers and is configured → LIVE when its first updates are in;
    LIVE → RETRYING on an error → LIVE, or after the last retry → LOST. A chip that has lost its
    settings or cut out goes from LIVE straight to LOST, one whose baselines are to be changed
    straight to SETTLING.
    """

    LIVE = auto()
    RETRYING = auto()
    LOST = auto()
    SETTLING = auto()


class ChipWatch:
    """Keeps one chip going; `mask` has a bit for each pad last known as touched.

    `baselines` are its twelve register values, measured when it is first found if there are none.
    `look` asks for a round of reads.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what it needs to know of the board around it
        self,
        i2c: Any,
        wiring: ChipWiring,
        baselines: tuple[int, ...] | None,
        settings: TouchSettings,
        host: Host,
        look: Callable[[], None],
    ) -> None:
        self.phase = Phase.LOST
        self.wiring = wiring
        self.baselines = baselines
        self._i2c = i2c
        self._settings = settings
        self._host = host
        self._look = look
        self._chip: TouchChip | None = None
        self._status = 0
        self._pads = Plausible(wiring, settings, host)
        self._restarted = True
        self._weigh_all = False
        self._said_lost = False
        self._falters = False
        self._back_at = -math.inf
        self._proof: Cancellable | None = None
        self._attempts = 0
        self._planned: Cancellable | None = None
        self._holding: Cancellable | None = None
        self._closed = False

    @property
    def mask(self) -> int:
        """The electrodes last known as touched, a bit each."""
        return self._pads.mask

    @property
    def chip(self) -> TouchChip | None:
        """The chip, while it is live."""
        return self._chip if self.phase is Phase.LIVE else None

    def bringing_up(self) -> Generator[float, None, None]:
        """Find the chip, measure it if need be, and set it up; gives the seconds to wait.

        Raises TouchChipError if it does not answer or does not keep its settings.
        """
        if self._chip is None:
            self._chip = TouchChip(self._i2c, self.wiring.address)
        else:
            self._chip.come_to_itself()
        baselines = self.baselines
        if baselines is None:
            measured = yield from self._chip.measuring(self._settings)
            baselines = self.wiring.only_pads(measured)
        self._configure(self._chip, baselines)
        self._pads.tell_findings(self._chip.self_test(self.wiring.pads))
        yield self._settings.settling_time + self._settings.care.start_up

    def begin(self, error: Exception | None = None) -> None:
        """Go on from the first bringing-up, which came to an end or to an error."""
        if self._closed:
            return
        if error is None:
            self.phase = Phase.LIVE
        else:
            self._lose(self._reason(error))

    def read(self) -> bool:
        """Bring `mask` up to date, if the chip is live and answers.

        Tell whether there was news that the chip has raised its interrupt for.
        """
        chip = self.chip
        if chip is None:
            return False
        try:
            status = chip.status()
            was_reset = self._all_let_go(status) and not chip.keeps_settings()
            if not (status.over_current or was_reset):
                return self._believe(chip, status.touched)
        except Exception as error:  # noqa: BLE001 - whatever a driver raises, the chip is retried
            self._stumble(error)
            return False
        self._lose(self.wiring.cut_out if status.over_current else self.wiring.lost_settings)
        return False

    def check_settings(self) -> None:
        """Find a chip that was reset behind our back; it is set up again like a lost one.

        The next read weighs all pads that are touched, too: one may have been shorted meanwhile.
        """
        self._weigh_all = True
        chip = self.chip
        if chip is None:
            return
        try:
            if chip.keeps_settings():
                return
        except Exception as error:  # noqa: BLE001 - the same
            self._stumble(error)
            return
        self._lose(self.wiring.lost_settings)

    def readings(self) -> tuple[int, ...] | None:
        """Read the twelve filtered data, or nothing where the chip is not live or not there."""
        chip = self.chip
        try:
            return None if chip is None else chip.readings()
        except OSError:
            return None

    def rebase(self, baselines: tuple[int, ...]) -> None:
        """Stop, change all baselines, and run again; the pads' states are kept meanwhile."""
        chip = self.chip
        if chip is None or baselines == self.baselines:
            return
        try:
            self._configure(chip, baselines)
        except TouchChipError as error:
            self._lose(str(error))
            return
        wait = self._settings.settling_time + self._settings.care.start_up
        self._go(Phase.SETTLING, wait, self._settled)

    def close(self) -> None:
        """Plan nothing more."""
        self._closed = True
        for call in (self._planned, self._holding, self._proof):
            if call is not None:
                call.cancel()
        self.phase = Phase.LOST

    def _configure(self, chip: TouchChip, baselines: Sequence[int]) -> None:
        chip.configure(self._settings, baselines)
        self.baselines = tuple(baselines)
        self._pads.baselines = self.baselines
        self._status, self._restarted = 0, True

    def _all_let_go(self, status: ChipStatus) -> bool:
        """Tell whether every touched pad now reads as released, as on a chip that was reset."""
        return bool(self._status) and not status.touched

    def _believe(self, chip: TouchChip, touched: int) -> bool:
        news = touched != self._status and not self._restarted
        before = 0 if self._weigh_all else self._status
        self._pads.weigh(touched, before, chip.readings, restarted=self._restarted)
        self._status, self._restarted, self._weigh_all, self._attempts = touched, False, False, 0
        if self._pads.carried and self._holding is None:
            self._hold_on()
        return news

    def _hold_on(self) -> None:
        self._holding = self._host.later(self._settings.care.held_alone, self._look_at_carried)

    def _look_at_carried(self) -> None:
        self._holding = None
        filtered = self.readings()
        if filtered is not None:
            self._pads.let_go(filtered)
        self._look()
        if self._pads.carried and self._holding is None and not self._closed:
            self._hold_on()

    def _stumble(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            self._host.stumbled(self.wiring.name, error)
        if self._attempts < len(self._settings.care.retries):
            self._go(Phase.RETRYING, self._settings.care.retries[self._attempts], self._retry)
            self._attempts += 1
        else:
            self._lose(self.wiring.not_answering)

    def _retry(self) -> None:
        self.phase = Phase.LIVE
        self._look()

    def _reason(self, error: Exception) -> str:
        if isinstance(error, TouchChipError):
            return sentence_of(error)
        self._host.stumbled(self.wiring.name, error)
        return self.wiring.not_answering

    def _lose(self, sentence: str) -> None:
        care = self._settings.care
        if self._proof is not None:
            self._proof.cancel()
            self._proof, self._falters = None, True
        elif not self._said_lost:
            self._falters = self._host.now() - self._back_at < care.falters
        soon = not self._said_lost and not self._falters
        if not self._said_lost:
            self._said_lost = True
            self._host.complain(sentence, self.wiring.name, pads=self.wiring.playable)
        self._go(Phase.LOST, care.revive_first if soon else care.revive_every, self._revive)

    def _revive(self) -> None:
        self._step(self.bringing_up())

    def _step(self, steps: Generator[float, None, None]) -> None:
        try:
            wait = next(steps)
        except StopIteration:
            self._settled()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            self._lose(self._reason(error))
        else:
            self._go(Phase.SETTLING, wait, partial(self._step, steps))

    def _settled(self) -> None:
        self.phase, self._attempts = Phase.LIVE, 0
        if self._said_lost:
            self._prove(self._settings.care.proves_itself if self._falters else 0.0)
        self._look()

    def _prove(self, seconds: float) -> None:
        """Say that the chip is back when it has worked for so long."""
        if seconds:
            self._proof = self._host.later(seconds, self._proven)
        else:
            self._proven()

    def _proven(self) -> None:
        self._proof, self._said_lost, self._back_at = None, False, self._host.now()
        name = self.wiring.name
        said = sentence("{chip} works again: nothing is to be done", chip=name)
        self._host.complain(said, name, mended=True)

    def _go(self, phase: Phase, delay: float, then: Callable[[], None]) -> None:
        self.phase = phase
        if not self._closed:
            self._planned = self._host.later(delay, then)
