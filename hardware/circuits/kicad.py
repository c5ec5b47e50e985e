"""Puts parts, copper and words on a board with KiCad's own Python module.

The law of this module: the same parts and places give the same bytes; KiCad's identifiers are
drawn from a seed.

Lengths are millimetres, x to the right and y down as in KiCad; angles in degrees, anticlockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pcbnew

from circuits.netlist import Part
from circuits.placing import Place, Point, Text

FOOTPRINTS: Final = Path("/usr/share/kicad/footprints")
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu

CLEARANCE: Final = 0.15
"""The least gap and width that any maker of boards offers at no extra cost, in mm."""

ADDRESS: Final = re.compile(r"\(?https?://\S+\)?,?")
"""Addresses of data sheets, which footprints carry and which move."""


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
        for start, end in pairwise(points):
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
        zone.SetPadConnection(
            pcbnew.ZONE_CONNECTION_FULL if solid else pcbnew.ZONE_CONNECTION_THERMAL
        )
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
