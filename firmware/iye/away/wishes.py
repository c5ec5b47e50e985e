"""What the people at a board want of a match on two boards: where, with whom, and how to play.

The law of this module: data, checked before it gets here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from iye.away.address import Address


@dataclass(frozen=True, slots=True)
class Wishes:
    """What this board's people play as: their name, to how many wins, and the coach or not."""

    name: str = ""
    wins: Literal[1, 2, 3] = 2
    coach: bool = False


@dataclass(frozen=True, slots=True)
class AwayWishes:
    """Which broker, which room, and how to play.

    Without a `room` a board goes back into the one it was in; one that was in none opens a new one
    if it is to `invite`. `show` lets everybody at the broker look on.
    """

    address: Address
    room: str = ""
    play: Wishes = field(default_factory=Wishes)
    invite: bool = False
    show: bool = True
