"""The base: bottom and walls below the tray, in four quarters, and the feet.

It prints as it lies, without supports. Screws go up through its columns into the tray, bolts
through the ribs along its seams.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from build123d import Part, Pos, Rot

from enclosure.measures import COLUMN, PI, REST, Body, Spot
from enclosure.solids import block, lying, on_wall, rod
from enclosure.tray import ENGRAVED, POST, ROUND

SCREW: Final = 3.4
HEAD: Final = 6.5
UNDER_HEAD: Final = 7.0
"""What a screw M3 × 12 holds of the column; 5 mm of it are in the tray's insert of 5.7, whose
hole is 6 deep, so that it never meets the end of it."""
LAYER: Final = 0.2
"""How thick a layer is printed."""
RIB: Final = (3.0, 10.0)
"""Thickness and height of the rib along each side of a seam, and"""
LOW_RIB: Final = 4.0
"""its height behind the Pi, where the plug of its own supply goes in above it."""
STANDOFF: Final = (6.0, 5.0)
"""Diameter and height of what Pi and carrier stand on, and"""
PILOT: Final = 2.1
"""the hole in it for a self-tapping screw of 2.5."""
FOOT: Final = (11.0, 4.0, 6.0)
"""A foot's diameter, so that none looks out below the walls, its height, and how far its peg goes
into the base."""
FOOT_PLAY: Final = 0.1
SLOT: Final = (3.0, 16.0)
"""Width and length of a slot in the bottom."""
ROOF: Final = 4.4
"""Width of the flat piece in the roof of a round opening, which threads bridge."""
NOTCH: Final = (5.0, 6.0)
"""Width and depth of the notch for a Pi 5's own cable, which is laid in from above."""


def base(body: Body) -> Part:
    """Give the whole base, as if a bed were large enough."""
    width, length = (2 * half for half in body.half)
    whole = block((0, 0), (width, length), 0, body.under_floor, ROUND)
    inside = (width - 2 * body.side, length - 2 * body.side)
    whole -= block((0, 0), inside, body.shell, body.under_floor + 1, ROUND - body.side)
    solid = [*_ribs(body), *_columns(body), *_standoffs(body)]
    return whole + solid - [*_holes(body), *_vents(body)]


def foot() -> Part:
    """Give a foot, standing; it is printed soft, and its peg is pressed over a screw's head."""
    across, high, peg = FOOT
    return rod((0, 0), across, -high, 0) + rod((0, 0), HEAD - 2 * FOOT_PLAY, 0, peg)


def _ribs(body: Body) -> Iterator[Part]:
    thick, high = RIB
    x, y = body.half
    for (seam, _), size in (
        (body.base_seam, (2 * thick, 2 * (y - body.side))),
        (body.base_seam, (2 * (x - body.side), 2 * thick)),
    ):
        yield block((seam, seam), size, body.shell, body.shell + high)


def _columns(body: Body) -> Iterator[Part]:
    for across, spots in ((COLUMN, body.screws), (REST, body.rests)):
        for at in spots:
            yield rod(at, across, body.shell, body.under_floor)


def _standoffs(body: Body) -> Iterator[Part]:
    for at, across, high in _stands(body):
        yield rod(at, across, body.shell, body.shell + high) - rod(
            at, PILOT, body.shell, body.shell + high + 1
        )


def _stands(body: Body) -> Iterator[tuple[Spot, float, float]]:
    """Give where circuits are screwed on, and each stand's diameter and height."""
    across, high = STANDOFF
    for at in body.carrier_stands:
        yield at, across, high
    for i, j in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        at = (body.spare_at[0] + i * body.cell_hole, body.spare_at[1] + j * body.cell_hole)
        yield at, POST, body.under_cell
    for at, lower in body.pi_stands:
        yield at, across, high - lower


def _holes(body: Body) -> Iterator[Part]:
    for at in body.screws:
        yield from _screw_hole(body, at)
    x, y = body.pi[0], body.base_seam[1]
    yield block((x, y), (PI[0], 3 * RIB[0]), body.shell + LOW_RIB, body.shell + RIB[1] + 1)
    for at, axis in body.bolts:
        yield lying(at, bolt_height(body), SCREW, 20, axis)
    middle = body.shell + body.room / 2
    for name, y in body.openings.items():
        yield lying((body.half[0], y), middle, body.button_hole + 0.3, 4 * body.side, "x")
        roof = middle + (body.button_hole + 0.3) / 2
        yield block((body.half[0], y), (4 * body.side, ROOF), middle, roof)
        yield on_wall(name, (body.half[0], y), body.under_floor - 3.6, 4, ENGRAVED)
    wide, deep = NOTCH
    wall = (body.half[0], body.notch)
    yield block(wall, (4 * body.side, wide), body.under_floor - deep, body.under_floor + 1)
    yield on_wall("Pi 5", (wall[0], wall[1] + 9), body.under_floor - 3.6, 4, ENGRAVED)
    for turn in range(0, 360, 60):
        hole = Rot(turn, 0, 0) * lying((0, 4), 0, 2.2, 4 * body.side, "x")
        yield Pos(body.half[0], body.grille, middle) * hole


def bolt_height(body: Body) -> float:
    """Give the z of the bolts through the ribs."""
    return body.shell + RIB[1] / 2 + 0.6


def _screw_hole(body: Body, at: Spot) -> Iterator[Part]:
    """Give a screw's hole, and the wider one for its head from below.

    Its roof is a ring, which nothing would hold while it is printed. So the first layer is two
    bridges that leave a slot, the second one crosses them and leaves a square, and the ring of
    the third lies on that.
    """
    roof = body.under_floor - UNDER_HEAD
    yield rod(at, SCREW, -1, body.under_floor + 1)
    yield rod(at, HEAD, -1, roof)
    slot = block(at, (SCREW, HEAD), roof - LAYER, roof + LAYER)
    yield slot & rod(at, HEAD, roof - LAYER, roof + LAYER)
    yield block(at, (SCREW, SCREW), roof - LAYER, roof + 2 * LAYER)


def _vents(body: Body) -> Iterator[Part]:
    """Give slots under the Pi, and high in the left wall, where warm air leaves."""
    clear = (SLOT[0] + STANDOFF[0]) / 2 + 1
    stands = [x for (x, _), _ in body.pi_stands]
    for step in range(-4, 5):
        at = (body.pi[0] + step * 9, body.pi[1] - 1)
        if all(abs(at[0] - x) > clear for x in stands):
            yield block(at, SLOT, -1, body.shell + 1, 1.4)
    for step in range(-4, 5):
        at = (-body.half[0], step * 9 - 50)
        yield block(at, (4 * body.side, 3), body.shell + 12, body.shell + 20)
