"""Copper, and the grid on which tracks are laid.

The law of this module: shapes and points only; nothing here looks for a way. Copper is rectangles,
discs and lines with round ends. Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

GRID: Final = 0.2
VIA: Final = 0.3
"""Half a via's width."""

Node = tuple[int, int, int]
"""A point of the grid: side (0 front, 1 back), column, row."""


@dataclass(frozen=True, slots=True)
class Copper:
    """A line with round ends, or a rectangle grown by `radius`, that belongs to a net.

    A rectangle has `box` true and its corners as the two points. Sides: 0, 1.
    """

    net: str
    sides: tuple[int, ...]
    ax: float
    ay: float
    bx: float
    by: float
    radius: float = 0.0
    box: bool = False

    def distance(self, x: float, y: float) -> float:
        """Give how far a point is from this copper's edge; negative inside."""
        if self.box:
            dx = max(self.ax - x, 0.0, x - self.bx)
            dy = max(self.ay - y, 0.0, y - self.by)
            return math.hypot(dx, dy) - self.radius
        ux, uy = self.bx - self.ax, self.by - self.ay
        length = ux * ux + uy * uy
        t = 0.0 if length == 0 else ((x - self.ax) * ux + (y - self.ay) * uy) / length
        t = min(max(t, 0.0), 1.0)
        return math.hypot(x - self.ax - t * ux, y - self.ay - t * uy) - self.radius


@dataclass(frozen=True, slots=True)
class Way:
    """One net as laid: tracks as (side, points), vias as points."""

    net: str
    width: float
    tracks: tuple[tuple[int, tuple[tuple[float, float], ...]], ...]
    vias: tuple[tuple[float, float], ...]


@dataclass(slots=True)
class Net:
    """A net to be laid: its pins, and how wide its tracks are."""

    name: str
    pins: list[Copper]
    width: float = 0.2
    to_plane: bool = False  # each pin goes to the plane on the back by a via of its own


@dataclass(slots=True)
class Board:
    """A rectangle from (0, 0) with copper that stays, and nets that are to be laid on it."""

    width: float
    height: float
    fixed: list[Copper]
    clearance: float = 0.2
    edge: float = 0.5
    busy: tuple[Copper, ...] = ()  # areas of a net, where the tracks of others are unwelcome


def core(pin: Copper, side: int) -> Copper:
    """Give the inner part of a pad, where a track may end."""
    inset = 0.1 if pin.box else 0.0
    points = (pin.ax + inset, pin.ay + inset, pin.bx - inset, pin.by - inset)
    return Copper(pin.net, (side,), *points, pin.radius / 2, pin.box)


def apart(a: Copper, b: Copper) -> float:
    """Give twice how far the middles of two pads are apart: enough to compare."""
    return math.hypot(a.ax + a.bx - b.ax - b.bx, a.ay + a.by - b.ay - b.by)


def bounds(nodes: Iterable[Node]) -> tuple[int, int, int, int] | None:
    """Give the first and last column and row of some nodes; None if there are none."""
    spots = list(nodes)
    if not spots:
        return None
    columns, rows = [spot[1] for spot in spots], [spot[2] for spot in spots]
    return min(columns), min(rows), max(columns), max(rows)


def runs(path: list[Node]) -> Iterator[tuple[int, tuple[tuple[float, float], ...]]]:
    """Give a path's straight stretches on each side, with only the corners as points."""
    run: list[Node] = []
    for node in path:
        if run and node[0] != run[-1][0]:
            yield from _corners(run)
            run = []
        run.append(node)
    yield from _corners(run)


def _corners(run: list[Node]) -> Iterator[tuple[int, tuple[tuple[float, float], ...]]]:
    if len(run) < 2:
        return
    kept = [
        node
        for before, node, after in zip([None, *run], run, [*run[1:], None], strict=False)
        if before is None or after is None or _step(before, node) != _step(node, after)
    ]
    yield run[0][0], tuple((mm(x), mm(y)) for _, x, y in kept)


def _step(a: Node, b: Node) -> tuple[int, int]:
    return b[1] - a[1], b[2] - a[2]


def vias(path: list[Node]) -> Iterator[tuple[float, float]]:
    """Give where a path changes sides."""
    for a, b in pairwise(path):
        if a[0] != b[0]:
            yield mm(a[1]), mm(a[2])


def mm(steps: int) -> float:
    """Give a column or row as millimetres."""
    return round(steps * GRID, 3)
