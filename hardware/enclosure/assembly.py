"""The body put together: every printed part in its place, and stand-ins for what it holds.

Stand-ins are as large as the real thing at its largest, so that what touches nothing here
touches nothing on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from build123d import Part, Polygon, Pos, Rot
from build123d import extrude as pull

from enclosure.base import STANDOFF, base, foot
from enclosure.measures import PI, Body, Spot
from enclosure.small import copper, drum, light_guide
from enclosure.solids import between, block, lying, rod
from enclosure.tray import quarters, tray

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
RIBBON: Final = (51.0, 6.0, 1.0)
"""Width of the ribbon and its sockets, depth of a socket, thickness of the ribbon."""
PLUGGED: Final = 17.0
"""How high a socket on a header reaches above the circuit's underside; the ribbon lies on it."""
BUTTON_DEPTH: Final = 22.0
"""How far a button and its wires reach in from the wall."""


class Stuff(Enum):
    """What something is made of, which says how it looks."""

    SHELL = "shell"
    CLEAR = "clear"
    WOOD = "wood"
    CIRCUIT = "circuit"
    SOFT = "soft"
    METAL = "metal"
    COPPER = "copper"


@dataclass(frozen=True)
class Placed:
    """Something in its place: its name, its solid, its stuff, and its layer from below."""

    name: str
    solid: Part
    stuff: Stuff
    layer: int


@dataclass(frozen=True)
class Printed:
    """A part as it is printed: its name, its solid as it lies on the bed, and how many of it."""

    name: str
    solid: Part
    count: int


def printed(body: Body) -> list[Printed]:
    """Give every part to be printed."""
    trays = quarters(tray(body), body.tray_seam, body, body.under_floor, body.top)
    bases = quarters(base(body), body.base_seam, body, 0, body.under_floor)
    kinds = [name[1] for name in body.faces if name[0] == "1"]
    plain = sum(name[0] not in "12" for name in body.faces)
    return [
        *(Printed(f"tray-{name}", solid, 1) for name, solid in trays.items()),
        *(Printed(f"base-{name}", solid, 1) for name, solid in bases.items()),
        Printed("light-guide", light_guide(body), plain),
        *(Printed(f"light-guide-{kind}", light_guide(body, kind), 2) for kind in kinds),
        Printed("foot", foot(), len(body.feet)),
        Printed("drum", drum(body), 1),
    ]


def assembly(body: Body, parts: Mapping[str, Part]) -> Iterator[Placed]:
    """Put the printed parts, by name, and stand-ins for all else in their places."""
    for name, solid in parts.items():
        if name.startswith("base"):
            yield Placed(name, solid, Stuff.SHELL, 0)
        elif name.startswith("tray"):
            yield Placed(name, solid, Stuff.SHELL, 2)
    for at in body.feet:
        yield Placed(f"foot {at}", Pos(*at) * parts["foot"], Stuff.SOFT, -1)
    for name, at in body.faces.items():
        yield from _cell(body, name, at, parts)
    on_tile = Pos(0, 0, body.under_tile + body.tile_height)
    yield Placed("drum", on_tile * parts["drum"], Stuff.WOOD, 6)
    yield Placed("copper", on_tile * copper(body), Stuff.COPPER, 6)
    yield from _inside(body)


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
    plugs = [_socket(pins, low + body.circuit) for pins in (body.carrier_pins, body.pi_pins)]
    pi = block(body.pi, PI, low, low + PI_LOW)
    ports = (body.pi[0] - (PI[0] - PORTS) / 2, body.pi[1])
    pi += block(ports, (PORTS, PI[1]), low, low + PI_HEIGHT)
    yield Placed("Pi", pi - plugs, Stuff.CIRCUIT, 1)
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


def _socket(pins: tuple[Spot, Spot], low: float) -> Part:
    """Give a socket of the ribbon on a header, and the header below it."""
    (right, y), (left, other) = pins
    high = low + PLUGGED - 1.6
    return block(((left + right) / 2, (y + other) / 2), RIBBON[:2], low, high)


def _ribbon(body: Body, low: float, high: float = 0.0) -> Part:
    """Give the ribbon as it lies on its two sockets, straight from one to the other."""
    ends = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (body.carrier_pins, body.pi_pins)]
    half = RIBBON[0] / 2
    (x, y), (to, end) = ends
    corners = ((x - half, y), (x + half, y), (to + half, end), (to - half, end))
    return Pos(0, 0, low) * pull(Polygon(*corners, align=None), (high or low + RIBBON[2]) - low)
