"""Where parts and words lie on a circuit.

The law of this module: numbers and names, no KiCad. Lengths are millimetres, x to the right and
y down; angles in degrees, anticlockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part lies: its footprint's origin, its angle, and whether under the board."""

    x: float
    y: float
    angle: float = 0.0
    under: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words on the silkscreen, centred at a point."""

    words: str
    x: float
    y: float
    size: float = 1.0
    angle: float = 0.0
    under: bool = False
