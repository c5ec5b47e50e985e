"""Checks a circuit by KiCad's rules and writes what a maker needs, with KiCad's own Python module.

The law of this module: it reads the board as it was written, and whatever says when or where a
file was made is taken out, so that the same board gives the same bytes.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path
from typing import Final

import pcbnew

from circuits.kicad import Circuit
from circuits.netlist import Part
from circuits.rules import complaints

LAYERS: Final = {
    "F_Cu": pcbnew.F_Cu,
    "B_Cu": pcbnew.B_Cu,
    "F_Mask": pcbnew.F_Mask,
    "B_Mask": pcbnew.B_Mask,
    "F_Paste": pcbnew.F_Paste,
    "B_Paste": pcbnew.B_Paste,
    "F_Silkscreen": pcbnew.F_SilkS,
    "B_Silkscreen": pcbnew.B_SilkS,
    "Edge_Cuts": pcbnew.Edge_Cuts,
}


def export(circuit: Circuit, folder: Path) -> None:
    """Check a board as it was written, and write all that a maker needs beside it.

    Ends the program with code 1, the report written and nothing to order, if a rule is broken.
    """
    report = folder / "rule-check.txt"
    check(circuit.path, report)
    if broken := complaints(report.read_text(encoding="utf-8")):
        sys.exit(f"{circuit.path.name}: {'; '.join(broken)}: see {report.name}")
    gerbers(circuit.path, folder / "gerbers")
    assembly(circuit, folder / "assembly.csv")
    circuit.path.with_suffix(".kicad_prl").unlink(missing_ok=True)  # how a window looked


def check(path: Path, report: Path) -> None:
    """Run KiCad's rule check on a board as it was written, and keep the report."""
    board = pcbnew.LoadBoard(str(path))
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    lines = report.read_text(encoding="utf-8").splitlines()
    kept = [_without_path(line) for line in lines if not line.startswith("** Created on")]
    report.write_text("\n".join(kept).rstrip() + "\n", encoding="utf-8")


def _without_path(line: str) -> str:
    return re.sub(r"^(\*\* Drc report for ).*/", r"\1", line)


def gerbers(path: Path, folder: Path) -> None:
    """Write Gerber and drill files of a board into a folder."""
    board = pcbnew.LoadBoard(str(path))
    folder.mkdir(exist_ok=True)
    plots = pcbnew.PLOT_CONTROLLER(board)
    options = plots.GetPlotOptions()
    options.SetOutputDirectory(str(folder.resolve()))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotValue(False)
    for name, layer in LAYERS.items():
        plots.SetLayer(layer)
        plots.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plots.PlotLayer()
    plots.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)
    for file in sorted(folder.iterdir()):
        _undate(file)


DATED: Final = re.compile(
    r"^(%TF\.CreationDate|G04 Created by|; DRILL file|; #@! TF\.CreationDate).*\n", re.MULTILINE
)


def _undate(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(DATED.sub("", text), encoding="utf-8")


def assembly(circuit: Circuit, path: Path) -> None:
    """Write which part goes where, for an assembler's machine: x to the right, y up."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(
            ("reference", "value", "footprint", "order", "x_mm", "y_mm", "side", "rotation")
        )
        for ref, part in sorted(circuit.parts.items(), key=lambda entry: _natural(entry[0])):
            if part.assembled:
                rows.writerow(_row(circuit.board.FindFootprintByReference(ref), part))


def _row(footprint: pcbnew.FOOTPRINT, part: Part) -> tuple[str, ...]:
    at = footprint.GetPosition()
    name = part.footprint.split(":")[1]
    side = "bottom" if footprint.IsFlipped() else "top"
    x, y, angle = at.x / 1e6, -at.y / 1e6, footprint.GetOrientationDegrees() % 360
    return part.ref, part.value, name, part.order, f"{x:.2f}", f"{y:.2f}", side, f"{angle:g}"


def _natural(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)
