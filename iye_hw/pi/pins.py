"""The Pi's pins for gpiozero, by lgpio and by nothing else.

The law of this module: the factory is made here and handed on, so gpiozero never looks for one
and never falls back from one to the next.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from typing import Any

from gpiozero import PinUnknownPi


class PinsError(OSError):
    """The pins cannot be had; the sentence says what to do."""


def open_pins() -> Any:
    """Open the pins and give gpiozero's factory for them. Raises PinsError."""
    _give_lgpio_a_folder()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - needs a Pi's lgpio
    except ImportError as error:
        raise PinsError(
            "lgpio is not installed: sudo apt install python3-lgpio, or where there is no such "
            "package install the program with its pi extra"
        ) from error
    try:
        return LGPIOFactory()
    except PinUnknownPi as error:
        raise PinsError(
            "gpiozero does not know this machine: use a Raspberry Pi, or a newer gpiozero on a "
            "newer Pi"
        ) from error
    except Exception as error:
        # lgpio has an exception class of its own that is no OSError.
        raise PinsError(
            f"the pins cannot be reached ({error}): add this user to the group gpio "
            '(sudo usermod -aG gpio "$USER") and log in again'
        ) from error


def _give_lgpio_a_folder() -> None:
    """See that lgpio can keep its file: in $LG_WD, else in the working directory, else in our own.

    A shared folder would not do: another user's file of the same name may be there.
    """
    if "LG_WD" in os.environ or os.access(".", os.W_OK):
        return
    folder = tempfile.mkdtemp(prefix="iye-")
    os.environ["LG_WD"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
