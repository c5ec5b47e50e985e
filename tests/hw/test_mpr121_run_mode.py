"""Run mode of the simulated chip: interrupt, baselines, noise and drift, and what is skipped."""

from __future__ import annotations

import pytest

from hw_rig import BASELINE, CONFIG2, ECR, LOAD_FIVE, LOAD_TEN, TRACK, TRACKING_OFF, ChipBench


def test_the_interrupt_stays_low_until_the_status_is_read(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.run_for(5)
    assert bench.interrupt_is_low
    bench.read(0x04, 2)
    assert bench.interrupt_is_low
    bench.read(0x00, 2)
    assert not bench.interrupt_is_low


def test_a_release_interrupts_too(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    bench.touched()
    bench.feel(0, 0)
    bench.updates(3)
    assert bench.interrupt_is_low
    assert bench.touched() == 0


def test_a_baseline_of_0_never_fires(bench: ChipBench) -> None:
    bench.configure(baseline=0)
    bench.feel(0, 200)
    bench.run_for(10)
    assert bench.touched() == 0
    assert bench.interrupts == []


def test_cl_01_keeps_the_written_baselines(bench: ChipBench) -> None:
    bench.configure(baseline=300, ecr=TRACKING_OFF)
    bench.run_for(60)
    assert bench.baseline(0) == 300


def test_cl_11_loads_all_ten_bits_of_the_first_reading(bench: ChipBench) -> None:
    bench.chip.feel(0, 9.0)  # reads 275
    bench.configure(baseline=0, ecr=LOAD_TEN)
    bench.updates(1)
    assert bench.chip.electrodes[0].baseline == 275
    assert bench.baseline(0) == 272  # the register shows the high eight bits: 275 // 4 × 4


def test_cl_10_loads_the_five_high_bits_of_the_first_reading(bench: ChipBench) -> None:
    bench.chip.feel(0, 9.0)  # reads 275 = 0b01000_10011
    bench.configure(baseline=0, ecr=LOAD_FIVE)
    bench.updates(1)
    assert bench.baseline(0) == 0b01000_00000


def test_cl_00_tracks_from_the_written_baseline(bench: ChipBench) -> None:
    bench.write(0x2B, 1, 1, 0, 0)  # rising: a step of 1 with every update
    bench.configure(baseline=200, ecr=TRACK)
    bench.updates(4)
    assert bench.baseline(0) == 204


def test_a_written_baseline_is_the_high_eight_of_ten_bits(bench: ChipBench) -> None:
    bench.write(BASELINE, 62)
    assert bench.chip.electrodes[0].baseline == 248


def test_a_new_run_counts_updates_from_its_own_beginning(bench: ChipBench) -> None:
    bench.configure()
    bench.run_for(0.001)
    bench.write(ECR, TRACKING_OFF)
    bench.run_for(0.0035)
    assert bench.data(0) == 0
    bench.run_for(0.001)
    assert bench.data(0) == 248


def test_stopping_clears_the_touch_status_but_interrupts_nobody(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    bench.touched()
    bench.write(ECR, 0)
    assert bench.touched() == 0
    assert not bench.interrupt_is_low


def test_without_charge_a_pad_reads_zero(bench: ChipBench) -> None:
    bench.configure()
    bench.write(ECR, 0)
    bench.write(CONFIG2, 0x00)  # CDT = 0: charging disabled
    bench.write(ECR, TRACKING_OFF)
    bench.run_for(1)
    assert bench.data(0) == 0
    assert bench.touched() == 0x0FFF


def test_a_chip_that_runs_no_electrodes_does_nothing(bench: ChipBench) -> None:
    bench.configure(ecr=0x70)  # proximity only, which is not simulated
    bench.run_for(1)
    assert bench.planned() == 0
    assert bench.data(0) == 0


def test_noise_is_bounded_and_the_same_for_the_same_seed() -> None:
    readings = []
    for _ in range(2):
        bench = ChipBench(noise=2.0, seed=7)
        bench.configure()
        one = []
        for _update in range(200):
            bench.updates(1)
            one.append(bench.data(5))
        readings.append(one)
        bench.loop.close()
    assert readings[0] == readings[1]
    assert min(readings[0]) >= 246  # 248.24 - 2
    assert max(readings[0]) <= 250  # 248.24 + 2
    assert len(set(readings[0])) > 2


def test_a_quiet_chip_plans_nothing() -> None:
    bench = ChipBench(noise=2.0)
    bench.configure()
    bench.updates(2)
    assert bench.planned() == 0
    bench.run_for(3600)
    assert bench.data(0) in range(246, 251)
    bench.loop.close()


def test_a_touched_chip_plans_nothing_either(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    assert bench.touched() == 1
    assert bench.planned() == 0


def test_noise_at_a_threshold_is_stepped_through() -> None:
    bench = ChipBench(noise=2.0, seed=1)
    bench.configure(touch=12, release=6)
    bench.feel(0, 11.0)  # 237.24 ± 2: sometimes 13 below
    bench.run_for(1)
    assert bench.touched() == 1
    assert bench.planned() == 0  # touched, it is far from the release threshold
    bench.loop.close()


def test_slow_drift_fires_a_pad_when_it_gets_there(bench: ChipBench) -> None:
    bench.configure()
    bench.surroundings.set_drift(0.01, bench.loop.time())
    bench.chip.look_again()
    bench.run_for(100)
    # Touched when the reading is 235 or less: below 236 counts, above 10.519 pF, after 51.9 s.
    assert bench.interrupts[0][0] == pytest.approx(51.9, abs=0.05)
    assert bench.planned() == 0


def test_slow_drift_the_other_way_releases_a_pad(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 20)
    bench.updates(3)
    assert bench.touched() == 1
    began = bench.loop.time()
    bench.surroundings.set_drift(-0.01, began)
    bench.chip.look_again()
    bench.run_for(100)
    # From 228.24 counts (10.877 pF) to 243 (10.216 pF): 66.1 s.
    assert bench.interrupts[-1][0] - began == pytest.approx(66.1, abs=0.1)


def test_drift_away_from_a_threshold_never_matters(bench: ChipBench) -> None:
    bench.configure()
    bench.surroundings.set_drift(-0.001, bench.loop.time())
    bench.chip.look_again()
    assert bench.planned() == 0
