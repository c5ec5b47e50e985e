"""Pads whose wire is cut: they read far more than when they were measured, and feel nothing.

The law of this module: readings in, pads out; it reads no chip and knows no clock. Drift changes
all pads alike, so a pad is compared with what has become of the others.

By hand: a pad of 15 pF, of which the copper has 3, reads 1.25 times as much when its wire is cut
at the copper, and 2.5 times when it is cut at the chip, whose own pin has 6 pF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

CUT: Final = 1.15
"""Times its baseline that a cut pad reads, the common drift taken off."""
LOOKS: Final = 3
"""Looks in a row that it takes to believe it, or that it has come right."""
FEWEST: Final = 6
"""Pads with a baseline, without which nothing can be compared."""


@dataclass(frozen=True, slots=True)
class News:
    """Pads found to be cut, with what they read and what they read when measured; pads mended."""

    cut: Mapping[str, tuple[int, int]]
    mended: tuple[str, ...]


class CutPads:
    """Which pads are cut, as looks at all of them show."""

    def __init__(self) -> None:
        self._cut: frozenset[str] = frozenset()
        self._otherwise: dict[str, int] = {}
        """Looks in a row that have shown a pad otherwise than it is held to be."""

    def look(self, readings: Mapping[str, int], baselines: Mapping[str, int]) -> News:
        """Take what all pads read, and their baselines, both in counts; give what is new."""
        known = {pad: data / baselines[pad] for pad, data in readings.items() if baselines.get(pad)}
        if len(known) < FEWEST:
            return News({}, ())
        usual = median(known.values())
        turned = [pad for pad, ratio in known.items() if self._turned(pad, ratio > CUT * usual)]
        mended = tuple(pad for pad in turned if pad in self._cut)
        self._cut ^= set(turned)
        cut = {pad: (readings[pad], baselines[pad]) for pad in turned if pad in self._cut}
        return News(cut, mended)

    def _turned(self, pad: str, high: bool) -> bool:  # noqa: FBT001 - what a look has shown
        """Tell whether enough looks in a row have shown a pad otherwise."""
        if high is (pad in self._cut):
            self._otherwise.pop(pad, None)
            return False
        self._otherwise[pad] = self._otherwise.get(pad, 0) + 1
        if self._otherwise[pad] < LOOKS:
            return False
        del self._otherwise[pad]
        return True
