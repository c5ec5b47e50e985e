"""Adafruit's own, unmodified class on the simulated chip: the facts our driver is built around."""

from __future__ import annotations

import adafruit_mpr121
import pytest

from hw_rig import ADDRESS, DEBOUNCE, ECR, ChipBench
from iye_hw.simulated.bus import SimulatedI2C, Traffic
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.simulated.sensing import Surroundings


def test_construction_is_121_transactions(bench: ChipBench) -> None:
    adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    assert bench.bus.traffic.transactions == 121


def test_construction_sets_thresholds_filters_and_a_4_ms_update(bench: ChipBench) -> None:
    adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    assert bench.read(0x41, 24) == [12, 6] * 12
    assert bench.read(0x2B, 11) == [1, 1, 0x0E, 0, 1, 5, 1, 0, 0, 0, 0]
    assert bench.read(DEBOUNCE, 4) == [0, 0x10, 0x20, 0x8F]


def test_a_touch_is_seen_by_the_class(bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.run_for(0.01)
    assert mpr.baseline_data(3) == 224  # the five high bits of 248
    bench.run_for(2)
    assert mpr.filtered_data(3) == 248
    assert mpr.baseline_data(3) == 248  # a step of 1 every 15 updates of 4 ms: 1.32 s
    bench.feel(3, 50)
    bench.run_for(0.1)
    assert mpr.touched() == 1 << 3
    assert mpr[3].value
    assert not mpr[4].value


def test_touched_is_one_transaction_of_five_bytes(bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.bus.traffic = Traffic()
    mpr.touched()
    # address + register, address again + two data
    assert (bench.bus.traffic.transactions, bench.bus.traffic.bytes) == (1, 5)


def test_value_reads_the_chip_again_for_every_pad(bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.bus.traffic = Traffic()
    assert not any(mpr[pad].value for pad in range(12))
    assert bench.bus.traffic.transactions == 12


@pytest.mark.parametrize(("hertz", "milliseconds"), [(400_000, 0.36), (100_000, 1.44)])
def test_reading_three_chips_takes(hertz: int, milliseconds: float, bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.bus.traffic = Traffic()
    for _chip in range(3):
        mpr.touched()
    # Each: 5 bytes of 9 bits, a start, a repeated start and a stop: 48 bits.
    assert bench.bus.traffic.seconds(hertz) * 1000 == pytest.approx(milliseconds)


def test_touched_keeps_the_over_current_flag(bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.chip.over_current()
    assert mpr.touched() == 0x8000


@pytest.mark.parametrize("attribute", ["threshold", "release_threshold"])
def test_its_threshold_setters_make_a_standing_drum_disappear(
    bench: ChipBench, attribute: str
) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.run_for(1)
    bench.feel(3, 50)
    bench.run_for(0.1)
    assert mpr.touched() == 1 << 3
    setattr(mpr[7], attribute, 8)  # of quite another pad
    bench.run_for(1)
    assert mpr.touched() == 0
    assert bench.read(ECR) == [0x8F]


def test_its_constructor_makes_a_standing_drum_disappear(bench: ChipBench) -> None:
    bench.configure()
    bench.feel(3, 50)
    bench.run_for(0.1)
    assert bench.touched() == 1 << 3
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.run_for(1)
    assert mpr.touched() == 0


def test_an_absent_chip_is_a_value_error_at_construction() -> None:
    with pytest.raises(ValueError, match="No I2C device at address: 0x5a"):
        adafruit_mpr121.MPR121(SimulatedI2C({}), ADDRESS)


def test_another_chip_at_the_address_is_a_runtime_error(bench: ChipBench) -> None:
    class Another(SimulatedMPR121):
        def read(self, count: int) -> bytes:
            return bytes(count)

    bus = SimulatedI2C({ADDRESS: Another(bench.loop, Surroundings())})
    with pytest.raises(RuntimeError, match="expected config state"):
        adafruit_mpr121.MPR121(bus, ADDRESS)


def test_reads_of_a_chip_that_went_away_are_os_error_121(bench: ChipBench) -> None:
    mpr = adafruit_mpr121.MPR121(bench.bus, ADDRESS)
    bench.bus.unplug(ADDRESS)
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        mpr.touched()
    assert caught.value.errno == 121


def test_five_methods_of_the_bus_are_all_it_needs(bench: ChipBench) -> None:
    class OnlyFive:
        try_lock = bench.bus.try_lock
        unlock = bench.bus.unlock
        writeto = bench.bus.writeto
        readfrom_into = bench.bus.readfrom_into
        writeto_then_readfrom = bench.bus.writeto_then_readfrom

    mpr = adafruit_mpr121.MPR121(OnlyFive(), ADDRESS)
    bench.run_for(0.1)
    assert mpr.touched_pins == (False,) * 12
