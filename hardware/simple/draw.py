"""Draws the simple board from board.toml: one pad with its measures, and a template of them all.

The template is printed at its full size, on sheets to be joined.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from enclosure.measures import Body, Spot, read_body
from simple.places import (
    LIGHT_HOLE,
    PAPER,
    PRINTED,
    STRIP,
    TAPE,
    WIRE_HOLE,
    light_spot,
    sheets,
    wire_spot,
)

INPUTS: Final = [
    "board.toml#body",
    "board.toml#pads",
    "enclosure/measures.py",
    "simple/places.py",
]
OUTPUTS: Final = ["simple/pad.svg", "simple/template.pdf"]

HERE: Final = Path(__file__).parent

LIGHT: Final = "#b03030"
COPPER: Final = "#d0804a"
INK: Final = "#222222"


def main() -> int:
    """Draw everything."""
    mpl.rcParams.update({"svg.hashsalt": "simple", "font.size": 8, "font.family": "DejaVu Sans"})
    body = read_body()
    _save(_simple_pad(body), "pad")
    _template(body)
    return 0


def _simple_pad(body: Body) -> Figure:
    """Draw two pads of the simple board from above, and one cut through."""
    figure, (top, cut) = plt.subplots(
        2, 1, figsize=(7, 5.2), height_ratios=(3, 2), layout="compressed"
    )
    pads = ("c3", "d3")
    for at, light in ((body.faces[name], light_spot(body, name)) for name in pads):
        top.add_patch(
            Rectangle((at[0] - TAPE / 2, at[1] - body.tile / 2), TAPE, body.tile, fc=COPPER)
        )
        outline = (at[0] - body.tile / 2, at[1] - body.tile / 2)
        top.add_patch(Rectangle(outline, body.tile, body.tile, fill=False, ls="--", lw=0.8))
        top.add_patch(Circle(light, LIGHT_HOLE / 2, fc="white", ec=INK))
        top.add_patch(Circle(wire_spot(at), 1.6, fc="#cfcfcf", ec=INK))
    _measure(top, (-TAPE / 2, -26), (TAPE / 2, -26), f"{TAPE:g}")
    _measure(top, (0, -34), (body.pitch, -34), f"{body.pitch:g}")
    _measure(top, (-26, -body.tile / 2), (-26, body.tile / 2), f"{body.tile:g}")
    for words, point, y in (
        (
            f"hole {LIGHT_HOLE:g}: the pad's light shines through",
            light_spot(body, "d3"),
            22,
        ),
        ("copper tape, 40 wide", (body.pitch + 12, 10), 10),
        ("where the tile lies", (body.pitch + 19, 0), 0),
        ("wire through a hole of 1.5, soldered flat", wire_spot((body.pitch, 0)), -15),
    ):
        _label(top, words, point, (78, y))
    top.set(xlim=(-34, 150), ylim=(-40, 30), aspect="equal")
    _layers(cut, body)
    for axes in (top, cut):
        axes.set_axis_off()
    return figure


def _layers(axes: Axes, body: Body) -> None:
    """Draw the gap between two tiles, cut through; copper and card thicker than they are."""
    left, right = (body.pitch - body.tile) / 2, (body.pitch - TAPE) / 2
    for start, low, width, height, colour in (
        (-20, 0, 40, 3, "#c9a877"),
        (-20, 3, 20 - right, 0.4, COPPER),
        (right, 3, 20 - right, 0.4, COPPER),
        (-20, 3.4, 40, 0.4, "#f4f4f4"),
        (-20, 3.8, 20 - left, body.tile_height, "#d9b98a"),
        (left, 3.8, 20 - left, body.tile_height, "#d9b98a"),
        (-LIGHT_HOLE / 2, 0, LIGHT_HOLE, 3.4, "#fff3b0"),
        (-8, -1.2, 16, 1.2, "#3a3a3a"),
        (-LIGHT_HOLE / 2, 0, LIGHT_HOLE, 1.6, "#ffffff"),
    ):
        axes.add_patch(Rectangle((start, low), width, height, fc=colour, ec=INK, lw=0.5))
    for words, point, y in (
        (f"tile, {body.tile_height:g} mm", (19, 7), 8.5),
        ("card, thin enough for light", (19, 3.6), 5.5),
        ("copper tape", (19, 3.2), 3),
        ("plywood, 3 mm", (19, 1), 0.5),
        ("light, glued from below under its hole", (7, -0.6), -2),
    ):
        _label(axes, words, point, (24, y))
    axes.set(xlim=(-21, 62), ylim=(-4, 11), aspect="equal")


def _template(body: Body) -> None:
    """Write the template: the whole board over sheets of A4, at full size."""
    pages = list(sheets(body))
    with PdfPages(HERE / "template.pdf", metadata={"CreationDate": None}) as pdf:
        for number, corner in enumerate(pages, start=1):
            figure = plt.figure(figsize=(PAPER[0] / 25.4, PAPER[1] / 25.4))
            left, low = ((paper - part) / 2 for paper, part in zip(PAPER, PRINTED, strict=True))
            area = (left / PAPER[0], low / PAPER[1], PRINTED[0] / PAPER[0], PRINTED[1] / PAPER[1])
            axes = figure.add_axes(area)
            _template_face(axes, body)
            axes.set(
                xlim=(corner[0], corner[0] + PRINTED[0]), ylim=(corner[1], corner[1] + PRINTED[1])
            )
            axes.set(xticks=[], yticks=[])
            words = (
                f"İYE board, simple way: sheet {number} of {len(pages)}. Print at 100 %: from cross"
                f" to cross there must be {body.pitch:g} mm. Cut along the frame, and join."
            )
            figure.text(0.5, 0.025, words, ha="center", size=7)
            pdf.savefig(figure)
            plt.close(figure)


def _template_face(axes: Axes, body: Body) -> None:
    x, y = body.half
    axes.add_patch(Rectangle((-x, -y), 2 * x, 2 * y, fill=False, lw=1.2))
    inner = (STRIP - x, STRIP - y)
    axes.add_patch(Rectangle(inner, -2 * inner[0], -2 * inner[1], fill=False, lw=0.5, ls="--"))
    for name, at in body.faces.items():
        corner = (at[0] - TAPE / 2, at[1] - body.tile / 2)
        axes.add_patch(Rectangle(corner, TAPE, body.tile, fill=False, lw=0.6))
        axes.plot(*at, "+", color=INK, ms=8, mew=0.5)
        axes.text(at[0] - 16, at[1] + 13, name, size=9, clip_on=True)
        light = light_spot(body, name)
        axes.add_patch(Circle(light, LIGHT_HOLE / 2, fill=False, lw=0.8, ec=LIGHT))
        axes.add_patch(Circle(wire_spot(at), WIRE_HOLE[0] / 2, fill=False, lw=0.8))


def _measure(axes: Axes, start: Spot, end: Spot, words: str) -> None:
    axes.annotate(
        "", end, start, arrowprops={"arrowstyle": "<->", "lw": 0.7, "shrinkA": 0, "shrinkB": 0}
    )
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    box = {"fc": "white", "ec": "none", "pad": 1}
    axes.text(*middle, words, ha="center", va="center", bbox=box)


def _label(axes: Axes, words: str, point: Spot, at: Spot) -> None:
    axes.annotate(words, point, at, va="center", arrowprops={"arrowstyle": "-", "lw": 0.6})


def _save(figure: Figure, name: str) -> None:
    figure.savefig(HERE / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    sys.exit(main())
