"""What is bought fits the committed circuits: leads their holes, screws and currents their copper.

KiCad's rule check knows none of it: it asks whether copper keeps from copper, not whose part it is.
"""

from __future__ import annotations

import math

import pytest

from circuit_rig import read_board
from circuits import netlist
from circuits.netlist import Part
from iye_hw.board_map import load_board_map

PARTS: dict[str, tuple[Part, ...]] = {
    "cell": netlist.cell(),
    "carrier": netlist.carrier(load_board_map()),
}
BOTH = pytest.mark.parametrize("name", PARTS)

PITCHES = {
    "CEM-1203(42)": 6.5,
    "EEU-FR1A102": 5.0,
    "0031.8201": 22.5,
    "PT 1,5/2-5,0-H": 5.0,
    "B2B-PH-K-S": 2.0,
    "B3B-PH-K-S": 2.0,
    "B8B-PH-K-S": 2.0,
    "B12B-PH-K-S": 2.0,
    "2x20 socket 2.54 mm": 2.54,
}
"""Of each part with leads, by the number to order: mm from lead 1 to lead 2, by its data sheet. A
buzzer of 12 mm has them 6.5 mm apart if it is to be driven, and 7.6 mm if it drives itself."""
SCREW_HEAD = 2.75
"""Half the width of a small screw's head, which may be 5 mm wide, and its play in its hole."""
FEED_WIDTH = 1.2
"""mm of copper for the 1.1 A of a feed, in power.md: 0.5 mΩ a square, so that light draws no volts
over the ground beside an electrode."""


def test_leads_are_as_far_apart_as_their_holes() -> None:
    leaded = {}
    for name, parts in PARTS.items():
        lies = read_board(name).footprints()
        for part in parts:
            if lies[part.ref].holes and part.pads:
                pads = lies[part.ref].pads
                leaded[part.order] = math.dist(pads["1"], pads["2"])
    assert leaded == pytest.approx(PITCHES)


@BOTH
def test_a_screw_s_head_lies_on_nothing_but_ground(name: str) -> None:
    board = read_board(name)
    holes = {ref: part.at for ref, part in board.footprints().items() if ref[0] == "H"}
    assert holes
    below = {
        (ref, copper.net)
        for copper in board.copper()
        for ref, at in holes.items()
        if copper.apart(at) < SCREW_HEAD
    }
    assert {net for _, net in below} <= {"GND"}, below


@pytest.mark.parametrize(("point", "net"), [("TP1", "+5V"), ("TP2", "GND")])
def test_a_feed_reaches_the_plugs_by_copper_as_wide_as_it_needs_there_and_back(
    point: str, net: str
) -> None:
    """From the feed's point over tracks of the underside to the plugs' own pads or area."""
    board = read_board("cell")
    start = board.footprints()[point].at
    wide = [
        piece
        for piece in board.copper()
        if (piece.net, piece.layer) == (net, "B.Cu") and (piece.filled or piece.width >= FEED_WIDTH)
    ]
    reached = {start}
    for _ in wide:
        met = [piece for piece in wide if any(piece.apart(spot) == 0 for spot in reached)]
        reached |= {end for piece in met for end in piece.points}
    plug = board.footprints()["J2"].at
    assert any(math.dist(spot, plug) < 6.0 for spot in reached)
