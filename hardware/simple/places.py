"""Where everything is on the simple board, in millimetres: tape, lights, wires, the wood below.

The law of this module: numbers only, so that tests can ask it. Axes are those of
enclosure/measures.py, from whose body the pads' places are.
"""

from __future__ import annotations

from typing import Final

from enclosure.measures import Body, Spot

TAPE: Final = 40.0
"""Width of copper tape; a square of the simple board is this wide and as high as a tile."""
LIGHT_HOLE: Final = 5.0
WIRE_HOLE: Final = (1.5, 15.0)
"""Diameter of the hole for a pad's wire, and how far right of and below the middle it is."""
STRIP: Final = 12.0
"""Width of the strips of wood below the plywood's edges."""


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
