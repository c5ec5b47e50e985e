"""What pads should read: the chip's formula by hand, then what sensing.md says of this board."""

from __future__ import annotations

from pathlib import Path

import pytest

import sensing
from enclosure.measures import COPPER, read_body
from iye_hw.simulated.sensing import ADC_STEPS, SUPPLY_VOLTS
from iye_hw.touch_settings import TouchSettings

HARDWARE = Path(__file__).parents[2] / "hardware"


def test_the_charge_is_current_times_time_of_the_registers() -> None:
    assert sensing.charge(TouchSettings()) == pytest.approx(16 * 0.5)
    # CDC 32 µA; CDT 3 is 2 µs (data sheet 5.8).
    assert sensing.charge(TouchSettings(config1=0x20, config2=0x60)) == pytest.approx(32 * 2)


def test_counts_are_charge_by_capacitance_as_a_part_of_the_supply() -> None:
    # 8 pC on 9 pF are 0.889 V of 3.3 V; 2 pF more make it 0.727 V.
    assert sensing.counts(9, 8) == pytest.approx(0.889 / 3.3 * 1024, rel=1e-3)
    assert sensing.fall(9, 2, 8) == pytest.approx((0.889 - 0.727) / 3.3 * 1024, rel=0.01)


def test_the_simulated_chip_goes_by_the_same_formula() -> None:
    assert (sensing.STEPS, sensing.SUPPLY) == (ADC_STEPS, SUPPLY_VOLTS)


def test_the_fall_is_counts_times_the_new_part_of_the_capacitance() -> None:
    assert sensing.fall(30, 2, 8) == pytest.approx(sensing.counts(30, 8) * 2 / 32)


def test_a_disc_and_a_plate_are_a_capacitor() -> None:
    # 314 mm² with 1 mm of air between: 8.854 pF/m × 314e-6 m² / 1e-3 m.
    assert sensing.plate(20, 1.0, 1.0) == pytest.approx(2.78, rel=1e-3)
    assert sensing.plate(20, 1.0, 0.5) == pytest.approx(1.39, rel=1e-2)


def test_a_person_is_in_series() -> None:
    assert sensing.held(100) == pytest.approx(50)


def test_a_drum_let_go_needs_ground_beside_the_electrode() -> None:
    # Half electrode, half ground, 1 pF to each: two in series are 0.5 pF.
    assert sensing.standing(1.0, 0.5) == pytest.approx(0.5)
    assert sensing.standing(1.0, 1.0) == 0


def test_the_better_charge_stays_below_what_the_chip_regulates() -> None:
    volts = sensing.best_charge(30) / 30
    assert 0.5 < volts / (3.3 - 0.7) < 0.9


def test_sensing_md_is_of_these_settings_and_this_board() -> None:
    said = (HARDWARE / "sensing.md").read_text(encoding="utf-8")
    assert said == sensing.page(read_body(), TouchSettings())


def test_the_guide_says_what_sensing_md_says() -> None:
    guide = (HARDWARE / "README.md").read_text(encoding="utf-8")
    simple, clean = sensing.ways(read_body())
    now = sensing.charge(TouchSettings())
    better = sensing.best_charge(clean.empty)

    def drum(way: sensing.Way, picocoulombs: float) -> str:
        through = way.cover + read_body().tile_height / sensing.WOOD
        felt = sensing.held(sensing.plate(COPPER, through, way.share))
        return f"{sensing.fall(way.empty, felt, picocoulombs):.0f}"

    held = (
        f"on a simple board {drum(simple, now)} counts; on a clean one {drum(clean, now)} with"
        f" today's charge of {now:g} pC, {drum(clean, better)} with {better:.0f} pC"
    )
    for words in (
        held,
        f"{sensing.counts(1, now):.0f} / counts",
        f"Divide {sensing.counts(1, now):.0f} by the counts",
        f"simple {simple.empty:.0f} pF, clean {clean.empty:.0f} pF",
    ):
        assert words in guide
