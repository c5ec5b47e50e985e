"""The body put together: every printed part in its place, and stand-ins for what it holds.

Stand-ins are as large as the real thing at its largest, so that what touches nothing here
touches nothing on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from build123d import Part, Polygon, Pos, Rot
from build123d import extrude as pull

from enclosure.base import STANDOFF, base, foot
from enclosure.fasteners import fasteners
from enclosure.measures import PI, PI_OVER, Body, Spot
from enclosure.placed import Placed, Stuff
from enclosure.small import copper, drum, light_guide, turned
from enclosure.solids import between, block, lying, rod
from enclosure.tray import quarters, tray

FILLED: Final = 0.2
"""How full a part is inside its walls; and what carries tiles, since air in it feels less:"""
SOLID: Final = 1.0
CIRCUIT_HOLE: Final = 2.7
LIGHT: Final = (5.0, 1.6)
"""A WS2812B's side and height."""
HEAD: Final = (5.0, 2.0)
"""A screw's head on a circuit: diameter and height."""
PLUGS: Final = (
    ((-12.0, -5.5), (-3.5, 5.5)),
    ((3.5, -5.5), (12.0, 5.5)),
    ((-12.0, -15.7), (-4.0, -6.7)),
    ((-17.0, -4.0), (-12.0, 4.0)),
    ((12.0, -4.0), (17.0, 4.0)),
    ((-17.0, -14.2), (-12.0, -8.2)),
)
"""Corners of the three sockets behind a cell's circuit, and of the plugs in them, and their"""
PLUG_DEPTH: Final = 6.2
CARRIER_HEIGHT: Final = 18.0
"""The carrier's highest part, a capacitor, above its underside."""
PI_HEIGHT: Final = 17.0
"""A Pi's highest connector above its underside."""
PI_LOW: Final = 13.0
"""The same of all that is not a connector for USB or the network: a heat sink, say."""
PORTS: Final = 22.0
"""How far those connectors reach in from the end of a Pi that they are at."""
RIBBON: Final = (51.0, 1.0)
"""Width and thickness of the ribbon."""
SOCKET: Final = (56.0, 6.5, 2.5)
"""Length and depth of its sockets, and how high above the circuit they stay, on the header's body:
they are over the heads of the screws beside it."""
PI_SIDE: Final = 1.5
"""How far the sockets for supply and screens stand out over a Pi's side."""
CARD: Final = (12.0, 1.6)
"""Width of a microSD card's socket, and its height, below the Pi's circuit."""
SUPPLY: Final = (12.4, 30.0, 6.5)
"""Width and length of a USB-C plug with its cable's bend, and its height;"""
SUPPLY_HIGH: Final = 3.0
"""its middle above the underside of the Pi's circuit."""
PLUGGED: Final = 17.0
"""How high a socket on a header reaches above the circuit's underside; the ribbon lies on it."""
BUTTON_DEPTH: Final = 22.0
"""How far a button and its wires reach in from the wall."""


@dataclass(frozen=True)
class Printed:
    """A part as it is printed: its name, its solid as it lies on the bed, how many, how full."""

    name: str
    solid: Part
    count: int
    filled: float = FILLED


def printed(body: Body) -> list[Printed]:
    """Give every part to be printed."""
    trays = quarters(tray(body), body.tray_seam, body, body.under_floor, body.top)
    bases = quarters(base(body), body.base_seam, body, 0, body.under_floor)
    kinds = [name[1] for name in body.faces if name[0] == "1"]
    plain = sum(name[0] not in "12" for name in body.faces)
    return [
        *(Printed(f"tray-{name}", solid, 1) for name, solid in trays.items()),
        *(Printed(f"base-{name}", solid, 1) for name, solid in bases.items()),
        Printed("light-guide", light_guide(body), plain, SOLID),
        *(Printed(f"light-guide-{kind}", light_guide(body, kind), 2, SOLID) for kind in kinds),
        Printed("foot", foot(), len(body.feet)),
        Printed("drum", turned(body, drum(body)), 1),
    ]


def assembly(body: Body, parts: Mapping[str, Part]) -> Iterator[Placed]:
    """Put the printed parts, by name, and stand-ins for all else in their places."""
    for name, solid in parts.items():
        if name.startswith("base"):
            yield Placed(name, solid, Stuff.SHELL, 0)
        elif name.startswith("tray"):
            yield Placed(name, solid, Stuff.SHELL, 2)
    for at in body.feet:
        yield Placed(f"foot {at}", Pos(*at) * parts["foot"], Stuff.SOFT, -2)
    for name, at in body.faces.items():
        yield from _cell(body, name, at, parts)
    on_tile = Pos(0, 0, body.under_tile + body.tile_height)
    yield Placed("drum", on_tile * turned(body, parts["drum"]), Stuff.WOOD, 6)
    yield Placed("copper", on_tile * copper(body), Stuff.COPPER, 6)
    yield from _inside(body)
    yield from fasteners(body)


def _cell(body: Body, name: str, at: Spot, parts: Mapping[str, Part]) -> Iterator[Placed]:
    letter = name[1] if name[0] in "12" else ""
    turned = Rot(0, 0, 180 if name[0] == "2" else 0)
    electronics = Pos(*at, body.under_circuit) * turned * circuit(body)
    yield Placed(f"circuit {name}", electronics, Stuff.CIRCUIT, 3)
    guide = parts[f"light-guide-{letter}" if letter else "light-guide"]
    yield Placed(f"guide {name}", Pos(*at, body.under_guide) * turned * guide, Stuff.CLEAR, 4)
    if not letter:
        high = body.under_tile + body.tile_height
        tile = block(at, (body.tile, body.tile), body.under_tile, high, 2)
        yield Placed(f"tile {name}", tile, Stuff.WOOD, 5)


def circuit(body: Body) -> Part:
    """Give a cell's circuit at 0: its light and screws on it, its plugs behind it."""
    board = block((0, 0), (body.cell_board, body.cell_board), 0, body.circuit, 2)
    hole, top = body.cell_hole, body.circuit
    holes = [rod((i * hole, j * hole), CIRCUIT_HOLE, -1, top + 1) for i in (-1, 1) for j in (-1, 1)]
    heads = [rod((i * hole, i * hole), HEAD[0], top, top + HEAD[1]) for i in (-1, 1)]
    light = block((0, 0), (LIGHT[0], LIGHT[0]), top, top + LIGHT[1])
    plugs = [between(*corners, -PLUG_DEPTH, 0) for corners in PLUGS]
    return (board - holes) + [*heads, light, *plugs]


def _inside(body: Body) -> Iterator[Placed]:
    low = body.shell + STANDOFF[1]
    plugs = [_socket(body, pins, low + body.circuit) for pins in (body.carrier_pins, body.pi_pins)]
    yield Placed("Pi", _pi(body, low) - plugs, Stuff.CIRCUIT, 1)
    x, y = body.pi_supply
    wide, long, high = SUPPLY
    plug = block((x, y + PI_SIDE + long / 2), (wide, long), *_around(low + SUPPLY_HIGH, high))
    yield Placed("a Pi 5's own supply", plug, Stuff.SOFT, 1)
    carrier = block(body.carrier_at, body.carrier, low, low + CARRIER_HEIGHT)
    over = _ribbon(body, low + PLUGGED - 1, low + CARRIER_HEIGHT + 1)
    yield Placed("carrier", carrier - [*plugs, over], Stuff.CIRCUIT, 1)
    yield Placed("ribbon", _ribbon(body, low + PLUGGED), Stuff.SOFT, 1)
    for name, plug in zip(("carrier's", "Pi's"), plugs, strict=True):
        yield Placed(f"{name} socket", plug, Stuff.SOFT, 1)
    spare = Pos(*body.spare_at, body.shell + body.under_cell) * circuit(body)
    yield Placed("spare", spare, Stuff.CIRCUIT, 1)
    wall = body.half[0] - body.side
    for name, y in body.openings.items():
        middle, reach = body.shell + body.room / 2, BUTTON_DEPTH + body.side + 3
        at = (wall - BUTTON_DEPTH + reach / 2, y)
        yield Placed(name, lying(at, middle, body.button_hole, reach, "x"), Stuff.METAL, 1)


def _pi(body: Body, low: float) -> Part:
    """Give a Pi with everything that stands out over its sides: sockets, and the microSD card."""
    (x, y), (long, wide) = body.pi, PI
    pi = block(body.pi, PI, low, low + PI_LOW)
    ports = (x - long / 2 + PORTS / 2 - PI_OVER / 2, y)
    pi += block(ports, (PORTS + PI_OVER, wide), low + body.circuit, low + PI_HEIGHT)
    sockets = (x, y + PI_SIDE / 2)
    pi += block(sockets, (long - 8, wide + PI_SIDE), low + body.circuit, low + PI_LOW)
    card = (x + long / 2, y)
    return pi + block(card, (2 * PI_OVER, CARD[0]), low - CARD[1], low)


def _around(middle: float, high: float) -> tuple[float, float]:
    return middle - high / 2, middle + high / 2


def _socket(body: Body, pins: tuple[Spot, Spot], low: float) -> Part:
    """Give a socket of the ribbon, and the header below it; `low` is what that stands on."""
    (right, y), (left, other) = pins
    high = low + PLUGGED - body.circuit
    long, deep, up = SOCKET
    middle = ((left + right) / 2, (y + other) / 2)
    header = block(middle, (RIBBON[0], 5.1), low, low + up)
    return header + block(middle, (long, deep), low + up, high)


def _ribbon(body: Body, low: float, high: float = 0.0) -> Part:
    """Give the ribbon as it lies on its two sockets, straight from one to the other."""
    ends = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (body.carrier_pins, body.pi_pins)]
    half = RIBBON[0] / 2
    (x, y), (to, end) = ends
    corners = ((x - half, y), (x + half, y), (to + half, end), (to - half, end))
    return Pos(0, 0, low) * pull(Polygon(*corners, align=None), (high or low + RIBBON[1]) - low)
