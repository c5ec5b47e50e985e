"""Who sits where: a person at the board or its page, the mind, or somebody at another board.

The law of this module: a seat says who answers for a player, and nothing of how.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

LEVELS_ALLOWED: Final = range(1, 11)


class Sitting(Enum):
    """Who a player is; the value is its text form."""

    PERSON = "person"  # at this board, or on its page
    MIND = "mind"  # the board itself, at a level
    ELSEWHERE = "elsewhere"  # a person at another board


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's seat; `level` from 1 to 10 for the mind, 0 for others.

    Raises ValueError when the level does not fit.
    """

    sitting: Sitting = Sitting.PERSON
    level: int = 0

    def __post_init__(self) -> None:
        if self.sitting is Sitting.MIND and self.level not in LEVELS_ALLOWED:
            raise ValueError(f"the mind plays at levels 1 to 10, not {self.level}")
        if self.sitting is not Sitting.MIND and self.level:
            raise ValueError(f"only the mind has a level, not {self.sitting.value}")

    @property
    def here(self) -> bool:
        """Whether a person answers for this player with a hand on this board."""
        return self.sitting is Sitting.PERSON

    def __str__(self) -> str:
        """Give the text form: person, mind 3, elsewhere."""
        return f"{self.sitting.value} {self.level}" if self.level else self.sitting.value


PERSON: Final = Seat()
Seats = tuple[Seat, Seat]
"""The seats of player 1 and player 2."""
PEOPLE: Final[Seats] = (PERSON, PERSON)


def mind(level: int) -> Seat:
    """Give the mind's seat at a level. Raises ValueError outside 1 to 10."""
    return Seat(Sitting.MIND, level)


def parse_seat(text: str) -> Seat:
    """Read a seat's text form. Raises ValueError in a sentence."""
    name, _, level = text.partition(" ")
    known = {sitting.value: sitting for sitting in Sitting}
    if name not in known or (level and not (level.isascii() and level.isdigit())):
        raise ValueError(f"{text!r} is no seat: say person, elsewhere, or mind and a level, mind 3")
    return Seat(known[name], int(level or 0))
