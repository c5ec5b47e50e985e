"""How a light moves in time: steady, winking, pulsing, blinking, beating.

The law of this module: a rhythm is a row of levels, each held for the same short time, so that
the next moment at which it changes is known and nothing has to be polled. Every change wakes the
processor, so each rhythm has a calm one for when nobody plays. Those change once a second and at
the same moments, however many are to be seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

NEARLY: Final = 1e-3  # of a step: a moment computed as a step's edge counts as being past it


@dataclass(frozen=True)
class Rhythm:
    """Levels from 0 to 1 as the eye sees them, each held for `step` seconds, over and over."""

    step: float
    levels: tuple[float, ...]
    calm: Rhythm | None = None
    """The rhythm to change to when nobody has touched anything for long; None: it is calm."""
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
        return math.floor(elapsed / self.step + NEARLY)

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


def _slow(*levels: float) -> Rhythm:
    return Rhythm(1.0, levels)


GRID: Final = 0.05
"""Seconds. Every rhythm's step is a multiple of it, so that lights change 20 times a second at
most, whatever there is to be seen."""

_HEART: Final = (1.0, 0.3, 0.7, 0.3)
_REST: Final = (0.15,) * 6

STEADY: Final = Rhythm(1.0, (1.0,))
WINK: Final = Rhythm(0.4, (1.0, 1.0, 1.0, 0.35), _slow(1.0, 1.0, 1.0, 0.35))
PULSE: Final = Rhythm(GRID, _breath(24, 0.2), _slow(1.0, 0.4))  # smooth, and not for long
BLINK: Final = Rhythm(0.25, (1.0, 0.0), _slow(1.0, 0.0))
TWICE: Final = Rhythm(0.25, (1.0, 0.0, 1.0, 0.0, 0.0, 0.0), _slow(1.0, 0.0, 1.0, 0.0, 0.0, 0.0))
SPARK: Final = Rhythm(0.25, (1.0, *7 * (0.0,)), _slow(1.0, 0.0, 0.0, 0.0))
GLINT: Final = Rhythm(0.25, (1.0, 0.1, 0.1, 0.1), _slow(1.0, 0.1, 0.1, 0.1))
BEAT: Final = Rhythm(0.25, (*_HEART, *_REST), Rhythm(0.25, (*_HEART, *_REST, *10 * (0.15,))))
"""The only one that beats while nobody is there; so it may take four changes in five seconds."""
CALL: Final = Rhythm(0.25, (*_HEART, *_REST), _slow(1.0, 0.3, 0.7, 0.15, 0.15))
"""The same, calling the drum of people who play."""
ONE_BEAT: Final = Rhythm(0.25, (1.0, 0.7, 0.3, *3 * (0.15,)), _slow(1.0, 0.3, 0.15, 0.15))
"""As if the drum hesitated."""
