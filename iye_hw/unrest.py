"""Pads that change faster than hands can make them: nothing is told until they are calm.

The law of this module: what flickers is not believed. When more changes come than hands can make,
the pads are told as they were before it began, and then, once all is calm, as they are. So a burst
of noise can end a contact, but never begin one.

By hand: a fast slide over five cells in 0.3 s makes ten changes. Noise at 4 ms an update makes as
many in 40 ms. A forearm swept over the whole board is unrest too; that it is told of only when it
has gone does no harm.
"""

from __future__ import annotations

from collections import deque
from typing import Final

MOST_CHANGES: Final = 30
WINDOW: Final = 0.5
"""Seconds within which no more than `MOST_CHANGES` are believed."""
CALM: Final = 0.3
"""Seconds without any change after which the pads are believed again."""

Pads = frozenset[str]


class Unrest:
    """Turns pads as the chips report them into pads as they are told."""

    def __init__(self) -> None:
        self.since: float | None = None
        """When unrest began; None while all is calm."""
        self._reported: Pads = frozenset()
        self._told: Pads = frozenset()
        self._changes: deque[tuple[float, str]] = deque()

    @property
    def calm_at(self) -> float:
        """The moment at which it has been calm for long enough, if nothing changes any more."""
        return self._changes[-1][0] + CALM if self._changes else 0.0

    def weigh(self, reported: Pads, at: float) -> Pads:
        """Give the pads to be told as touched."""
        self._changes.extend((at, pad) for pad in sorted(reported ^ self._reported))
        self._reported = reported
        if self.since is not None and at >= self.calm_at:
            self.since = None
            self._changes.clear()
        if self.since is None:
            self._told = self._weigh_calmly(reported, at)
        self._forget(at)
        return self._told

    def _weigh_calmly(self, reported: Pads, at: float) -> Pads:
        self._forget(at)
        if len(self._changes) <= MOST_CHANGES:
            return reported
        self.since = at
        return self._told - {pad for _at, pad in self._changes}

    def _forget(self, at: float) -> None:
        """Forget changes of long ago, all but the last one."""
        while len(self._changes) > 1 and self._changes[0][0] < at - WINDOW:
            self._changes.popleft()
