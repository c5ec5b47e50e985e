"""What every pad reads is listed one by one, for whoever notes it down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from iye.cli import main
from iye.doctor.pad_table import PadRead, pads_as_text, pads_read
from iye.doctor.pads import PadSamples
from iye.settings import parse_settings
from iye_hw.board_map import load_board_map

BOARD = load_board_map()


def doctor(folder: Path, *options: str) -> str:
    command = ("doctor", "--panel", "simulated", "--data", str(folder), *options)
    return CliRunner().invoke(main, command).output


def test_a_reading_tells_the_capacitance_of_its_pad() -> None:
    """By hand: 16 µA for 0.5 µs are 8 pC, and 8 × 1024 / (3.3 × 165) is 15.0."""
    samples = {"a1": PadSamples(164, [165, 166, 164, 165])}
    assert list(pads_read(BOARD, samples, parse_settings("").touch_settings())) == [
        PadRead("a1", "0x5A", 0, counts=165, strays=1, baseline=164, picofarads=15.0)
    ]


def test_the_capacitance_follows_the_charge_of_the_settings() -> None:
    """By hand: 63 µA for 0.5 µs are 31.5 pC, and 31.5 × 1024 / (3.3 × 652) is 14.99."""
    settings = parse_settings("[touch]\ncharge_current = 63\n").touch_settings()
    [pad] = pads_read(BOARD, {"e5": PadSamples(652, [652])}, settings)
    assert (pad.chip, pad.electrode, pad.picofarads) == ("0x5C", 0, 15.0)


def test_a_pad_that_reads_nothing_has_no_capacitance() -> None:
    [pad] = pads_read(BOARD, {"c3": PadSamples(0, [0])}, parse_settings("").touch_settings())
    assert pad.picofarads is None
    assert pads_as_text([pad]).splitlines()[1].split() == ["c3", "0x5B", "0", "0", "0", "0", "–"]


def test_every_pad_is_listed_in_the_order_of_the_board(tmp_path: Path) -> None:
    lines = doctor(tmp_path, "--pads").splitlines()
    assert lines[0].split() == ["pad", "chip", "electrode", "counts", "strays", "baseline", "pF"]
    assert [line.split()[0] for line in lines[1:37]] == list(BOARD.pads)
    assert lines[37] == ""


def test_figures_stand_below_each_other(tmp_path: Path) -> None:
    lines = doctor(tmp_path, "--pads").splitlines()[:37]
    assert len({len(line) for line in lines}) == 1


def test_without_the_option_no_pad_is_listed(tmp_path: Path) -> None:
    assert "electrode" not in doctor(tmp_path)


@pytest.mark.parametrize("options", [("--json",), ("--json", "--pads")])
def test_programs_are_always_told_every_pad(options: tuple[str, ...], tmp_path: Path) -> None:
    pads = json.loads(doctor(tmp_path, *options))["pads"]
    assert [pad["pad"] for pad in pads] == list(BOARD.pads)
    assert set(pads[0]) == {
        "pad", "chip", "electrode", "counts", "strays", "baseline", "picofarads"
    }  # fmt: skip


def test_pads_of_a_chip_that_does_not_answer_are_left_out(tmp_path: Path) -> None:
    pads = json.loads(doctor(tmp_path, "--json", "--fault", "chip_gone:c3"))["pads"]
    on_it = {place.name for place in BOARD.on_chip(1)}
    assert [pad["pad"] for pad in pads] == [pad for pad in BOARD.pads if pad not in on_it]


def test_where_nothing_answers_there_is_no_table(tmp_path: Path) -> None:
    said = doctor(tmp_path, "--pads", "--fault", "hung_bus")
    assert "electrode" not in said
    assert said.startswith("✓ pins")
