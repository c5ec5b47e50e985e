"""The boot file as the firmware reads it; the filters are those of Raspberry Pi's documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from iye_hw.pi.boot_file import BootFile, Overlay, read_boot_file
from iye_hw.pi.model import PiModel

BOARDS = {
    "Zero 2 W": 0x902120,
    "3B": 0xA02082,
    "3B+": 0xA020D3,
    "3A+": 0x9020E0,
    "4B": 0xC03115,
    "400": 0xC03130,
    "CM4": 0xB03140,
    "5": 0xD04171,
    "500": 0xD04190,
    "CM5": 0xC04180,
}


def lines(text: str, board: str | None) -> tuple[str, ...]:
    model = None if board is None else PiModel("Raspberry Pi", BOARDS[board]).boot_filters
    return read_boot_file("config.txt", {"config.txt": text}.get, model).lines  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("filtered", "boards"),
    [
        ("pi0", {"Zero 2 W"}),
        ("pi0w", {"Zero 2 W"}),
        ("pi02", {"Zero 2 W"}),
        ("pi3", {"3B", "3B+", "3A+"}),
        ("pi3+", {"3B+", "3A+"}),
        ("pi4", {"4B", "400", "CM4"}),
        ("pi400", {"400"}),
        ("cm4", {"CM4"}),
        ("pi5", {"5", "500", "CM5"}),
        ("pi500", {"500"}),
        ("cm5", {"CM5"}),
        ("board-type=0x11", {"4B"}),
        ("board-type=18", {"Zero 2 W"}),
        ("board-type=many", set()),
        ("none", set()),
        ("all", set(BOARDS)),
        ("0x12345678", set()),
        ("gpio4=1", set()),
        ("EDID=DEL-DELL_U2422H", set()),
    ],
)
def test_a_filter_holds_on_its_models(filtered: str, boards: set[str]) -> None:
    text = f"[{filtered}]\na=1\n"
    assert {board for board in BOARDS if lines(text, board)} == boards


def test_filters_of_models_replace_each_other_and_all_ends_them() -> None:
    text = "a=1\n[pi4]\nb=1\n[pi3]\nc=1\n[all]\nd=1\n"
    assert lines(text, "4B") == ("a=1", "b=1", "d=1")
    assert lines(text, "3B") == ("a=1", "c=1", "d=1")
    assert lines(text, "5") == ("a=1", "d=1")


def test_filters_of_different_types_have_to_hold_together() -> None:
    text = "[EDID=VSC-TD2220]\n[pi4]\na=1\n[all]\nb=1\n"
    assert lines(text, "4B") == ("b=1",)


def test_on_a_pi_that_is_not_known_the_lines_of_every_model_are_read() -> None:
    assert lines("[pi4]\na=1\n[none]\nb=1\n", None) == ("a=1",)


def test_remarks_are_no_lines() -> None:
    assert lines("# a=1\n\n  b=1  \n", "5") == ("b=1",)


def test_the_board_that_is_newer_than_this_program_goes_by_its_chip() -> None:
    newer = PiModel("Raspberry Pi", 0xD04171 & ~0xFF0 | 0x770)
    assert newer.boot_filters == {"pi5", "board-type=0x77"}
    assert PiModel("Raspberry Pi", 0).boot_filters == frozenset()
    assert PiModel("Raspberry Pi", 0x000E).boot_filters == {"pi1"}  # a code of the old style


def test_included_files_are_read_where_they_stand() -> None:
    files = {"config.txt": "[pi4]\ninclude more.txt\nc=1\n", "more.txt": "a=1\n[all]\nb=1\n"}
    four = PiModel("Raspberry Pi", BOARDS["4B"]).boot_filters
    five = PiModel("Raspberry Pi", BOARDS["5"]).boot_filters
    assert read_boot_file("config.txt", files.__getitem__, four).lines == ("a=1", "b=1", "c=1")
    assert read_boot_file("config.txt", files.__getitem__, five).lines == ("b=1", "c=1")


def test_a_file_that_includes_itself_comes_to_an_end() -> None:
    found = read_boot_file("config.txt", {"config.txt": "a=1\ninclude config.txt\n"}.__getitem__)
    assert set(found.lines) == {"a=1"}


def test_what_is_set_last_holds() -> None:
    boot = BootFile(("core_freq=250", "core_freq=400", "dtparam=audio=on,spi=on", "dtparam=audio"))
    assert boot.value("core_freq") == "400"
    assert boot.value("core_freq_min") is None
    assert (boot.parameter("audio"), boot.parameter("spi"), boot.parameter("i2c")) == (
        "on",
        "on",
        None,
    )


def test_an_overlay_has_its_parameters_on_its_line_and_below() -> None:
    boot = BootFile(
        ("dtoverlay=gpio-shutdown,gpio_pin=26", "dtparam=active_low=1", "dtoverlay=disable-bt")
    )
    assert boot.overlays("gpio-shutdown") == (
        Overlay("gpio-shutdown", {"gpio_pin": "26", "active_low": "1"}),
    )
    assert boot.overlays("i2c3") == ()


def test_the_boards_own_lines_are_right_for_every_pi_that_they_are_for() -> None:
    text = (Path(__file__).parents[3] / "hardware/raspberry-pi/boot.txt").read_text("utf-8")
    for name in ("Zero 2 W", "3B", "3B+", "4B", "5"):
        model = PiModel("Raspberry Pi", BOARDS[name])
        boot = read_boot_file("config.txt", {"config.txt": text}.__getitem__, model.boot_filters)
        for line in model.fixed_core_clock.splitlines():
            key, _, value = line.partition("=")
            assert boot.value(key) == value
        assert boot.parameter("i2c_arm_baudrate") == "400000"
        assert bool(boot.overlays("ws2812-pio")) == model.has_pio
        assert (boot.parameter("spi") == "on") != model.has_pio


@pytest.mark.parametrize(
    ("line", "brought"),
    [
        ("dtparam=spi=on", True),
        ("dtparam=i2c_arm=on", True),
        ("dtparam=i2c_arm_baudrate=400000", True),
        ("dtparam=i2c_arm_baudrate=100000", False),
        ("core_freq=250", True),
        ("core_freq=500", False),
        ("dtoverlay=i2c3", True),
        ("dtoverlay=i2c3,baudrate=400000", True),
        ("dtoverlay=i2c3,baudrate=100000", False),
        ("dtoverlay=i2c4", False),
    ],
)
def test_what_a_line_asks_for_may_be_asked_for_in_other_words(line: str, *, brought: bool) -> None:
    boot = BootFile(
        (
            "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
            "dtparam=spi",
            "core_freq=250",
            "dtoverlay=i2c3,pins_4_5",
            "dtparam=baudrate=400000",
        )
    )
    assert boot.brings(line) == brought
