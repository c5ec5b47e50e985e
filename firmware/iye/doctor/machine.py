"""The Raspberry Pi itself: model, system, bus, lights' rights and clock.

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
from iye_hw.pi.i2c import BUS, boot_line, device, trouble
from iye_hw.pi.lights import Backend, fitting_backend
from iye_hw.pi.model import PiModel, read_model

SYSTEMS: Final = ("bookworm", "trixie")
BUS_HERTZ: Final = 400_000

_BOOT_FILES: Final = ("boot/firmware/config.txt", "boot/config.txt")
_FASTER: Final = "put dtparam=i2c_arm_baudrate=400000 into the boot file and start the Pi again"


@dataclass(frozen=True, slots=True)
class Machine:
    """A Pi as its files show it; `root` stands for the file system's."""

    root: Path = Path("/")
    lights: Backend = Backend.AUTO
    bus: int = 1
    is_root: bool = os.geteuid() == 0

    @property
    def model(self) -> PiModel | None:
        """Which Pi it is; None for something else."""
        return read_model(self.root)

    @property
    def backend(self) -> Backend:
        """Which way the lights are driven here."""
        return fitting_backend(self.model)[0] if self.lights is Backend.AUTO else self.lights

    def boot_lines(self) -> list[str]:
        """Give what is set in the boot file, without remarks; nothing where there is no file."""
        for name in _BOOT_FILES:
            text = self.read(name).decode(errors="replace")
            if text:
                lines = map(str.strip, text.splitlines())
                return [line for line in lines if line and not line.startswith("#")]
        return []

    def read(self, name: str) -> bytes:
        """Read a file below the root; nothing where it cannot be read."""
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return b""

    def usable(self, name: str) -> bool:
        """Tell whether this user may read and write a device."""
        return os.access(self.root / name, os.R_OK | os.W_OK)


def examine_machine(machine: Machine) -> Iterator[Finding]:
    """Look at the Pi."""
    yield _model(machine)
    yield _system(machine)
    yield _bus(machine)
    yield _bus_speed(machine)
    yield from _lights(machine)


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


def _bus(machine: Machine) -> Finding:
    problem = trouble(machine.bus, machine.root)
    return explained("bus", problem) if problem else fine("bus", f"/{device(machine.bus)} is there")


def _bus_speed(machine: Machine) -> Finding:
    raw = machine.read(f"sys/bus/i2c/devices/i2c-{machine.bus}/of_node/clock-frequency")
    hertz = int.from_bytes(raw, "big")
    if not hertz:
        return note("bus speed", "the bus does not tell its speed", _FASTER)
    said = f"{hertz // 1000} kHz"
    return fine("bus speed", said) if hertz >= BUS_HERTZ else note("bus speed", said, _FASTER)


def _lights(machine: Machine) -> Iterator[Finding]:
    backend = machine.backend
    match backend:
        case Backend.NONE:
            yield fine("lights", "the settings ask for none")
        case Backend.PIO:
            yield _device(machine, backend, "dev/leds0", "dtoverlay=ws2812-pio,gpio=10,num_leds=36")
        case Backend.SPI:
            yield _device(machine, backend, "dev/spidev0.0", "dtparam=spi=on")
            yield _core_clock(machine)
        case _:
            yield from _needs_root(machine, backend)


def _device(machine: Machine, backend: Backend, device: str, line: str) -> Finding:
    if not (machine.root / device).exists():
        return wrong(
            "lights",
            f"{backend.value} is chosen, and there is no /{device}",
            f"put {line} into the boot file and start the Pi again",
        )
    if not machine.usable(device):
        return wrong(
            "lights",
            f"/{device} may not be used by this user",
            "add it to the groups gpio and spi, and install the board's udev rules",
        )
    return fine("lights", f"{backend.value}, by /{device}")


def _core_clock(machine: Machine) -> Finding:
    model = machine.model
    wanted = "" if model is None else model.fixed_core_clock
    lines = machine.boot_lines()
    missing = [line for line in wanted.splitlines() if line not in lines]
    if not missing:
        return fine("core clock", "is fixed, or need not be")
    return wrong(
        "core clock",
        "is not fixed, so the lights will flicker in wrong colours",
        f"put {' and '.join(missing)} into the boot file and start the Pi again",
    )


def _needs_root(machine: Machine, backend: Backend) -> Iterator[Finding]:
    if machine.is_root:
        yield fine("lights", f"{backend.value}, as root")
    else:
        yield wrong(
            "lights", f"{backend.value} needs root", 'set lights.backend to "spi", which does not'
        )
    if backend is Backend.PWM and "dtparam=audio=on" in machine.boot_lines():
        yield wrong(
            "sound",
            "shares the PWM with the lights, which will show random colours",
            "put dtparam=audio=off into the boot file and start the Pi again",
        )
