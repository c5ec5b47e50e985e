"""The 25 tiles: their five kinds, how many there are of each, and what a hand of them is.

The law of this module: it knows tiles, not spaces. A hand is one number of 13 bits, so that a
whole position stays small; nothing outside this module takes those bits apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final


class Kind(IntEnum):
    """The kinds of İye tile, always listed in this order; the value is the place in that order."""

    OWL = 0
    WATER = 1
    TREE = 2
    HORSE = 3
    SUN = 4

    @property
    def letter(self) -> str:
        """The letter of the text forms: O, W, T, H or S."""
        return LETTERS[self]

    @property
    def total(self) -> int:
        """How many tiles of this kind the game has, which is also what the kind is worth."""
        return CENSUS[self]


LETTERS: Final = "OWTHS"
CENSUS: Final = (1, 3, 5, 7, 9)
"""Tiles of each kind (rulebook, "Components"); together 25, one for every space."""

_WIDTHS: Final = (1, 2, 3, 3, 4)
_SHIFTS: Final = (0, 1, 3, 6, 9)
ONE_OF: Final = tuple(1 << shift for shift in _SHIFTS)
"""What one tile of each kind adds to a hand's number."""


class Hand(int):
    """The tiles a player holds, packed: 1 bit for Owl, 2 Water, 3 Tree, 3 Horse, 4 Sun.

    Hands with the same tiles are the same number. A hand cannot hold more than the game has;
    `plus` and `minus` trust the caller to stay within the census.
    """

    __slots__ = ()

    @classmethod
    def of(cls, *counts: int) -> Hand:
        """Make a hand from the counts of Owl, Water, Tree, Horse and Sun.

        Raises ValueError when there are not five counts or one is outside the census.
        """
        if len(counts) != len(CENSUS):
            raise ValueError(f"a hand has five counts, one a kind, not {len(counts)}")
        for kind, count in zip(Kind, counts, strict=True):
            if not 0 <= count <= kind.total:
                raise ValueError(f"a hand cannot hold {count} {kind.letter} of {kind.total}")
        return cls(sum(count << shift for count, shift in zip(counts, _SHIFTS, strict=True)))

    def count(self, kind: Kind) -> int:
        """How many tiles of `kind` are held."""
        return (self >> _SHIFTS[kind]) & ((1 << _WIDTHS[kind]) - 1)

    def plus(self, kind: Kind) -> Hand:
        """Give this hand with one tile of `kind` more."""
        return Hand(self + ONE_OF[kind])

    def minus(self, kind: Kind) -> Hand:
        """Give this hand with one tile of `kind` fewer."""
        return Hand(self - ONE_OF[kind])

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds held at least once, in order."""
        return KINDS_HELD[self]

    @property
    def size(self) -> int:
        """How many tiles are held in all."""
        return sum(self.counts())

    def counts(self) -> Iterator[int]:
        """Count Owl, Water, Tree, Horse and Sun, in that order."""
        return (self.count(kind) for kind in Kind)

    def __repr__(self) -> str:
        return f"Hand.of({', '.join(map(str, self.counts()))})"


EMPTY_HAND: Final = Hand(0)


def _kinds_held() -> tuple[tuple[Kind, ...], ...]:
    """Give the kinds of every packed hand, building on the hands without the kinds after them."""
    held: list[tuple[Kind, ...]] = [()]
    for kind, width in zip(Kind, _WIDTHS, strict=True):
        held += [(*others, kind) for others in held] * ((1 << width) - 1)
    return tuple(held)


KINDS_HELD: Final = _kinds_held()
"""For every packed hand, the kinds in it: a look-up instead of five shifts."""
