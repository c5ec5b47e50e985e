"""Pads that do not let go: a wire shorted, a wet board.

The law of this module: a pad that has been touched for long is stuck only if others have been used
meanwhile; a drum left standing while nobody plays is no fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

OTHERS: Final = 3
"""Touches of other pads, from which on a pad that stays touched may be called stuck."""


class StuckPads:
    """Which pads are stuck after `seconds`."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: dict[str, float] = {}
        self._others: dict[str, int] = {}
        self.stuck: frozenset[str] = frozenset()

    def released(self, pad: str) -> bool:
        """Take note of a release; tell whether that pad had been stuck."""
        self._since.pop(pad, None)
        self._others.pop(pad, None)
        was_stuck = pad in self.stuck
        self.stuck -= {pad}
        return was_stuck

    def touched(self, pad: str, at: float) -> Iterable[str]:
        """Take note of a touch; give the pads that are now found to be stuck."""
        for other in self._others:
            self._others[other] += 1
        self._since[pad], self._others[pad] = at, 0
        found = [
            other
            for other, since in self._since.items()
            if other not in self.stuck
            and at - since >= self._seconds
            and self._others[other] >= OTHERS
        ]
        self.stuck |= set(found)
        return found
