"""The value of a position by playing everything out, from the rules alone.

The law of this module: it knows nothing of the mind. No ordering, no cut-off, nothing left out;
for positions late enough that this ends.
"""

from __future__ import annotations

from random import Random

from iye.rules import Player, Position, cycle_end, legal_moves
from strategies import random_cycle

Known = dict[Position, int]


def value(position: Position, known: Known | None = None) -> int:
    """1 when the mover wins, 0 for a tie, -1 for a loss, if both play their best."""
    known = {} if known is None else known
    if position not in known:
        known[position] = _value(position, known)
    return known[position]


def _value(position: Position, known: Known) -> int:
    end = cycle_end(position)
    if end is None:
        return max(-value(position.play(move), known) for move in legal_moves(position))
    if end.winner is None:
        return 0
    return 1 if end.winner is position.mover else -1


def worth_and_best(position: Position) -> tuple[int, list[str]]:
    """Give the value, and every move that keeps it in order of text."""
    known: Known = {}
    worth = value(position, known)
    keep = (
        str(move) for move in legal_moves(position) if -value(position.play(move), known) == worth
    )
    return worth, sorted(keep)


def late_positions(seed: int, count: int, most_tiles: int, least_tiles: int = 1) -> list[Position]:
    """Positions of random play with so many tiles left; some of cycles that have ended."""
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        cycle = random_cycle(rng, rng.choice(tuple(Player)))
        found.extend(
            position
            for position in cycle.positions
            if least_tiles <= position.tiles.bit_count() <= most_tiles
        )
    return found[:count]
