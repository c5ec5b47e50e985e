"""What is ordered is as much as board.toml and the body ask for."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from circuits import netlist
from enclosure.measures import read_body
from iye_hw.board_map import load_board_map
from power import FEED_CABLE
from wiring import clean, simple
from wiring.chain import feeds, hops
from wiring.harness import Harness

HARDWARE = Path(__file__).parents[2] / "hardware"
PI_SCREWS = 4
SHORT_CABLE = 100
SQUARE_M = 0.038
"""A square of the simple board is cut off the tape as long as a tile; in metres."""


def rows() -> list[dict[str, str]]:
    with (HARDWARE / "parts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def asked_for() -> dict[str, int]:
    """Count what the board has, from board.toml."""
    board, body = load_board_map(), read_body()
    short = [hop for hop in hops(board, body) if hop.length <= SHORT_CABLE]
    buttons = len(board.buttons) + 1
    circuits_on_posts = 2 * len(body.faces) + 4
    return {
        "pads": len(board.places),
        "lights": board.light_count,
        "2 × lights": 2 * board.light_count,
        "chips": len(board.chips),
        "buttons": buttons,
        "feeds": len(feeds(board)),
        "contacts": len(board.places) + 2 * len(feeds(board)) + 2 * buttons,
        "short chain cables": len(short),
        "long chain cables": board.light_count - len(short),
        "screws": len(body.screws),
        "bolts": len(body.bolts),
        "dowels": len(body.dowels),
        "small screws": circuits_on_posts + len(body.carrier_holes) + PI_SCREWS,
        "terminal strips": len(ends_of("terminal strip")),
        "header pins": sum(map(len, ends_of("40-pin header").values())),
    }


def test_every_column_is_filled_in() -> None:
    for row in rows():
        assert None not in row
        assert None not in row.values()
        assert row["part"]
        assert int(row["quantity"]) > 0
        assert row["way"] in {"simple", "clean", "both"}
        assert float(row["about EUR each"]) > 0
        assert row["number"] or row["what else will do"], f"{row['part']}: nobody can order it"


def test_no_part_is_listed_twice() -> None:
    parts = [row["part"] for row in rows()]
    assert len(set(parts)) == len(parts)


def test_counts_are_those_of_the_board() -> None:
    counts = asked_for() | {"metres": 3}
    told = {row["part"]: int(row["quantity"]) for row in rows() if row["as many as"]}
    assert told == {row["part"]: counts[row["as many as"]] for row in rows() if row["as many as"]}


def test_there_is_tape_for_every_pad_and_the_drum() -> None:
    (tape,) = (row for row in rows() if row["as many as"] == "metres")
    assert int(tape["quantity"]) >= len(load_board_map().places) * SQUARE_M + 0.2


def metres(drawings: dict[str, Harness], gauge: str, *, loose: bool) -> float:
    """Add up the wires of a gauge, in metres; loose ones come in no ready-made cable of three."""
    cables = [one for drawing in drawings.values() for one in drawing["cables"].values()]
    lengths = [
        int(cable["wirecount"]) * int(cable["length"].removesuffix(" mm"))
        for cable in cables
        if cable["gauge"] == gauge and not (loose and "LIGHT_OUT" in cable["wirelabels"])
    ]
    return sum(lengths) / 1000


def test_there_is_wire_thick_enough_for_every_feed_that_is_drawn() -> None:
    board, body = load_board_map(), read_body()
    bought = {row["part"]: float(row["quantity"]) for row in rows()}
    ways = {
        "simple": simple.drawings(board),
        "clean": clean.drawings(board, hops(board, body)),
    }
    for drawn in ways.values():
        needed = metres(drawn, "20 AWG", loose=False)
        assert 0 < needed <= bought["wire 0.5 mm² red and black"]
    feeding = metres({"lights": ways["clean"]["clean-lights"]}, "24 AWG", loose=True)
    buttons = metres({"controls": ways["clean"]["clean-controls"]}, "26 AWG", loose=True)
    assert 0 < feeding + buttons <= bought["wire 0.2 mm²"]


def ends_of(kind: str) -> dict[str, list[int]]:
    """Give the pins that wires end at in the simple way's drawings, by what they belong to."""
    ends: dict[str, list[int]] = {}
    for drawing in simple.drawings(load_board_map()).values():
        mine = {name for name, end in drawing["connectors"].items() if end.get("type") == kind}
        for joint in drawing["connections"]:
            for end in joint:
                for name in end.keys() & mine:
                    ends.setdefault(name, []).extend(end[name])
    return ends


def test_a_terminal_strip_has_ways_for_every_wire_and_for_what_is_across_it() -> None:
    (row,) = (row for row in rows() if row["part"].startswith("terminal strip"))
    found = re.search(r"of 2 × (\d+) ways", row["part"])
    assert found
    for name, pins in ends_of("terminal strip").items():
        for pole in (1, 2):
            assert 3 <= pins.count(pole) + 1 <= int(found[1]), f"{name}, pole {pole}"


def test_a_header_without_a_part_in_the_circuit_s_list_is_listed_by_itself() -> None:
    by_hand = [
        part for part in netlist.carrier(load_board_map()) if part.pads and not part.assembled
    ]
    assert [part.ref for part in by_hand if not part.ref.startswith("TP")] == ["J1"]
    (row,) = (row for row in rows() if row["part"].startswith("pin header 2 × 20"))
    assert (row["way"], row["quantity"]) == ("clean", "1")


def test_there_is_plastic_for_every_part_and_for_what_is_spoilt() -> None:
    """By what the report says that a slicer makes of them, and a twentieth more."""
    report = (HARDWARE / "enclosure" / "report.txt").read_text(encoding="utf-8")
    weights = re.findall(r"^([\w-]+) +(\d+) .* ([\d.]+) g ", report, re.MULTILINE)
    kinds = {"light": "PETG clear or white", "foot": "TPU"}
    needed: dict[str, float] = {}
    for name, count, grams in weights:
        kind = kinds.get(name.split("-")[0], "PETG dark")
        needed[kind] = needed.get(kind, 0) + int(count) * float(grams)
    bought = {row["part"]: int(row["quantity"]) for row in rows()}
    assert set(needed) == {"PETG dark", "PETG clear or white", "TPU"}
    assert {kind for kind, grams in needed.items() if bought[kind] < 1.05 * grams} == set()


def test_the_guide_says_how_many_feet_there_are() -> None:
    guide = (HARDWARE / "README.md").read_text(encoding="utf-8")
    feet = {8: "eight", 11: "eleven"}[len(read_body().feet)]
    assert f"{feet} feet in TPU" in guide
    assert f"go into {feet} of their holes" in guide


def test_the_guide_says_how_many_screws_hold_the_tray() -> None:
    guide = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert f"{len(read_body().screws)} screws from below" in guide


def test_cables_of_the_chain_are_listed_from_the_shortest_long_one_to_the_longest() -> None:
    board, body = load_board_map(), read_body()
    long = [hop.length for hop in hops(board, body) if hop.length > SHORT_CABLE]
    (row,) = (row for row in rows() if row["as many as"] == "long chain cables")
    assert f"{min(long)} to {max(long)} mm" in row["part"]


def test_the_cable_from_the_carrier_is_as_long_as_it_is_drawn() -> None:
    (row,) = (row for row in rows() if row["as many as"] == "long chain cables")
    assert f"the one from the carrier is {1000 * FEED_CABLE:.0f} mm" in row["what else will do"]


@pytest.mark.parametrize("way", ["simple", "clean"])
def test_either_way_has_everything_that_board_toml_names(way: str) -> None:
    board = load_board_map()
    ours = [row for row in rows() if row["way"] in {way, "both"}]

    def of(word: str) -> int:
        return sum(int(row["quantity"]) for row in ours if word in row["part"])

    assert of("MPR121") == len(board.chips)
    assert of("WS2812B") == board.light_count
    assert of("push-button") == len(board.buttons) + 1
    assert of("supply 5 V") == 1


@pytest.mark.parametrize("way", ["simple", "clean"])
def test_the_guide_says_what_a_board_costs(way: str) -> None:
    cost = sum(
        int(row["quantity"]) * float(row["about EUR each"])
        for row in rows()
        if row["way"] in {way, "both"}
    )
    guide = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert f"about {round(cost, -1):g} EUR" in guide
