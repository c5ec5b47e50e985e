"""Stand-ins for what holds the body together: screws, inserts, dowels, bolts and their nuts.

Measures are those of parts.csv, so that a hole too short or a wall in the way is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from build123d import Part, Pos, Rot

from enclosure.base import UNDER_HEAD, bolt_height
from enclosure.measures import Body, Spot
from enclosure.placed import Placed, Stuff
from enclosure.solids import lying, rod
from enclosure.tray import INSERT, dowel_height

SHANK: Final = 3.0
SCREW_HEAD: Final = (5.5, 3.0)
"""Diameter and height of the head of a cylinder screw M3."""
SCREW: Final = 12.0
BOLT: Final = 10.0
INSERT_LENGTH: Final = 5.7
DOWEL: Final = (3.0, 19.0)
NUT: Final = (6.4, 2.4)
"""Over its corners, and its height."""
RIBS: Final = 6.0
"""What a bolt holds: the two ribs along a seam."""
CLOSE: Final = 0.02
"""What an insert's stand-in is smaller than its hole, all around, and larger than its screw."""


def fasteners(body: Body) -> Iterator[Placed]:
    """Put every screw, insert, dowel and bolt in its place."""
    for at in body.screws:
        yield Placed(f"screw {_said(at)}", Pos(*at, body.under_floor) * _screw(), Stuff.METAL, -1)
        yield Placed(f"insert {_said(at)}", _insert(body, at), Stuff.METAL, 2)
    for at, axis in body.dowels:
        dowel = lying(at, dowel_height(body), *DOWEL, axis)
        yield Placed(f"dowel {_said(at)}", dowel, Stuff.WOOD, 2)
    for at, axis in body.bolts:
        turn = Rot(0, 90, 0) if axis == "x" else Rot(-90, 0, 0)
        bolt = Pos(*at, bolt_height(body)) * turn * _bolt()
        yield Placed(f"bolt {_said(at)}", bolt, Stuff.METAL, 0)


def _screw() -> Part:
    """Give a screw as it is driven up; the tray's underside is at 0."""
    across, high = SCREW_HEAD
    head = rod((0, 0), across, -UNDER_HEAD - high, -UNDER_HEAD)
    return head + rod((0, 0), SHANK, -UNDER_HEAD, SCREW - UNDER_HEAD)


def _insert(body: Body, at: Spot) -> Part:
    low = body.under_floor
    around = rod(at, INSERT[0] - 2 * CLOSE, low, low + INSERT_LENGTH)
    return around - rod(at, SHANK + 2 * CLOSE, low - 1, low + INSERT_LENGTH + 1)


def _bolt() -> Part:
    """Give an upright bolt with its nut on it; the seam is at 0."""
    across, high = SCREW_HEAD
    half = RIBS / 2
    head = rod((0, 0), across, -half - high, -half)
    return head + rod((0, 0), SHANK, -half, BOLT - half) + rod((0, 0), NUT[0], half, half + NUT[1])


def _said(at: Spot) -> str:
    return f"at {at[0]:.0f}, {at[1]:.0f}"
