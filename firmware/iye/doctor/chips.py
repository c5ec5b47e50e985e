"""The touch chips, their line and their pads.

The law of this module: the board is empty and nobody plays. Each chip is set up as for a game,
read back, and sampled for a quarter of a second; then it is made to call for attention once, to
see whether its line arrives.
"""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from gpiozero import DigitalInputDevice

from iye.doctor.finding import Finding, explained, fine, note, wrong
from iye.doctor.pads import PadSamples, examine_pads
from iye_hw.board_map import BoardMap, PadPlace
from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.patient_bus import DISTURBED, PatientBus
from iye_hw.touch_chip import TouchChip, TouchChipError
from iye_hw.touch_settings import COUNTS_A_BASELINE, HIGHEST_BASELINE, TouchSettings

SAMPLES: Final = 60
"""Readings of each pad, one an update: a quarter of a second."""
SLOW: Final = 0.004
"""Seconds a status read may take; at 100 kHz it takes 0.5 ms, and the Pi itself as long again."""
_SURELY_TOUCHED: Final = HIGHEST_BASELINE
_CALLING: Final = TouchSettings()
"""How a chip is made to call: with its usual charge, whatever the settings' fills its pads with."""
_LINE_SETTLES: Final = 0.05


@dataclass
class ChipBench:
    """What the chips are examined with; `baselines` are the calibration's, if there is one.

    Without `pins` the chips are examined, and their line is not.
    """

    board: BoardMap
    settings: TouchSettings
    bus: PatientBus
    pins: Any
    baselines: Mapping[str, int] | None = None
    stopwatch: Callable[[], float] = time.perf_counter
    samples: dict[str, PadSamples] = field(default_factory=dict)


async def examine_chips(bench: ChipBench) -> list[Finding]:
    """Look at every chip, all at once, then at their line, then at the pads."""
    found = _silence(bench)
    if found:
        return found
    chips: dict[int, TouchChip] = {}
    numbers = range(len(bench.board.chips))
    for findings in await asyncio.gather(*(_chip(bench, number, chips) for number in numbers)):
        found += findings
    if chips and bench.pins is not None:
        found += await _line(bench, chips)
    found += examine_pads(bench.samples, bench.settings)
    return found


def _silence(bench: ChipBench) -> list[Finding]:
    """See whether anything at all answers on the bus."""
    refusals = [_refusal(bench.bus, address) for address in bench.board.chips]
    if errno.ETIMEDOUT in refusals:
        return [
            wrong(
                "bus",
                "hangs: a data line is held low",
                "switch the board off and on; if it stays, look for a short of SDA or SCL",
            )
        ]
    if None not in refusals:
        return [
            wrong(
                "bus",
                "no touch chip answers",
                "check the chips' 3.3 V and ground, and that SDA and SCL are not swapped",
            )
        ]
    return []


def _refusal(bus: PatientBus, address: int) -> int | None:
    """Read a byte from a chip; give the error's number, or None when it answers."""
    while not bus.try_lock():
        pass
    try:
        bus.readfrom_into(address, bytearray(1))
    except OSError as error:
        return error.errno
    finally:
        bus.unlock()
    return None


async def _chip(bench: ChipBench, number: int, chips: dict[int, TouchChip]) -> list[Finding]:
    """Set a chip up as for a game and watch it; one that can be is put into `chips`."""
    address = bench.board.chips[number]
    check = f"chip 0x{address:02X}"
    try:
        chip = TouchChip(bench.bus, address)
        baselines = await _baselines(bench, number, chip)
        chip.configure(bench.settings, baselines)
    except TouchChipError as error:
        return [explained(check, str(error))]
    chips[number] = chip
    problems = await _sampled(bench, number, chip, baselines)
    return problems or [fine(check, "answers, and keeps every register that is written")]


async def _baselines(bench: ChipBench, number: int, chip: TouchChip) -> Sequence[int]:
    if bench.baselines is None:
        return await chip.measure_baselines(bench.settings)
    baselines = [0] * ELECTRODES
    for place in bench.board.on_chip(number):
        baselines[place.electrode] = bench.baselines[place.name]
    return baselines


@dataclass
class _Watched:
    """What a quarter of a second with a chip has shown."""

    errors: int = 0
    repeated: int = 0
    transactions: int = 0
    seconds: list[float] = field(default_factory=list)
    over_current: bool = False
    kept: bool = True


async def _sampled(
    bench: ChipBench, number: int, chip: TouchChip, baselines: Sequence[int]
) -> list[Finding]:
    places = bench.board.on_chip(number)
    for place in places:
        baseline = baselines[place.electrode] * COUNTS_A_BASELINE
        bench.samples[place.name] = PadSamples(baseline)
    watched = await _watch(bench, places, chip)
    found = list(_of_the_chip(f"chip 0x{bench.board.chips[number]:02X}", watched))
    if watched.kept:
        with suppress(TouchChipError):
            # A pad that reads nothing is shorted, which is told by what it reads; to calibrate it
            # would not help.
            names = {
                place.electrode: place.name
                for place in places
                if any(bench.samples[place.name].readings)
            }
            found += [explained("pads", said) for said in chip.self_test(names).values()]
    return found


async def _watch(bench: ChipBench, places: Sequence[PadPlace], chip: TouchChip) -> _Watched:
    """Read a chip once an update; a chip that loses its settings says nothing more of its pads."""
    watched = _Watched()
    answered, repeated = bench.bus.answered, bench.bus.repeated
    for _ in range(SAMPLES):
        await asyncio.sleep(bench.settings.period)
        try:
            readings = _looked_at(bench, chip, watched)
        except OSError:
            watched.errors += 1
            continue
        if not watched.kept:
            break
        for place in places:
            bench.samples[place.name].readings.append(readings[place.electrode])
    watched.transactions = bench.bus.answered - answered
    watched.repeated = bench.bus.repeated - repeated
    return watched


def _looked_at(bench: ChipBench, chip: TouchChip, watched: _Watched) -> Sequence[int]:
    """Read a chip once. Raises OSError when it does not answer."""
    began = bench.stopwatch()
    watched.over_current |= chip.status().over_current
    watched.seconds.append(bench.stopwatch() - began)
    readings = chip.readings()
    watched.kept = chip.keeps_settings()
    return readings


def _of_the_chip(check: str, watched: _Watched) -> Iterator[Finding]:
    if watched.errors or watched.repeated > DISTURBED * watched.transactions:
        yield wrong(
            check,
            f"{watched.repeated} of {watched.transactions} transactions had to be repeated,"
            f" and {watched.errors} reads failed",
            "shorten the bus wires, and check SDA, SCL and their pull-ups of 2.2 to 4.7 kΩ",
        )
    if watched.over_current:
        yield wrong(
            check,
            "has cut its outputs out (over-current)",
            "check its REXT resistor and its solder joints",
        )
    elif not watched.kept:
        yield wrong(
            check, "lost its settings while it was watched (its supply dipped)", "check its 3.3 V"
        )
    usual = median(watched.seconds) if watched.seconds else 0.0
    if usual > SLOW:
        yield note(
            check,
            f"a read takes {usual * 1000:.0f} ms: the bus is slow",
            "put dtparam=i2c_arm_baudrate=400000 into the boot file, and shorten the bus wires",
        )


async def _line(bench: ChipBench, chips: Mapping[int, TouchChip]) -> list[Finding]:
    """Have each chip call once: the line has to fall, and to rise when the chip is read."""
    pin = bench.board.interrupt_pin
    try:
        line = DigitalInputDevice(pin, pull_up=True, pin_factory=bench.pins)
    except Exception as error:  # noqa: BLE001 - gpiozero and lgpio have their own
        return [wrong("line", f"GPIO {pin} is taken ({error})", "end what uses it")]
    try:
        return await _called(bench, chips, line)
    finally:
        line.close()


async def _called(bench: ChipBench, chips: Mapping[int, TouchChip], line: Any) -> list[Finding]:
    pin = f"GPIO {bench.board.interrupt_pin}"
    _read_all(chips)
    if line.is_active:
        return [
            wrong(
                "line",
                f"{pin} stays low though every chip was read",
                "look for a short between the chips' IRQ wire and ground",
            )
        ]
    silent = []
    for number, chip in sorted(chips.items()):
        with suppress(TouchChipError):
            chip.configure(_CALLING, [_SURELY_TOUCHED] * ELECTRODES)
            await asyncio.sleep(_CALLING.settling_time + _LINE_SETTLES)
            if not line.is_active:
                silent.append(f"0x{bench.board.chips[number]:02X}")
            chip.configure(_CALLING, [0] * ELECTRODES)
            await asyncio.sleep(_CALLING.settling_time)
        _read_all(chips)
    if silent:
        return [
            wrong(
                "line",
                f"{pin} does not fall when chip {' or '.join(silent)} calls",
                "check the wire from its IRQ to the Pi",
            )
        ]
    return [fine("line", f"{pin} falls when a chip calls, and rises when it is read")]


def _read_all(chips: Mapping[int, TouchChip]) -> None:
    for chip in chips.values():
        with suppress(OSError):
            chip.status()
