"""Reads the STL files that a printer gets: enough of them to find holes in a slice."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PARTS = Path(__file__).parents[1] / "hardware" / "enclosure" / "parts"
RECORD = struct.Struct("<12x9f2x")

Point = tuple[float, float, float]
Spot = tuple[float, float]


@cache
def triangles(part: str) -> tuple[tuple[Point, Point, Point], ...]:
    data = (PARTS / f"{part}.stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    found = list(RECORD.iter_unpack(data[84:]))
    assert len(found) == count
    return tuple((f[0:3], f[3:6], f[6:9]) for f in found)


@cache
def segments(part: str, axis: int, height: float) -> list[tuple[Spot, Spot]]:
    """Cut a part across `axis` (0, 1, 2), and give the outline's pieces in the other two."""
    # A plane through corners would cut edges and not faces.
    return list(_cut(part, axis, height + 1e-5))


def _cut(part: str, axis: int, height: float) -> Iterator[tuple[Spot, Spot]]:
    for triangle in triangles(part):
        heights = [point[axis] for point in triangle]
        if min(heights) < height < max(heights):
            ends = [
                _between(a, b, axis, height)
                for a, b in zip(triangle, (*triangle[1:], triangle[0]), strict=True)
                if (a[axis] < height) != (b[axis] < height)
            ]
            yield ends[0], ends[1]


def _between(a: Point, b: Point, axis: int, height: float) -> Spot:
    way = (height - a[axis]) / (b[axis] - a[axis])
    x, y = (a[n] + way * (b[n] - a[n]) for n in range(3) if n != axis)
    return x, y


def room_around(outline: list[tuple[Spot, Spot]], at: Spot) -> float:
    """Give how far it is from a spot to the nearest wall: the radius of what goes in there."""
    return min(_apart(at, a, b) for a, b in outline)


def is_solid(outline: list[tuple[Spot, Spot]], at: Spot) -> bool:
    """Say whether there is plastic at a spot: an odd number of walls to the right of it."""
    x, y = at[0], at[1] + 1.23e-5
    crossed = 0
    for (ax, ay), (bx, by) in outline:
        if (ay < y) != (by < y):
            crossed += ax + (y - ay) / (by - ay) * (bx - ax) > x
    return crossed % 2 == 1


def _apart(at: Spot, a: Spot, b: Spot) -> float:
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = ux * ux + uy * uy
    way = 0.0 if length == 0 else ((at[0] - a[0]) * ux + (at[1] - a[1]) * uy) / length
    way = min(max(way, 0.0), 1.0)
    return math.hypot(at[0] - a[0] - way * ux, at[1] - a[1] - way * uy)
