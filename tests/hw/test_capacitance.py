"""Charge, capacitance and reading: three of which two give the third."""

from __future__ import annotations

import pytest

from iye_hw.capacitance import charge, charge_for, picofarads_of, reading_of


def test_the_usual_configs_charge_by_8_picocoulombs() -> None:
    """Data sheet 5.8: CDC 16 is 16 µA, CDT 1 is 0.5 µs."""
    assert charge(0x10, 0x20) == 8.0


def test_the_strongest_charge() -> None:
    """63 µA for 32 µs."""
    assert charge(0x3F, 0xE0) == 2016.0


def test_9_picofarads_read_275_counts() -> None:
    """By hand: 8 / 9 V of 3.3 V in 1024 steps is 275.8."""
    assert reading_of(8.0, 9.0) == pytest.approx(275.8, abs=0.05)


def test_275_8_counts_are_9_picofarads() -> None:
    assert picofarads_of(8.0, 275.825) == pytest.approx(9.0, abs=1e-4)


def test_9_picofarads_want_8_picocoulombs_to_read_as_much() -> None:
    assert charge_for(275.825, 9.0) == pytest.approx(8.0, abs=1e-4)
