"""Draws one cell's circuit from board.toml, checks it, and writes what a maker needs.

On top, under the tile: the electrode, four fingers between fingers of ground, and the light in the
middle, the only thing that stands proud. Underneath: the plugs, away from the edge so that a
plugged cable stays within the cell. Nothing but a few tracks lies under the electrode.
"""

from __future__ import annotations

import math
import sys
import tomllib
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2])]

import pcbnew

from circuits import export, kicad, netlist
from circuits.cell import electrode, places
from circuits.kicad import BACK, FRONT

INPUTS = [
    "board.toml#body",
    "circuits/export.py",
    "circuits/kicad.py",
    "circuits/netlist.py",
    "circuits/placing.py",
    "circuits/rules.py",
    "circuits/cell/electrode.py",
    "circuits/cell/places.py",
]
OUTPUTS = [
    "circuits/cell/cell.kicad_pcb",
    "circuits/cell/cell.kicad_pro",
    "circuits/cell/assembly.csv",
    "circuits/cell/rule-check.txt",
    "circuits/cell/gerbers/*",
]
PYTHON = "/usr/bin/python3"


def main() -> None:
    """Make every file of the cell's circuit."""
    body = tomllib.loads((HERE.parents[1] / "board.toml").read_text(encoding="utf-8"))["body"]
    side, hole = float(body["cell_board"]), float(body["cell_hole"])
    board = HERE / "cell.kicad_pcb"
    circuit = kicad.Circuit(board, "IYE board: cell", netlist.cell(), seed=36)
    for ref, at in (places.PLACES | places.holes(hole)).items():
        circuit.place(ref, at)
    circuit.outline(side, side, -side / 2, -side / 2, 1.5)
    copper(circuit, side, hole)
    for ref, spot in places.NAMES.items():
        circuit.name_at(ref, *spot)
    for text in places.WORDS:
        circuit.write(text)
    circuit.finish()
    export.export(circuit, HERE)


def copper(circuit: kicad.Circuit, side: float, hole: float) -> None:
    """Draw electrode, ground and the few tracks."""
    edge = side / 2 - electrode.BARE
    whole = kicad.rectangle(-edge, -edge, edge, edge)
    circuit.zone("PAD", FRONT, area(side, hole), clearance=electrode.GAP, priority=1, solid=True)
    circuit.zone("GND", FRONT, whole)
    circuit.zone("GND", BACK, kicad.rectangle(-8.4, -electrode.LIGHT[1], 8.4, electrode.LIGHT[1]))
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
    circuit.track("GND", BACK, 1.2, (-2.3, -9.0), (-4.0, -9.0), (-4.0, -4.0))
    for x, y in places.GROUND_VIAS:
        circuit.via("GND", x, y)


def area(side: float, hole: float) -> pcbnew.SHAPE_POLY_SET:
    """Give the electrode: a comb, cut out around the light and the screws."""
    whole = kicad.joined(kicad.rectangle(*part) for part in electrode.comb(side))
    wide, high = electrode.LIGHT
    light = kicad.rectangle(-wide, -high, wide, high)
    screws = [_disc(place.x, place.y, electrode.SCREW) for place in places.holes(hole).values()]
    return kicad.without(whole, [light, *screws])


def _disc(x: float, y: float, radius: float) -> pcbnew.SHAPE_POLY_SET:
    turns = [2 * math.pi * n / 32 for n in range(32)]
    return kicad.polygon((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)


if __name__ == "__main__":
    main()
