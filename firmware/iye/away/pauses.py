"""How long a line waits before it is taken up again.

The law of this module: no clock and no chance but what it is given.
"""

from __future__ import annotations

from typing import Final

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds between attempts to connect; twice as long every time."""
FIRST_ASIDE: Final = 60.0
LONGEST_ASIDE: Final = 3_600.0
"""Seconds for which a program stands aside whose place another took; twice as long every time."""


class Pauses:
    """The pauses of one line; `first` is the shortest."""

    def __init__(self, first: float = FIRST_PAUSE) -> None:
        self._first = self._next = first
        self._aside = FIRST_ASIDE

    def after(self, lasted: float, chance: float, *, taken_over: bool) -> float:
        """Give the pause after a line that `lasted` so many seconds; `chance` is from 0 to 1.

        Boards that lost the same broker do not all come back at once. Of two programs that take
        each other's place neither forgets it: they would else go on to for ever.
        """
        if taken_over:
            pause, self._aside = self._aside, min(2 * self._aside, LONGEST_ASIDE)
            return pause
        if lasted > LONGEST_PAUSE:
            self._next = self._first
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE)
        return pause * (0.5 + chance / 2)
