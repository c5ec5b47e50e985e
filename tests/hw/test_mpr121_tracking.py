"""Baseline tracking: what it absorbs, how fast, and what tracking off keeps."""

from __future__ import annotations

import pytest

from hw_rig import ECR, LOAD_FIVE, TRACK, TRACKING_OFF, UPDATE, ChipBench

RISING, FALLING, TOUCHED = 0x2B, 0x2F, 0x33
ADAFRUIT_FALLING = (1, 5, 1, 0)
NXP_FALLING = (1, 1, 0xFF, 2)


def test_a_difference_of_twice_mhd_passes_straight_through(bench: ChipBench) -> None:
    bench.write(FALLING, 3, 1, 200, 0)
    bench.configure(ecr=TRACK)
    bench.feel(0, 6)  # reads 242: 6 below, twice MHD
    bench.updates(2)
    assert bench.baseline(0) == 240  # 242, of which the register shows the high eight bits


def test_a_larger_one_moves_the_baseline_by_nhd_after_ncl_more_updates(bench: ChipBench) -> None:
    bench.write(FALLING, 1, 4, 2, 0)
    bench.configure(ecr=TRACK, touch=100)
    bench.feel(0, 48)  # half of it in the first update, then 200
    bench.updates(3)
    assert bench.baseline(0) == 244  # the third update running: 248 - 4
    bench.updates(2)
    assert bench.baseline(0) == 244
    bench.updates(1)
    assert bench.baseline(0) == 240


def test_fdl_slows_the_filter_down(bench: ChipBench) -> None:
    bench.write(FALLING, 1, 4, 0, 3)
    bench.configure(ecr=TRACK, touch=100)
    bench.feel(0, 48)
    bench.updates(3)
    assert bench.baseline(0) == 248
    bench.updates(1)
    assert bench.baseline(0) == 244  # the mean of four updates counts once


def test_a_baseline_never_steps_past_the_readings(bench: ChipBench) -> None:
    bench.write(FALLING, 1, 63, 0, 0)
    bench.configure(ecr=TRACK, touch=100)
    bench.feel(0, 20)
    bench.updates(20)
    assert bench.baseline(0) == 228  # 248.24 - 20 reads 228


def test_a_reading_above_the_baseline_uses_the_rising_filter(bench: ChipBench) -> None:
    bench.write(RISING, 1, 4, 0, 0)
    bench.write(FALLING, 1, 1, 0xFF, 2)
    bench.configure(baseline=228, ecr=TRACK)
    bench.updates(2)
    assert bench.baseline(0) == 236


def seconds_to_absorb(bench: ChipBench, falling: tuple[int, ...]) -> float:
    """How long a piece 9 counts below stands until the baseline has come down to it."""
    bench.write(FALLING, *falling)
    bench.configure(ecr=TRACK)
    began = bench.loop.time()
    bench.feel(0, 9)  # too weak for the threshold of 12
    while bench.baseline(0) > 240:  # 239 and 240 differ by less than the register shows
        bench.updates(1)
    return bench.loop.time() - began


def test_adafruits_falling_filter_absorbs_a_weak_piece_in_milliseconds(bench: ChipBench) -> None:
    # Steps of 5 every second update: 248, 243, 239: within five updates.
    assert seconds_to_absorb(bench, ADAFRUIT_FALLING) <= 5 * UPDATE


def test_nxps_falling_filter_takes_seconds_for_it(bench: ChipBench) -> None:
    # A step of 1 for 256 means of 3 updates, 3.07 s; seven steps until 2 are left: 21.5 s, of
    # which the high eight bits show the fifth (248 - 5 = 243): 15.4 s.
    assert seconds_to_absorb(bench, NXP_FALLING) == pytest.approx(15.4, abs=0.3)


def test_with_tracking_off_a_piece_is_never_absorbed(bench: ChipBench) -> None:
    bench.write(FALLING, *ADAFRUIT_FALLING)
    bench.write(TOUCHED, 1, 0x10, 0x20)
    bench.configure(ecr=TRACKING_OFF)
    bench.feel(0, 50)
    bench.run_for(3600)
    assert bench.touched() == 1
    assert bench.baseline(0) == 248


def test_with_a_touched_filter_a_standing_piece_vanishes_within_minutes(bench: ChipBench) -> None:
    bench.write(TOUCHED, 1, 0x10, 0x20)  # a step of 1 for 17 means of 33 updates: 2.24 s
    bench.configure(ecr=TRACK)
    bench.feel(0, 50)
    bench.run_for(60)
    assert bench.touched() == 1
    bench.run_for(60)
    assert bench.touched() == 0  # 50 below, 45 steps until it is 5 below: about 101 s
    vanished = bench.interrupts[-2][0]
    assert vanished == pytest.approx(101, abs=3)


def test_after_such_a_press_the_pad_is_dead_for_a_while(bench: ChipBench) -> None:
    bench.write(TOUCHED, 1, 0x10, 0x20)
    bench.write(RISING, 1, 1, 0xFF, 2)
    bench.configure(ecr=TRACK)
    bench.feel(0, 50)
    bench.run_for(150)
    bench.feel(0, 0)
    bench.run_for(1)
    bench.feel(0, 50)  # the finger comes back, but the baseline is still down where it was
    bench.run_for(1)
    assert bench.touched() == 0


def test_without_a_touched_filter_a_held_pad_keeps_its_baseline(bench: ChipBench) -> None:
    bench.configure(ecr=TRACK)
    bench.feel(0, 50)
    bench.run_for(60)
    assert bench.touched() == 1
    assert bench.planned() == 0


def test_a_recalibrating_start_makes_a_standing_piece_disappear(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(0, 50)
    bench.updates(3)
    assert bench.touched() == 1
    bench.write(ECR, 0)
    bench.write(ECR, LOAD_FIVE)
    bench.run_for(1)
    assert bench.touched() == 0


def test_tracking_under_drift_looks_at_every_update(bench: ChipBench) -> None:
    bench.write(RISING, 1, 1, 0, 0)
    bench.write(FALLING, 1, 1, 0, 0)
    bench.configure(ecr=TRACK)
    bench.surroundings.set_drift(0.05, bench.loop.time())
    bench.chip.look_again()
    bench.run_for(20)  # 1 pF: 22 counts, slowly enough for the filter
    assert bench.interrupts == []
    assert bench.baseline(0) == pytest.approx(226, abs=4)
