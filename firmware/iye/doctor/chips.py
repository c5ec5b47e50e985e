"""The touch chips, their line and their pads.

The law of this module: the board is empty and nobody plays. Each chip is set up as for a game,
read back, and sampled for a quarter of a second; then it is made to call for attention once, to
see whether its line arrives.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from gpiozero import DigitalInputDevice

from iye.doctor.finding import Finding, explained, fine, note, wrong
from iye.doctor.pads import PadSamples, examine_pads
from iye_hw.board_map import BoardMap, PadPlace
from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.touch_chip import TouchChip, TouchChipError
from iye_hw.touch_settings import COUNTS_A_BASELINE, TouchSettings

SAMPLES: Final = 60
"""Readings of each pad, one an update: a quarter of a second."""
SLOW: Final = 0.004
"""Seconds a status read may take; at 100 kHz it takes 0.5 ms, and the Pi itself as long again."""
_SURELY_TOUCHED: Final = 0xFF
_LINE_SETTLES: Final = 0.05


@dataclass
class ChipBench:
    """What the chips are examined with; `baselines` are the calibration's, if there is one."""

    board: BoardMap
    settings: TouchSettings
    i2c: Any
    pins: Any
    baselines: Mapping[str, int] | None = None
    stopwatch: Callable[[], float] = time.perf_counter
    samples: dict[str, PadSamples] = field(default_factory=dict)


async def examine_chips(bench: ChipBench) -> list[Finding]:
    """Look at every chip, then at their line, then at the pads."""
    found: list[Finding] = []
    chips: dict[int, TouchChip] = {}
    for number, address in enumerate(bench.board.chips):
        found += [finding async for finding in _chip(bench, number, address, chips)]
    if chips:
        found += await _line(bench, chips)
    found += examine_pads(bench.samples, bench.settings)
    return found


async def _chip(
    bench: ChipBench, number: int, address: int, chips: dict[int, TouchChip]
) -> AsyncIterator[Finding]:
    check = f"chip 0x{address:02X}"
    try:
        chip = TouchChip(bench.i2c, address)
        baselines = await _baselines(bench, number, chip)
        chip.configure(bench.settings, baselines)
    except TouchChipError as error:
        yield explained(check, str(error))
        return
    chips[number] = chip
    problems = [finding async for finding in _sampled(bench, number, chip, baselines)]
    for finding in problems:
        yield finding
    if not problems:
        yield fine(check, "answers, and keeps every register that is written")


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
    seconds: list[float] = field(default_factory=list)
    over_current: bool = False
    kept: bool = True


async def _sampled(
    bench: ChipBench, number: int, chip: TouchChip, baselines: Sequence[int]
) -> AsyncIterator[Finding]:
    places = bench.board.on_chip(number)
    for place in places:
        baseline = baselines[place.electrode] * COUNTS_A_BASELINE
        bench.samples[place.name] = PadSamples(baseline)
    watched = await _watch(bench, places, chip)
    for finding in _of_the_chip(f"chip 0x{bench.board.chips[number]:02X}", watched):
        yield finding
    if watched.kept:
        with suppress(TouchChipError):
            for sentence in chip.self_test({place.electrode: place.name for place in places}):
                yield explained("pads", sentence)


async def _watch(bench: ChipBench, places: Sequence[PadPlace], chip: TouchChip) -> _Watched:
    """Read a chip once an update; a chip that loses its settings says nothing more of its pads."""
    watched = _Watched()
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
    if watched.errors:
        yield wrong(
            check,
            f"{watched.errors} of {SAMPLES} reads failed",
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
    for number, chip in chips.items():
        with suppress(TouchChipError):
            chip.configure(bench.settings, [_SURELY_TOUCHED] * ELECTRODES)
            await asyncio.sleep(bench.settings.settling_time + _LINE_SETTLES)
            if not line.is_active:
                silent.append(f"0x{bench.board.chips[number]:02X}")
            chip.configure(bench.settings, [0] * ELECTRODES)
            await asyncio.sleep(bench.settings.settling_time)
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
