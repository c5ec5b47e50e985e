"""Draws one cell's circuit from board.toml, checks it, and writes what a maker needs.

On top, under the tile: the electrode, four fingers between fingers of ground, and the light in the
middle, the only thing that stands proud. Underneath: the plugs, away from the edge so that a
plugged cable stays within the cell. Nothing but three tracks lies under the electrode.
"""

from __future__ import annotations

import math
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2])]

import pcbnew

from circuits import export, kicad, netlist
from circuits.kicad import BACK, FRONT
from circuits.placing import Place, Text

INPUTS = [
    "board.toml#body",
    "circuits/export.py",
    "circuits/kicad.py",
    "circuits/netlist.py",
    "circuits/placing.py",
]
OUTPUTS = [
    "circuits/cell/cell.kicad_pcb",
    "circuits/cell/cell.kicad_pro",
    "circuits/cell/assembly.csv",
    "circuits/cell/rule-check.txt",
    "circuits/cell/gerbers/*",
]
PYTHON = "/usr/bin/python3"

FINGER: Final = 5.0
GROUND: Final = 2.0
GAP: Final = 1.0
"""Widths of an electrode's finger, a ground finger and the gap between, in mm. Fingers as wide as
the tile is thick reach through it; narrower ones would feel the floor rather than the drum."""

PERIOD: Final = FINGER + GROUND + 2 * GAP
FRAME: Final = 1.0
"""Ground around the edge, in mm."""

LIGHT: Final = (7.2, 4.6)
"""Half the width and height left to the light and its capacitor in the middle, in mm."""

SCREW: Final = 3.2
"""Copper of the electrode keeps this far from a hole's middle: the head of an M2.5 screw."""

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


def main() -> None:
    """Make every file of the cell's circuit."""
    body = tomllib.loads((HERE.parents[1] / "board.toml").read_text(encoding="utf-8"))["body"]
    side, hole = float(body["cell_board"]), float(body["cell_hole"])
    board = HERE / "cell.kicad_pcb"
    circuit = kicad.Circuit(board, "IYE board: cell", netlist.cell(), seed=36)
    for ref, at in (PLACES | holes(hole)).items():
        circuit.place(ref, at)
    circuit.outline(side, side, -side / 2, -side / 2, 1.5)
    copper(circuit, side, hole)
    for ref, spot in NAMES.items():
        circuit.name_at(ref, *spot)
    for text in WORDS:
        circuit.write(text)
    circuit.finish()
    export.export(circuit, HERE)


def holes(hole: float) -> dict[str, Place]:
    """Give the four mounting holes' places."""
    corners = ((-hole, -hole), (hole, -hole), (hole, hole), (-hole, hole))
    return {f"H{n}": Place(*corner) for n, corner in enumerate(corners, start=1)}


def copper(circuit: kicad.Circuit, side: float, hole: float) -> None:
    """Draw electrode, ground and the few tracks."""
    edge = side / 2 - 0.5
    whole = kicad.rectangle(-edge, -edge, edge, edge)
    circuit.zone("PAD", FRONT, electrode(side, hole), clearance=GAP, priority=1, solid=True)
    circuit.zone("GND", FRONT, whole)
    circuit.zone("GND", BACK, kicad.rectangle(-8.4, -LIGHT[1], 8.4, LIGHT[1]))
    tracks(circuit)


def tracks(circuit: kicad.Circuit) -> None:
    """Draw what is not an area: supply, data in and out, the electrode's and the feed's wires."""
    circuit.track("+5V", BACK, 1.2, (-5.15, 2.0), (-1.0, 2.0), (1.0, -2.0), (5.15, -2.0))
    circuit.track("+5V", BACK, 1.2, (5.15, -2.0), (4.0, -4.0), (4.0, -9.0))
    circuit.via("+5V", -0.5, 1.0)
    circuit.track("+5V", FRONT, 0.6, (-0.5, 1.0), (0.15, 1.65), (2.45, 1.65), (5.2, 2.375))
    circuit.track("DIN", BACK, 0.4, (-5.15, 0.0), (-2.45, 0.0))
    circuit.via("DIN", -2.45, 0.0)
    circuit.track("DIN", FRONT, 0.4, (-2.45, 0.0), (-2.45, 1.65))
    circuit.track("DOUT", BACK, 0.4, (5.15, 0.0), (2.45, 0.0))
    circuit.via("DOUT", 2.45, 0.0)
    circuit.track("DOUT", FRONT, 0.4, (2.45, 0.0), (2.45, -1.65))
    circuit.track("PAD", BACK, 0.6, (-5.15, 12.2), (-2.4, 12.2))
    circuit.via("PAD", -2.4, 12.2)
    circuit.track("GND", BACK, 0.6, (-5.15, 10.2), (-3.3, 10.2), (-2.5, 9.4))
    circuit.track("GND", BACK, 1.2, (-4.0, -9.0), (-2.3, -9.0))
    for x, y in GROUND_VIAS:
        circuit.via("GND", x, y)


def electrode(side: float, hole: float) -> pcbnew.SHAPE_POLY_SET:
    """Give the electrode: a comb, cut out around the light and the screws."""
    comb = kicad.joined(_comb(side))
    light = kicad.rectangle(-LIGHT[0], -LIGHT[1], LIGHT[0], LIGHT[1])
    screws = [_disc(place.x, place.y, SCREW) for place in holes(hole).values()]
    return kicad.without(comb, [light, *screws])


def _comb(side: float) -> Iterator[pcbnew.SHAPE_POLY_SET]:
    left = -side / 2 + 0.5 + FRAME / 2 + GAP
    right = side / 2 - 0.5 - FRAME - GAP
    middles = [PERIOD * (n - 1.5) for n in range(4)]
    for y in middles:
        yield kicad.rectangle(left, y - FINGER / 2, right, y + FINGER / 2)
    yield kicad.rectangle(left, middles[0], left + 2.0, middles[-1])


def _disc(x: float, y: float, radius: float) -> pcbnew.SHAPE_POLY_SET:
    turns = [2 * math.pi * n / 32 for n in range(32)]
    return kicad.polygon((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)


if __name__ == "__main__":
    main()
