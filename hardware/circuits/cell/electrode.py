"""The measures of a cell's electrode, and what is under the drum of it.

The law of this module: numbers only, no KiCad. Millimetres from the cell's middle, x to the right,
y down.
"""

from __future__ import annotations

import math
from typing import Final

FINGER: Final = 5.0
GROUND: Final = 2.0
GAP: Final = 1.0
"""Widths of an electrode's finger, a ground finger and the gap between. Fingers about as wide as
the tile is thick reach through it; narrower ones would feel the light guide, not the drum."""

FINGERS: Final = 4
PERIOD: Final = FINGER + GROUND + 2 * GAP
SPINE: Final = 2.0
"""Width of what joins the fingers, on the left."""

BARE: Final = 0.5
"""What copper keeps from the circuit's edge."""
FRAME: Final = 1.0
"""Ground around the edge; on the left, half of it."""

LIGHT: Final = (7.2, 4.6)
"""Half the width and height left to the light and its capacitor."""

SCREW: Final = 3.2
"""How far the electrode keeps from a hole's middle, for the head of an M2.5 screw."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def finger_middles() -> tuple[float, ...]:
    """Give the y of each finger's middle line."""
    return tuple(PERIOD * (n - (FINGERS - 1) / 2) for n in range(FINGERS))


def comb(side: float) -> tuple[Rectangle, ...]:
    """Give the electrode's fingers and spine, before light and screws are cut out of it."""
    left = -side / 2 + BARE + FRAME / 2 + GAP
    right = side / 2 - BARE - FRAME - GAP
    middles = finger_middles()
    fingers = tuple((left, y - FINGER / 2, right, y + FINGER / 2) for y in middles)
    return (*fingers, (left, middles[0], left + SPINE, middles[-1]))


def areas_under(diameter: float, side: float, step: float = 0.1) -> tuple[float, float]:
    """Give the mm² of electrode and of ground under a disc on the cell's middle."""
    radius, pad, ground = diameter / 2, 0, 0
    around = tuple(
        (left - GAP, top - GAP, right + GAP, bottom + GAP)
        for left, top, right, bottom in comb(side)
    )
    steps = round(radius / step)
    for column in range(-steps, steps + 1):
        for row in range(-steps, steps + 1):
            x, y = column * step, row * step
            if math.hypot(x, y) > radius:
                continue
            light = abs(x) <= LIGHT[0] and abs(y) <= LIGHT[1]
            inner = abs(x) <= LIGHT[0] - GAP and abs(y) <= LIGHT[1] - GAP
            pad += not light and _within(x, y, comb(side))
            ground += inner or (not light and not _within(x, y, around))
    return pad * step**2, ground * step**2


def edge(side: float) -> float:
    """Give how long the gap between electrode and ground fingers is, in mm; ends rounded away."""
    left, _, right, _ = comb(side)[0]
    return 2 * FINGERS * (right - left) - 4 * LIGHT[0]


def _within(x: float, y: float, rectangles: tuple[Rectangle, ...]) -> bool:
    return any(a <= x <= c and b <= y <= d for a, b, c, d in rectangles)
