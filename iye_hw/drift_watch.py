"""Reads all pads now and then, has drift followed and cut wires found, and passes on what is wrong.

The law of this module: drift is followed on all chips together or not at all, and baselines change
together; a wire is looked at on whichever chip is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from iye_hw.board_map import SPARE
from iye_hw.chip_watch import ChipWatch
from iye_hw.cut_pads import CutPads
from iye_hw.drift import SAMPLES, DriftFollower, Verdict
from iye_hw.host import Host
from iye_hw.sentence import sentence
from iye_hw.touch_settings import COUNTS_A_BASELINE

_ABOUT = "spare pad"


class DriftWatch:
    """Keeps the baselines of all chips after the drift; `look` is to be called now and then."""

    def __init__(self, watches: Sequence[ChipWatch], host: Host) -> None:
        self._watches = watches
        self._host = host
        self._follower: DriftFollower | None = None
        self._cut = CutPads()
        self._troubled_looks = 0
        self._said = False
        self.followed: Callable[[], None] = lambda: None
        """Called when the baselines of all chips have followed the drift."""

    def look(self, touched: Collection[str]) -> None:
        """Take a look at all pads; those touched tell nothing of drift."""
        readings, baselines = self._readings(), self._baselines()
        self._find_cut(readings, baselines)
        if len(readings) < sum(len(watch.wiring.pads) for watch in self._watches):
            return  # drift is that of all pads together
        if self._follower is None:
            self._follower = DriftFollower(baselines, SPARE)
        verdict = self._follower.look(readings, touched, self._host.now())
        self._tell(verdict)
        if verdict.baselines is not None:
            self._rebase(verdict.baselines)

    def _find_cut(self, readings: Mapping[str, int], baselines: Mapping[str, int]) -> None:
        """Tell of pads whose wire is cut; the spare pad's is told of by the drift follower."""
        counts = {pad: COUNTS_A_BASELINE * b for pad, b in baselines.items() if pad != SPARE}
        news = self._cut.look(readings, counts)
        for pad, (reads, measured) in news.cut.items():
            self._host.complain(
                sentence(
                    "pad {pad} feels nothing (it reads {reads} counts, and {measured} when it was "
                    "measured): mend its wire; if that is whole, empty the board and calibrate it",
                    pad=pad,
                    reads=reads,
                    measured=measured,
                ),
                f"wire of {pad}",
                pads=(pad,),
            )
        for pad in news.mended:
            self._host.complain(
                sentence("pad {pad} feels again: nothing is to be done", pad=pad),
                f"wire of {pad}",
                mended=True,
            )

    def _readings(self) -> dict[str, int]:
        """Read every pad whose chip is there."""
        found: dict[str, int] = {}
        for watch in self._watches:
            filtered = watch.readings()
            if filtered is not None:
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
                sentence(
                    "{trouble}; until then damp and warmth are not followed",
                    trouble=verdict.trouble,
                ),
                _ABOUT,
            )
        elif self._said and not verdict.trouble:
            self._said = False
            self._host.complain(
                sentence("the spare pad works again: nothing is to be done"),
                _ABOUT,
                mended=True,
            )
