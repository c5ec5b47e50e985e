"""The whole examination, on a Pi's parts or on simulated ones.

The law of this module: what cannot be opened is a finding, and the rest is examined all the same.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from iye.calibration import usable_calibration
from iye.doctor.broker import examine_broker
from iye.doctor.chips import ChipBench, examine_chips
from iye.doctor.finding import Finding, explained, fine, note
from iye.doctor.lights import examine_lights
from iye.doctor.machine import Machine, examine_machine
from iye.doctor.pad_table import PadRead, pads_read
from iye.doctor.pins import examine_pins
from iye.doctor.place import (
    examine_calibration,
    examine_clock,
    examine_disk,
    examine_journal,
    examine_port,
    running_elsewhere,
)
from iye.record.places import may_enter
from iye.settings import Settings
from iye_hw.board_map import BoardMap
from iye_hw.board_panel import Parts
from iye_hw.light_chain import LightChain
from iye_hw.patient_bus import PatientBus
from iye_hw.pi.boot_file import BootFile
from iye_hw.pi.i2c import IN_USE, in_use, open_i2c, trouble
from iye_hw.pi.lights import choose_lights
from iye_hw.pi.pins import open_pins


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be examined. `parts` are a simulated board's; None opens those of this Pi."""

    settings: Settings
    board: BoardMap
    folder: Path
    calibration: Path
    parts: Parts | None = None
    root: Path = Path("/")

    @property
    def configs(self) -> tuple[int, int]:
        """CONFIG1 and CONFIG2 that the chips will have."""
        return self.settings.touch_settings().configs


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found, and what every pad read; no pads where no chip could be asked."""

    findings: list[Finding]
    pads: list[PadRead]


async def examine(case: Case) -> Examination:
    """Examine everything; takes about a second."""
    page = case.settings.page
    found: list[Finding] = []
    pads: list[PadRead] = []
    lights = case.settings.light_wishes()
    machine = Machine(case.root, lights.backend, case.board.bus, lights.device)
    if case.parts is None:
        found += examine_machine(machine)
        found += examine_lights(machine)
    busy = running_elsewhere(case.folder) or _held_elsewhere(case)
    if busy:
        found.append(
            note(
                "board",
                "it is being played on",
                "end it to have its chips examined: sudo systemctl stop iye",
            )
        )
    else:
        hardware = await _hardware(case, None if case.parts is not None else machine.boot)
        found += hardware.findings
        pads += hardware.pads
        found.append(examine_port(page.host, page.port))
    found += examine_broker(case.settings, case.root)
    found.append(examine_disk(case.folder))
    found.append(examine_clock(case.root, datetime.now().astimezone()))
    if may_enter(case.folder):  # where not, that has been said of the disk
        found += examine_journal(case.folder)
        found.append(examine_calibration(case.calibration, case.board, case.configs))
    return Examination(found, pads)


def _held_elsewhere(case: Case) -> str:
    """Say so if a program has the chips that this user cannot see the data folder of."""
    return IN_USE if case.parts is None and in_use(case.board.bus, case.root) else ""


async def _hardware(case: Case, boot: BootFile | None) -> Examination:
    found: list[Finding] = []
    pads: list[PadRead] = []
    parts = case.parts or _opened(case, found)
    if parts.pin_factory is not None:
        found += examine_pins(case.board, parts.pin_factory, boot)
    if parts.i2c is not None:
        measured = usable_calibration(case.calibration, case.board, case.configs)
        touch = case.settings.touch_settings(None if measured is None else measured.thresholds)
        bus = PatientBus(parts.i2c, asyncio.get_running_loop().time)
        baselines = None if measured is None else measured.in_use
        bench = ChipBench(case.board, touch, bus, parts.pin_factory, baselines)
        found += await examine_chips(bench)
        pads += pads_read(case.board, bench.samples, touch)
    found.append(_chain(parts.chain, case.board.light_count))
    parts.chain.close()
    return Examination(found, pads)


def _opened(case: Case, found: list[Finding]) -> Parts:
    """Open what a Pi has; what it lacks is None, and a finding."""
    i2c = pins = None
    try:
        i2c = open_i2c(case.board.bus, root=case.root)
    except OSError as error:
        if not trouble(case.board.bus, case.root):  # else the machine's findings have it
            found.append(explained("touch", str(error)))
    try:
        pins = open_pins()
    except OSError as error:
        found.append(explained("pins", str(error)))
    wishes = case.settings.light_wishes()
    model = Machine(case.root).model
    chain = choose_lights(wishes.backend, model, case.board.light_count, device=wishes.device)
    return Parts(i2c, chain, pins)


def _chain(chain: LightChain, lights: int) -> Finding:
    try:
        chain.send(bytes(3 * lights))
    except OSError as error:
        return explained("light chain", str(error))
    return fine("light chain", f"{lights} lights take a frame")
