"""The drawings show what board.toml says: every pin, every pad, every cable."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest

import header
from circuit_rig import HARDWARE
from circuits import netlist, sensing
from circuits.carrier import places
from circuits.cell import places as cell_places
from enclosure.measures import read_body
from iye_hw.board_map import SPARE, load_board_map
from power import FEED_CABLE, INPUT_CABLE
from wiring import chain, clean, simple
from wiring.plan import plan

BOARD = load_board_map()
BODY = read_body()
HOPS = chain.hops(BOARD, BODY)
DRAWN = simple.drawings(BOARD) | clean.drawings(BOARD, HOPS)


def words(name: str) -> str:
    """Give the words of a committed drawing, one text a line."""
    svg = (HARDWARE / "wiring" / f"{name}.svg").read_text(encoding="utf-8")
    return "\n".join(re.findall(r">([^<>\n]+)<", svg))


def test_the_simple_way_puts_one_wire_on_a_pin_of_the_header() -> None:
    pins = [
        pin for drawing in simple.drawings(BOARD).values() for pin in _ends(drawing, "Raspberry Pi")
    ]
    assert len(set(pins)) == len(pins)
    assert {use.pin for use in header.uses(BOARD)} <= set(pins)


def _ends(drawing: dict[str, Any], plug: str) -> list[Any]:
    return [
        pin
        for joint in drawing["connections"]
        for end in joint
        for name, pins in end.items()
        if name == plug
        for pin in pins
    ]


def test_each_pin_in_the_simple_way_is_on_the_net_that_it_is_called_by() -> None:
    nets = header.nets(BOARD)
    for drawing in simple.drawings(BOARD).values():
        plug = drawing["connectors"].get("Raspberry Pi", {"pins": [], "pinlabels": []})
        for pin, label in zip(plug["pins"], plug["pinlabels"], strict=True):
            assert label.split(" ")[0] == nets[pin]


@pytest.mark.parametrize("name", DRAWN)
def test_every_wire_has_two_ends_that_exist(name: str) -> None:
    drawing = DRAWN[name]
    for joint in drawing["connections"]:
        counts = set()
        for end in joint:
            ((what, pins),) = end.items()
            counts.add(len(pins))
            if what in drawing["cables"]:
                assert max(pins) <= drawing["cables"][what]["wirecount"]
            else:
                plug = drawing["connectors"][what]
                known = plug.get("pins", range(1, len(plug["pinlabels"]) + 1))
                assert set(pins) <= set(known), (what, pins)
        assert len(counts) == 1


def test_breakouts_are_strapped_to_different_addresses() -> None:
    plugs = simple.drawings(BOARD)["simple-touch"]["connectors"]
    straps = {
        name: plug["pinlabels"][plug["loops"][0][0] - 1]
        for name, plug in plugs.items()
        if "loops" in plug
    }
    assert straps == {"MPR121 0x5A": "GND", "MPR121 0x5B": "VIN", "MPR121 0x5C": "SDA"}


def test_every_pad_s_wire_is_drawn_once_from_its_electrode() -> None:
    wires = {
        plug: joint[0]
        for name, drawing in DRAWN.items()
        if name.startswith("pads-")
        for joint in drawing["connections"]
        for plug in joint[2]
    }
    for place in BOARD.places:
        chip = f"MPR121 0x{BOARD.chips[place.chip]:02X}"
        assert wires[f"pad {place.name}"] == {chip: [place.electrode + 1]}
    assert len(wires) == len(BOARD.places)


def test_the_schematic_shows_every_pin_of_the_header_in_use() -> None:
    text = words("schematic-header")
    for use in header.uses(BOARD):
        assert re.search(rf"{use.net}\s+GPIO {use.bcm}\b", text), use
    pins = [int(number) for number in re.findall(r"^\s*(\d+)\s*$", text, re.MULTILINE)]
    assert sorted(pins) == list(range(1, 41))


def test_the_schematic_shows_every_part_of_the_carrier() -> None:
    sheets = "\n".join(words(f"schematic-{name}") for name in SHEETS)
    for part in netlist.carrier(BOARD):
        if part.pads and not part.ref.startswith("TP"):
            assert re.search(rf"\b{part.ref}\b", sheets), part.ref


SHEETS = ("header", "power", "touch", "lights", "controls")


@pytest.mark.parametrize("name", ["plan-above", "plan-below"])
def test_the_plan_names_every_pad_with_its_light_and_electrode(name: str) -> None:
    lines = words(name).splitlines()
    for place in BOARD.places:
        at = lines.index(place.name)
        address = f"0x{BOARD.chips[place.chip]:02X}"
        assert lines[at + 1 : at + 3] == [
            f"light {place.light}",
            f"{address} el. {place.electrode}",
        ]


def test_from_below_left_and_right_are_changed() -> None:
    above = plan(BOARD, 44.0, 12.0, below=False)
    below = plan(BOARD, 44.0, 12.0, below=True)
    assert _x(above, "a1") == -_x(below, "a1") == -88.0
    assert _x(above, "2S") == -88.0  # as printed: player 2's Sun above a5
    assert _x(above, "1O") == -88.0


def _x(svg: str, pad: str) -> float:
    found = re.search(rf"<text x='([-\d.]+)'[^>]*>{pad}</text>", svg)
    assert found
    return float(found[1])


def test_the_chain_goes_once_through_all_lights() -> None:
    assert [hop.before for hop in HOPS] + [HOPS[-1].after] == [p.name for p in chain.chain(BOARD)]
    assert len(HOPS) == 35


def test_cables_are_as_long_as_their_way_and_not_much_longer() -> None:
    lengths = {(hop.before, hop.after): hop.length for hop in HOPS}
    # From plug to plug, which are 16.5 mm from the middles, and 40 mm of slack; in steps of 20 mm.
    assert lengths["a1", "b1"] == 100  # 44 − 33 + 40 = 51: no shorter ones are bought
    assert lengths["e1", "a2"] == 300  # 4 × 44 + 33 + 44 + 40 = 293
    assert lengths["e5", "1O"] == 500  # 4 × 44 + 33 + 5 × 44 + 12 + 40 = 481
    assert lengths["1S", "2O"] == 340  # both at the right; 6 × 44 + 24 + 40 = 328
    assert lengths["2S", "spare"] == 240  # 58 + 104 along, 26 down into the base, and 40 = 228


def test_the_plugs_are_where_the_circuit_of_a_cell_has_them() -> None:
    """Their mouths are 5.4 mm outside their own middles, and a plug stands out by some 3 mm."""
    for ref, side in (("J1", -1), ("J2", 1)):
        assert cell_places.PLACES[ref].x * side + 5.4 + 3 == pytest.approx(chain.PLUG, abs=0.5)


def on_base(ref: str) -> tuple[float, float, float]:
    """Give where a plug of the carrier is in the base, in which the carrier is turned round."""
    place = places.PLACES[ref]
    x, y = place.x - places.WIDTH / 2, places.HEIGHT / 2 - place.y
    return BODY.carrier_at[0] - x, BODY.carrier_at[1] - y, -BODY.room


def on_body(pad: str) -> tuple[float, float, float]:
    return (*BODY.spare_at, -BODY.room) if pad == SPARE else (*BODY.faces[pad], 0.0)


def test_wires_from_the_carrier_reach_every_pad_feed_and_button() -> None:
    pads = [
        chain.length(on_base(f"J{place.chip + 3}"), on_body(place.name)) for place in BOARD.places
    ]
    assert max(pads) <= clean.PAD_WIRE
    assert min(pads) <= sensing.NEAREST + chain.SLACK + chain.STEP  # what would do for the nearest
    ends = [chain.chain(BOARD)[0], *chain.feeds(BOARD)]
    for plug, end in zip(("J6", "J7", "J8"), ends, strict=True):
        assert chain.length(on_base(plug), on_body(end.name)) <= 1000 * FEED_CABLE
    wall = BODY.half[0] - BODY.side
    for name, y in BODY.openings.items():
        if name != "5 V":
            assert chain.length(on_base("J9"), (wall, y, -BODY.room)) <= clean.BUTTON_WIRE
    socket = (wall, BODY.openings["5 V"], -BODY.room)
    assert chain.length(on_base("J2"), socket) <= 1000 * INPUT_CABLE


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_of_cables_can_be_read_at_the_width_of_a_page(name: str) -> None:
    # Its words are 14 units high; a page of 850 pixels must leave them 6.
    svg = (HARDWARE / "wiring" / f"{name}.svg").read_text(encoding="utf-8")
    found = re.search(r'<svg width="(\d+)pt"', svg)
    assert found
    assert 14 * 850 / int(found[1]) >= 6


def test_the_feeds_are_in_the_middle_of_the_chain_and_at_its_end() -> None:
    assert [place.light for place in chain.feeds(BOARD)] == [18, 35]


def test_the_list_of_cables_is_the_chain_s() -> None:
    with (HARDWARE / "wiring" / "cables.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["from"], row["to"], int(row["length_mm"])) for row in csv.DictReader(file)]
    assert rows == [(hop.before, hop.after, hop.length) for hop in HOPS]


def test_drawings_name_no_maker_and_no_date() -> None:
    for path in (HARDWARE / "wiring").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert "<!--" not in text, path.name
        assert re.search(r"20\d\d-\d\d-\d\d", text) is None, path.name
