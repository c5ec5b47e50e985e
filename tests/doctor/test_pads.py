"""What is said of pads by what they read: figures in, findings out."""

from __future__ import annotations

import pytest

from iye.doctor.finding import Finding, Outcome
from iye.doctor.pads import PadSamples, examine_pads
from iye_hw.touch_settings import TouchSettings


def found(usual: int, other: int) -> list[Finding]:
    """Give what is found of eight pads of which the first reads otherwise."""
    readings = {"a1": other} | dict.fromkeys(("b1", "c1", "d1", "e1", "a2", "b2", "c2"), usual)
    samples = {pad: PadSamples(read // 4 * 4, [read]) for pad, read in readings.items()}
    return list(examine_pads(samples, TouchSettings()))


@pytest.mark.parametrize(
    ("usual", "other"),
    [(165, 413), (165, 1000), (652, 960), (652, 1023), (742, 990), (742, 1023)],
)
def test_a_wire_that_leads_nowhere_is_broken_however_much_pads_are_charged(
    usual: int, other: int
) -> None:
    """15 pF and 6 pF at 8 pC; more charge fills an open wire up, close to full scale."""
    (finding,) = found(usual, other)
    assert finding.outcome is Outcome.WRONG
    assert finding.said == f"a1 reads {other} counts where others read {usual}"
    assert "which is broken" in finding.remedy


@pytest.mark.parametrize(("usual", "other"), [(165, 165), (652, 700), (742, 800), (750, 700)])
def test_pads_that_are_as_full_as_they_may_be_are_well(usual: int, other: int) -> None:
    assert [finding.outcome for finding in found(usual, other)] == [Outcome.FINE]


@pytest.mark.parametrize("usual", [751, 807, 1023])
def test_pads_that_are_fuller_are_one_finding(usual: int) -> None:
    (finding,) = found(usual, 300)
    assert (finding.outcome, finding.check) == (Outcome.WRONG, "pads")
    assert f"about {usual} counts, more than 750" in finding.said
    assert "charge_current" in finding.remedy
    assert "wired to the pads" in finding.remedy  # chips that lead nowhere look the same
