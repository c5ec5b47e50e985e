"""Which Raspberry Pi this is, as its device tree says.

The law of this module: it reads, and guesses nothing. A machine without the files is no Pi.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from iye_hw.pi.system_files import read_or_nothing

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


_FILTERS: Final = {
    0x00: ("pi1",),
    0x01: ("pi1",),
    0x02: ("pi1",),
    0x03: ("pi1",),
    0x04: ("pi2",),
    0x06: ("pi1", "cm1"),
    0x08: ("pi3",),
    0x09: ("pi0",),
    0x0A: ("pi3", "cm3"),
    0x0C: ("pi0", "pi0w"),
    0x0D: ("pi3", "pi3+"),
    0x0E: ("pi3", "pi3+"),
    0x10: ("pi3", "cm3", "cm3+"),
    0x11: ("pi4",),
    0x12: ("pi0", "pi0w", "pi02"),
    0x13: ("pi4", "pi400"),
    0x14: ("pi4", "cm4"),
    0x15: ("pi4", "cm4s"),
    0x17: ("pi5",),
    0x18: ("pi5", "cm5"),
    0x19: ("pi5", "pi500"),
    0x1A: ("pi5", "cm5"),
}
"""The boot file's filters that hold on a type of board (bits 4 to 11 of a revision code), as
Raspberry Pi's documentation has them."""

_FILTERS_OF_A_CHIP: Final = {
    Chip.BCM2835: ("pi1",),
    Chip.BCM2836: ("pi2",),
    Chip.BCM2837: ("pi3",),
    Chip.BCM2711: ("pi4",),
    Chip.BCM2712: ("pi5",),
}
"""The same for a board that is newer than this program, by its chip."""


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
    def boot_filters(self) -> frozenset[str]:
        """The filters of the boot file that hold on it; none where its revision is not told."""
        if self.chip is None:
            return frozenset()
        if not self.revision & _NEW_STYLE:
            return frozenset(_FILTERS_OF_A_CHIP[self.chip])
        board = self.revision >> 4 & 0xFF
        known = _FILTERS.get(board, _FILTERS_OF_A_CHIP[self.chip])
        return frozenset((*known, f"board-type={board:#x}"))

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
    name = read_or_nothing(root / _NAME).rstrip(b"\0").decode(errors="replace")
    if not name.startswith("Raspberry Pi"):
        return None
    revision = read_or_nothing(root / _REVISION)
    number = int.from_bytes(revision, "big") if len(revision) == _REVISION_BYTES else 0
    return PiModel(name, number)
