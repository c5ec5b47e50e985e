"""The simulated I²C bus behaves like the kernel's, and counts."""

from __future__ import annotations

import pytest

from hw_rig import ADDRESS, ChipBench
from iye_hw.simulated.bus import SimulatedI2C, Traffic


@pytest.fixture
def bus(bench: ChipBench) -> SimulatedI2C:
    assert bench.bus.try_lock()
    return bench.bus


def test_the_bus_is_taken_by_one_at_a_time(bus: SimulatedI2C) -> None:
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


def test_a_bus_that_was_not_taken_is_refused(bench: ChipBench) -> None:
    with pytest.raises(RuntimeError, match="take the bus with try_lock"):
        bench.bus.writeto(ADDRESS, b"")


def test_only_the_slice_asked_for_is_written_and_read(bus: SimulatedI2C) -> None:
    bus.writeto(ADDRESS, b"xx\x41\x0c\x06xx", start=2, end=5)
    bus.writeto(ADDRESS, b"\x41")
    answer = bytearray(b"....")
    bus.readfrom_into(ADDRESS, answer, start=1, end=3)
    assert answer == b".\x0c\x06."
    bus.writeto_then_readfrom(
        ADDRESS, b"x\x41x", answer, out_start=1, out_end=2, in_start=3, in_end=4
    )
    assert answer == b".\x0c\x06\x0c"


def test_traffic_counts_addresses_bytes_and_conditions(bus: SimulatedI2C) -> None:
    bus.writeto(ADDRESS, b"\x41\x0c")  # address, two bytes; start, stop
    bus.readfrom_into(ADDRESS, bytearray(3))  # address, three bytes; start, stop
    bus.writeto_then_readfrom(ADDRESS, b"\x00", bytearray(2))  # 5; start, start again, stop
    assert bus.traffic == Traffic(transactions=3, bytes=3 + 4 + 5, conditions=2 + 2 + 3)


def test_an_absent_chip_is_os_error_121(bus: SimulatedI2C) -> None:
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        bus.writeto(0x5D, b"")
    assert caught.value.errno == 121
    assert bus.traffic.bytes == 1  # its address, which nobody acknowledged


def test_an_unplugged_chip_is_absent_until_it_is_plugged_in(bus: SimulatedI2C) -> None:
    bus.unplug(ADDRESS)
    with pytest.raises(OSError, match="Remote"):
        bus.writeto(ADDRESS, b"")
    bus.plug(ADDRESS)
    bus.writeto(ADDRESS, b"")


@pytest.mark.parametrize("address", [None, ADDRESS])
def test_the_next_few_transactions_can_be_made_to_fail(
    bus: SimulatedI2C, address: int | None
) -> None:
    bus.fail_next(2, address)
    for _ in range(2):
        with pytest.raises(OSError, match="Remote"):
            bus.writeto(ADDRESS, b"")
    bus.writeto(ADDRESS, b"")
