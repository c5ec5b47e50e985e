"""Slow drift followed on the host: damp and warmth change all pads alike, and hands do not.

The law of this module: the spare pad, out of reach of hands, says how far all pads have drifted,
and the pads that nobody touches have to agree; then all baselines are changed together. Nothing
else ever changes one. It reads no chip and knows no clock: readings and moments are handed in.

Damp adds about as many picofarads to one pad as to another, and a pad reads b = k / C counts, so
a pad's baseline becomes 1 / (1/b + x), with the same x for all: that of the spare pad.

By hand: a pad of 275 counts (9 pF) that gains 1 pF reads 248, 27 below. A pad is released only
when it reads less than 6 below its baseline, and the register's rounding to 4 counts takes 2 of
them; so baselines follow as soon as 3 counts of drift have come together, less than the 4 of one
register step, and what is left after that is within 2.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from iye_hw.sentence import sentence
from iye_hw.touch_settings import COUNTS_A_BASELINE

SAMPLES: Final = 16
"""Looks that are smoothed into one value, by their median."""
DUE: Final = 3.0
"""Counts of drift at which the baselines follow."""
PAUSE: Final = 60.0
"""Seconds from one change of the baselines to the next."""
OWN: Final = 4.0
"""Counts by which a pad may differ from the common drift and still pass for empty: then it gets
what it reads itself. A drum alone makes 9, a sleeve 6."""
JUMPS: Final = 8
"""Counts between the spare pad's readings, two at either end left out, that are no drift."""
LOWEST, HIGHEST = 8, 1015
"""Readings of the spare pad that lie outside are a broken or shorted wire."""
FEWEST_PADS: Final = 6
"""Pads that have to have been left alone, or nothing can be compared."""
ROUNDING: Final = 2.0
"""Counts that the spare pad's own baseline may be off by."""

OUT_OF_RANGE = sentence("the spare pad reads out of range: check its wire for a break or a short")
RESTLESS = sentence("the spare pad's reading jumps: check its wire and solder joints")
ALONE = sentence(
    "the spare pad reads otherwise than at first, and no other pad does: take away what is on it, "
    "and check its wire"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a look has come to: new baseline registers by pad, or what is wrong with the spare."""

    baselines: Mapping[str, int] | None = None
    trouble: str = ""


class DriftFollower:
    """Follows the drift from `baselines` (register values by pad, that of `spare` among them)."""

    def __init__(self, baselines: Mapping[str, int], spare: str) -> None:
        self._spare = spare
        self._registers = dict(baselines)
        self._true = {pad: float(COUNTS_A_BASELINE * b) for pad, b in baselines.items() if b}
        self._looks: deque[Mapping[str, int]] = deque(maxlen=SAMPLES)
        self._moved_at: float | None = None
        self._began = False

    def look(self, readings: Mapping[str, int], touched: Collection[str], at: float) -> Verdict:
        """Take the pads' filtered data at a moment; pads touched tell nothing of drift."""
        self._looks.append({pad: data for pad, data in readings.items() if pad not in touched})
        spare = [look[self._spare] for look in self._looks if self._spare in look]
        if len(spare) < SAMPLES or self._spare not in self._true:
            return Verdict()
        trouble = _trouble(spare)
        if trouble:
            return Verdict(trouble=trouble)
        return self._judge(median(spare), at)

    def _judge(self, spare: float, at: float) -> Verdict:
        levels = self._levels()
        if len(levels) < FEWEST_PADS:
            return Verdict()
        common = median(data - self._true[pad] for pad, data in levels.items())
        self._begin(spare, common)
        drift = spare - self._true[self._spare]
        if abs(drift) < DUE:
            return Verdict()
        if common * drift <= 0 or abs(common) < abs(drift) / 2:
            return Verdict(trouble=ALONE)
        if self._moved_at is not None and at - self._moved_at < PAUSE:
            return Verdict()
        self._moved_at = at
        return Verdict(self._follow(spare, levels))

    def _levels(self) -> dict[str, float]:
        """Smooth what pads read that nobody has touched during all the looks."""
        first, *others = self._looks
        alone = [pad for pad in first if all(pad in look for look in others)]
        return {
            pad: median(look[pad] for look in self._looks)
            for pad in alone
            if pad in self._true and pad != self._spare
        }

    def _begin(self, spare: float, common: float) -> None:
        """Learn at first what the rounding of the spare pad's own baseline amounts to."""
        if self._began:
            return
        self._began = True
        off = spare - self._true[self._spare] - common
        self._true[self._spare] += max(-ROUNDING, min(ROUNDING, off))

    def _follow(self, spare: float, levels: Mapping[str, float]) -> dict[str, int]:
        added = 1 / spare - 1 / self._true[self._spare]
        for pad, true in self._true.items():
            expected = 1 / (1 / true + added)
            own = levels.get(pad, expected)
            self._true[pad] = own if abs(own - expected) <= OWN else expected
        self._true[self._spare] = spare
        self._registers |= {pad: _register(true) for pad, true in self._true.items()}
        return dict(self._registers)


def _trouble(spare: Iterable[int]) -> str:
    ordered = sorted(spare)
    if not LOWEST <= median(ordered) <= HIGHEST:
        return OUT_OF_RANGE
    if ordered[-3] - ordered[2] > JUMPS:
        return RESTLESS
    return ""


def _register(counts: float) -> int:
    return max(1, min(0xFF, round(counts / COUNTS_A_BASELINE)))
