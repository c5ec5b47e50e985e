"""Blinka's I²C object for any of the kernel's buses, by number.

The law of this module: it is imported when a bus is opened and not before. Blinka's own choice
goes by pins and by what it takes the machine for, and knows only the buses that have pins in its
tables; what does the work there is Blinka's driver for Linux, which takes a number and is used
here as it is. So nothing guesses at boards, and no GPIO library is loaded for a bus. One process
has it at a time, whichever folder and user it runs with: two would set each other's chips up.
"""

from __future__ import annotations

import fcntl

from adafruit_blinka import Lockable
from adafruit_blinka.microcontroller.generic_linux.i2c import I2C


class BlinkaBus(I2C, Lockable):  # type: ignore[misc]  # Blinka has no types
    """The bus /dev/i2c-N, held alone until it is let go of.

    Raises BlockingIOError when another process holds it, OSError or RuntimeError as Blinka does.
    """

    def __init__(self, bus: int) -> None:
        super().__init__(bus)
        try:
            fcntl.flock(self._i2c_bus._device, fcntl.LOCK_EX | fcntl.LOCK_NB)  # noqa: SLF001 - the file
        except BlockingIOError:
            self.deinit()
            raise

    def deinit(self) -> None:
        """Let go of the device; doing so twice is fine."""
        self._i2c_bus.close()
