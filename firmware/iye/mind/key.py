"""A position as one number of 56 bits, which holds all that its value depends on.

The law of this module: two positions of a cycle with the same key have the same value for the
player to move. Who that is is not in the key, since the rules treat both players alike; nor is
the layout, since the deal fixes which kind lies on a cell.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from iye.rules import Position

NO_TILE: Final = 255
_DRUM, _OWN, _OTHER = 25, 30, 43


class State(NamedTuple):
    """A key taken apart: 25 bits of tiles, 5 of the drum, 13 of the mover's hand, 13 more."""

    tiles: int
    drum: int
    own: int
    other: int


def state_of(position: Position) -> State:
    """Give what a position's value depends on besides its layout."""
    return State(
        position.tiles,
        int(position.drum),
        int(position.hand(position.mover)),
        int(position.hand(position.mover.other)),
    )


def pack(state: State) -> int:
    """Make one number of a state."""
    tiles, drum, own, other = state
    return tiles | drum << _DRUM | own << _OWN | other << _OTHER


def unpack(key: int) -> State:
    """Take a key apart."""
    return State(
        key & ((1 << _DRUM) - 1),
        key >> _DRUM & 31,
        key >> _OWN & 0x1FFF,
        key >> _OTHER,
    )


def kinds_of(position: Position) -> bytes:
    """Give the kind on each cell, a1 first, and NO_TILE where there is none."""
    return bytes(NO_TILE if kind is None else kind for kind in position.layout)
