"""Draws the carrier from board.toml, lays its tracks, checks it, and writes what a maker needs.

It sits on the Pi's header like a HAT, with the Pi below its lower edge, or beside it on a ribbon.
From top to bottom: the plugs for the pads' wires, each with its touch chip; plugs for lights and
buttons at the sides; power at the lower left, the header along the lower edge. The back is one
ground plane.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2])]

from circuits import export, kicad, netlist, tracks
from circuits.carrier import places
from circuits.grid import Board, Copper
from circuits.kicad import BACK, FRONT
from iye_hw.board_map import parse_board_map

INPUTS = [
    "board.toml#board",
    "board.toml#touch",
    "board.toml#lights",
    "board.toml#buttons",
    "board.toml#buzzer",
    "board.toml#power_button",
    "board.toml#pads",
    "../iye_hw/board_map.py",
    "header.py",
    "circuits/export.py",
    "circuits/grid.py",
    "circuits/kicad.py",
    "circuits/netlist.py",
    "circuits/placing.py",
    "circuits/rules.py",
    "circuits/router.py",
    "circuits/tracks.py",
    "circuits/carrier/places.py",
]
OUTPUTS = [
    "circuits/carrier/carrier.kicad_pcb",
    "circuits/carrier/carrier.kicad_pro",
    "circuits/carrier/assembly.csv",
    "circuits/carrier/rule-check.txt",
    "circuits/carrier/gerbers/*",
]
PYTHON = "/usr/bin/python3"

WIDTHS: Final = {"+5V": 0.8, "+5V_LIGHTS": 0.8, "BUZZER": 0.4}


def main() -> None:
    """Make every file of the carrier."""
    board = parse_board_map((HERE.parents[1] / "board.toml").read_text(encoding="utf-8"))
    path = HERE / "carrier.kicad_pcb"
    circuit = kicad.Circuit(path, "IYE board: carrier", netlist.carrier(board), seed=121)
    for ref, at in places.PLACES.items():
        circuit.place(ref, at)
    circuit.outline(places.WIDTH, places.HEIGHT, 0, 0, 2.0)
    busy = tuple(Copper(net, (0,), *area, box=True) for net, area in places.AREAS)
    ground = Board(places.WIDTH, places.HEIGHT, [], busy=busy)
    tracks.lay(circuit, ground, WIDTHS, places.ONLY_AREAS)
    for net in sorted({net for net, _ in places.AREAS}):
        area = kicad.joined(kicad.rectangle(*area) for name, area in places.AREAS if name == net)
        circuit.zone(net, FRONT, area, priority=1, solid=True)
    whole = kicad.rectangle(0.5, 0.5, places.WIDTH - 0.5, places.HEIGHT - 0.5)
    circuit.zone("GND", FRONT, whole)
    circuit.zone("GND", BACK, whole)
    for ref, spot in places.NAMES.items():
        circuit.name_at(ref, *spot)
    for text in places.words(board):
        circuit.write(text)
    circuit.finish()
    export.export(circuit, HERE)


if __name__ == "__main__":
    main()
