"""Where everything lies on a cell's circuit.

The law of this module: numbers only. Millimetres from the cell's middle, x to the right, y down;
angles in degrees, anticlockwise.
"""

from __future__ import annotations

from typing import Final

from circuits.placing import Place, Text

PLACES: Final = {
    "D1": Place(0, 0, 180),
    "C1": Place(5.2, 1.6, 90),
    "J1": Place(-8.0, 0, 90, under=True),
    "J2": Place(8.0, 0, -90, under=True),
    "J3": Place(-8.0, 11.2, 90, under=True),
    "TP1": Place(4.0, -9.0, 0, under=True),
    "TP2": Place(-4.0, -9.0, 0, under=True),
}

GROUND_VIAS: Final = (
    (-2.3, -9.0), (-2.5, 9.4), (-0.8, 3.2), (0.9, 3.2), (2.6, 3.2), (-2.6, -3.2), (-0.9, -3.2),
    (0.7, -3.3),
)  # fmt: skip

NAMES: Final = {
    "D1": (0.0, 3.55), "C1": (5.2, -0.1), "J1": (-8.0, -6.6), "J2": (8.0, -6.6), "J3": (-8.0, 16.8),
    "TP1": (4.0, -11.4), "TP2": (-4.0, -11.4),
}  # fmt: skip

WORDS: Final = (
    Text("İYE cell", 6, 9.0, 1.2),
    Text("DATA IN >", -10, 0, 1.2),
    Text("> DATA OUT", 11.5, 0, 1.2),
    Text("IN", -15.0, 0, 1.5, under=True),
    Text("OUT", 15.0, 0, 1.5, under=True),
    Text("PAD", -15.5, 9.6, 1.5, under=True),
    Text("+5V", 8.2, -9.0, 1.5, under=True),
    Text("GND", -8.2, -9.0, 1.5, under=True),
    Text("5V", -2.4, 2.9, 0.8, under=True),
    Text("5V", 2.4, -2.9, 0.8, under=True),
    Text("İYE cell", 8.5, 12.0, 1.5, under=True),
)


def holes(hole: float) -> dict[str, Place]:
    """Give the four mounting holes' places."""
    corners = ((-hole, -hole), (hole, -hole), (hole, hole), (-hole, hole))
    return {f"H{n}": Place(*corner) for n, corner in enumerate(corners, start=1)}
