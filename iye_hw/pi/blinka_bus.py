"""Blinka's I²C object for any of the kernel's buses, by number.

The law of this module: it is imported when a bus is opened and not before. Blinka's own choice
goes by pins and by what it takes the machine for, and knows only the buses that have pins in its
tables; what does the work there is Blinka's driver for Linux, which takes a number and is used
here as it is. So nothing guesses at boards, and no GPIO library is loaded for a bus.
"""

from __future__ import annotations

from adafruit_blinka import Lockable
from adafruit_blinka.microcontroller.generic_linux.i2c import I2C


class BlinkaBus(I2C, Lockable):  # type: ignore[misc]  # Blinka has no types
    """The bus /dev/i2c-N. Raises OSError or RuntimeError as Blinka does."""

    def deinit(self) -> None:
        """Let go of the device; doing so twice is fine."""
        self._i2c_bus.close()
