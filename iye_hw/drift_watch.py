"""Reads the chips for the drift follower, does what it says, and passes on what troubles it.

The law of this module: chips are looked at together or not at all, and baselines change together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from iye_hw.board_map import SPARE
from iye_hw.chip_watch import ChipWatch
from iye_hw.drift import SAMPLES, DriftFollower, Verdict
from iye_hw.host import Host

_ABOUT = "spare pad"


class DriftWatch:
    """Keeps the baselines of all chips after the drift; `look` is to be called now and then."""

    def __init__(self, watches: Sequence[ChipWatch], host: Host) -> None:
        self._watches = watches
        self._host = host
        self._follower: DriftFollower | None = None
        self._troubled_looks = 0
        self._said = False
        self.followed: Callable[[], None] = lambda: None
        """Called when the baselines of all chips have followed the drift."""

    def look(self, touched: Collection[str]) -> None:
        """Take a look at all pads; those touched tell nothing of drift."""
        readings = self._readings()
        if readings is None:
            return
        if self._follower is None:
            self._follower = DriftFollower(self._baselines(), SPARE)
        verdict = self._follower.look(readings, touched, self._host.now())
        self._tell(verdict)
        if verdict.baselines is not None:
            self._rebase(verdict.baselines)

    def _readings(self) -> dict[str, int] | None:
        """Read every pad, or nothing while a chip is not there."""
        found: dict[str, int] = {}
        for watch in self._watches:
            filtered = watch.readings()
            if filtered is None:
                return None
            found |= {pad: filtered[place] for place, pad in watch.wiring.pads.items()}
        return found

    def _baselines(self) -> dict[str, int]:
        return {
            pad: watch.baselines[place]
            for watch in self._watches
            if watch.baselines is not None
            for place, pad in watch.wiring.pads.items()
        }

    def _rebase(self, baselines: Mapping[str, int]) -> None:
        for watch in self._watches:
            of_chip = watch.wiring.baselines(baselines)
            if of_chip is not None:
                watch.rebase(of_chip)
        if self._baselines() == baselines:  # no chip was lost meanwhile
            self.followed()

    def _tell(self, verdict: Verdict) -> None:
        """Say what has been wrong for as long as it takes to smooth: a step is not a jumping."""
        self._troubled_looks = self._troubled_looks + 1 if verdict.trouble else 0
        if self._troubled_looks > SAMPLES and not self._said:
            self._said = True
            self._host.complain(
                f"{verdict.trouble}; until then damp and warmth are not followed", _ABOUT
            )
        elif self._said and not verdict.trouble:
            self._said = False
            self._host.complain(
                "the spare pad works again: nothing is to be done", _ABOUT, mended=True
            )
