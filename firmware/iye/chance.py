"""Where chance comes from: arrangements of the 25 tiles, given beforehand or drawn.

The law of this module: the only chance in the program. The pure rooms are told its outcomes.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

from iye.rules import Deal, Kind

_TILES = tuple(kind for kind in Kind for _ in range(kind.total))


class Dealer:
    """Gives one deal after another: first those it was told, then drawn ones.

    `seed` makes the drawn ones repeatable; without it the system's own randomness is used.
    """

    def __init__(self, deals: Iterable[Deal] = (), *, seed: int | None = None) -> None:
        self._told = deque(deals)
        self._random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a game, not a secret

    def tell(self, deals: Iterable[Deal]) -> None:
        """Give these deals next, instead of what was told before."""
        self._told = deque(deals)

    def draw(self) -> Deal:
        """Give the next deal; every arrangement is as likely as any other."""
        if self._told:
            return self._told.popleft()
        tiles = list(_TILES)
        self._random.shuffle(tiles)
        return Deal(tuple(tiles))
