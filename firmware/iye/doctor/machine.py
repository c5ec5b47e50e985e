"""The Raspberry Pi itself: model, system and bus.

The law of this module: everything is read from files below a root, so that any Pi can be laid out
in a folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from iye.doctor.finding import Finding, explained, fine, note, wrong
from iye_hw.pi.boot_file import BootFile
from iye_hw.pi.booted import RESTART, boot_file_of
from iye_hw.pi.i2c import BUS, boot_line, device, trouble
from iye_hw.pi.lights import Backend, fitting_backend
from iye_hw.pi.lights_pio import DEVICE
from iye_hw.pi.model import PiModel, read_model
from iye_hw.pi.system_files import read_or_nothing

SYSTEMS: Final = ("bookworm", "trixie")
BUS_HERTZ: Final = 400_000


@dataclass(frozen=True, slots=True)
class Machine:
    """A Pi as its files show it; `root` stands for the file system's."""

    root: Path = Path("/")
    lights: Backend = Backend.AUTO
    bus: int = 1
    pio: Path = DEVICE
    is_root: bool = os.geteuid() == 0

    @property
    def model(self) -> PiModel | None:
        """Which Pi it is; None for something else."""
        return read_model(self.root)

    @property
    def backend(self) -> Backend:
        """Which way the lights are driven here."""
        return fitting_backend(self.model)[0] if self.lights is Backend.AUTO else self.lights

    @property
    def boot(self) -> BootFile:
        """What the boot file says for this model; nothing where there is none."""
        return boot_file_of(self.root, self.model)

    def read(self, name: str) -> bytes:
        """Read a file below the root; nothing where it cannot be read."""
        return read_or_nothing(self.root / name)

    def usable(self, name: str) -> bool:
        """Tell whether this user may read and write a device."""
        return os.access(self.root / name, os.R_OK | os.W_OK)


def examine_machine(machine: Machine) -> Iterator[Finding]:
    """Look at the Pi."""
    yield _model(machine)
    yield _system(machine)
    yield from _bus(machine)


def _model(machine: Machine) -> Finding:
    model = machine.model
    if model is None:
        return wrong("model", "this is no Raspberry Pi", "use --panel simulated, or iye simulate")
    if model.chip is None:
        return note(
            "model",
            f"{model.name} is newer than this program",
            "tell its makers how far you got; lights.backend may have to be set by hand",
        )
    return fine("model", f"{model.name} (revision {model.revision:x})")


def _system(machine: Machine) -> Finding:
    text = machine.read("etc/os-release").decode(errors="replace")
    fields = dict(re.findall(r'^(\w+)="?(.*?)"?$', text, flags=re.MULTILINE))
    name = fields.get("PRETTY_NAME", "an unknown system")
    if fields.get("VERSION_CODENAME") in SYSTEMS:
        return fine("system", name)
    return note("system", f"{name} has not been tried", "use Raspberry Pi OS Bookworm or Trixie")


def _bus(machine: Machine) -> Iterator[Finding]:
    path = device(machine.bus)
    problem = trouble(machine.bus, machine.root)
    if problem:
        yield explained("bus", problem)
    else:
        yield fine("bus", f"/{path} is there")
        yield _bus_speed(machine)


def _bus_speed(machine: Machine) -> Finding:
    raw = machine.read(f"sys/bus/i2c/devices/i2c-{machine.bus}/of_node/clock-frequency")
    hertz = int.from_bytes(raw, "big")
    said = f"{hertz // 1000} kHz" if hertz else "the bus does not tell its speed"
    if hertz >= BUS_HERTZ:
        return fine("bus speed", said)
    fast = _fast(machine.bus)
    if machine.boot.brings(fast):
        return note("bus speed", f"{said}, though the boot file asks for more", RESTART)
    return note("bus speed", said, f"put {fast} into the boot file and start the Pi again")


def _fast(bus: int) -> str:
    """Give the boot file's line for a bus at full speed."""
    if bus == BUS:
        return f"dtparam=i2c_arm_baudrate={BUS_HERTZ}"
    return f"{boot_line(bus)},baudrate={BUS_HERTZ}"
