"""The committed circuits are those of board.toml, and a maker can make them."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from itertools import combinations
from typing import Any

import pytest

from circuit_rig import CIRCUITS, HARDWARE, read_board
from circuits import netlist, rules
from circuits.carrier import places
from circuits.cell import electrode
from circuits.cell import places as cell_places
from circuits.netlist import Part
from iye_hw.board_map import load_board_map

BOARD = load_board_map()
BODY: dict[str, Any] = tomllib.loads((HARDWARE / "board.toml").read_text(encoding="utf-8"))["body"]
PARTS = {"cell": netlist.cell(), "carrier": netlist.carrier(BOARD)}
BOTH = pytest.mark.parametrize("name", PARTS)


@BOTH
def test_every_net_of_the_board_file_joins_what_the_netlist_joins(name: str) -> None:
    assert read_board(name).nets() == netlist.nets(PARTS[name])


@BOTH
def test_every_net_that_joins_two_pads_has_copper(name: str) -> None:
    joined = {net for net, pads in netlist.nets(PARTS[name]).items() if len(pads) > 1}
    assert joined <= read_board(name).copper_nets()


@BOTH
def test_every_part_is_on_the_board_in_its_footprint(name: str) -> None:
    footprints = {ref: part.name for ref, part in read_board(name).footprints().items()}
    assert footprints == {part.ref: part.footprint for part in PARTS[name]}


@BOTH
def test_the_rule_check_found_nothing(name: str) -> None:
    report = (CIRCUITS / name / "rule-check.txt").read_text(encoding="utf-8")
    found = re.findall(r"\*\* Found (\d+) (.+) \*\*", report)
    assert found == [
        ("0", "DRC violations"),
        ("0", "unconnected pads"),
        ("0", "Footprint errors"),
    ]
    assert rules.complaints(report) == []
    assert report.startswith(f"** Drc report for {name}.kicad_pcb **")


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("0 DRC violations", "13 DRC violations", "KiCad found 13 DRC violations"),
        ("0 unconnected pads", "1 unconnected pads", "KiCad found 1 unconnected pads"),
        ("** Found 0 Footprint errors **", "", "KiCad did not count Footprint errors"),
    ],
)
def test_a_report_that_has_a_complaint_ends_the_build(good: str, bad: str, said: str) -> None:
    report = (CIRCUITS / "cell" / "rule-check.txt").read_text(encoding="utf-8")
    assert good in report
    assert rules.complaints(report.replace(good, bad)) == [said]


@BOTH
def test_the_rules_checked_are_a_maker_s(name: str) -> None:
    """An empty report says nothing if the rules ask nothing, or are told to be silent."""
    project = (CIRCUITS / name / f"{name}.kicad_pro").read_text(encoding="utf-8")
    settings = json.loads(project)["board"]["design_settings"]
    assert settings["rules"]["min_clearance"] >= 0.15
    assert settings["rules"]["min_track_width"] >= 0.15
    assert settings["rules"]["min_through_hole_diameter"] >= 0.3
    assert settings["rules"]["min_copper_edge_clearance"] >= 0.3
    assert settings["drc_exclusions"] == []
    for rule in ("clearance", "unconnected_items", "shorting_items", "courtyards_overlap"):
        assert settings["rule_severities"][rule] == "error"


@BOTH
def test_gerbers_of_every_layer_and_drills_are_there_and_undated(name: str) -> None:
    files = {path.name: path for path in (CIRCUITS / name / "gerbers").iterdir()}
    layers = [f"{side}_{kind}" for side in "FB" for kind in ("Cu", "Mask", "Paste", "Silkscreen")]
    expected = {f"{name}-{layer}.gbr" for layer in (*layers, "Edge_Cuts")}
    assert files.keys() == expected | {f"{name}-PTH.drl", f"{name}-NPTH.drl"}
    for path in files.values():
        text = path.read_text(encoding="utf-8")
        assert re.search(r"20\d\d-\d\d-\d\d", text) is None, path.name
        assert len(text) > 100, path.name


@BOTH
def test_the_assembly_list_has_every_part_that_is_soldered_where_it_lies(name: str) -> None:
    with (CIRCUITS / name / "assembly.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["reference"]: row for row in csv.DictReader(file)}
    soldered = {part.ref: part for part in PARTS[name] if part.assembled}
    assert rows.keys() == soldered.keys()
    lies = read_board(name).footprints()
    for ref, row in rows.items():
        assert (row["value"], row["order"]) == (soldered[ref].value, soldered[ref].order)
        assert (float(row["x_mm"]), -float(row["y_mm"])) == pytest.approx(lies[ref].at, abs=0.006)
        assert (row["side"] == "bottom") == lies[ref].under


@BOTH
def test_references_are_unique(name: str) -> None:
    refs = [part.ref for part in PARTS[name]]
    assert len(set(refs)) == len(refs)


def test_the_cell_is_as_large_as_the_body_s_and_has_its_holes_there() -> None:
    board = read_board("cell")
    assert board.size() == pytest.approx((BODY["cell_board"], BODY["cell_board"]))
    spots = {tuple(board.footprints()[f"H{n}"].at) for n in range(1, 5)}
    h = BODY["cell_hole"]
    assert spots == {(-h, -h), (h, -h), (h, h), (-h, h)}


def test_the_light_is_in_the_middle_on_top_and_fits_the_hollow_of_the_light_guide() -> None:
    cell = read_board("cell").footprints()
    assert cell["D1"].at == pytest.approx((0, 0))
    assert [ref for ref, part in cell.items() if not part.under and part.nets] == ["C1", "D1"]
    reach = max(abs(at) for ref in ("C1", "D1") for at in cell[ref].at) + 1.6
    assert reach <= BODY["window"] / 2


def test_the_carrier_is_as_large_as_the_body_has_room_for_and_has_its_holes_there() -> None:
    board = read_board("carrier")
    assert board.size() == pytest.approx(tuple(BODY["carrier"]))
    middle_x, middle_y = places.WIDTH / 2, places.HEIGHT / 2
    parts = board.footprints().items()
    spots = {(part.at[0] - middle_x, middle_y - part.at[1]) for ref, part in parts if ref[0] == "H"}
    assert spots == {tuple(spot) for spot in BODY["carrier_holes"]}


def test_two_holes_beside_the_header_are_a_pi_s() -> None:
    """A Pi's holes are on its header's middle line, 58 mm apart, the header's middle between."""
    carrier = read_board("carrier").footprints()
    (x1, y1), (x2, y2) = carrier["H1"].at, carrier["H2"].at
    first = carrier["J1"].at
    assert (x2 - x1, y1) == (58.0, y2)
    assert (first[0] + 19 * 2.54 / 2, first[1] - 1.27) == pytest.approx(((x1 + x2) / 2, y1))


def test_every_pad_has_one_electrode_and_one_plug_pin() -> None:
    joined = netlist.nets(netlist.carrier(BOARD))
    for place in BOARD.places:
        chip, plug = f"U{place.chip + 1}", f"J{place.chip + 3}"
        assert joined[netlist.pad_net(place.name)] == {
            (chip, str(8 + place.electrode)),  # ELE0 is pin 8 (data sheet, table 1)
            (plug, str(1 + place.electrode)),
        }
    assert sum(net.startswith("PAD_") for net in joined) == len(BOARD.places)


def test_every_pad_has_one_light() -> None:
    assert sorted(place.light for place in BOARD.places) == list(range(BOARD.light_count))


def test_touch_chips_differ_in_their_address_straps() -> None:
    """0x5A to 0x5D are ADDR on VSS, VDD, SDA, SCL (data sheet, section 2.2)."""
    joined = netlist.nets(netlist.carrier(BOARD))
    assert dict(zip(BOARD.chips, _straps(), strict=True)) == {
        0x5A: "GND",
        0x5B: "+3V3",
        0x5C: "SDA",
    }
    assert {("U1", "1"), ("U2", "1"), ("U3", "1"), ("R6", "2"), ("J1", "11")} <= joined["IRQ"]
    assert ("R6", "1") in joined["+3V3"]


def _straps() -> list[str]:
    chips = {part.ref: part for part in netlist.carrier(BOARD)}
    return [chips[f"U{n + 1}"].pads["4"] for n in range(len(BOARD.chips))]


def test_every_touch_chip_has_what_its_data_sheet_asks_for() -> None:
    parts = {part.ref: part for part in netlist.carrier(BOARD)}
    for n in (1, 2, 3):
        chip = parts[f"U{n}"].pads
        assert (chip["20"], chip["6"]) == ("+3V3", "GND")
        assert _between(parts, chip["5"], "GND") == ["100nF 16V X7R"]
        assert _between(parts, chip["7"], "GND") == ["75k 1%"]


def _between(parts: dict[str, Part], a: str, b: str) -> list[str]:
    return [part.value for part in parts.values() if sorted(part.pads.values()) == sorted((a, b))]


def test_light_data_goes_by_shifter_and_resistor_to_the_lights_plug() -> None:
    parts = {part.ref: part for part in netlist.carrier(BOARD)}
    shifter = parts["U4"].pads
    assert parts["J1"].pads["19"] == shifter["2"]
    assert _between(parts, shifter["3"], parts["J6"].pads["2"]) == ["330"]
    assert [shifter[pin] for pin in ("1", "5", "9", "12", "7")] == ["GND"] * 5
    assert {shifter[pin] for pin in ("4", "10", "13", "14")} == {"+5V_LIGHTS"}


def test_what_comes_in_passes_both_fuses_before_the_lights() -> None:
    parts = {part.ref: part for part in netlist.carrier(BOARD)}
    assert set(parts["F1"].pads.values()) == {parts["J2"].pads["1"], parts["J1"].pads["2"]}
    assert set(parts["F2"].pads.values()) == {parts["J1"].pads["4"], parts["J6"].pads["1"]}
    assert _between(parts, "+5V_LIGHTS", "GND").count("1000uF 10V 10x16") == 1


def test_the_plug_of_the_lights_has_the_pins_of_a_cell() -> None:
    carrier = {part.ref: part for part in netlist.carrier(BOARD)}
    cell = {part.ref: part for part in netlist.cell()}
    supply = {"+5V_LIGHTS": "+5V", "LIGHT_OUT": "DIN", "GND": "GND"}
    into = {pin: supply[net] for pin, net in carrier["J6"].pads.items()}
    assert into == cell["J1"].pads
    assert {**cell["J2"].pads, "2": "DIN"} == cell["J1"].pads


def test_nothing_on_a_cell_s_underside_overlaps() -> None:
    """Plugs are 10.2 mm deep and 7.2 or 9.2 mm wide, lying across (JST's drawing of PH)."""
    boxes = [
        (at.x, at.y, 5.1, 5.6 if ref != "J3" else 4.6)
        for ref, at in cell_places.PLACES.items()
        if ref.startswith("J")
    ]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in combinations(boxes, 2):
        assert abs(ax - bx) >= aw + bw or abs(ay - by) >= ah + bh


def test_the_electrode_keeps_its_gap_to_the_light_and_stays_on_the_board() -> None:
    side = BODY["cell_board"]
    for left, top, right, bottom in electrode.comb(side):
        assert left >= -side / 2 + electrode.BARE + electrode.GAP
        assert right <= side / 2 - electrode.BARE - electrode.GAP
        assert max(abs(top), abs(bottom)) <= side / 2 - electrode.BARE - electrode.GAP
    assert electrode.finger_middles() == (-13.5, -4.5, 4.5, 13.5)
