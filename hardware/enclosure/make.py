"""Draws the body from board.toml: STEP and STL of every part, and a report of what was checked.

Every part must be one watertight solid that fits the printer's bed and that it can print as it
lies, and no two may share room when everything is in its place, screws and all. If one fails,
this is said, and the build ends with code 1.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Final

import trimesh
from build123d import BoundBox, Part, Pos, export_step, export_stl

from enclosure import printing
from enclosure.assembly import Printed, assembly, printed
from enclosure.measures import Body, read_body
from enclosure.placed import Placed
from enclosure.solids import block, rod

INPUTS: Final = [
    "board.toml#body",
    "board.toml#buttons",
    "board.toml#pads",
    "enclosure/assembly.py",
    "enclosure/base.py",
    "enclosure/fasteners.py",
    "enclosure/measures.py",
    "enclosure/placed.py",
    "enclosure/printing.py",
    "enclosure/small.py",
    "enclosure/solids.py",
    "enclosure/tray.py",
]
OUTPUTS: Final = ["enclosure/parts/*.step", "enclosure/parts/*.stl", "enclosure/report.txt"]

PARTS: Final = Path(__file__).parent / "parts"
REPORT: Final = Path(__file__).parent / "report.txt"

COARSE: Final = (0.02, 0.25)
"""How far a triangle may be from the curve, in mm, and neighbouring ones apart, in radian: what it
is away from a hole's wall is lost to what goes in."""
NOTHING: Final = 0.01
"""Shared room in mm³ that is no more than rounding."""
PETG: Final = 1.27
"""g/cm³."""
STAMP: Final = "2000-01-01T00:00:00"
"""STEP wants a moment; ours is always this one, so that the same part is the same file."""


@dataclass(frozen=True)
class Row:
    """What the report says of a part, the grams of all there are of it, and what is wrong."""

    text: str
    grams: float
    clear: bool
    faults: tuple[str, ...]


def main() -> int:
    """Draw, check, write."""
    body = read_body()
    parts = printed(body)
    for old in (*PARTS.glob("*.step"), *PARTS.glob("*.stl")):
        old.unlink()
    PARTS.mkdir(exist_ok=True)
    rows = [_row(part, _written(part), body) for part in parts]
    _prove_printing()
    placed = list(assembly(body, {part.name: part.solid for part in parts}))
    shared = list(overlaps(placed))
    _prove_overlaps(body, placed)
    faults = [fault for row in rows for fault in row.faults]
    faults += [text for text, much in shared if much]
    REPORT.write_text(_report(body, rows, placed, shared), "utf-8")
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return int(bool(faults))


def overlaps(placed: Sequence[Placed]) -> Iterator[tuple[str, float]]:
    """Give each pair whose bounds meet, and how many mm³ they share (0 when it is rounding)."""
    bounds = [thing.solid.bounding_box() for thing in placed]
    for a, b in combinations(range(len(placed)), 2):
        if _meet(bounds[a], bounds[b]):
            much = _shared(placed[a].solid, placed[b].solid)
            text = f"{placed[a].name} and {placed[b].name} share {much:.2f} mm³"
            yield text, much if much > NOTHING else 0.0


def _prove_overlaps(body: Body, placed: Sequence[Placed]) -> None:
    """Push the drum into the tile below it, and see that this is found.

    Raises AssertionError if it is not, or is not as much as a disc 0.5 mm high less its bevel and
    the bed of its foil.
    """
    tile = next(thing for thing in placed if thing.name == "tile c3")
    drum = next(thing for thing in placed if thing.name == "drum")
    pushed = replace(drum, solid=Pos(0, 0, -0.5) * drum.solid)
    ((_, found),) = overlaps([tile, pushed])
    disc = math.pi * body.drum**2 / 4 * 0.5
    if not 0.2 * disc < found < disc:
        raise AssertionError(f"a drum 0.5 mm deep in a tile shares {found} mm³")


def _meet(a: BoundBox, b: BoundBox) -> bool:
    return all(
        getattr(a.min, axis) < getattr(b.max, axis) and getattr(b.min, axis) < getattr(a.max, axis)
        for axis in "XYZ"
    )


def _shared(a: Part, b: Part) -> float:
    common = a & b
    if common is None:
        return 0.0
    return sum(solid.volume for solid in common.solids()) if hasattr(common, "solids") else 0.0


def _written(part: Printed) -> trimesh.Trimesh:
    """Write a part's files, and read its mesh back as a printer's software would."""
    export_step(part.solid, PARTS / f"{part.name}.step", write_pcurves=False, timestamp=STAMP)
    path = PARTS / f"{part.name}.stl"
    export_stl(part.solid, path, *COARSE)
    return trimesh.load_mesh(path)


def _row(part: Printed, mesh: trimesh.Trimesh, body: Body) -> Row:
    """Give a part's line of the report, what it weighs, and what is wrong with it."""
    size = sorted(mesh.extents[:2], reverse=True)
    laid = printing.layers(mesh)
    faults = [f"{part.name}: {fault}" for fault in printing.faults(laid)]
    if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.body_count == 1):
        faults.append(f"{part.name} is not one watertight solid")
    if size[0] > body.bed:
        faults.append(f"{part.name} is {size[0]:.1f} mm long: the bed has {body.bed:g}")
    high, grams = mesh.extents[2], printing.filled(laid, part.filled) / 1000 * PETG
    text = (
        f"{part.name:<16}{part.count:>3} {size[0]:>7.1f} × {size[1]:>5.1f} × {high:>4.1f}"
        f"{grams:>8.1f} g {laid[0][1].area:>8.0f} mm² {len(mesh.faces):>7}"
    )
    return Row(text, part.count * grams, part.name.startswith("light-guide"), tuple(faults))


def _prove_printing() -> None:
    """See that a wall too thin, and a roof too wide, are found where they are, and no others.

    Raises AssertionError if not.
    """
    stood = block((0, 0), (10, 10), 0, 4)
    proofs = {
        "a roof that two walls bear": (stood - block((0, 0), (8, 11), -1, 3), 0),
        "a roof that one wall bears": (stood - block((2, 0), (8, 11), -1, 3), 1),
        "a roof 30 mm wide": (block((0, 0), (40, 10), 0, 4) - block((0, 0), (30, 11), -1, 3), 1),
        "a ring in the air": (stood - [rod((0, 0), 3, -1, 5), rod((0, 0), 8, -1, 2)], 1),
        "a wall of 0.6 mm": (stood - block((0, 0), (8.8, 8), 1, 5), 2),
        "a wall of 0.9 mm": (stood - block((0, 0), (8.2, 8), 1, 5), 0),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, (solid, wanted) in proofs.items():
            path = Path(folder) / "proof.stl"
            export_stl(solid, path, *COARSE)
            found = list(printing.faults(printing.layers(trimesh.load_mesh(path))))
            if len(found) != wanted:
                raise AssertionError(f"{name}: {wanted} faults there, found {found}")


def _report(
    body: Body,
    rows: Sequence[Row],
    placed: Sequence[Placed],
    shared: Sequence[tuple[str, float]],
) -> str:
    clear = sum(row.grams for row in rows if row.clear)
    dark = sum(row.grams for row in rows if not row.clear)
    width, length = (2 * half for half in body.half)
    clashes = [text for text, much in shared if much]
    fit = (
        f"Each is one watertight solid, fits a bed of {body.bed:g} mm, and prints as it lies:"
        f" no wall is\nthinner than {printing.THINNEST} mm, and nothing is laid on air."
        f" All together {dark:.0f} g dark and {clear:.0f} g clear,\nwith three walls and"
        f" a fifth filled, the clear ones whole."
    )
    unprinted = [fault for row in rows for fault in row.faults]
    room = (
        f"Assembled: {len(placed)} things, {len(shared)} pairs whose bounds meet,"
        f" {len(clashes)} that share more than {NOTHING} mm³."
    )
    return "\n".join(
        [
            "Written by make.py, from board.toml.",
            "",
            f"The body is {width:g} × {length:g} × {body.top:g} mm without its feet.",
            "",
            "part         count    size in mm           weight    stands on  triangles",
            *(row.text for row in rows),
            "",
            *(unprinted or [fit]),
            "",
            room,
            *clashes,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
