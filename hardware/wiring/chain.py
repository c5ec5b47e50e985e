"""The chain of the lights: in which order, by cables of what length, and where it is fed.

The law of this module: names and measures in, names and lengths out. Lengths are millimetres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from enclosure.measures import Body
from iye_hw.board_map import SPARE, BoardMap, PadPlace

SLACK: Final = 40.0
"""What a cable is longer than the way from plug to plug, so that it hangs loose."""

PLUG: Final = 16.5
"""From a cell's middle to where a wire leaves the plug in its side: data in at the left of it, data
out at the right, and the other way round in player 2's row, whose cells are turned."""

SHORTEST: Final = 100
"""What cables are bought in at least."""

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


def hops(board: BoardMap, body: Body) -> tuple[Hop, ...]:
    """Give every cable of the chain, long enough to go along rows and columns, and down."""
    names = [place.name for place in chain(board)]
    return tuple(
        Hop(before, after, max(SHORTEST, length(_plug(before, 1, body), _plug(after, -1, body))))
        for before, after in pairwise(names)
    )


def length(a: tuple[float, ...], b: tuple[float, ...]) -> int:
    """Give the length of a cable that hangs loose between two points, along the axes."""
    way = sum(abs(one - other) for one, other in zip(a, b, strict=True))
    return STEP * math.ceil((way + SLACK) / STEP)


def _plug(name: str, side: int, body: Body) -> tuple[float, float, float]:
    """Give where a cell's plug is in the body, of its right (1) or left (-1) side.

    The spare one is below all others, in the base.
    """
    turned = -1 if name[0] == "2" else 1
    x, y = body.spare_at if name == SPARE else body.faces[name]
    return x + turned * side * PLUG, y, -body.room if name == SPARE else 0.0
