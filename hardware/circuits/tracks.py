"""Takes a KiCad board to the router, and the router's tracks back to the board.

The law of this module: what the router is told is what lies there: every pad, hole and drawn track.
The plane on the back is ground; a ground pad on one side reaches it by a via of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

import pcbnew

from circuits.grid import Board, Copper, Net
from circuits.kicad import BACK, FRONT, Circuit
from circuits.router import Router

PLANE: Final = "GND"
SIDES: Final = (FRONT, BACK)
STITCH: Final = 4.0
"""How far apart, in mm, vias join the ground of both sides where there is room."""

SCREW: Final = 1.6
"""How far, in mm, tracks keep from a bare hole, for the head of its screw."""


def lay(circuit: Circuit, board: Board, widths: Mapping[str, float], skip: set[str]) -> None:
    """Lay every net of a circuit but those in `skip`, and draw what came of it.

    `widths` says which nets are wider than the rest. Raises NoWayError if there is no room.
    """
    board.fixed += list(_copper(circuit))
    nets = list(_nets(circuit, widths, skip))
    router = Router(board, nets)
    ways = router.route()
    near = {via for way in ways if way.net == PLANE for via in way.vias}
    for via in router.plane_vias(PLANE, STITCH):
        if all(math.dist(via, other) > STITCH / 2 for other in near):
            circuit.via(PLANE, *via)
    for way in ways:
        for side, points in way.tracks:
            circuit.track(way.net, SIDES[side], way.width, *points)
        for x, y in way.vias:
            circuit.via(way.net, x, y)


def _nets(circuit: Circuit, widths: Mapping[str, float], skip: set[str]) -> Iterator[Net]:
    pins: dict[str, list[Copper]] = {}
    for pad in _pads(circuit):
        if pad.GetNetname():
            pins.setdefault(pad.GetNetname(), []).append(_pad(pad))
    for name in sorted(pins, key=lambda name: (_length(pins[name]), name)):
        if name == PLANE:
            single = [pin for pin in pins[name] if len(pin.sides) == 1]
            yield Net(name, single, widths.get(name, 0.2), to_plane=True)
        elif name not in skip and len(pins[name]) > 1:
            yield Net(name, pins[name], widths.get(name, 0.2))


def _length(pins: list[Copper]) -> float:
    xs, ys = [pin.ax for pin in pins], [pin.ay for pin in pins]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _pads(circuit: Circuit) -> list[pcbnew.PAD]:
    parts = sorted(circuit.board.GetFootprints(), key=lambda part: part.GetReference())
    return [pad for part in parts for pad in sorted(part.Pads(), key=_order)]


def _order(pad: pcbnew.PAD) -> tuple[str, int, int]:
    return pad.GetNumber(), pad.GetPosition().x, pad.GetPosition().y


def _copper(circuit: Circuit) -> Iterator[Copper]:
    for pad in _pads(circuit):
        yield _pad(pad)
        if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
            yield _grown(_pad(pad), SCREW)
    for track in circuit.board.GetTracks():
        yield _track(track)


def _pad(pad: pcbnew.PAD) -> Copper:
    """Give a pad as copper: a disc if it is one, otherwise the rectangle around it."""
    sides = tuple(n for n, layer in enumerate(SIDES) if pad.IsOnLayer(layer))
    if pad.GetAttribute() in {pcbnew.PAD_ATTRIB_NPTH, pcbnew.PAD_ATTRIB_PTH}:
        sides = (0, 1)
    middle = pad.GetPosition()
    if pad.GetShape() == pcbnew.PAD_SHAPE_CIRCLE:
        x, y = middle.x / 1e6, middle.y / 1e6
        return Copper(pad.GetNetname(), sides, x, y, x, y, pad.GetSize().x / 2e6)
    if pad.GetShape() == pcbnew.PAD_SHAPE_OVAL:
        return _oval(pad, sides)
    box = pad.GetBoundingBox()
    left, right = box.GetLeft() / 1e6, box.GetRight() / 1e6
    top, bottom = box.GetTop() / 1e6, box.GetBottom() / 1e6
    return Copper(pad.GetNetname(), sides, left, top, right, bottom, box=True)


def _oval(pad: pcbnew.PAD, sides: tuple[int, ...]) -> Copper:
    """Give a pad with round ends as the line that they are drawn around."""
    x, y = pad.GetPosition().x / 1e6, pad.GetPosition().y / 1e6
    box = pad.GetBoundingBox()
    wide, high = box.GetWidth() / 1e6, box.GetHeight() / 1e6
    dx, dy = max(wide - high, 0) / 2, max(high - wide, 0) / 2
    radius = min(wide, high) / 2
    return Copper(pad.GetNetname(), sides, x - dx, y - dy, x + dx, y + dy, radius)


def _grown(copper: Copper, by: float) -> Copper:
    return Copper("", (0, 1), copper.ax, copper.ay, copper.bx, copper.by, copper.radius + by)


def _track(track: pcbnew.PCB_TRACK) -> Copper:
    start, end = track.GetStart(), track.GetEnd()
    sides = (0, 1) if isinstance(track, pcbnew.PCB_VIA) else (SIDES.index(track.GetLayer()),)
    points = (start.x / 1e6, start.y / 1e6, end.x / 1e6, end.y / 1e6)
    return Copper(track.GetNetname(), sides, *points, track.GetWidth() / 2e6)
