"""The lights' rights, device and clock, as files tell of them.

The law of this module: it looks at files alone; whether the chain takes a frame is tried elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from iye.doctor.finding import Finding, fine, wrong
from iye.doctor.machine import Machine
from iye_hw.pi.booted import RESTART
from iye_hw.pi.lights import Backend
from iye_hw.pi.lights_ws281x import NO_ROOT

_OVERLAY: Final = "dtoverlay=ws2812-pio,gpio=10,num_leds=36"
_UNIT: Final = "etc/systemd/system/iye.service"


def examine_lights(machine: Machine) -> Iterator[Finding]:
    """See whether the lights' device, rights and clock are as their backend needs them."""
    backend = machine.backend
    match backend:
        case Backend.NONE:
            yield fine("lights", "the settings ask for none")
        case Backend.PIO:
            device = str(machine.pio).removeprefix("/")
            yield _device(machine, backend, device, _OVERLAY)
        case Backend.SPI:
            yield _device(machine, backend, "dev/spidev0.0", "dtparam=spi=on")
            yield _core_clock(machine)
        case _:
            yield from _needs_root(machine, backend)


def _device(machine: Machine, backend: Backend, device: str, line: str) -> Finding:
    if not (machine.root / device).exists():
        said = f"{backend.value} is chosen, and there is no /{device}"
        if machine.boot.brings(line):
            return wrong("lights", f"{said} yet, though the boot file asks for it", RESTART)
        return wrong("lights", said, f"put {line} into the boot file and start the Pi again")
    if not machine.usable(device):
        return wrong(
            "lights",
            f"/{device} may not be used by this user",
            'add it to the groups gpio and spi (sudo usermod -aG gpio,spi "$USER") and log in '
            "again, and see that the board's udev rules are there (sudo make install)",
        )
    return fine("lights", f"{backend.value}, by /{device}")


def _core_clock(machine: Machine) -> Finding:
    model = machine.model
    wanted = "" if model is None else model.fixed_core_clock
    boot = machine.boot
    missing = [line for line in wanted.splitlines() if not boot.brings(line)]
    if not missing:
        return fine("core clock", "is fixed, or need not be")
    return wrong(
        "core clock",
        "is not fixed, so the lights will flicker in wrong colours",
        f"put {' and '.join(missing)} into the boot file and start the Pi again",
    )


def _needs_root(machine: Machine, backend: Backend) -> Iterator[Finding]:
    service = _service_user(machine)
    if service not in {"", "root"}:
        yield wrong(
            "lights", f"{backend.value} needs root, and the service runs as {service}", NO_ROOT
        )
    elif service == "root" or machine.is_root:
        yield fine("lights", f"{backend.value}, as root")
    else:
        yield wrong("lights", f"{backend.value} needs root", NO_ROOT)
    if backend is Backend.PWM and machine.boot.parameter("audio") == "on":
        yield wrong(
            "sound",
            "shares the PWM with the lights, which will show random colours",
            "put dtparam=audio=off into the boot file and start the Pi again",
        )


def _service_user(machine: Machine) -> str:
    """Give whom the service runs as, as systemd reads it; nothing where it is not installed."""
    folder = machine.root / f"{_UNIT}.d"
    extra = sorted(f"{_UNIT}.d/{path.name}" for path in folder.glob("*.conf"))
    text = b"\n".join(map(machine.read, (_UNIT, *extra))).decode(errors="replace")
    users = re.findall(r"^User=(\S*)", text, flags=re.MULTILINE)
    return users[-1] if users and machine.read(_UNIT) else ""
