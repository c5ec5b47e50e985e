"""The plan of the pads as SVG: the chain of the lights, each pad's electrode, the feeds.

The law of this module: names and places in, SVG text out. Seen from above as players see it, or
from below as whoever wires it does. Units are millimetres on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Final

from iye_hw.board_map import SPARE, BoardMap, PadPlace
from wiring.chain import Spot, chain, feeds, spot

CHIP_COLOURS: Final = ("#fde7c8", "#d6ecd9", "#d5e3f7", "#ecdcf3")
"""One for each touch chip, light enough to print on."""

HALF: Final = 17.0
"""Half the side of a pad as drawn."""

FONT: Final = "font-family='DejaVu Sans, sans-serif'"


def plan(board: BoardMap, pitch: float, gap: float, *, below: bool) -> str:
    """Draw all pads of a board; `gap` is how much further the İye pads are than the next row."""
    spots = {
        place.name: _turned(spot(place.name, pitch, gap), below=below) for place in board.places
    }
    width, height = 6.4 * pitch, 8 * pitch + 2 * gap + 40
    left, top = -3.2 * pitch, -4.5 * pitch - gap - 34
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{4 * width:.0f}px' "
        f"height='{4 * height:.0f}px' viewBox='{left:g} {top:g} {width:g} {height:g}'>"
    )
    return "\n".join(
        (
            head,
            f"<rect x='{left:g}' y='{top:g}' width='{width:g}' height='{height:g}' fill='white'/>",
            _ARROW,
            *_title(board, top, below=below),
            *_chain(board, spots, pitch),
            *(_pad(place, spots[place.name], board) for place in board.places),
            *_feeds(board, spots),
            *_inside(board, spots),
            "</svg>\n",
        )
    )


_ARROW: Final = (
    "<defs><marker id='arrow' viewBox='0 0 10 10' refX='9' refY='5' markerWidth='5' "
    "markerHeight='5' orient='auto-start-reverse'><path d='M0,0L10,5L0,10z' fill='#1a7f37'/>"
    "</marker></defs>"
)


def _turned(at: Spot, *, below: bool) -> Spot:
    return (-at[0] if below else at[0], at[1])


def _title(board: BoardMap, top: float, *, below: bool) -> Iterator[str]:
    seen = "from below, as it is wired" if below else "from above, as it is played"
    yield _text(0, top + 9, f"Pads and lights {seen}", 7)
    keys = [f"0x{address:02X}" for address in board.chips]
    for n, key in enumerate(keys):
        x = (n - (len(keys) - 1) / 2) * 62
        yield (
            f"<rect x='{x - 26:g}' y='{top + 14:g}' width='52' height='9' rx='2' "
            f"fill='{CHIP_COLOURS[n]}' stroke='#888' stroke-width='0.4'/>"
        )
        yield _text(x, top + 20.4, f"touch chip {key}", 5)


def _chain(board: BoardMap, spots: dict[str, Spot], pitch: float) -> Iterator[str]:
    """Draw the way of the light data from pad to pad."""
    places = chain(board)
    for n, (before, after) in enumerate(pairwise(places)):
        aside = 2.5 * pitch + (4 if n % 2 else 10)  # two long ways side by side stay apart
        yield _arrow(spots[before.name], spots[after.name], pitch, aside)
    x, y = spots[places[0].name]
    side = -1 if x < 0 else 1
    yield (
        f"<path d='M{x + side * 34:g},{y:g}H{x + side * (HALF + 1):g}' stroke='#1a7f37' "
        "stroke-width='1.4' fill='none' marker-end='url(#arrow)'/>"
    )
    yield _text(x + side * 30, y - 3, "R1", 5)


def _arrow(a: Spot, b: Spot, pitch: float, aside: float) -> str:
    """Draw an arrow to a neighbour, by the gap to the next row, or `aside` to one further off."""
    (ax, ay), (bx, by) = a, b
    out = 1 if ax > 0 else -1
    down = 1 if by > ay else -1
    if ay == by:
        step = 1 if bx > ax else -1
        path = f"M{ax + step * HALF:g},{ay:g}H{bx - step * (HALF + 1):g}"
    elif abs(by - ay) < 2 * pitch:
        path = f"M{ax:g},{ay + down * HALF:g}" + _into(bx, by, down)
    elif ax == bx:
        path = f"M{ax + out * HALF:g},{ay:g}H{out * aside:g}V{by:g}H{bx + out * (HALF + 1):g}"
    else:
        path = f"M{ax + out * HALF:g},{ay:g}H{out * aside:g}" + _into(bx, by, down)
    return (
        f"<path d='{path}' stroke='#1a7f37' stroke-width='1.4' fill='none' "
        "marker-end='url(#arrow)'/>"
    )


def _into(x: float, y: float, down: int) -> str:
    """Go on by the gap before a row, and from there into a pad."""
    return f"V{y - down * (HALF + 5):g}H{x:g}V{y - down * (HALF + 1):g}"


def _pad(place: PadPlace, at: Spot, board: BoardMap) -> str:
    x, y = at
    square = (
        f"<rect x='{x - HALF:g}' y='{y - HALF:g}' width='{2 * HALF:g}' height='{2 * HALF:g}' "
        f"rx='2' fill='{CHIP_COLOURS[place.chip]}' stroke='#444' stroke-width='0.7'/>"
    )
    return square + "".join(
        (
            _text(x, y - 3, place.name, 9, bold=True),
            _text(x, y + 5, f"light {place.light}", 5.2),
            _text(x, y + 12.5, f"0x{board.chips[place.chip]:02X} el. {place.electrode}", 5.2),
        )
    )


def _feeds(board: BoardMap, spots: dict[str, Spot]) -> Iterator[str]:
    for n, place in enumerate(feeds(board), start=7):
        x, y = spots[place.name]
        yield (
            f"<rect x='{x - HALF:g}' y='{y - HALF:g}' width='{2 * HALF:g}' height='{2 * HALF:g}' "
            "rx='2' fill='none' stroke='#c00000' stroke-width='1.8'/>"
        )
        yield _text(x, y - HALF + 5, f"5 V feed J{n}", 3.8, colour="#c00000")


def _inside(board: BoardMap, spots: dict[str, Spot]) -> Iterator[str]:
    """Say of the spare pad that it is not on the face."""
    for place in board.places:
        if place.name == SPARE:
            x, y = spots[SPARE]
            yield _text(x + HALF + 28, y + 2, "not on the face:", 5)
            yield _text(x + HALF + 28, y + 8, "inside the box", 5)


def _text(  # noqa: PLR0913  what a text is
    x: float, y: float, words: str, size: float, *, bold: bool = False, colour: str = "#111"
) -> str:
    weight = " font-weight='bold'" if bold else ""
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' text-anchor='middle' {FONT}{weight} "
        f"fill='{colour}'>{escape(words)}</text>"
    )
