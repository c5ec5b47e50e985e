"""The tray: a pocket for every pad on the face, in four quarters.

It prints as it lies, floor down, without supports. A cell's circuit is screwed onto two posts of
its pocket and stands on two more; the middle of the floor is open for its connectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from build123d import Part, Pos, Rot

from enclosure.measures import SEAM, Body, Spot
from enclosure.solids import between, block, letters, lying, rod

ROUND: Final = 6.0
"""The radius of the body's corners."""
POST: Final = 5.0
POST_SCREW: Final = 2.1
"""For a self-tapping screw of 2.5."""
INSERT: Final = (4.0, 6.0)
"""Diameter and depth of the hole for a brass insert M3."""
BOSS: Final = 8.0
DOWEL: Final = (3.1, 20.0)
"""Diameter and length of the hole for a dowel of 3 × 19; it lies above the inserts' holes."""
ENGRAVED: Final = 0.6


def tray(body: Body) -> Part:
    """Give the whole tray, as if a bed were large enough."""
    width, length = (2 * half for half in body.half)
    whole = block((0, 0), (width, length), body.under_floor, body.top, ROUND)
    hollows = [hollow for at in body.faces.values() for hollow in _hollow(body, at)]
    posts = [post for at in body.faces.values() for post in _posts(body, at)]
    bosses = [
        rod(at, BOSS, body.under_floor, body.under_circuit)
        for at in (*body.crossings,)
        if at in {*body.screws}
    ]
    return (whole - hollows) + [*posts, *bosses] - [*_holes(body), *_engraving(body)]


def quarters(whole: Part, seam: Spot, body: Body, low: float, high: float) -> dict[str, Part]:
    """Cut a whole tray or base at `seam`; each quarter is named by where player 1 sees it."""
    x, y = (half + 1 for half in body.half)
    columns = {"left": (-x, seam[0] - SEAM), "right": (seam[0] + SEAM, x)}
    rows = {"near": (-y, seam[1] - SEAM), "far": (seam[1] + SEAM, y)}
    return {
        f"{row}-{column}": whole & between((left, front), (right, back), low - 1, high + 1)
        for row, (front, back) in rows.items()
        for column, (left, right) in columns.items()
    }


def _hollow(body: Body, at: Spot) -> Iterator[Part]:
    """Give a pad's pocket, and the cross that is open in its floor."""
    yield block(at, (body.pocket, body.pocket), body.on_floor, body.top + 1)
    long, short = body.cell_board, 2 * (body.cell_hole - POST / 2) + 1
    for size in ((long, short), (short, long)):
        yield block(at, size, body.under_floor - 1, body.on_floor + 1)


def _posts(body: Body, at: Spot) -> Iterator[Part]:
    for spot in _corners(body, at):
        yield rod(spot, POST, body.under_floor, body.under_circuit)


def _corners(body: Body, at: Spot) -> Iterator[Spot]:
    hole = body.cell_hole
    return ((at[0] + i * hole, at[1] + j * hole) for i, j in ((-1, -1), (1, 1), (-1, 1), (1, -1)))


def _holes(body: Body) -> Iterator[Part]:
    for at in body.faces.values():
        for spot in list(_corners(body, at))[:2]:
            yield rod(spot, POST_SCREW, body.under_floor - 1, body.under_circuit + 1)
    across, deep = INSERT
    for at in body.screws:
        yield rod(at, across, body.under_floor - 1, body.under_floor + deep)
    for at, axis in body.dowels:
        yield lying(at, dowel_height(body), *DOWEL, axis)


def dowel_height(body: Body) -> float:
    """Give the z of the dowels: between the inserts' holes and the tray's face."""
    return (body.under_floor + INSERT[1] + body.top) / 2


def _engraving(body: Body) -> Iterator[Part]:
    """Give the names of files and ranks, for both players to read."""
    low, high = body.top - ENGRAVED, body.top + 1
    strip, edge = body.row - (body.pitch + body.iye_gap) / 2, body.half[0] - body.margin / 2
    for number in range(5):
        along = (number - 2) * body.pitch
        file = letters("abcde"[number], 7, low, high)
        rank = letters(str(number + 1), 7, low, high)
        yield Pos(along, -strip) * file
        yield Pos(along, strip) * Rot(0, 0, 180) * file
        yield Pos(-edge, along) * rank
        yield Pos(edge, along) * Rot(0, 0, 180) * rank
