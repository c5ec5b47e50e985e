"""The Pi's I²C bus, opened through Blinka.

The law of this module: nothing of Blinka is imported before the bus is opened, and what keeps it
from opening is one sentence. The device is looked at first, since Blinka does not say what to do.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Any, Final

from iye_hw.pi.booted import RESTART, boot_file_of
from iye_hw.pi.model import read_model

BUS: Final = 1
"""The bus on the header's pins 3 and 5, on every Pi since the first."""

_LINES: Final = {0: "dtparam=i2c_vc=on", BUS: "dtparam=i2c_arm=on"}
"""What brings up a bus that has a parameter of its own (Raspberry Pi's overlays, README)."""


IN_USE: Final = (
    "another program has the touch chips in hand: end it first, the board's own by "
    "sudo systemctl stop iye"
)


class I2CError(OSError):
    """The bus cannot be opened; the sentence says what to do."""


def open_i2c(bus: int = BUS, *, root: Path = Path("/")) -> Any:
    """Open the bus and give Blinka's object. Raises I2CError.

    Its clock is the kernel's affair: the boot file sets it, and nothing here can.
    """
    problem = trouble(bus, root)
    if problem:
        raise I2CError(problem)
    try:
        from iye_hw.pi.blinka_bus import BlinkaBus  # noqa: PLC0415 - the law of this module

        return BlinkaBus(bus)
    except ImportError as error:
        raise I2CError(
            f"Blinka cannot run here ({_first_line(error)}): install the program anew"
        ) from error
    except BlockingIOError as error:
        raise I2CError(IN_USE) from error
    except (OSError, RuntimeError) as error:
        raise I2CError(
            f"I²C bus {bus} does not open ({_first_line(error)}): start the Pi again"
        ) from error


def in_use(bus: int, root: Path = Path("/")) -> bool:
    """Tell whether another process holds the bus, as `open_i2c` does."""
    try:
        with (root / device(bus)).open("r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def device(bus: int) -> str:
    """Give the bus's device, below a root."""
    return f"dev/i2c-{bus}"


def boot_line(bus: int) -> str:
    """Give the line of the boot file that brings the bus up."""
    return _LINES.get(bus, f"dtoverlay=i2c{bus}")


def trouble(bus: int, root: Path = Path("/")) -> str:
    """Say what keeps the bus's device from being used; nothing when it can be."""
    place, path = root / device(bus), f"/{device(bus)}"
    if not place.exists():
        if boot_file_of(root, read_model(root)).brings(boot_line(bus)):
            return f"there is no {path} yet, though the boot file asks for it: {RESTART}"
        return (
            f"there is no {path}: put {boot_line(bus)} into /boot/firmware/config.txt and "
            "i2c-dev into /etc/modules, then start the Pi again"
        )
    if not os.access(place, os.R_OK | os.W_OK):
        return (
            f"{path} may not be used by this user: add it to the group i2c (sudo usermod -aG i2c "
            '"$USER") and log in again'
        )
    return ""


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
