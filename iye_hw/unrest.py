"""Pads that change faster than hands can make them: nothing is told until they are calm.

The law of this module: a pad's change is told when it has lasted, and what flickers is not believed
at all. When more changes come than hands can make, the pads are told as they were before it began,
and then, once all is calm, as they are. So a burst of noise can end a touch, but never begin one.

By hand: a fast slide over five cells in 0.3 s makes ten changes. Noise that reaches both thresholds
changes several pads with every update of 4 ms, and makes twenty changes in some 20 ms, while none
has lasted for 32. A forearm swept over the whole board is unrest too; that it is told of only when
it rests does no harm.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

LASTING: Final = 0.032
"""Seconds a pad must stay changed before that is told: eight updates."""
MOST_CHANGES: Final = 20
WINDOW: Final = 0.5
"""Seconds within which no more than `MOST_CHANGES` are believed."""
CALM: Final = 0.3
"""Seconds without any change after which the pads are believed again."""

_SLACK: Final = 1e-6
"""Seconds by which a clock may be early."""

Pads = frozenset[str]


class Unrest:
    """Turns pads as the chips report them into pads as they are told."""

    def __init__(self) -> None:
        self.since: float | None = None
        """When unrest began; None while all is calm."""
        self._reported: Pads = frozenset()
        self._told: Pads = frozenset()
        self._changed: dict[str, float] = {}
        """When each pad last changed that is not told as it is reported, or was told just now."""
        self._changes: deque[float] = deque()

    @property
    def due(self) -> float:
        """The moment at which to weigh again though nothing has changed; infinite if never."""
        if self.since is not None:
            return self._calm_at
        waiting = (self._changed[pad] for pad in self._reported ^ self._told)
        return min(waiting, default=math.inf) + LASTING

    def weigh(self, reported: Pads, at: float, silent: Pads = frozenset()) -> Pads:
        """Give the pads to be told as touched.

        Pads are `silent` whose chip cannot be read now: that they do not change is no calm, and
        that a change lasts tells nothing, so they stay as they were told.
        """
        reported = reported - silent | self._told & silent
        for pad in reported ^ self._reported:
            self._changes.append(at)
            self._changed[pad] = at
        self._reported = reported
        if self.since is None:
            self._weigh_calmly(at)
        elif at >= self._calm_at - _SLACK:
            self.since = None
            self._changes.clear()
            self._told = reported
        return self._told

    @property
    def _calm_at(self) -> float:
        return self._changes[-1] + CALM

    def _weigh_calmly(self, at: float) -> None:
        while self._changes and self._changes[0] < at - WINDOW:
            self._changes.popleft()
        if len(self._changes) > MOST_CHANGES:
            self.since = at
            self._told -= {pad for pad, when in self._changed.items() if when >= at - WINDOW}
            return
        lasting = {
            pad
            for pad in self._reported ^ self._told
            if at - self._changed[pad] >= LASTING - _SLACK
        }
        self._told ^= lasting
