"""What the boot file on this machine says, and what to do when it has not been heeded.

The law of this module: it finds the file and reads it as this model does; what the lines mean is
said elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from iye_hw.pi.boot_file import BootFile, read_boot_file
from iye_hw.pi.model import PiModel
from iye_hw.pi.system_files import read_or_nothing

RESTART: Final = "start the Pi again; if that does not help, see what dmesg says of it"
"""What to do about something that the boot file asks for, and that is not there."""

_BOOT_FILES: Final = ("boot/firmware/config.txt", "boot/config.txt")


def boot_file_of(root: Path, model: PiModel | None) -> BootFile:
    """Read the boot file below a root as a model does, or as all do; nothing where none is."""
    place = next((root / name for name in _BOOT_FILES if _read(root / name)), root / _BOOT_FILES[0])
    known = model.boot_filters if model is not None else None
    return read_boot_file(place.name, lambda name: _read(place.parent / name), known or None)


def _read(path: Path) -> str:
    return read_or_nothing(path).decode(errors="replace")
