"""Where everything is on the simple board, in millimetres: tape, lights, wires, the wood below.

The law of this module: numbers only, so that tests can ask it. Axes are those of
enclosure/measures.py, from whose body the pads' places are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from enclosure.measures import Body, Spot

TAPE: Final = 40.0
"""Width of copper tape; a square of the simple board is this wide and as high as a tile."""
LIGHT_HOLE: Final = 5.0
WIRE_HOLE: Final = (1.5, 15.0)
"""Diameter of the hole for a pad's wire, and how far right of and below the middle it is."""
STRIP: Final = 12.0
"""Width of the strips of wood below the plywood's edges."""
PAPER: Final = (210.0, 297.0)
"""A4, upright."""
PRINTED: Final = (180.0, 260.0)
"""What every printer prints of it."""


def light_spot(body: Body, name: str) -> Spot:
    """Say where a pad's light is: in the gap behind its tile, seen from player 1.

    Player 2 sits opposite, and so their İye pads' lights are on the other side; behind them there
    is the strip of wood.
    """
    x, y = body.faces[name]
    return x, y + (-1 if name.startswith("2") else 1) * body.pitch / 2


def wire_spot(at: Spot) -> Spot:
    """Say where the wire of a pad with its middle at `at` goes through."""
    return (at[0] + WIRE_HOLE[1], at[1] - WIRE_HOLE[1])


def sheets(body: Body) -> Iterator[Spot]:
    """Give each sheet's lower left corner; together they are as large as the board or larger.

    They meet between two columns, and in a row between its middle and its lights, so that nothing
    that is drilled or pricked lies where sheets are joined.
    """
    meet = (body.pitch / 2, body.pitch / 4)
    across, up = (
        range(-math.ceil((half + at) / part), math.ceil((half - at) / part))
        for half, at, part in zip(body.half, meet, PRINTED, strict=True)
    )
    for row in up:
        for column in across:
            yield meet[0] + column * PRINTED[0], meet[1] + row * PRINTED[1]
