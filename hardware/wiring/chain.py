"""The chain of the lights: in which order, by cables of what length, and where it is fed.

The law of this module: names and measures in, names and lengths out. Lengths are millimetres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from iye_hw.board_map import SPARE, BoardMap, PadPlace

SLACK: Final = 40.0
"""What a cable is longer than the way from cell to cell, so that it hangs loose."""

STEP: Final = 20
"""Cables are cut in steps of this, so that few lengths do."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Hop:
    """One cable of the chain, from a cell's output to the next one's input."""

    before: str
    after: str
    length: int


def chain(board: BoardMap) -> tuple[PadPlace, ...]:
    """Give the pads in the order of their lights."""
    return tuple(sorted(board.places, key=lambda place: place.light))


def feeds(board: BoardMap) -> tuple[PadPlace, PadPlace]:
    """Give the two pads where the chain gets its supply once more: in the middle, at the end."""
    places = chain(board)
    return places[len(places) // 2], places[-1]


def spot(name: str, pitch: float, gap: float) -> Spot:
    """Give where a pad is seen from above: x to player 1's right, y towards player 1.

    `gap` is how much further than the pitch the İye pads are. The spare pad is inside the board;
    it is given a place beyond player 2.
    """
    if name == SPARE:
        return 0.0, -4 * pitch - gap
    if name[0] in "12":
        place, side = "OWTHS".index(name[1]), 1 if name[0] == "1" else -1
        return side * (place - 2) * pitch, side * (3 * pitch + gap)
    return ("abcde".index(name[0]) - 2) * pitch, (3 - int(name[1])) * pitch


def hops(board: BoardMap, pitch: float, gap: float) -> tuple[Hop, ...]:
    """Give every cable of the chain, long enough to go along the rows and columns."""
    names = [place.name for place in chain(board)]
    return tuple(
        Hop(before, after, _length(spot(before, pitch, gap), spot(after, pitch, gap)))
        for before, after in pairwise(names)
    )


def _length(a: Spot, b: Spot) -> int:
    way = abs(a[0] - b[0]) + abs(a[1] - b[1])
    return STEP * math.ceil((way + SLACK) / STEP)
