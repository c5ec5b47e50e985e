"""What the simple board's pads should read: by hand, then what the pages say of this board."""

from __future__ import annotations

from pathlib import Path

import pytest

from circuits.sensing import counts
from enclosure.measures import read_body
from iye_hw.capacitance import charge, picofarads_of
from iye_hw.touch_settings import TouchSettings
from simple import sensing

HARDWARE = Path(__file__).parents[2] / "hardware"
GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")


def test_the_charge_is_current_and_time_of_the_registers() -> None:
    assert sensing.charge(TouchSettings()) == (16, 0.5)
    # CDC 32 µA; CDT 3 is 2 µs (data sheet 5.8).
    assert sensing.charge(TouchSettings(config1=0x20, config2=0x60)) == (32, 2)


def test_a_pad_s_capacitance_follows_from_its_reading() -> None:
    # 8 pC on 9 pF are 0.889 V of 3.3 V: 276 counts.
    assert counts(16, 0.5, 9) == pytest.approx(0.889 / 3.3 * 1024, rel=1e-3)
    assert sensing.constant(TouchSettings()) / 276 == pytest.approx(9, rel=1e-2)


def test_a_touch_takes_its_part_of_the_reading() -> None:
    bare = sensing.empty()
    expected = counts(16, 0.5, bare) * 2 / (bare + 2)
    assert sensing.fall((16, 0.5), 2.0) == pytest.approx(expected)


def test_a_disc_over_a_pad_is_a_capacitor_in_a_row_with_a_person() -> None:
    # 314 mm² with 1 mm of air between are 2.78 pF; in a row with 100 pF, 2.71.
    assert sensing.disc(20, 1.0) == pytest.approx(2.71, rel=1e-2)


def test_card_and_tile_are_as_much_as_so_much_air() -> None:
    # 0.3 mm of permittivity 3, and 6 mm of 2.5.
    assert sensing.through_tile(read_body()) == pytest.approx(0.1 + 2.4)


def test_a_held_drum_is_felt_with_the_program_s_own_settings() -> None:
    settings = TouchSettings()
    held = sensing.touches(read_body())["the drum on a tile, held"]
    assert sensing.fall(sensing.charge(settings), held) > settings.touch_threshold


def test_the_page_is_of_these_settings_and_this_board() -> None:
    said = (HARDWARE / "simple" / "sensing.md").read_text(encoding="utf-8")
    assert said == sensing.page(read_body(), TouchSettings())


def test_what_the_page_divides_is_what_the_doctor_divides() -> None:
    """By hand: 8 pC × 1024 / 3.3 V is 2482."""
    assert round(sensing.constant(TouchSettings())) == 2482
    settings = TouchSettings()
    assert picofarads_of(charge(*settings.configs), 100) == pytest.approx(
        sensing.constant(settings) / 100
    )


def test_the_guide_says_the_same() -> None:
    settings, held = TouchSettings(), sensing.touches(read_body())["the drum on a tile, held"]
    assert f"simple {sensing.empty():.0f} pF" in GUIDE
    assert f"simple {sensing.fall(sensing.charge(settings), held):.0f} counts" in GUIDE
