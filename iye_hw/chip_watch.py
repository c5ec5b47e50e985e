"""One touch chip through good and bad times: read, retried, lost, brought back.

The law of this module: a pad's last known state stands until the chip itself, configured and
settled, says otherwise. A chip that does not answer releases nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from iye_hw.panel import Cancellable, Timeline
from iye_hw.touch_chip import TouchChip, TouchChipError
from iye_hw.touch_settings import TouchSettings


class Phase(Enum):
    """Where a chip stands. Only a live one is read.

    LIVE → RETRYING on an error → LIVE, or after the last retry → LOST → SETTLING once it answers
    and is configured → LIVE when its first updates are in.
    """

    LIVE = auto()
    RETRYING = auto()
    LOST = auto()
    SETTLING = auto()


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds: before each retry, and between attempts to bring back."""

    retries: tuple[float, ...] = (0.005, 0.02, 0.1)
    revive_every: float = 1.0


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a watch needs from its grid."""

    timeline: Timeline
    complain: Callable[[str], None]
    look: Callable[[], None]
    """Asks for a round of reads."""


class ChipWatch:
    """Keeps one configured chip going; `mask` has a bit for each pad last known as touched."""

    def __init__(
        self,
        chip: TouchChip,
        settings: TouchSettings,
        baselines: Sequence[int],
        upkeep: Upkeep,
        patience: Patience,
    ) -> None:
        self.phase = Phase.LIVE
        self.mask = 0
        self._chip = chip
        self._settings = settings
        self._baselines = tuple(baselines)
        self._upkeep = upkeep
        self._patience = patience
        self._attempts = 0
        self._planned: Cancellable | None = None

    def read(self) -> None:
        """Bring `mask` up to date, if the chip is live and answers."""
        if self.phase is not Phase.LIVE:
            return
        try:
            status = self._chip.status()
        except OSError:
            self._stumble()
            return
        self._attempts = 0
        if status.over_current:
            self._reconfigure(
                f"{self._chip.name} has cut its outputs out (over-current): "
                "check its REXT resistor and solder joints"
            )
        else:
            self.mask = status.touched

    def check_settings(self) -> None:
        """Find a chip that was reset behind our back, and set it up again."""
        if self.phase is not Phase.LIVE:
            return
        try:
            if self._chip.keeps_settings(self._settings):
                return
        except OSError:
            self._stumble()
            return
        self._reconfigure(
            f"{self._chip.name} has lost its settings (its supply dipped): check its 3.3 V"
        )

    def close(self) -> None:
        """Plan nothing more."""
        if self._planned is not None:
            self._planned.cancel()
        self.phase = Phase.LOST

    def _stumble(self) -> None:
        if self._attempts < len(self._patience.retries):
            self._go(Phase.RETRYING, self._patience.retries[self._attempts], self._retry)
            self._attempts += 1
        else:
            self._lose(self._chip.not_answering)

    def _retry(self) -> None:
        self.phase = Phase.LIVE
        self._upkeep.look()

    def _lose(self, sentence: str) -> None:
        self._upkeep.complain(sentence)
        self._go(Phase.LOST, self._patience.revive_every, self._revive)

    def _reconfigure(self, sentence: str) -> None:
        self._upkeep.complain(sentence)
        self._revive()

    def _revive(self) -> None:
        try:
            self._chip.clear_over_current()
            self._chip.restart()
            self._chip.configure(self._settings, self._baselines)
        except (OSError, TouchChipError):
            self._go(Phase.LOST, self._patience.revive_every, self._revive)
        else:
            self._go(Phase.SETTLING, self._settings.settling_time, self._settled)

    def _settled(self) -> None:
        self.phase, self._attempts = Phase.LIVE, 0
        self._upkeep.complain(f"{self._chip.name} works again: nothing is to be done")
        self._upkeep.look()

    def _go(self, phase: Phase, delay: float, then: Callable[[], None]) -> None:
        self.phase = phase
        when = self._upkeep.timeline.time() + delay
        self._planned = self._upkeep.timeline.call_at(when, then)
