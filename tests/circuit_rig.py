"""Reads KiCad's board files: enough of them to ask which pad is on which net, and where."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

HARDWARE = Path(__file__).parents[1] / "hardware"
CIRCUITS = HARDWARE / "circuits"

Form = list["Form | str"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Copper:
    """A piece of copper on one side: lines of a width, or what lies within an outline."""

    net: str
    layer: str
    points: tuple[Point, ...]
    width: float = 0.0
    filled: bool = False

    def apart(self, spot: Point) -> float:
        """Give the mm from a spot to the copper; 0 within it."""
        ends = (*self.points, self.points[0]) if self.filled else self.points
        if self.filled and _within(spot, self.points):
            return 0.0
        return max(0.0, min(_to_line(spot, a, b) for a, b in pairwise(ends)) - self.width / 2)


@dataclass(frozen=True)
class Footprint:
    """A part as it lies on a board; `nets` by pad."""

    ref: str
    name: str
    at: tuple[float, float]
    under: bool
    nets: dict[str, str]
    pads: dict[str, Point]
    """Where each pad is from the part's own origin, before the part is turned."""
    holes: dict[str, float]
    """The diameter of each pad's hole, if it has a round one."""


@dataclass(frozen=True)
class BoardFile:
    """What a .kicad_pcb says."""

    forms: Form

    def footprints(self) -> dict[str, Footprint]:
        return {part.ref: part for part in map(_footprint, _all(self.forms, "footprint"))}

    def nets(self) -> dict[str, set[tuple[str, str]]]:
        joined: dict[str, set[tuple[str, str]]] = {}
        for part in self.footprints().values():
            for pad, net in part.nets.items():
                joined.setdefault(net, set()).add((part.ref, pad))
        return joined

    def copper_nets(self) -> set[str]:
        """Give the names of the nets that tracks, vias and areas are on."""
        names = {str(form[1]): str(form[2]) for form in _all(self.forms, "net")}
        copper = [f for kind in ("segment", "via", "zone") for f in _all(self.forms, kind)]
        return {names[str(_one(form, "net")[1])] for form in copper}

    def copper(self) -> Iterator[Copper]:
        """Give every track, via and filled area."""
        names = {str(form[1]): str(form[2]) for form in _all(self.forms, "net")}
        for track in _all(self.forms, "segment"):
            ends = (_point(_one(track, "start")), _point(_one(track, "end")))
            width = float(str(_one(track, "width")[1]))
            yield Copper(
                names[str(_one(track, "net")[1])], str(_one(track, "layer")[1]), ends, width
            )
        for via in _all(self.forms, "via"):
            at, size = _point(_one(via, "at")), float(str(_one(via, "size")[1]))
            for layer in _one(via, "layers")[1:]:
                yield Copper(names[str(_one(via, "net")[1])], str(layer), (at, at), size)
        for zone in _all(self.forms, "zone"):
            for area in _all(zone, "filled_polygon"):
                outline = tuple(_point(xy) for xy in _all(_one(area, "pts"), "xy"))
                layer = str(_one(area, "layer")[1])
                yield Copper(names[str(_one(zone, "net")[1])], layer, outline, filled=True)

    def size(self) -> tuple[float, float]:
        """Give width and height of the outline."""
        edges = [
            point
            for kind in ("gr_line", "gr_arc")
            for form in _all(self.forms, kind)
            if _one(form, "layer")[1] == "Edge.Cuts"
            for point in (_point(_one(form, "start")), _point(_one(form, "end")))
        ]
        xs, ys = [x for x, _ in edges], [y for _, y in edges]
        return max(xs) - min(xs), max(ys) - min(ys)


def read_board(name: str) -> BoardFile:
    return BoardFile(_parse((CIRCUITS / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")))


def drilled(name: str) -> set[tuple[float, float]]:
    """Read where a circuit's unplated holes are, from what its maker gets; y goes up."""
    path = CIRCUITS / name / "gerbers" / f"{name}-NPTH.drl"
    holes = re.findall(r"^X([-\d.]+)Y([-\d.]+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {(float(x), float(y)) for x, y in holes}


def _parse(text: str) -> Form:
    stack: list[Form] = [[]]
    for piece in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text):
        if piece == "(":
            stack.append([])
        elif piece == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(piece[1:-1] if piece[0] == '"' else piece)
    whole = stack[0][0]
    assert isinstance(whole, list)
    return whole


def _all(form: Form, kind: str) -> Iterator[Form]:
    return (part for part in form if isinstance(part, list) and part[0] == kind)


def _one(form: Form, kind: str) -> Form:
    return next(_all(form, kind))


def _point(form: Form) -> tuple[float, float]:
    return float(str(form[1])), float(str(form[2]))


def _to_line(spot: Point, a: Point, b: Point) -> float:
    """Give the mm from a spot to the nearest point of a line."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((spot[0] - a[0]) * along[0] + (spot[1] - a[1]) * along[1]) / length if length else 0.0
    share = max(0.0, min(1.0, share))
    return math.dist(spot, (a[0] + share * along[0], a[1] + share * along[1]))


def _within(spot: Point, outline: tuple[Point, ...]) -> bool:
    """Tell whether a spot is inside an outline: a ray to the right crosses it an odd time."""
    x, y = spot
    crossed = [(a, b) for a, b in pairwise((*outline, outline[0])) if (a[1] > y) != (b[1] > y)]
    return sum(x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in crossed) % 2 == 1


def _footprint(form: Form) -> Footprint:
    reference = next(text for text in _all(form, "fp_text") if text[1] == "reference")
    pads = {
        str(pad[1]): str(_one(pad, "net")[2]) for pad in _all(form, "pad") if any(_all(pad, "net"))
    }
    return Footprint(
        str(reference[2]),
        str(form[1]),
        _point(_one(form, "at")),
        _one(form, "layer")[1] == "B.Cu",
        pads,
        {str(pad[1]): _point(_one(pad, "at")) for pad in _all(form, "pad") if pad[1]},
        {
            str(pad[1]): float(str(drill[1]))
            for pad in _all(form, "pad")
            for drill in _all(pad, "drill")
            if pad[1] and drill[1] != "oval"
        },
    )
