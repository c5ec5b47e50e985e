"""What the electrodes should read, against figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from circuits import sensing
from circuits.cell import electrode

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
