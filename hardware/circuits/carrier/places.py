"""Where everything lies on the carrier.

The law of this module: numbers only. Millimetres from the carrier's top left corner, x to the
right, y down; angles in degrees, anticlockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from circuits.placing import Place, Text
from iye_hw.board_map import BoardMap

WIDTH: Final = 100.0
HEIGHT: Final = 72.0

CHIPS_X: Final = (20.2, 50.0, 79.8)
"""The middle of each touch chip and its plug."""

HEADER: Final = (67.5, 67.0)
"""The header's middle; a Pi's holes are 29 mm to either side."""


def _touch(n: int, x: float) -> dict[str, Place]:
    """Put a touch chip below its plug, turned so that its electrodes come in its order."""
    return {
        f"J{n + 2}": Place(x + 11.0, 5.0, 180),
        f"U{n}": Place(x, 18.0, 90),
        f"C{n}1": Place(x - 4.0, 19.6, 90),
        f"C{n}2": Place(x + 2.6, 21.8, 0),
        f"R{n}1": Place(x + 4.6, 18.6, 90),
    }


PLACES: Final = {
    **_touch(1, CHIPS_X[0]),
    **_touch(2, CHIPS_X[1]),
    **_touch(3, CHIPS_X[2]),
    "J1": Place(HEADER[0] - 9.5 * 2.54, HEADER[1] + 1.27, 90),
    "H1": Place(HEADER[0] - 29, HEADER[1]),
    "H2": Place(HEADER[0] + 29, HEADER[1]),
    "H3": Place(3.5, 3.5),
    "H4": Place(WIDTH - 3.5, 3.5),
    "H5": Place(3.5, HEIGHT - 3.5),
    # power: terminal, fuse, transient suppressor
    "J2": Place(7.0, 55.0, -90),
    "F1": Place(14.0, 52.0, 0),
    "D1": Place(33.0, 60.0, 180),
    "R7": Place(24.0, 64.0, 0),
    "D2": Place(20.0, 64.0, 0),
    # lights
    "F2": Place(43.0, 46.0, 90),
    "C1": Place(29.0, 37.0, 0),
    "R8": Place(42.0, 37.0, 0),
    "D3": Place(46.0, 37.0, 180),
    "U4": Place(18.0, 34.0, 180),
    "C2": Place(24.0, 40.0, 0),
    "R1": Place(11.0, 30.0, 0),
    "J6": Place(5.0, 27.0, -90),
    "J7": Place(5.0, 36.0, -90),
    "J8": Place(5.0, 43.0, -90),
    # buttons
    "J9": Place(95.0, 30.0, -90),
    "R2": Place(82.0, 31.0, 180),
    "R3": Place(82.0, 35.0, 180),
    "R4": Place(82.0, 39.0, 180),
    "R5": Place(82.0, 43.0, 180),
    # buzzer
    "BZ1": Place(69.5, 48.0, 0),
    "D4": Place(63.0, 48.0, 90),
    "Q1": Place(62.0, 56.0, 0),
    "R9": Place(66.0, 58.0, 0),
    "R10": Place(58.0, 58.0, 90),
    # bus
    "R6": Place(60.0, 30.0, 0),
    "C3": Place(66.0, 30.0, 0),
    "TP1": Place(52.0, 44.0),
    "TP2": Place(52.0, 48.0),
    "TP3": Place(52.0, 52.0),
    "TP4": Place(52.0, 56.0),
    "TP5": Place(52.0, 40.0),
}

AREAS: Final = (
    ("+5V_IN", (6.0, 49.5, 16.0, 57.0)),
    ("+5V", (33.0, 47.0, 46.5, 63.0)),
    ("+5V", (42.0, 63.0, 46.5, 67.0)),
    ("+5V_LIGHTS", (1.0, 39.0, 45.0, 44.9)),
    ("+5V_LIGHTS", (1.0, 25.8, 5.0, 40.0)),
    ("+5V_LIGHTS", (27.0, 35.0, 31.0, 40.0)),
)
"""Copper on the front for what carries amperes: the net, and left, top, right, bottom. None of it
is below the head of a screw, which would scratch the lacquer off."""

ONLY_AREAS: Final = {"+5V_IN"}
"""Nets that need no tracks besides."""

NAMES: Final = {
    **{f"J{n}": (x, 11.4) for n, x in zip((3, 4, 5), CHIPS_X, strict=True)},
    "J1": (39.4, 63.6),
    "J2": (7.0, 64.0),
    "F1": (16.6, 58.4),
    "D1": (33.0, 63.4),
    "J6": (11.6, 25.0),
    "J7": (11.6, 37.8),
    "J8": (11.6, 44.8),
    "J9": (95.0, 47.6),
    "R10": (60.2, 58.6),
    **{f"TP{n}": (49.6, y) for n, y in zip((5, 1, 2, 3, 4), (40, 44, 48, 52, 56), strict=True)},
}
"""Where a part's reference is printed, if not where its footprint has it."""

WORDS: Final = (
    Text("İYE board carrier", 22.0, 69.0, 1.6),
    Text("+", 12.6, 55.0, 1.2),
    Text("-", 12.6, 60.0, 1.2),
    Text("5V IN", 16.6, 61.0, 1.0),
    Text("T 4A", 20.6, 58.4, 1.0),
    Text("1.5A", 46.8, 46.0, 1.0, 90),
    Text("5V", 27.4, 64.0, 1.0),
    Text("LIGHTS", 51.4, 37.0, 1.0),
    Text("LIGHTS", 12.4, 26.6, 1.0),
    *(Text(words, 8.5, y, 0.8) for words, y in (("5V", 27.0), ("D", 29.0), ("G", 31.0))),
    Text("1", 22.4, 37.8, 0.8),
    Text("FEED", 11.6, 36.2, 1.0),
    Text("FEED", 11.6, 43.2, 1.0),
    *(Text(words, 8.5, y, 0.8) for words, y in (("5V", 36.0), ("G", 38.0))),
    *(Text(words, 8.5, y, 0.8) for words, y in (("5V", 43.0), ("G", 45.0))),
    *(
        Text(words, 55.6, y, 0.9)
        for words, y in (("DATA", 40), ("GND", 44), ("+5V", 48), ("+3V3", 52), ("IRQ", 56))
    ),
    Text("1", 41.6, 68.3, 0.9),
    Text("2", 41.6, 65.8, 0.9),
    Text("Raspberry Pi below this edge, from underneath; its USB on this side >", 67.5, 62.8, 0.9),
    Text("İYE board carrier", 50.0, 60.0, 1.6, under=True),
    Text("Raspberry Pi on this side", 67.5, 63.6, 1.2, under=True),
)


def words(board: BoardMap) -> Iterator[Text]:
    """Give what is printed on the carrier, the pads' names at their plugs among it."""
    yield from WORDS
    for n, x in enumerate(CHIPS_X):
        yield Text("1", x - 1.9, 20.4, 0.8)
        yield Text(f"MPR121 0x{board.chips[n]:02X}", x + 9.4, 23.8, 0.9)
        for place in board.on_chip(n):
            yield Text(place.name, x + 11.0 - 2.0 * place.electrode, 8.8, 0.8, 90)
    for n, name in enumerate([*(name for name, _ in board.buttons), "power"]):
        yield Text(name.upper(), 89.0, 31.0 + 4.0 * n, 1.0)
