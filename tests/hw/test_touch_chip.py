"""Our driver of one chip, on Adafruit's class: what it writes, checks and says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hw_rig import ADDRESS, DEBOUNCE, ECR, ChipBench
from iye_hw.mpr121_registers import Register
from iye_hw.simulated.bus import SimulatedI2C, Traffic
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.touch_chip import ChipStatus, TouchChip, TouchChipError
from iye_hw.touch_settings import TouchSettings, register_blocks

BASELINES = [62] * 12  # × 4: 248 counts, what 10 pF reads


@pytest.fixture
def chip(bench: ChipBench) -> TouchChip:
    return TouchChip(bench.bus, ADDRESS)


def test_configuring_writes_settings_and_runs_with_tracking_off(
    bench: ChipBench, chip: TouchChip
) -> None:
    chip.configure(TouchSettings(), BASELINES)
    assert bench.read(0x1E, 12) == BASELINES
    assert bench.read(0x2B, 11) == [1, 1, 0, 0, 1, 1, 0xFF, 2, 0, 0, 0]
    assert bench.read(0x41, 24) == [12, 6] * 12
    assert bench.read(DEBOUNCE, 4) == [0x11, 0x10, 0x20, 0x4C]
    assert bench.read(0x7B, 2) == [0, 0]


def test_a_standing_drum_stays_through_any_number_of_updates(
    bench: ChipBench, chip: TouchChip
) -> None:
    chip.configure(TouchSettings(), BASELINES)
    bench.feel(3, 50)
    bench.run_for(3600)
    assert chip.status() == ChipStatus(1 << 3, over_current=False)


def test_a_drum_standing_at_start_is_felt(bench: ChipBench, chip: TouchChip) -> None:
    bench.feel(3, 50)
    bench.run_for(1)
    chip.configure(TouchSettings(), BASELINES)
    bench.run_for(0.1)
    assert chip.status().touched == 1 << 3


def test_after_a_long_press_the_pad_works_at_once(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    bench.feel(3, 50)
    bench.run_for(600)
    bench.feel(3, 0)
    bench.run_for(0.1)
    assert chip.status().touched == 0
    bench.feel(3, 50)
    bench.run_for(0.1)
    assert chip.status().touched == 1 << 3


def test_new_thresholds_take_effect_on_a_running_chip(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    chip.configure(TouchSettings(touch_threshold=60, release_threshold=30), BASELINES)
    bench.feel(3, 50)
    bench.run_for(1)
    assert chip.status().touched == 0


def test_a_setting_that_does_not_stick_is_an_error_naming_chip_and_register(
    bench: ChipBench, chip: TouchChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepts = bench.chip.registers.accepts
    monkeypatch.setattr(
        bench.chip.registers, "accepts", lambda register: register != 0x43 and accepts(register)
    )
    with pytest.raises(TouchChipError) as caught:
        chip.configure(TouchSettings(touch_threshold=20), BASELINES)
    assert str(caught.value) == (
        "touch chip 0x5A did not keep register 0x43 (TOUCH_THRESHOLD+2): 0x14 was written, "
        "it reads 0x0C; check its supply and start again"
    )


def test_a_chip_that_refuses_to_run_is_an_error(bench: ChipBench, chip: TouchChip) -> None:
    bench.chip.over_current()
    with pytest.raises(TouchChipError, match=r"did not keep register 0x5E \(ECR\+0\)"):
        chip.configure(TouchSettings(), BASELINES)


def test_status_is_one_transaction_of_five_bytes(bench: ChipBench, chip: TouchChip) -> None:
    bench.bus.traffic = Traffic()
    chip.status()
    assert (bench.bus.traffic.transactions, bench.bus.traffic.bytes) == (1, 5)


def test_status_separates_pads_from_the_over_current_flag(
    bench: ChipBench, chip: TouchChip
) -> None:
    bench.chip.over_current()
    assert chip.status() == ChipStatus(0, over_current=True)


@pytest.mark.parametrize("when", [0.001, 0.01, 0.03, 0.06, 0.079])
@pytest.mark.parametrize(
    ("happens", "sentence"),
    [
        (SimulatedMPR121.brown_out, "touch chip 0x5A did not keep register 0x5B"),
        (SimulatedMPR121.over_current, "touch chip 0x5A has lost its settings"),
    ],
)
def test_of_what_a_chip_reads_after_a_reset_no_baseline_is_made(
    bench: ChipBench,
    chip: TouchChip,
    when: float,
    happens: Callable[[SimulatedMPR121], None],
    sentence: str,
) -> None:
    bench.loop.call_later(when, happens, bench.chip)  # twenty updates take 80 ms
    with pytest.raises(TouchChipError, match=sentence):
        bench.loop.run_until_complete(chip.measure_baselines(TouchSettings()))


def test_an_empty_board_is_measured_to_two_counts(bench: ChipBench, chip: TouchChip) -> None:
    bench.chip.feel(1, 9.0)
    bench.chip.feel(2, 11.0)
    measured = bench.loop.run_until_complete(chip.measure_baselines(TouchSettings()))
    # 248, 275 and 225 counts, a quarter of each: 62, 68.75 and 56.25.
    assert measured[:4] == (62, 69, 56, 62)
    assert bench.read(ECR) == [0]
    assert bench.loop.time() == pytest.approx(0.080)


def test_the_filtered_data_are_read_in_one_go(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    bench.run_for(0.01)
    bench.bus.traffic = Traffic()
    assert chip.readings() == (248,) * 12
    assert bench.bus.traffic.transactions == 1


def test_a_baseline_of_0_is_said_in_words(chip: TouchChip) -> None:
    chip.configure(TouchSettings(), [62, 0] + [62] * 10)
    assert chip.self_test({0: "a1", 1: "b1"}) == {
        "b1": "pad b1 can never fire: its baseline on touch chip 0x5A is 0; "
        "empty the board and calibrate it"
    }


def test_an_electrode_out_of_range_is_said_in_words(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    bench.chip.registers[Register.OOR_STATUS_H] = 0x01
    assert chip.self_test({0: "a1", 8: "d2"}) == {
        "d2": "pad d2 reads out of range on touch chip 0x5A: check its wire for a break or a short"
    }


def test_a_sound_chip_has_nothing_to_say(chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    assert chip.self_test({n: str(n) for n in range(12)}) == {}


def test_a_brown_out_shows_in_the_settings(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    assert chip.keeps_settings()
    bench.chip.brown_out()
    assert not chip.keeps_settings()


def test_restoring_brings_settings_and_baselines_back(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(touch_debounce=2), BASELINES)
    before = bench.read(0x1E, 0x62)
    for fault in (bench.chip.brown_out, bench.chip.over_current):
        fault()
        chip.restore()
        assert bench.read(0x1E, 0x62) == before


def test_an_absent_chip_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(TouchChipError) as caught:
        TouchChip(SimulatedI2C({}), 0x5B)
    assert str(caught.value) == "touch chip 0x5B does not answer: check its four wires"


def test_a_bus_that_fails_is_said_the_same_way(bench: ChipBench, chip: TouchChip) -> None:
    chip.configure(TouchSettings(), BASELINES)
    bench.bus.unplug(ADDRESS)
    for attempt in (
        lambda: chip.configure(TouchSettings(), BASELINES),
        chip.restore,
        lambda: chip.self_test({}),
        lambda: bench.loop.run_until_complete(chip.measure_baselines(TouchSettings())),
    ):
        with pytest.raises(TouchChipError, match="touch chip 0x5A does not answer"):
            attempt()
    with pytest.raises(OSError, match="Remote"):
        chip.status()


@pytest.mark.parametrize(
    "thresholds", [(6, 6), (6, 12), (256, 6), (12, -1)], ids=["equal", "inverted", "high", "low"]
)
def test_thresholds_that_make_no_sense_are_refused(thresholds: tuple[int, int]) -> None:
    touch, release = thresholds
    with pytest.raises(ValueError, match="set release below touch"):
        TouchSettings(touch_threshold=touch, release_threshold=release)


@pytest.mark.parametrize("debounce", [-1, 8])
def test_a_debounce_that_does_not_fit_is_refused(debounce: int) -> None:
    with pytest.raises(ValueError, match=f"debounce {debounce} does not fit"):
        TouchSettings(release_debounce=debounce)


@pytest.mark.parametrize("picofarads", [7.5, 7.6, 8.0, 30.0])
def test_a_measured_baseline_fits_its_register_however_full_the_pads(
    bench: ChipBench, chip: TouchChip, picofarads: float
) -> None:
    """63 µA for 0.5 µs read 1023 counts, all there are, below 9.6 pF: 1023 / 4 rounds to 256."""
    for electrode in range(12):
        bench.chip.feel(electrode, picofarads)
    settings = TouchSettings(config1=63)
    measured = bench.loop.run_until_complete(chip.measure_baselines(settings))
    expected = min(255, 31.5 * 1024 / (3.3 * picofarads) / 4)
    assert list(measured) == pytest.approx([expected] * 12, abs=1)
    chip.configure(settings, measured)
    assert bench.read(0x1E, 12) == list(measured)


def test_a_chip_has_twelve_baselines() -> None:
    with pytest.raises(ValueError, match="12 baselines, not 11"):
        register_blocks(TouchSettings(), [0] * 11)
