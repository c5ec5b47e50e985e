"""How each of the ten levels thinks.

The law of this module: a level is a way of seeing, not a rate of blunders. Weaker ones see less
far, overlook movements, and misjudge what they see, always in the same way within a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Replies(Enum):
    """Which movements a level thinks of when it looks ahead."""

    NATURAL = "natural"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Level:
    """One way of thinking.

    `plies` are the moves it looks ahead after its own, time allowing, and `replies` which of
    them it thinks of. `misjudges` is by how much, in about points, it may be wrong about a
    position. `solves` is the number of tiles left from which it tries to solve the rest; 0 never.
    """

    number: int
    plies: int
    replies: Replies
    misjudges: float
    solves: int
    saying: str


_NATURAL, _ALL = Replies.NATURAL, Replies.ALL

LEVELS: Final = (
    Level(1, 0, _NATURAL, 40.0, 0, "takes what looks nice"),
    Level(2, 0, _NATURAL, 6.0, 0, "sees what it gives away"),
    Level(3, 1, _NATURAL, 5.5, 0, "expects your natural movement, and misjudges it"),
    Level(4, 1, _NATURAL, 3.0, 0, "expects your natural movement"),
    Level(5, 1, _ALL, 2.0, 4, "expects any reply, and counts out the very end"),
    Level(6, 2, _ALL, 2.0, 5, "looks three moves ahead"),
    Level(7, 2, _ALL, 1.0, 8, "sees the end coming"),
    Level(8, 2, _ALL, 0.5, 11, "solves the second half"),
    Level(9, 2, _ALL, 0.1, 15, "solves what a cycle turns on"),
    Level(10, 3, _ALL, 0.0, 25, "plays the exact truth wherever the time allows"),
)


def level(number: int) -> Level:
    """Give a level by its number. Raises ValueError outside 1 to 10."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"levels are 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
