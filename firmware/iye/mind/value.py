"""What the mind says of a position.

The law of this module: a value is the mover's and is proved, or it is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from iye.rules import Move


class Value(Enum):
    """What the player to move gets from the cycle, if both play their best."""

    WIN = "win"
    TIE = "tie"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def opposite(self) -> Value:
        """The same as the opponent has it."""
        return _OPPOSITES.get(self, self)


_OPPOSITES: Final = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


@dataclass(frozen=True, slots=True)
class Solution:
    """The value for the mover, and the moves that keep it in order of text.

    Of an unknown value `best` holds the moves that look best, and none where the cycle has ended.
    """

    value: Value
    best: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the value is proved and `best` holds every move that keeps it."""
        return self.value is not Value.UNKNOWN
