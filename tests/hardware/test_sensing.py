"""What the electrodes should read, against figures worked out by hand."""

from __future__ import annotations

import csv
import math
from itertools import product
from pathlib import Path

import pytest

from circuits import sensing
from circuits.cell import electrode
from iye_hw.mpr121_registers import CHARGE_TIMES
from wiring.clean import PAD_WIRE, TAPE_WIRE

HARDWARE = Path(__file__).parents[2] / "hardware"
GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")

BODY = {"cell_board": 40.0, "drum_copper": 30.0, "guide": 3.0, "tile_height": 6.0}


def test_the_areas_under_a_small_disc_are_the_light_s_ground_alone() -> None:
    """A disc of 6 mm lies within the light's place, which is ground but for the gap around it."""
    pad, ground = electrode.areas_under(6.0, 40.0)
    assert pad == 0
    assert ground == pytest.approx(math.pi * 9, rel=0.02)


def test_electrode_ground_and_gaps_make_up_the_disc() -> None:
    pad, ground = electrode.areas_under(30.0, 40.0)
    assert 0.4 < pad / (math.pi * 225) < 0.6
    assert pad + ground < math.pi * 225


def test_two_in_a_row() -> None:
    assert sensing.in_row(1.0, 1.0) == 0.5
    assert sensing.in_row(1.0, 1e9) == pytest.approx(1.0)


def test_equal_strips_far_apart_from_nothing_are_k_over_k() -> None:
    """K(1/√2) is 1.8541: the elliptic integral's table."""
    assert sensing._elliptic(math.sqrt(0.5)) == pytest.approx(1.854075, abs=1e-6)
    assert sensing._elliptic(0.0) == pytest.approx(math.pi / 2)


def test_counts_are_those_of_the_simulated_chip() -> None:
    """8 pC on 9 pF read 275; see the simulated chip's own words."""
    assert sensing.counts(16, 0.5, 9.0) == pytest.approx(275.8, abs=0.1)


def test_a_full_reading_goes_no_further() -> None:
    assert sensing.counts(63, 4.0, 9.0) == pytest.approx(2.6 * 1024 / 3.3)


def test_a_hand_adds_to_what_the_drum_does_alone() -> None:
    felt = sensing.felt(BODY)
    assert 0 < felt.drum < felt.hand < felt.bare / 10


def test_a_thicker_tile_is_felt_less() -> None:
    assert sensing.felt({**BODY, "tile_height": 9.0}).hand < sensing.felt(BODY).hand


def test_the_most_charge_that_fits_is_found() -> None:
    """By hand: 750 counts of 31.8 pF are 76.86 pC; 63 µA in 1 µs are less than 38 µA in 2."""
    assert sensing.most_charge(31.8) == (38, 2)
    # 15 pF: 36.25 pC, of which 36 in 1 µs; 0.5 µs of the strongest are but 31.5.
    assert sensing.most_charge(15.0) == (36, 1)


@pytest.mark.parametrize("picofarads", [6.0, 13.8, 23.8, 31.8, 60.0])
def test_no_other_charge_is_larger_and_fits(picofarads: float) -> None:
    current, time = sensing.most_charge(picofarads)
    fitting = [
        amps * long
        for amps, long in product(range(1, 64), CHARGE_TIMES)
        if amps * long * 1024 / (3.3 * picofarads) <= 750
    ]
    assert current * time == max(fitting)


def test_the_page_reckons_with_the_wire_that_is_bought_and_that_the_guide_tells_to_keep() -> None:
    """Every pad gets one and the same charge, so every pad needs the same length of wire."""
    with (HARDWARE / "parts.csv").open(encoding="utf-8", newline="") as file:
        (wire,) = (
            row for row in csv.DictReader(file) if row["part"].startswith("wire with a plug")
        )
    assert f"{PAD_WIRE} mm" in wire["part"]
    assert sensing.WIRE_LENGTH * 1000 == PAD_WIRE
    assert f"all {PAD_WIRE} mm long" in " ".join(GUIDE.split())
    assert f"all wires to the same {TAPE_WIRE} mm" in " ".join(GUIDE.split())
    page = (HARDWARE / "circuits" / "sensing.md").read_text(encoding="utf-8")
    assert f"| wire, {PAD_WIRE / 1000:g} m |" in page
