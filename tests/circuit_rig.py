"""Reads KiCad's board files: enough of them to ask which pad is on which net, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HARDWARE = Path(__file__).parents[1] / "hardware"
CIRCUITS = HARDWARE / "circuits"

Form = list["Form | str"]


@dataclass(frozen=True)
class Footprint:
    """A part as it lies on a board; `nets` by pad."""

    ref: str
    name: str
    at: tuple[float, float]
    under: bool
    nets: dict[str, str]


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
    )
