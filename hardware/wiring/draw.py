"""Draws all wiring from board.toml: cables, schematic, and the plan of the pads."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from wireviz.wireviz import parse

from enclosure.measures import read_body
from iye_hw.board_map import parse_board_map
from wiring import chain, clean, plan, schematic, simple

INPUTS = [
    "board.toml#board",
    "board.toml#touch",
    "board.toml#lights",
    "board.toml#buttons",
    "board.toml#buzzer",
    "board.toml#power_button",
    "board.toml#pads",
    "board.toml#body",
    "../iye_hw/board_map.py",
    "enclosure/measures.py",
    "header.py",
    "circuits/netlist.py",
    "wiring/chain.py",
    "wiring/clean.py",
    "wiring/harness.py",
    "wiring/plan.py",
    "wiring/schematic.py",
    "wiring/simple.py",
]
OUTPUTS = ["wiring/*.svg", "wiring/cables.csv"]


def main() -> None:
    """Make every drawing."""
    text = (HERE.parent / "board.toml").read_text(encoding="utf-8")
    board, body = parse_board_map(text), read_body()
    hops = chain.hops(board, body)
    _write_cables(hops)
    for name, cables in (simple.drawings(board) | clean.drawings(board, hops)).items():
        _write(name, str(parse(cables, return_types="svg")))
    for name, sheet in schematic.sheets(board).items():
        _write(name, sheet.decode("utf-8"))
    for name, below in (("plan-above", False), ("plan-below", True)):
        _write(name, plan.plan(board, body.pitch, body.iye_gap, below=below))


def _write_cables(hops: Sequence[chain.Hop]) -> None:
    """Write the cables of the lights, one a line."""
    rows = [f"{hop.before},{hop.after},{hop.length}" for hop in hops]
    text = "\n".join(("from,to,length_mm", *rows))
    (HERE / "cables.csv").write_text(text + "\n", encoding="utf-8")


def _write(name: str, drawing: str) -> None:
    """Write a drawing without the comments that say what made it."""
    plain = re.sub(r"<!--.*?-->\n?|<!DOCTYPE[^>]*>\n?", "", drawing, flags=re.DOTALL)
    lines = (line.rstrip() for line in plain.splitlines())
    (HERE / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
