"""How a light moves in time: steady, winking, pulsing, blinking, beating.

The law of this module: a rhythm is a row of levels, each held for the same short time, so that
the next moment at which it changes is known and nothing has to be polled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

_NEARLY: Final = 1e-3  # of a step: a moment computed as a step's edge counts as being past it


@dataclass(frozen=True)
class Rhythm:
    """Levels from 0 to 1 as the eye sees them, each held for `step` seconds, over and over."""

    step: float
    levels: tuple[float, ...]
    _runs: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.levels)
        runs = tuple(
            next(
                (ahead for ahead in range(1, count) if self.levels[(at + ahead) % count] != level),
                0,
            )
            for at, level in enumerate(self.levels)
        )
        object.__setattr__(self, "_runs", runs)

    def _steps(self, elapsed: float) -> int:
        return math.floor(elapsed / self.step + _NEARLY)

    def level(self, elapsed: float) -> float:
        """Give the level `elapsed` seconds after the rhythm began."""
        return self.levels[self._steps(elapsed) % len(self.levels)]

    def next_change(self, elapsed: float) -> float:
        """Give the elapsed time at which the level changes next; infinite when it never does."""
        steps = self._steps(elapsed)
        run = self._runs[steps % len(self.levels)]
        return (steps + run) * self.step if run else math.inf


def _breath(count: int, floor: float) -> tuple[float, ...]:
    """One period of a raised cosine in `count` steps, brightest first."""
    return tuple(
        round(floor + (1 - floor) * (1 + math.cos(2 * math.pi * place / count)) / 2, 3)
        for place in range(count)
    )


STEADY: Final = Rhythm(1.0, (1.0,))
WINK: Final = Rhythm(0.4, (1.0, 1.0, 1.0, 0.35))  # few changes: it may go on for an hour
PULSE: Final = Rhythm(0.05, _breath(24, 0.2))  # 20 frames a second: smooth, and short-lived
BLINK: Final = Rhythm(0.25, (1.0, 0.0))
TWICE: Final = Rhythm(0.25, (1.0, 0.0, 1.0, 0.0, 0.0, 0.0))
SPARK: Final = Rhythm(0.25, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
GLINT: Final = Rhythm(0.25, (1.0, 0.1, 0.1, 0.1))
BEAT: Final = Rhythm(0.25, (1.0, 0.3, 0.7, 0.3, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15))
ONE_BEAT: Final = Rhythm(0.25, (1.0, 0.7, 0.3, 0.15, 0.15, 0.15))  # as if the drum hesitated
