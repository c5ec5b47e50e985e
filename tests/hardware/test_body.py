"""The body's measures agree with each other, with board.toml, and with the circuits they hold."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from circuit_rig import drilled, read_board
from enclosure.measures import (
    BOARD,
    COLUMN,
    PI,
    PI_OVER,
    REST,
    SEAM,
    Body,
    Spot,
    read_body,
)
from iye_hw.board_map import SPARE, load_board_map

HARDWARE = Path(__file__).parents[2] / "hardware"
BODY = read_body()


STANDOFF_HEIGHT = 5
"""Of the stands below Pi and carrier (base.py, which needs CAD to be imported)."""


LARGER = (44.0, 46.0, 48.0)
"""Pitches for tiles of 38, 40 and 42 mm: the guide says that a larger one may be set."""


def test_every_pad_but_the_spare_one_has_a_place_on_the_face() -> None:
    assert list(BODY.faces) == [pad for pad in load_board_map().pads if pad != SPARE]


def test_pads_lie_as_players_see_them() -> None:
    # Pitch 44, and 12 more to an İye row; player 2 sits opposite, so theirs runs the other way.
    told = {
        "c3": (0, 0),
        "a1": (-88, -88),
        "e5": (88, 88),
        "1O": (-88, -144),
        "2O": (88, 144),
        "2S": (-88, 144),
    }
    assert {pad: BODY.faces[pad] for pad in told} == told


def test_no_two_pads_share_room() -> None:
    for (one, a), (other, b) in combinations(BODY.faces.items(), 2):
        apart = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
        assert apart >= BODY.pitch, f"{one} and {other}"


@pytest.mark.parametrize("seam", [BODY.tray_seam, BODY.base_seam], ids=["tray", "base"])
def test_quarters_fit_the_bed(seam: Spot) -> None:
    for half, cut in zip(BODY.half, seam, strict=True):
        assert half + abs(cut) - SEAM <= BODY.bed


def test_no_seam_of_the_tray_is_above_one_of_the_base() -> None:
    for above, below in zip(BODY.tray_seam, BODY.base_seam, strict=True):
        assert abs(above - below) > 10


def test_a_cell_stacks_up_to_the_tray_s_face() -> None:
    # 2.4 bottom, 26 room, 2.4 floor, 4 behind, 1.6 circuit, 3 guide; the rim is 3 more.
    assert BODY.under_tile == pytest.approx(39.4)
    assert BODY.top == pytest.approx(42.4)
    assert BODY.rim < BODY.tile_height, "or nobody can take a tile out"
    assert BODY.window_depth < BODY.guide
    assert BODY.tile < BODY.pocket - 2, "there is room for a rim"


def test_the_wall_has_an_opening_for_every_button_and_the_socket() -> None:
    buttons = [name for name, _ in load_board_map().buttons]
    assert list(BODY.openings) == ["5 V", "power", *buttons]
    places = sorted(BODY.openings.values())
    assert all(b - a >= BODY.button_hole + 10 for a, b in pairwise(places))


def test_screws_tie_every_quarter_of_the_tray_to_every_base_quarter_it_lies_on() -> None:
    def quarter(at: Spot, seam: Spot) -> tuple[bool, bool]:
        return at[0] > seam[0], at[1] > seam[1]

    ties = {(quarter(at, BODY.tray_seam), quarter(at, BODY.base_seam)) for at in BODY.screws}
    for column, row in ((False, False), (False, True), (True, False), (True, True)):
        held = {below for above, below in ties if above == (column, row)}
        assert len(held) >= 1 + (not column) + (not row), f"tray quarter {column, row}"


def test_circuits_have_their_holes_where_the_body_has_its_stands() -> None:
    hole = BODY.cell_hole
    assert drilled("cell") == {(i * hole, j * hole) for i in (-1, 1) for j in (-1, 1)}
    width, height = BODY.carrier
    at_edges = {(x + width / 2, y - height / 2) for x, y in BODY.carrier_holes}
    assert at_edges <= drilled("carrier")


def test_pi_and_carrier_lie_side_by_side_within_one_quarter() -> None:
    def reach(at: Spot, size: Spot) -> tuple[float, float, float, float]:
        return (
            at[0] - size[0] / 2, at[0] + size[0] / 2, at[1] - size[1] / 2, at[1] + size[1] / 2,
        )  # fmt: skip

    pi, carrier = reach(BODY.pi, PI), reach(BODY.carrier_at, BODY.carrier)
    for left, right, low, high in (pi, carrier):
        assert 0 < left < right < BODY.half[0] - BODY.side
        assert -BODY.half[1] + BODY.side < low < high < 0
    assert carrier[3] < pi[2]


def test_a_plain_ribbon_joins_pin_1_of_the_carrier_to_pin_1_of_the_pi() -> None:
    """It lies straight, so the two headers may be shifted, but not turned, against each other."""
    (one, forty), (pi_one, pi_forty) = BODY.carrier_pins, BODY.pi_pins
    assert (forty[0] - one[0], forty[1] - one[1]) == pytest.approx((-19 * 2.54, -2.54))
    assert (pi_forty[0] - pi_one[0], pi_forty[1] - pi_one[1]) == pytest.approx((-48.26, -2.54))
    assert 0 < pi_forty[1] - one[1] < 100, "the shortest ribbon that is sold"


def test_the_carrier_s_pin_1_is_where_its_board_file_has_it() -> None:
    x, y = read_board("carrier").footprints()["J1"].at
    width, height = BODY.carrier
    turned = (BODY.carrier_at[0] - (x - width / 2), BODY.carrier_at[1] - (height / 2 - y))
    assert BODY.carrier_pins[0] == pytest.approx(turned, abs=0.01)


def test_a_pi_of_either_size_has_stands_under_its_four_holes() -> None:
    """A Pi's holes are 58 × 49 mm apart, a Zero's 58 × 23, on the same line beside the header."""
    line = (BODY.pi_pins[0][1] + BODY.pi_pins[1][1]) / 2
    middle = (BODY.pi_pins[0][0] + BODY.pi_pins[1][0]) / 2
    stands = {(x - middle, y - line) for (x, y), _ in BODY.pi_stands}
    assert stands == {(x, y) for x in (-29.0, 29.0) for y in (0.0, 23.0, 49.0)}


def columns(body: Body) -> list[tuple[Spot, float]]:
    """Give every column of the base and its diameter."""
    return [*((at, COLUMN) for at in body.screws), *((at, REST) for at in body.rests)]


def test_a_pi_s_sockets_and_card_stand_out_over_its_ends_and_meet_nothing() -> None:
    """A rib is 3 mm thick; the body of a button or a plug reaches 22 mm in from the wall."""
    left, right = BODY.pi[0] - PI[0] / 2 - PI_OVER, BODY.pi[0] + PI[0] / 2 + PI_OVER
    assert left > BODY.base_seam[0] + 3 + 1
    assert right < BODY.half[0] - BODY.side - 22


@pytest.mark.parametrize("pitch", LARGER)
def test_columns_leave_the_ribbon_its_way(pitch: float) -> None:
    """The ribbon is 51 mm wide."""
    body = replace(BODY, pitch=pitch)
    (one, forty), (pi_one, pi_forty) = body.carrier_pins, body.pi_pins
    for (x, y), across in columns(body):
        if one[1] < y < pi_forty[1]:
            way = (y - one[1]) / (pi_one[1] - one[1])
            middle = (one[0] + forty[0]) / 2 * (1 - way) + (pi_one[0] + pi_forty[0]) / 2 * way
            assert abs(x - middle) > 51 / 2 + across / 2, f"the column at {x:g}, {y:g}"


@pytest.mark.parametrize("pitch", LARGER)
def test_no_column_stands_in_a_circuit(pitch: float) -> None:
    """Pi, carrier and spare cell lie flat in the base."""
    body = replace(BODY, pitch=pitch)
    spare = (body.cell_board, body.cell_board)
    flat = ((body.pi, PI), (body.carrier_at, body.carrier), (body.spare_at, spare))
    for (x, y), size in flat:
        for column, across in columns(body):
            beside = abs(column[0] - x) - size[0] / 2, abs(column[1] - y) - size[1] / 2
            assert max(beside) >= across / 2, f"the column at {column} stands in what is at {x, y}"


def test_a_light_guide_lies_flat_over_the_light_and_its_capacitor() -> None:
    """A WS2812B is 1.6 mm high and 5 mm wide, a capacitor 0603 0.9 mm high."""
    assert BODY.window_depth > 1.6
    assert BODY.guide - BODY.window_depth >= 0.8, "two layers and more close the hollow"


def test_the_drum_stands_on_one_tile_and_its_copper_on_the_drum() -> None:
    assert BODY.drum_copper <= BODY.drum - 2 * 0.8, "its edge is bevelled by 0.8 mm"
    assert BODY.drum <= BODY.tile


def test_the_wall_is_thin_enough_for_the_nuts_of_buttons_and_socket() -> None:
    assert BODY.side <= 5


def test_the_tallest_part_on_the_carrier_fits_below_the_tray() -> None:
    """Its bulk capacitor is 16 mm high, by its maker's tolerance 2 mm more."""
    assert STANDOFF_HEIGHT + BODY.circuit + 16 + 2 <= BODY.room


def test_a_cell_s_plugs_have_room_below_it_wherever_it_stands() -> None:
    """JST's S3B-PH-SM4-TB is 5.5 mm high; solder lifts it a little, and a plug stands out."""
    assert BODY.under_cell >= 5.5 + 0.5


def test_the_spare_pad_is_inside_and_away_from_everything() -> None:
    assert abs(BODY.spare_at[0]) < BODY.half[0] / 2
    assert abs(BODY.spare_at[1]) < BODY.half[1] / 2


def test_the_report_is_of_this_body_and_has_no_fault() -> None:
    report = (HARDWARE / "enclosure" / "report.txt").read_text(encoding="utf-8")
    width, length = (2 * half for half in BODY.half)
    assert f"The body is {width:g} × {length:g} × {BODY.top:g} mm" in report
    assert "0 that share more than" in report
    assert "Each is one watertight solid" in report
    assert "prints as it lies" in report
    counts = dict(re.findall(r"^([\w-]+) +(\d+) ", report, re.MULTILINE))
    assert counts["light-guide"] == "25"
    assert {counts[f"light-guide-{kind}"] for kind in "OWTHS"} == {"2"}
    assert counts["foot"] == str(len(BODY.feet))


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("pitch = 44.0", "", "missing required field `pitch`"),
        ("pitch = 44.0", "pitch = 0", "`float` > 0.0 - at `$.pitch`"),
        ("rim = 3.0", "rim = -3.0", "`float` > 0.0 - at `$.rim`"),
        ("rim = 3.0", 'rim = "3"', "Expected `float`, got `str` - at `$.rim`"),
        ("carrier = [100.0, 72.0]", "carrier = [100.0]", "length 2, got 1 - at `$.carrier`"),
    ],
)
def test_a_measure_that_is_none_is_refused_by_name(
    tmp_path: Path, line: str, instead: str, said: str
) -> None:
    text = BOARD.read_text(encoding="utf-8")
    assert line in text
    path = tmp_path / "board.toml"
    path.write_text(text.replace(line, instead), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(said)):
        read_body(path)


def test_a_body_follows_its_measures() -> None:
    wider = replace(BODY, pitch=50.0)
    assert wider.half[0] == 125 + 12
    assert wider.half[1] == 150 + 12 + 25 + 12
    assert wider.faces["a1"][0] == -100
