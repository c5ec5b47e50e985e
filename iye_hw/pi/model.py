"""Which Raspberry Pi this is, as its device tree says.

The law of this module: it reads, and guesses nothing. A machine without the files is no Pi.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

_NAME: Final = "proc/device-tree/model"
_REVISION: Final = "proc/device-tree/system/linux,revision"
_NEW_STYLE: Final = 1 << 23
_REVISION_BYTES: Final = 4


class Chip(IntEnum):
    """The system on a chip, as bits 12 to 15 of a revision code number it (documentation)."""

    BCM2835 = 0
    BCM2836 = 1
    BCM2837 = 2
    BCM2711 = 3
    BCM2712 = 4


@dataclass(frozen=True, slots=True)
class PiModel:
    """A Raspberry Pi: its name, and its revision code, 0 where that is not told."""

    name: str
    revision: int

    @property
    def chip(self) -> Chip | None:
        """Its system on a chip; None for one that is newer than this program.

        Revision codes of the old style, from before 2014, are all of the first chip.
        """
        if self.revision and not self.revision & _NEW_STYLE:
            return Chip.BCM2835
        number = self.revision >> 12 & 0xF
        return Chip(number) if self.revision and number in set(Chip) else None

    @property
    def has_pio(self) -> bool:
        """Whether lights are driven by the I/O chip's own little processors, as on a Pi 5."""
        return self.chip is Chip.BCM2712

    @property
    def fixed_core_clock(self) -> str:
        """What the boot file needs so that the lights' SPI keeps its pace; empty for nothing.

        SPI takes its clock from the core's, which would vary with load (documentation of
        rpi_ws281x).
        """
        if self.chip is Chip.BCM2711:
            return "core_freq=500\ncore_freq_min=500"
        return "" if self.has_pio else "core_freq=250"


def read_model(root: Path = Path("/")) -> PiModel | None:
    """Read which Pi this is; None where this is none. `root` stands for the file system's."""
    name = _read(root / _NAME).rstrip(b"\0").decode(errors="replace")
    if not name.startswith("Raspberry Pi"):
        return None
    revision = _read(root / _REVISION)
    number = int.from_bytes(revision, "big") if len(revision) == _REVISION_BYTES else 0
    return PiModel(name, number)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
