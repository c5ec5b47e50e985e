"""What the simulated chip makes of picofarads, against the data sheet and by hand."""

from __future__ import annotations

import pytest

from hw_rig import (
    DEBOUNCE,
    ECR,
    UPDATE,
    ChipBench,
)


@pytest.mark.parametrize(
    ("picofarads", "counts"),
    [
        (10.0, 248),  # 8 pC / 10 pF = 0.800 V; × 1024 / 3.3 V = 248.2
        (9.0, 275),  # 0.889 V: 275.8
        (11.0, 225),  # 0.727 V: 225.7, a finger of 2 pF: 50 below
        (9.3, 266),  # 0.860 V: 266.9, a drum of 0.3 pF: 9 below
        (2.0, 1023),  # 4 V: more than the supply, the ADC stops at its end
    ],
)
def test_data_are_charge_over_capacitance(bench: ChipBench, picofarads: float, counts: int) -> None:
    bench.chip.feel(3, picofarads)
    bench.configure()
    bench.updates(1)
    assert bench.data(3) == counts


def test_an_electrodes_own_charge_goes_before_the_global_one(bench: ChipBench) -> None:
    bench.write(0x5F + 1, 32)  # CDC1: 32 µA instead of 16
    bench.write(0x6C, 0x20)  # CDT1: 1 µs instead of 0.5
    bench.chip.feel(1, 20.0)
    bench.configure()
    bench.updates(1)
    assert bench.data(1) == 496  # 32 pC / 20 pF = 1.6 V: 496.5
    assert bench.data(0) == 248


def test_nothing_is_measured_before_the_first_update(bench: ChipBench) -> None:
    bench.configure()
    assert bench.data(0) == 0
    bench.updates(1)
    assert bench.data(0) == 248


def test_electrodes_beyond_the_enabled_ones_stay_silent(bench: ChipBench) -> None:
    bench.configure(ecr=0x44)  # ELE_EN = 4: electrodes 0 to 3
    bench.updates(1)
    assert [bench.data(n) for n in (0, 3, 4, 11)] == [248, 248, 0, 0]


def test_data_of_the_last_update_stay_in_stop_mode(bench: ChipBench) -> None:
    bench.configure()
    bench.updates(2)
    bench.write(ECR, 0)
    assert bench.data(0) == 248


def test_a_pad_is_touched_when_the_delta_exceeds_the_threshold(bench: ChipBench) -> None:
    bench.configure(touch=12)
    bench.feel(0, 11.5)  # 248.24 - 11.5 = 236.7 reads 236: exactly 12 below
    bench.updates(2)
    assert bench.touched() == 0
    bench.feel(0, 12.5)  # reads 235: 13 below
    bench.updates(2)
    assert bench.touched() == 1


def test_a_touched_pad_is_released_below_the_release_threshold(bench: ChipBench) -> None:
    bench.configure(touch=12, release=6)
    bench.feel(0, 50)
    bench.updates(2)
    bench.feel(0, 5.5)  # reads 242: exactly 6 below, not yet released
    bench.updates(2)
    assert bench.touched() == 1
    bench.feel(0, 4.5)  # reads 243: 5 below
    bench.updates(2)
    assert bench.touched() == 0


def test_status_has_a_bit_for_each_electrode(bench: ChipBench) -> None:
    bench.configure()
    for electrode in (0, 7, 8, 11):
        bench.feel(electrode, 50)
    bench.updates(2)
    assert bench.read(0x00, 2) == [0b1000_0001, 0b0000_1001]


def test_the_update_period_is_4_ms_under_adafruits_settings(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.run_for(0.2)
    at = bench.interrupts[0][0]
    # Run mode began at 0; the finger came after 2 ms, half an update: 25 below is enough.
    assert at == pytest.approx(0.004)


def test_the_second_filter_averages_the_samples_of_an_update(bench: ChipBench) -> None:
    bench.configure()  # two of the first update's four samples are bare
    bench.chip.feel(0, 11.0)
    bench.updates(1)
    assert bench.data(0) == 236  # (2 × 248.24 + 2 × 225.67) / 4 = 236.96
    bench.updates(1)
    assert bench.data(0) == 225


def test_two_changes_within_an_update_are_both_averaged(bench: ChipBench) -> None:
    bench.configure()  # half-way: two samples of 248.24
    bench.chip.feel(0, 11.0)
    bench.run_for(0.001)  # one sample of 225.67
    bench.chip.feel(0, 10.0)  # one more of 248.24
    bench.updates(1)
    assert bench.data(0) == 242  # (3 × 248.24 + 225.67) / 4 = 242.6


@pytest.mark.parametrize("further", range(8))
def test_touch_debounce_waits_for_so_many_further_updates(bench: ChipBench, further: int) -> None:
    bench.configure(debounce=further)
    bench.feel(0, 50)
    bench.run_for(0.2)
    assert bench.interrupts[0][0] == pytest.approx(UPDATE * (1 + further))


@pytest.mark.parametrize("further", [0, 1, 7])
def test_release_debounce_waits_likewise(bench: ChipBench, further: int) -> None:
    bench.configure(debounce=further << 4)
    bench.feel(0, 50)
    bench.updates(10)
    assert bench.touched() == 1
    bench.feel(0, 0)
    began = bench.loop.time() - UPDATE / 2
    bench.run_for(0.2)
    # The first update is half touched, 25 below; the release counts from the one after it.
    assert bench.interrupt_is_low
    assert bench.interrupts[-1][0] - began == pytest.approx(UPDATE * (2 + further))


def test_a_touch_shorter_than_the_debounce_is_not_seen(bench: ChipBench) -> None:
    bench.configure(debounce=3)
    bench.feel(0, 50)
    bench.updates(2)
    bench.feel(0, 0)
    bench.updates(10)
    bench.feel(0, 50)
    bench.updates(2)
    bench.feel(0, 0)
    bench.updates(10)
    assert bench.interrupts == []


def test_an_inverted_pair_of_thresholds_flickers_with_every_update(bench: ChipBench) -> None:
    bench.configure(touch=6, release=20)
    bench.feel(0, 10)
    bench.updates(1)
    seen = []
    for _ in range(4):
        bench.updates(1)
        seen.append(bench.touched())
    assert seen in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_a_baseline_under_the_release_threshold_flickers_too(bench: ChipBench) -> None:
    bench.configure(touch=1, release=6, baseline=4)
    bench.chip.feel(0, 50_000)  # reads 0: 4 below, which is both touched and released
    bench.updates(1)
    seen = []
    for _ in range(4):
        bench.updates(1)
        seen.append(bench.touched())
    assert seen in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_what_comes_and_goes_between_two_samples_is_not_planned_for(bench: ChipBench) -> None:
    bench.configure()
    bench.run_for(UPDATE / 2)  # exactly between two updates
    bench.feel(0, 50)
    assert bench.planned() == 1
    bench.feel(0, 0)
    assert bench.planned() == 0


def test_debounce_register_holds_touch_low_and_release_high(bench: ChipBench) -> None:
    bench.configure(debounce=0x52)
    settings = bench.chip.registers.settings()
    assert (settings.touch_debounce, settings.release_debounce) == (2, 5)
    assert bench.read(DEBOUNCE) == [0x52]
