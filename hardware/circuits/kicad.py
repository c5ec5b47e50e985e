"""Puts parts on a board with KiCad's own Python module, checks it and writes what a maker needs.

The law of this module: the same parts and places give the same bytes. KiCad's identifiers are
drawn from a seed, and whatever says when or where a file was made is taken out.

Lengths are millimetres, x to the right and y down as in KiCad; angles in degrees, anticlockwise.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pcbnew
from circuits.netlist import Part

FOOTPRINTS: Final = Path("/usr/share/kicad/footprints")
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu
Point = tuple[float, float]

CLEARANCE: Final = 0.15
"""The least gap and width that any maker of boards offers at no extra cost, in mm."""

ADDRESS: Final = re.compile(r"\(?https?://\S+\)?,?")
"""Addresses of data sheets, which footprints carry and which move."""

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


def mm(length: float) -> int:
    """Give KiCad's unit, a nanometre, rounded to whole micrometres."""
    return round(length * 1000) * 1000


def point(x: float, y: float) -> pcbnew.wxPoint:
    """Give a point in KiCad's own type."""
    return pcbnew.wxPoint(mm(x), mm(y))


class Circuit:
    """A board being laid out. `seed` fixes KiCad's identifiers, so that they do not change."""

    def __init__(self, path: Path, title: str, parts: Sequence[Part], seed: int) -> None:
        """Begin an empty board, to be written to `path`, with the nets of these parts."""
        pcbnew.KIID.SeedGenerator(seed)
        self.path = path
        self.board = pcbnew.NewBoard(str(path))
        self.parts = {part.ref: part for part in parts}
        self.board.GetTitleBlock().SetTitle(title)
        self._set_rules()
        for name in sorted({net for part in parts for net in part.pads.values()}):
            self.board.Add(pcbnew.NETINFO_ITEM(self.board, name))

    def _set_rules(self) -> None:
        rules = self.board.GetDesignSettings()
        rules.m_TrackMinWidth = rules.m_MinClearance = mm(CLEARANCE)
        rules.m_ViasMinSize, rules.m_MinThroughDrill = mm(0.5), mm(0.3)
        rules.m_CopperEdgeClearance = mm(0.3)
        rules.m_HoleClearance = rules.m_HoleToHoleMin = mm(0.25)

    def net(self, name: str) -> int:
        """Give the number of a net."""
        return int(self.board.FindNet(name).GetNetCode())

    def place(self, ref: str, at: Place) -> pcbnew.FOOTPRINT:
        """Put a part where it belongs and join its pads to their nets."""
        part = self.parts[ref]
        library, name = part.footprint.split(":")
        footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        footprint.SetFPIDAsString(part.footprint)
        footprint.SetDescription(ADDRESS.sub("", footprint.GetDescription()))
        footprint.SetReference(ref)
        footprint.SetValue(part.value)
        self.board.Add(footprint)
        footprint.SetPosition(point(at.x, at.y))
        if at.under:
            footprint.Flip(footprint.GetPosition(), False)
        footprint.SetOrientationDegrees(at.angle)
        for pad in footprint.Pads():
            if pad.GetNumber() in part.pads:
                pad.SetNetCode(self.net(part.pads[pad.GetNumber()]))
        footprint.Value().SetVisible(False)
        footprint.Reference().SetVisible(bool(part.pads))
        reference = footprint.Reference()
        reference.SetTextSize(pcbnew.wxSize(mm(0.8), mm(0.8)))
        reference.SetTextThickness(mm(0.13))
        return footprint

    def outline(self, width: float, height: float, x: float, y: float, radius: float) -> None:
        """Cut the board to a rectangle with round corners; (x, y) is its top left corner."""
        for a, b in _sides(x, y, x + width, y + height, radius):
            self._edge(pcbnew.SHAPE_T_SEGMENT, a, b)
        for centre, start in _corners(x, y, x + width, y + height, radius):
            self._edge(pcbnew.SHAPE_T_ARC, start, centre)

    def _edge(self, kind: int, start: Point, other: Point) -> None:
        shape = pcbnew.PCB_SHAPE(self.board)
        shape.SetShape(kind)
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(mm(0.1))
        if kind == pcbnew.SHAPE_T_ARC:
            shape.SetCenter(point(*other))
            shape.SetStart(point(*start))
            shape.SetArcAngleAndEnd(900)
        else:
            shape.SetStart(point(*start))
            shape.SetEnd(point(*other))
        self.board.Add(shape)

    def track(self, net: str, layer: int, width: float, *points: Point) -> None:
        """Draw copper of a width from point to point."""
        for start, end in zip(points, points[1:], strict=False):
            track = pcbnew.PCB_TRACK(self.board)
            track.SetStart(point(*start))
            track.SetEnd(point(*end))
            track.SetWidth(mm(width))
            track.SetLayer(layer)
            track.SetNetCode(self.net(net))
            self.board.Add(track)

    def via(self, net: str, x: float, y: float, size: float = 0.6, drill: float = 0.3) -> None:
        """Join both sides by a plated hole."""
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(point(x, y))
        via.SetWidth(mm(size))
        via.SetDrill(mm(drill))
        via.SetNetCode(self.net(net))
        self.board.Add(via)

    def zone(  # noqa: PLR0913  what a zone is
        self,
        net: str,
        layer: int,
        outline: pcbnew.SHAPE_POLY_SET,
        *,
        clearance: float = 0.25,
        priority: int = 0,
        solid: bool = False,
    ) -> None:
        """Fill an area with copper of a net; `solid` joins pads without thermal relief."""
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        zone.SetNetCode(self.net(net))
        zone.Outline().BooleanAdd(outline, pcbnew.SHAPE_POLY_SET.PM_STRICTLY_SIMPLE)
        zone.SetPriority(priority)
        zone.SetLocalClearance(mm(clearance))
        zone.SetMinThickness(mm(0.25))
        zone.SetThermalReliefGap(mm(0.25))
        zone.SetThermalReliefSpokeWidth(mm(0.4))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL if solid else pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        self.board.Add(zone)

    def write(self, text: Text) -> None:
        """Print words on the silkscreen."""
        item = pcbnew.PCB_TEXT(self.board)
        item.SetText(text.words)
        item.SetPosition(point(text.x, text.y))
        item.SetTextSize(pcbnew.wxSize(mm(text.size), mm(text.size)))
        item.SetTextThickness(mm(max(0.13, text.size * 0.15)))
        item.SetTextAngle(text.angle * 10)
        item.SetLayer(pcbnew.B_SilkS if text.under else pcbnew.F_SilkS)
        item.SetMirrored(text.under)
        self.board.Add(item)

    def name_at(self, ref: str, x: float, y: float, angle: float = 0.0) -> None:
        """Print a part's reference at a point, where it can be read and covers no pad."""
        part = self.board.FindFootprintByReference(ref)
        reference = part.Reference()
        reference.SetPosition(point(x, y))
        reference.SetKeepUpright(False)
        reference.SetTextAngle((angle - part.GetOrientationDegrees()) * 10)

    def pad_at(self, ref: str, pad: str) -> Point:
        """Give the middle of a pad."""
        found = self.board.FindFootprintByReference(ref).FindPadByNumber(pad).GetPosition()
        return found.x / 1e6, found.y / 1e6

    def finish(self) -> None:
        """Fill the zones and write the board, ready to be looked at, checked and ordered."""
        self.board.BuildConnectivity()
        pcbnew.ZONE_FILLER(self.board).Fill(self.board.Zones())
        pcbnew.SaveBoard(str(self.path), self.board)


def rectangle(left: float, top: float, right: float, bottom: float) -> pcbnew.SHAPE_POLY_SET:
    """Give a rectangle as KiCad's set of polygons."""
    return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def polygon(points: Iterable[Point]) -> pcbnew.SHAPE_POLY_SET:
    """Give a polygon as KiCad's set of polygons."""
    shape = pcbnew.SHAPE_POLY_SET()
    shape.NewOutline()
    for x, y in points:
        shape.Append(mm(x), mm(y))
    return shape


def joined(shapes: Iterable[pcbnew.SHAPE_POLY_SET]) -> pcbnew.SHAPE_POLY_SET:
    """Give the union of several shapes."""
    whole = pcbnew.SHAPE_POLY_SET()
    for shape in shapes:
        whole.BooleanAdd(shape, pcbnew.SHAPE_POLY_SET.PM_STRICTLY_SIMPLE)
    return whole


def without(
    shape: pcbnew.SHAPE_POLY_SET, holes: Iterable[pcbnew.SHAPE_POLY_SET]
) -> pcbnew.SHAPE_POLY_SET:
    """Give a shape with others cut out of it."""
    rest = pcbnew.SHAPE_POLY_SET(shape)
    for hole in holes:
        rest.BooleanSubtract(hole, pcbnew.SHAPE_POLY_SET.PM_STRICTLY_SIMPLE)
    return rest


def export(circuit: Circuit, folder: Path) -> None:
    """Check a board as it was written, and write all that a maker needs beside it."""
    check(circuit.path, folder / "rule-check.txt")
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
    """Write which part goes where, for an assembler's machine: x to the right, y up, from the origin."""
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


def _sides(
    left: float, top: float, right: float, bottom: float, r: float
) -> Iterable[tuple[Point, Point]]:
    yield (left + r, top), (right - r, top)
    yield (right, top + r), (right, bottom - r)
    yield (right - r, bottom), (left + r, bottom)
    yield (left, bottom - r), (left, top + r)


def _corners(
    left: float, top: float, right: float, bottom: float, r: float
) -> Iterable[tuple[Point, Point]]:
    """Give centre and start of each quarter circle, which goes on clockwise on the screen."""
    yield (left + r, top + r), (left, top + r)
    yield (right - r, top + r), (right - r, top)
    yield (right - r, bottom - r), (right, bottom - r)
    yield (left + r, bottom - r), (left + r, bottom)


