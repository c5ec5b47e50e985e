"""Counting the legal move sequences of a length: the proof that movement is right, and its pace.

The law of this module: it counts what `legal_moves` allows and decides nothing itself. It works
on bare numbers, since it visits millions of positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from iye.rules.board import NATURAL, REACH
from iye.rules.position import Move, Player, Position, legal_moves
from iye.rules.tiles import KINDS_HELD, ONE_OF, Kind

_MASKS: Final = tuple(
    tuple(
        (NATURAL[cell], *(REACH[kind][cell] for kind in Kind if held >> kind & 1))
        for cell in range(25)
    )
    for held in range(1 << len(Kind))
)
"""By the set of kinds held, then the drum's cell: the reach of every sort of movement at hand."""

_HELD: Final = tuple(sum(1 << kind for kind in kinds) for kinds in KINDS_HELD)
"""By packed hand: the set of kinds held."""


def perft(position: Position, depth: int) -> int:
    """Count the legal move sequences of exactly `depth` moves.

    A cycle that has ended has none; the same target by another movement is another move. Raises
    ValueError when `depth` is negative.
    """
    if depth < 0:
        raise ValueError(f"perft counts sequences of 0 moves or more, not {depth}")
    if depth == 0:
        return 1
    if depth >= position.tiles.bit_count():
        return 0  # every move takes a tile and the last one stays: no need to search
    mine, theirs = position.hand1, position.hand2
    if position.mover is Player.TWO:
        mine, theirs = theirs, mine
    return _count(position.layout, position.tiles, position.drum, mine, theirs, depth)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Count, for each legal move, the sequences of `depth` moves that begin with it.

    Raises ValueError when `depth` is not at least 1.
    """
    if depth < 1:
        raise ValueError(f"only sequences of 1 move or more can be divided, not of {depth}")
    return {move: perft(position.play(move), depth - 1) for move in legal_moves(position)}


def _count(  # noqa: PLR0913, PLR0917 - bare numbers instead of an object are the point
    layout: Sequence[Kind | None], tiles: int, drum: int, mine: int, theirs: int, depth: int
) -> int:
    """Count `depth` moves ahead, at least one and fewer than there are tiles.

    So one tile left is never met with moves still to count, and needs no test here.
    """
    held = _HELD[mine]
    masks = _MASKS[held][drum]
    if depth == 1:
        return sum([(mask & tiles).bit_count() for mask in masks])
    if depth == 2:
        return _count_pairs(layout, tiles, masks, _HELD[theirs])
    total = 0
    prices = (0, *(ONE_OF[kind] for kind in KINDS_HELD[mine]))
    for mask, price in zip(masks, prices, strict=True):
        targets = mask & tiles
        while targets:
            bit = targets & -targets
            targets ^= bit
            cell = bit.bit_length() - 1
            gift = ONE_OF[layout[cell]]  # type: ignore[index] # a cell in `tiles` holds a tile
            total += _count(layout, tiles ^ bit, cell, theirs + gift, mine - price, depth - 1)
    return total


def _count_pairs(
    layout: Sequence[Kind | None], tiles: int, masks: tuple[int, ...], their_kinds: int
) -> int:
    """Count two moves ahead without playing the second.

    What the mover spends does not change what the opponent can do, so each target's replies are
    counted once and taken as often as there are movements to it.
    """
    total = 0
    reached = 0
    for mask in masks:
        reached |= mask
    reached &= tiles
    while reached:
        bit = reached & -reached
        reached ^= bit
        rest = tiles ^ bit
        cell = bit.bit_length() - 1
        kinds = their_kinds | 1 << layout[cell]  # type: ignore[operator] # it holds a tile
        replies = 0
        for mask in _MASKS[kinds][cell]:
            replies += (mask & rest).bit_count()
        for mask in masks:
            if mask & bit:
                total += replies
    return total
