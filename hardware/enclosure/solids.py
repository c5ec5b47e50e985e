"""The few solids that every part of the body is made of, placed by their corners and axes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import matplotlib as mpl
from build123d import Align, Box, Cylinder, Part, Pos, Rectangle, RectangleRounded, Rot, Text
from build123d import extrude as pull

from enclosure.measures import Spot

FONT: Final = str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans-Bold.ttf")
"""A font that comes with the tools, so that letters are the same on every machine."""

_UP: Final = (Align.CENTER, Align.CENTER, Align.MIN)


def block(at: Spot, size: Spot, low: float, high: float, round_: float = 0.0) -> Part:
    """Give an upright block around `at`, its upright edges rounded."""
    face = RectangleRounded(*size, round_) if round_ else Rectangle(*size)
    return Pos(*at, low) * pull(face, high - low)


def between(corner: Spot, opposite: Spot, low: float, high: float) -> Part:
    """Give an upright block by two opposite corners."""
    size = tuple(abs(a - b) for a, b in zip(corner, opposite, strict=True))
    at = tuple((a + b) / 2 for a, b in zip(corner, opposite, strict=True))
    return Pos(*at, low) * Box(*size, high - low, align=_UP)


def rod(at: Spot, across: float, low: float, high: float) -> Part:
    """Give an upright cylinder, `across` in diameter."""
    return Pos(*at, low) * Cylinder(across / 2, high - low, align=_UP)


def lying(at: Spot, height: float, across: float, length: float, axis: str) -> Part:
    """Give a cylinder along `axis`, "x" or "y", its middle at `at` and `height`."""
    turn = Rot(0, 90, 0) if axis == "x" else Rot(90, 0, 0)
    return Pos(*at, height) * turn * Cylinder(across / 2, length)


def letters(text: str, size: float, low: float, high: float) -> Part:
    """Give upright letters around 0."""
    return Pos(0, 0, low) * pull(Text(text, size, font_path=FONT), high - low)


def on_wall(text: str, at: Spot, height: float, size: float, deep: float) -> Part:
    """Give letters `deep` into a wall that is seen from the right, around `at` and `height`."""
    face = Rot(0, 0, 90) * Rot(90, 0, 0) * Text(text, size, font_path=FONT)
    return Pos(at[0] + 1, at[1], height) * pull(face, -deep - 1)
