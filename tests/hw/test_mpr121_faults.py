"""Over-current, brown-out and auto-configuration of the simulated chip, against the data sheet."""

from __future__ import annotations

import pytest

from hw_rig import CONFIG2, ECR, TRACKING_OFF, ChipBench

AUTO_CONFIG0, AUTO_CONFIG1, USL, LSL, TL = 0x7B, 0x7C, 0x7D, 0x7E, 0x7F

# At 3.3 V, AN3889's limits: USL = (3.3 - 0.7) / 3.3 × 256 = 201, TL = 0.9 × USL, LSL = 0.65 × USL.
LIMITS = (201, 131, 181)


def test_over_current_is_0x8000_in_the_status(bench: ChipBench) -> None:
    bench.configure()
    bench.chip.over_current()
    assert bench.touched() == 0x8000


def test_over_current_clears_outputs_and_the_mode_bits_of_ecr(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    bench.chip.over_current()
    assert bench.interrupt_is_low
    assert bench.read(0x02, 0x29) == [0] * 0x29
    assert bench.read(ECR) == [0x40]  # CL stays


def test_over_current_keeps_the_settings(bench: ChipBench) -> None:
    bench.configure(touch=12)
    bench.chip.over_current()
    assert bench.read(0x41) == [12]


def test_run_mode_is_refused_until_1_is_written_to_ovcf(bench: ChipBench) -> None:
    bench.configure()
    bench.chip.over_current()
    bench.write(ECR, TRACKING_OFF)
    assert bench.read(ECR) == [0x40]
    bench.write(0x01, 0x7F)
    assert bench.touched() == 0x8000
    bench.write(0x01, 0x80)
    assert bench.touched() == 0
    bench.write(ECR, TRACKING_OFF)
    assert bench.read(ECR) == [TRACKING_OFF]


def test_stop_mode_is_never_refused(bench: ChipBench) -> None:
    bench.chip.over_current()
    bench.write(ECR, 0x00)
    assert bench.read(ECR) == [0x00]


def test_a_brown_out_leaves_reset_values_and_a_chip_that_answers(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    bench.chip.brown_out()
    assert bench.read(0x5B, 4) == [0x00, 0x10, 0x24, 0x00]
    assert bench.touched() == 0
    assert not bench.interrupt_is_low


def test_a_brown_out_in_stop_mode_is_one_too(bench: ChipBench) -> None:
    bench.write(0x5C, 0x3F)
    bench.chip.brown_out()
    assert bench.read(0x5C) == [0x10]


def auto_configure(bench: ChipBench, control0: int, control1: int = 0) -> None:
    upper, lower, target = LIMITS
    bench.write(AUTO_CONFIG0, control0, control1, upper, lower, target)
    bench.configure()


def test_auto_configuration_brings_every_electrode_to_the_target(bench: ChipBench) -> None:
    for electrode in range(12):
        bench.chip.feel(electrode, 5.0 + 20 * electrode)
    auto_configure(bench, 0x01)
    bench.updates(1)
    for electrode in range(12):
        assert bench.data(electrode) == pytest.approx(4 * 181, rel=0.05)
    assert bench.read(0x02, 2) == [0, 0]


def test_auto_configuration_stores_cdc_and_cdt_of_each_electrode(bench: ChipBench) -> None:
    bench.chip.feel(1, 20.0)
    auto_configure(bench, 0x01)
    # 724 counts on 10 pF: 2.333 V, 23.3 pC: 47 µA × 0.5 µs; on 20 pF twice that: 47 µA × 1 µs.
    assert bench.read(0x5F, 2) == [47, 47]
    assert bench.read(0x6C) == [0x21]


def test_a_pad_beyond_its_reach_fails_and_is_flagged(bench: ChipBench) -> None:
    bench.chip.feel(9, 5000.0)  # 63 µA × 32 µs = 2016 pC on it: 0.4 V, 125 counts
    auto_configure(bench, 0x01)
    assert bench.read(0x02, 2) == [0x00, 0x80 | 0x02]
    assert not bench.interrupt_is_low


@pytest.mark.parametrize("enable", [0x01, 0x04])
def test_a_failure_interrupts_if_enabled(bench: ChipBench, enable: int) -> None:
    bench.chip.feel(9, 5000.0)
    auto_configure(bench, 0x01, enable)
    assert bench.interrupt_is_low


def test_scts_keeps_the_charge_time(bench: ChipBench) -> None:
    bench.chip.feel(1, 20.0)  # would need more than 63 µA × 0.5 µs
    auto_configure(bench, 0x01, 0x80)
    assert bench.read(0x5F, 2) == [47, 63]
    assert bench.read(0x6C) == [0x11]
    # 31.5 pC / 20 pF = 1.575 V: 489 counts, under the lower limit of 524.
    assert bench.read(0x02) == [0x02]


def test_scts_without_a_global_time_takes_half_a_microsecond(bench: ChipBench) -> None:
    upper, lower, target = LIMITS
    bench.write(AUTO_CONFIG0, 0x01, 0x80, upper, lower, target)
    bench.write(CONFIG2, 0x00)
    bench.write(ECR, TRACKING_OFF)
    assert bench.read(0x6C) == [0x11]


@pytest.mark.parametrize(
    ("adjust", "baseline"),
    [
        (0, 248),  # left as written
        (1, 0),  # cleared
        (2, 728),  # the reading without its low three bits: 47 × 0.5 pC / 10 pF: 729.2
        (3, 728),  # the reading, 729, of which the register shows the high eight bits
    ],
)
def test_bva_says_what_becomes_of_the_baseline(
    bench: ChipBench, adjust: int, baseline: int
) -> None:
    auto_configure(bench, 0x01 | adjust << 2)
    assert bench.baseline(0) == baseline


def test_auto_reconfiguration_follows_a_pad_that_leaves_its_range(bench: ChipBench) -> None:
    auto_configure(bench, 0x03)
    bench.chip.feel(0, 40.0)
    bench.updates(4)
    assert bench.data(0) == pytest.approx(4 * 181, rel=0.05)
    assert bench.read(0x02, 2) == [0, 0]


@pytest.mark.parametrize("enable", [0x00, 0x02, 0x04])
def test_auto_reconfiguration_that_fails_is_flagged(bench: ChipBench, enable: int) -> None:
    auto_configure(bench, 0x07, enable)  # BVA clears the baselines: nothing counts as a touch
    bench.chip.feel(0, 5000.0)
    bench.updates(4)
    assert bench.read(0x02, 2) == [0x01, 0x40]
    assert bench.interrupt_is_low is bool(enable)


def test_a_pad_that_comes_back_into_range_is_cleared(bench: ChipBench) -> None:
    auto_configure(bench, 0x03)
    bench.chip.feel(0, 5000.0)
    bench.updates(4)
    assert bench.read(0x02) == [0x01]
    bench.chip.feel(0, 10.0)
    bench.updates(4)
    assert bench.read(0x02) == [0x00]
