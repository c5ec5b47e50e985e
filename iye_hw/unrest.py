"""Pads that change faster than hands can make them: nothing more is told until they are calm.

The law of this module: a change is told at once, and what flickers is not believed. When more
changes come than hands can make, whatever changed lately is told as let go, and all pads as they
are once they are calm. A touch that came alone and had lasted before anything else changed is a
hand's: it ends only when it is seen to end. So a burst of noise can end a touch. What it makes up
before it is found out lasts for some milliseconds; to begin no gesture with that is the business of
whoever is told.

By hand: a fast slide over five cells in 0.3 s makes ten changes. Noise that reaches both thresholds
changes several pads with every update of 4 ms, and makes twenty changes in some 20 ms. A forearm
swept over the whole board is unrest too; that it is told of only when it rests does no harm.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

LASTING: Final = 0.032
"""Seconds after which a change has lasted: eight updates."""
SUSPECT_CHANGES: Final = 4
"""Changes in the window beyond which each is looked at again when it will have lasted."""
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
        self._standing: Pads = frozenset()
        """Pads that changed lately and are told as touched in unrest nevertheless, till let go."""
        self._changed: dict[str, float] = {}
        """When each pad last changed, of those that did so within the window."""
        self._changes: deque[float] = deque()
        """When anything changed, within the window; in unrest, when it did last."""
        self._at = -math.inf

    @property
    def suspected(self) -> bool:
        """Whether so much changes that hands may not be what changes it."""
        return self.since is not None or len(self._changes) > SUSPECT_CHANGES

    @property
    def due(self) -> float:
        """The moment at which something will have lasted, or all be calm; infinite if never."""
        if self.since is not None:
            return self._calm_at
        fresh = (when for when in self._changed.values() if not self._lasted(when))
        return min(fresh, default=math.inf) + LASTING

    def weigh(self, reported: Pads, at: float, silent: Pads = frozenset()) -> Pads:
        """Give the pads to be told as touched.

        Pads are `silent` whose chip cannot be read now. That they do not change is no calm, so
        they stay as they were told; unless that is suspect, and cannot be seen to last.
        """
        self._forget_before(at - WINDOW)
        reported = reported - silent | self._as_before(at) & silent
        self._at = at
        for pad in reported ^ self._reported:
            self._changes.append(at)
            self._changed[pad] = -math.inf if pad in silent else at
        self._reported = reported
        if self.since is not None:
            self._weigh_unrest(at)
        elif len(self._changes) > MOST_CHANGES:
            self._begin_unrest(at)
        else:
            self._told = reported
        return self._told

    @property
    def _calm_at(self) -> float:
        return self._changes[-1] + CALM

    def _lasted(self, when: float) -> bool:
        """Tell whether what changed then had lasted when the pads were weighed last."""
        return self._at - when >= LASTING - _SLACK

    def _as_before(self, at: float) -> Pads:
        """Give the pads that are told as touched, but for changes not seen to last until now."""
        if self.since is not None or not self.suspected:
            return self._told
        recent = {pad for pad, when in self._changed.items() if at - when < 2 * LASTING}
        return self._told ^ {pad for pad in recent if not self._lasted(self._changed[pad])}

    def _begin_unrest(self, at: float) -> None:
        self.since = at
        touched = self._reported & self._changed.keys()
        self._standing = frozenset(pad for pad in touched if self._came_alone(self._changed[pad]))
        self._told -= self._changed.keys() - self._standing

    def _came_alone(self, when: float) -> bool:
        """Tell whether what changed then was one pad, and had lasted before any other changed."""
        others = [other for other in self._changes if abs(other - when) < LASTING - _SLACK]
        return others == [when]

    def _weigh_unrest(self, at: float) -> None:
        self._told -= self._standing - self._reported
        if at >= self._calm_at - _SLACK:
            self.since = None
            self._changes.clear()
            self._changed.clear()
            self._told = self._reported

    def _forget_before(self, when: float) -> None:
        if self.since is not None:
            when = self._changes[-1]
        while self._changes and self._changes[0] < when:
            self._changes.popleft()
        self._changed = {pad: at for pad, at in self._changed.items() if at >= when}
