"""What the printer gets fits what the circuits' maker gets, and what is ordered by the piece."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from circuit_rig import drilled
from enclosure.measures import SEAM, Spot, read_body
from stl_rig import is_solid, room_around, segments

BODY = read_body()
FACETED = 0.03
"""A printed circle is a polygon: this much of its radius may be lost to what goes in."""

PILOT = 2.1
"""For a self-tapping screw of 2.5."""
SCREW = 3.4
HEAD = 6.5
INSERT = 4.0
INSERT_LENGTH = 5.7
INSERT_DEPTH = 6.0
DOWEL = 3.1

QUARTERS = ("near-left", "near-right", "far-left", "far-right")


def quarter(at: Spot, seam: Spot) -> str:
    rows = "far" if at[1] > seam[1] else "near"
    return f"{rows}-{'right' if at[0] > seam[0] else 'left'}"


def is_hole(outline: list[tuple[Spot, Spot]], at: Spot, across: float) -> bool:
    """Say whether a hole of this diameter, round and no wider, is at a spot."""
    free = room_around(outline, at)
    return not is_solid(outline, at) and across / 2 - FACETED <= free <= across / 2 + 0.001


def cell_holes() -> Iterator[tuple[str, Spot]]:
    """Give each hole of every cell's circuit as it lies in the tray: player 2's are turned."""
    for pad, (x, y) in BODY.faces.items():
        turn = -1 if pad.startswith("2") else 1
        yield from ((pad, (x + turn * i, y + turn * j)) for i, j in drilled("cell"))


@pytest.mark.parametrize("part", QUARTERS)
def test_every_hole_of_a_cell_s_circuit_is_over_a_post_and_two_of_them_over_screw_holes(
    part: str,
) -> None:
    # Seen from above, and turned over: the circuit's holes are the same both ways round.
    outline = segments(f"tray-{part}", 2, BODY.under_circuit - 1)
    mine = [(pad, at) for pad, at in cell_holes() if quarter(at, BODY.tray_seam) == part]
    assert mine
    screwed: dict[str, int] = {}
    for pad, at in mine:
        hole = is_hole(outline, at, PILOT)
        assert hole or is_solid(outline, at), f"nothing below the hole of {pad} at {at}"
        screwed[pad] = screwed.get(pad, 0) + hole
    assert set(screwed.values()) == {2}


def test_every_mounting_hole_of_the_carrier_is_over_a_screw_hole_and_not_when_mirrored() -> None:
    outline = segments("base-near-right", 2, BODY.shell + 4)
    (x, y), (width, height) = BODY.carrier_at, BODY.carrier
    # Its screws are M2.5, and it lies turned round: left of its file is right of the body.
    local = [(left - width / 2, up + height / 2) for left, up in drilled("carrier")]
    stood = [(x - a, y - b) for a, b in local if is_hole(outline, (x - a, y - b), PILOT)]
    assert len(stood) == len(BODY.carrier_holes)
    mirrored = [(x + a, y - b) for a, b in local if is_hole(outline, (x + a, y - b), PILOT)]
    assert len(mirrored) < len(stood)


def test_the_spare_cell_s_holes_are_over_screw_holes() -> None:
    outline = segments("base-far-left", 2, BODY.shell + BODY.under_cell - 1)
    x, y = BODY.spare_at
    assert all(is_hole(outline, (x + a, y + b), PILOT) for a, b in drilled("cell"))


@pytest.mark.parametrize("at", BODY.screws, ids=lambda at: f"{at[0]:.0f} {at[1]:.0f}")
def test_a_screw_goes_up_through_base_into_tray(at: Spot) -> None:
    base = f"base-{quarter(at, BODY.base_seam)}"
    tray = f"tray-{quarter(at, BODY.tray_seam)}"
    assert is_hole(segments(base, 2, 1.0), at, HEAD)
    assert is_hole(segments(base, 2, BODY.under_floor - 1), at, SCREW)
    assert is_hole(segments(tray, 2, BODY.under_floor + 1), at, INSERT)
    assert is_hole(segments(tray, 2, BODY.under_floor + INSERT_LENGTH), at, INSERT)


@pytest.mark.parametrize(("at", "axis"), BODY.dowels, ids=str)
def test_a_dowel_goes_into_both_quarters_and_above_every_insert(at: Spot, axis: str) -> None:
    """Looked at 5 mm to either side of the seam; two threads of plastic are above an insert."""
    along = "xy".index(axis)
    insert = BODY.under_floor + INSERT_DEPTH
    height = (insert + BODY.top) / 2
    assert height - DOWEL / 2 - insert >= 0.8
    for side in (-5.0, 5.0):
        there = tuple(part + side * (n == along) for n, part in enumerate(at))
        tray = f"tray-{quarter((there[0], there[1]), BODY.tray_seam)}"
        outline = segments(tray, along, there[along])
        assert is_hole(outline, (at[1 - along], height), DOWEL)


@pytest.mark.parametrize("name", BODY.openings)
def test_a_button_goes_through_the_wall(name: str) -> None:
    at = (BODY.openings[name], BODY.shell + BODY.room / 2)
    quarter_ = "base-near-right" if at[0] < 0 else "base-far-right"
    outline = segments(quarter_, 0, BODY.half[0] - BODY.side / 2)
    assert not is_solid(outline, at)
    assert room_around(outline, at) >= BODY.button_hole / 2 + 0.1


def test_neighbouring_quarters_keep_their_seam_free() -> None:
    z = BODY.top - 3
    left = [x for ends in segments("tray-near-left", 2, z) for x, _ in ends]
    right = [x for ends in segments("tray-near-right", 2, z) for x, _ in ends]
    assert min(right) - max(left) == pytest.approx(2 * SEAM, abs=1e-3)


def test_no_foot_looks_out_below_the_walls() -> None:
    foot = max(abs(x) for ends in segments("foot", 2, -1.0) for x, _ in ends)
    for at in BODY.feet:
        assert foot < min(half - abs(part) for half, part in zip(BODY.half, at, strict=True))


def test_the_drum_s_foil_lies_in_a_bed_no_deeper_than_tape_is_thick() -> None:
    """It is printed on its head, the bed above. Copper that hangs over air feels less of a pad."""
    assert not is_solid(segments("drum", 2, BODY.drum_height - 0.1), (0, 0))
    assert is_solid(segments("drum", 2, BODY.drum_height - 0.25), (0, 0))
