"""A deal that neither player can choose: both commit to a number, then both reveal it.

The law of this module: from the two numbers to the deal, and nothing else; the numbers are drawn
where chance is allowed. Every arrangement is as likely as any other if one of the two is honest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from iye.rules import Deal, Kind, Player

_TILES = tuple(kind for kind in Kind for _ in range(kind.total))


@dataclass(frozen=True, slots=True)
class Draw:
    """What a deal is drawn for: which match, in which state of it, which cycle."""

    match: str
    state: str
    cycle: int

    def bound(self, label: str, *rest: str) -> bytes:
        """Hash something together with what it is for, so that it is good for nothing else."""
        parts = ("iye", label, self.match, self.state, str(self.cycle), *rest)
        return hashlib.sha256("|".join(parts).encode()).digest()


def commitment(draw: Draw, player: Player, nonce: str) -> str:
    """Give what a player says before their number may be known."""
    return draw.bound("commit", str(int(player)), nonce).hex()


def deal_of(draw: Draw, nonces: tuple[str, str]) -> Deal:
    """Draw the deal: Fisher and Yates' shuffle."""
    numbers = _numbers(draw.bound("deal", *nonces))
    tiles = list(_TILES)
    for last in range(len(tiles) - 1, 0, -1):
        other = _below(last + 1, numbers)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return Deal(tuple(tiles))


def first_of(draw: Draw, nonces: tuple[str, str]) -> Player:
    """Draw who begins a match."""
    return Player(1 + _below(2, _numbers(draw.bound("first", *nonces))))


def _numbers(seed: bytes) -> Iterator[int]:
    """Give one number of 32 bits after another."""
    block = 0
    while True:
        some = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(some[at : at + 4], "big") for at in range(0, len(some), 4))
        block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Give a number below a limit, each as likely; what is past its last multiple is passed."""
    most = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < most) % limit
