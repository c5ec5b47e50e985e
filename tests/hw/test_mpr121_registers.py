"""The simulated chip's register file, against the data sheet."""

from __future__ import annotations

import pytest

from hw_rig import ECR, TRACKING_OFF, ChipBench
from iye_hw.mpr121_registers import charge_current, charge_time, update_period


def test_after_reset_all_is_zero_but_config1_and_config2(bench: ChipBench) -> None:
    expected = [0] * 0x80
    expected[0x5C], expected[0x5D] = 0x10, 0x24
    assert bench.read(0x00, 0x80) == expected


@pytest.mark.parametrize("register", [0x1E, 0x2B, 0x35, 0x41, 0x58, 0x5B, 0x5C, 0x5F, 0x7B, 0x7F])
def test_settings_are_written_in_stop_mode(bench: ChipBench, register: int) -> None:
    bench.write(register, 0x21)
    assert bench.read(register) == [0x21]


@pytest.mark.parametrize("register", [0x1E, 0x2B, 0x35, 0x41, 0x58, 0x5B, 0x5C, 0x5F, 0x7B, 0x7F])
def test_settings_written_in_run_mode_are_ignored(bench: ChipBench, register: int) -> None:
    before = bench.read(register)
    bench.write(ECR, TRACKING_OFF)
    bench.write(register, 0x21)
    assert bench.read(register) == before


@pytest.mark.parametrize("register", [0x5E, 0x73, 0x7A])
def test_ecr_and_gpio_are_written_in_run_mode_too(bench: ChipBench, register: int) -> None:
    bench.write(ECR, TRACKING_OFF)
    bench.write(register, 0x4D)
    assert bench.read(register) == [0x4D]


@pytest.mark.parametrize("register", [0x00, 0x02, 0x03, 0x04, 0x1D])
def test_status_and_data_cannot_be_written(bench: ChipBench, register: int) -> None:
    bench.write(register, 0xFF)
    assert bench.read(register) == [0]


def test_any_of_the_low_six_bits_of_ecr_means_run_mode(bench: ChipBench) -> None:
    bench.write(ECR, 0xC0)
    bench.write(0x5B, 0x11)
    assert bench.read(0x5B) == [0x11]
    bench.write(ECR, 0x10)
    bench.write(0x5B, 0x22)
    assert bench.read(0x5B) == [0x11]


def test_the_address_moves_on_with_every_byte(bench: ChipBench) -> None:
    bench.write(0x41, 1, 2, 3)
    assert bench.read(0x40, 5) == [0, 1, 2, 3, 0]


def test_an_empty_write_changes_nothing(bench: ChipBench) -> None:
    bench.chip.write(b"")
    assert bench.read(0x5D) == [0x24]


def test_beyond_the_registers_reads_zero(bench: ChipBench) -> None:
    bench.write(0x90, 7)
    assert bench.read(0x80, 0x20) == [0] * 0x20


def test_soft_reset_needs_its_key(bench: ChipBench) -> None:
    bench.write(0x5C, 0x3F)
    bench.write(0x80, 0x62)
    assert bench.read(0x5C) == [0x3F]
    bench.write(0x80, 0x63)
    assert bench.read(0x5C) == [0x10]


def test_soft_reset_works_in_run_mode(bench: ChipBench) -> None:
    bench.write(ECR, TRACKING_OFF)
    bench.write(0x80, 0x63)
    assert bench.read(ECR) == [0]


@pytest.mark.parametrize(
    ("config2", "seconds"),
    [
        (0x20, 0.004),  # SFI 4 × ESI 1 ms: what Adafruit's class sets
        (0x24, 0.064),  # SFI 4 × ESI 16 ms: after reset
        (0x3F, 2.304),  # SFI 18 × ESI 128 ms
        (0x29, 0.012),  # SFI 6 × ESI 2 ms
        (0x30, 0.010),  # SFI 10 × ESI 1 ms
    ],
)
def test_an_update_takes_esi_times_sfi(config2: int, seconds: float) -> None:
    assert update_period(config2) == pytest.approx(seconds)


def test_charge_current_is_the_low_six_bits_in_microamperes() -> None:
    assert charge_current(0x10) == 16
    assert charge_current(0xFF) == 63


@pytest.mark.parametrize(("code", "time"), [(0, 0), (1, 0.5), (2, 1), (3, 2), (7, 32)])
def test_charge_time_doubles_from_half_a_microsecond(code: int, time: float) -> None:
    assert charge_time(code) == time
