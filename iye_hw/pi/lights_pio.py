"""The light chain on a Pi 5: the kernel's ws2812-pio overlay, a device that takes whole frames.

The law of this module: a frame is one write at the beginning of the device, four bytes a light,
red, green, blue and an unused white (the driver's documentation). The driver bends what it is
given by a gamma of 1/0.45, so it is bent the other way here: frames come linear in light. Whatever
goes wrong, the next frame tries from the start.

Unproven: this follows the driver's documentation and source and has not been seen on a Pi 5.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from iye_hw.light_chain import LightChainError
from iye_hw.sentence import Sentence, sentence

DEVICE: Final = Path("/dev/leds0")

_GAMMA: Final = 1 / 0.45
"""The exponent that the driver's source names for its table."""


class PioChain:
    """A chain of `count` lights behind the device at `path`.

    Raises LightChainError, saying what to do, if the device is absent or closed to this user.
    """

    def __init__(self, count: int, path: Path = DEVICE) -> None:
        self._path = path
        self._count = count
        self._closed = False
        self._file: int | None = self._opened()

    def send(self, wire: bytes) -> None:
        """Send green, red, blue for each light. Raises LightChainError if it cannot be sent."""
        if self._closed:
            raise LightChainError(sentence("the light chain is closed: start the program again"))
        pixels = pixels_of(wire)
        if self._file is None:
            self._file = self._opened()
        try:
            written = os.pwrite(self._file, pixels, 0)
        except OSError as error:
            self._let_go()
            raise self._explained(error) from error
        if written != len(pixels):
            raise LightChainError(self._too_short)

    def close(self) -> None:
        """Let go of the device; closing twice is fine."""
        self._closed = True
        self._let_go()

    @property
    def _too_short(self) -> Sentence:
        return sentence(
            "{device} has fewer lights than the board: write num_leds={count} into the overlay's "
            "line in the boot file and start the Pi again",
            device=self._path,
            count=self._count,
        )

    def _opened(self) -> int:
        try:
            return os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
        except OSError as error:
            raise self._explained(error) from error

    def _let_go(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _explained(self, error: OSError) -> LightChainError:
        match error.errno:
            case errno.ENOENT:
                said = sentence(
                    "there is no {device}: put {line} into the boot file and start the Pi again",
                    device=self._path,
                    line=f"dtoverlay=ws2812-pio,gpio=10,num_leds={self._count}",
                )
            case errno.EACCES | errno.EPERM:
                said = sentence(
                    "{device} may not be written: install the board's udev rules", device=self._path
                )
            case errno.EFBIG | errno.ENOSPC:
                said = self._too_short
            case _:
                said = sentence(
                    "{device} does not take frames ({error}): start again",
                    device=self._path,
                    error=error.strerror,
                )
        return LightChainError(said)


def pixels_of(wire: bytes) -> bytes:
    """Turn wire bytes (green, red, blue) into what the device takes (red, green, blue, unused)."""
    straight = wire.translate(_UNBENT)
    pixels = bytearray(len(wire) // 3 * 4)
    pixels[0::4], pixels[1::4], pixels[2::4] = straight[1::3], straight[0::3], straight[2::3]
    return bytes(pixels)


def _bent(value: int) -> int:
    """Give what the driver makes of a value: its table leaves the fractions off."""
    return int(255 * (value / 255) ** _GAMMA)


def _unbent(level: int) -> int:
    """Give the value of which the driver makes this level, or the nearest there is."""
    return min(range(256), key=lambda value: (abs(_bent(value) - level), value))


_UNBENT: Final = bytes(map(_unbent, range(256)))
