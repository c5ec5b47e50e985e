"""Every cable is long enough to be plugged in before the body is closed, as the guide says.

The tray lies face down, the base stands on player 1's edge beside it, and is then folded down
over it. So a cable between them goes by that edge, along one and up the other.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from circuits.carrier.places import HEIGHT, PLACES, WIDTH
from enclosure.measures import Spot, read_body
from iye_hw.board_map import SPARE, PadPlace, load_board_map
from power import FEED_CABLE
from wiring.chain import SLACK, chain, feeds, hops
from wiring.clean import PAD_WIRE

BOARD, BODY = load_board_map(), read_body()
GUIDE = (Path(__file__).parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")


def on_carrier(ref: str) -> Spot:
    """Give where a plug of the carrier is: it lies turned round, its first corner at the right."""
    place = PLACES[ref]
    x, y = BODY.carrier_at
    return x - (place.x - WIDTH / 2), y - (HEIGHT / 2 - place.y)


def opened(base: Spot, tray: Spot, turn: float = math.pi / 2) -> float:
    """Give the way from a spot in the base to one in the tray, the base opened by an angle."""
    a, b = base[1] + BODY.half[1], tray[1] + BODY.half[1]
    return math.sqrt((base[0] - tray[0]) ** 2 + a * a + b * b - 2 * a * b * math.cos(turn))


@pytest.mark.parametrize("place", BOARD.places, ids=lambda place: place.name)
def test_a_pad_s_wire_reaches_its_plug_with_the_base_upright(place: PadPlace) -> None:
    name, chip = place.name, place.chip
    plug = on_carrier(f"J{chip + 3}")
    way = math.dist(plug, BODY.spare_at) if name == SPARE else opened(plug, BODY.faces[name])
    assert way + SLACK <= PAD_WIRE


def test_the_chain_s_beginning_and_its_feed_reach_with_the_base_upright() -> None:
    first, (middle, end) = chain(BOARD)[0], feeds(BOARD)
    assert opened(on_carrier("J6"), BODY.faces[first.name]) + SLACK <= 1000 * FEED_CABLE
    assert opened(on_carrier("J7"), BODY.faces[middle.name]) + SLACK <= 1000 * FEED_CABLE
    assert end.name == SPARE
    assert math.dist(on_carrier("J8"), BODY.spare_at) + SLACK <= 1000 * FEED_CABLE


def test_the_spare_cell_s_cable_reaches_when_the_base_is_nearly_closed() -> None:
    """And not before: so the guide says how high the base may lie by then."""
    found = re.search(r"(\d+) mm high", GUIDE)
    assert found
    (last,) = (hop for hop in hops(BOARD, BODY) if hop.after == SPARE)
    turn = math.asin(int(found[1]) / (2 * BODY.half[1]))
    way = opened(BODY.spare_at, BODY.faces[last.before], turn) + BODY.room
    assert way + SLACK <= last.length
    assert opened(BODY.spare_at, BODY.faces[last.before]) > last.length
