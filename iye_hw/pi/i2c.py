"""The Pi's I²C bus, opened through Blinka.

The law of this module: nothing of Blinka is imported before the bus is opened, and what keeps it
from opening is one sentence. The device is looked at first, since Blinka says of every reason
alike that there is no hardware.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

BUS: Final = 1
"""The bus on the header's pins 3 and 5, on every Pi since the first."""


class I2CError(OSError):
    """The bus cannot be opened; the sentence says what to do."""


def open_i2c(bus: int = BUS, *, root: Path = Path("/")) -> Any:
    """Open the bus and give Blinka's object. Raises I2CError.

    Its clock is the kernel's affair: the boot file sets it, and nothing here can.
    """
    if bus != BUS:
        raise I2CError(f"board.toml asks for I²C bus {bus}: on a Pi the pins 3 and 5 are bus {BUS}")
    problem = trouble(root / f"dev/i2c-{bus}")
    if problem:
        raise I2CError(problem)
    try:
        import board  # noqa: PLC0415 - the law of this module
        import busio  # noqa: PLC0415 - the same

        return busio.I2C(board.SCL, board.SDA)
    except (ImportError, RuntimeError, NotImplementedError) as error:
        raise I2CError(
            f"Blinka cannot run here ({_first_line(error)}): install the program with its pi extra"
        ) from error
    except (OSError, ValueError, AttributeError) as error:
        raise I2CError(f"I²C bus {bus} does not open: {_first_line(error)}") from error


def trouble(device: Path) -> str:
    """Say what keeps the bus's device from being used; nothing when it can be."""
    if not device.exists():
        return (
            f"there is no {device}: put dtparam=i2c_arm=on into /boot/firmware/config.txt and "
            "i2c-dev into /etc/modules, then start the Pi again"
        )
    if not os.access(device, os.R_OK | os.W_OK):
        return (
            f"{device} may not be used by this user: add it to the group i2c (sudo usermod -aG i2c "
            '"$USER") and log in again'
        )
    return ""


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
