"""What it takes both players for, where a match is played on two boards.

The law of this module: what is asked and by whom, as data; who agrees is nobody's affair here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Consent(Enum):
    """What both have to want."""

    UNDO = "undo"
    ABANDON = "abandon"
    NEW = "new"  # another match


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A point of a match: so many cycles begun, the last of them with so many moves."""

    cycles: int
    moves: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What is asked and open: by the player `here`, and by the one `elsewhere`.

    `refused` says that the last that was asked here has been refused.
    """

    here: Consent | None = None
    elsewhere: Consent | None = None
    refused: bool = False
