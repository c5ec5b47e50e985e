"""One touch chip through good and bad times: read, retried, lost, brought back.

The law of this module: a pad's last known state stands until the chip itself, configured and
settled, says otherwise. A chip that does not answer releases nothing, and neither does one that
was reset: before the release of all its pads is believed, its settings are looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from iye_hw.host import Host
from iye_hw.panel import Cancellable
from iye_hw.touch_chip import ChipStatus, TouchChip, TouchChipError
from iye_hw.touch_settings import TouchSettings


class Phase(Enum):
    """Where a chip stands. Only a live one is read.

    LIVE → RETRYING on an error → LIVE, or after the last retry → LOST → SETTLING once it answers
    and is configured → LIVE when its first updates are in. A chip that has lost its settings or
    cut out goes from LIVE straight to LOST.
    """

    LIVE = auto()
    RETRYING = auto()
    LOST = auto()
    SETTLING = auto()


class ChipWatch:
    """Keeps one configured chip going; `mask` has a bit for each pad last known as touched.

    `look` asks for a round of reads.
    """

    def __init__(
        self, chip: TouchChip, settings: TouchSettings, host: Host, look: Callable[[], None]
    ) -> None:
        self.phase = Phase.LIVE
        self.mask = 0
        self._chip = chip
        self._settings = settings
        self._host = host
        self._look = look
        self._attempts = 0
        self._planned: Cancellable | None = None

    def read(self) -> None:
        """Bring `mask` up to date, if the chip is live and answers."""
        if self.phase is not Phase.LIVE:
            return
        try:
            status = self._chip.status()
            was_reset = self._all_let_go(status) and not self._chip.keeps_settings()
        except OSError:
            self._stumble()
            return
        self._attempts = 0
        if status.over_current:
            self._lose(
                f"{self._chip.name} has cut its outputs out (over-current): "
                "check its REXT resistor and solder joints"
            )
        elif was_reset:
            self._lose(self._lost_settings)
        else:
            self.mask = status.touched

    def check_settings(self) -> None:
        """Find a chip that was reset behind our back; it is set up again like a lost one."""
        if self.phase is not Phase.LIVE:
            return
        try:
            if self._chip.keeps_settings():
                return
        except OSError:
            self._stumble()
            return
        self._lose(self._lost_settings)

    def close(self) -> None:
        """Plan nothing more."""
        if self._planned is not None:
            self._planned.cancel()
        self.phase = Phase.LOST

    @property
    def _lost_settings(self) -> str:
        return f"{self._chip.name} has lost its settings (its supply dipped): check its 3.3 V"

    def _all_let_go(self, status: ChipStatus) -> bool:
        """Tell whether every touched pad now reads as released, as on a chip that was reset."""
        return bool(self.mask) and not status.touched

    def _stumble(self) -> None:
        if self._attempts < len(self._settings.care.retries):
            self._go(Phase.RETRYING, self._settings.care.retries[self._attempts], self._retry)
            self._attempts += 1
        else:
            self._lose(self._chip.not_answering)

    def _retry(self) -> None:
        self.phase = Phase.LIVE
        self._look()

    def _lose(self, sentence: str) -> None:
        self._host.complain(sentence, self._chip.name)
        self._go(Phase.LOST, self._settings.care.revive_every, self._revive)

    def _revive(self) -> None:
        try:
            self._chip.restore()
        except TouchChipError:
            self._go(Phase.LOST, self._settings.care.revive_every, self._revive)
        else:
            wait = self._settings.settling_time + self._settings.care.start_up
            self._go(Phase.SETTLING, wait, self._settled)

    def _settled(self) -> None:
        self.phase, self._attempts = Phase.LIVE, 0
        name = self._chip.name
        self._host.complain(f"{name} works again: nothing is to be done", name, mended=True)
        self._look()

    def _go(self, phase: Phase, delay: float, then: Callable[[], None]) -> None:
        self.phase = phase
        when = self._host.timeline.time() + delay
        self._planned = self._host.timeline.call_at(when, then)
