"""An I²C bus that bears disturbance: a transaction that fails is repeated at once.

The law of this module: every register access of a touch chip may be repeated without harm, so it
is. A bus that hangs is another matter: each try costs the kernel's time-out (a second on a Pi),
during which nothing else happens, so it is left alone for a while.

By hand: with 30 % of all transactions failing, eight tries leave 0.3⁸ = 0.007 % unanswered, and
the 150 or so that set a chip up anew succeed together in 99 of 100 attempts.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, Final

TRIES: Final = 8
"""Tries of one transaction, the first included."""
REST: Final = 10.0
"""Seconds during which a bus that hung is not tried."""
DISTURBED: Final = 0.05
"""Share of transactions in need of repeating from which a person should hear of it."""
CLEAN_CHECKS: Final = 10
"""Checks without any repeating after which the bus counts as mended."""


class PatientBus:
    """The five methods that drivers use, on an I²C object of the Blinka kind."""

    def __init__(self, i2c: Any, now: Callable[[], float]) -> None:
        self._i2c = i2c
        self._now = now
        self._rests_until = 0.0
        self.answered = 0
        """Transactions that were answered in the end."""
        self.repeated = 0
        """Those among them that were not answered the first time."""

    def try_lock(self) -> bool:
        """Take the bus if it is free, and tell whether that worked."""
        return bool(self._i2c.try_lock())

    def unlock(self) -> None:
        """Give the bus back."""
        self._i2c.unlock()

    def writeto(self, *args: Any, **details: Any) -> None:
        """Write to a chip. Raises OSError if it does not answer at all."""
        self._insist(self._i2c.writeto, *args, **details)

    def readfrom_into(self, *args: Any, **details: Any) -> None:
        """Read from a chip. Raises OSError likewise."""
        self._insist(self._i2c.readfrom_into, *args, **details)

    def writeto_then_readfrom(self, *args: Any, **details: Any) -> None:
        """Write, then read without letting go of the bus. Raises OSError likewise."""
        self._insist(self._i2c.writeto_then_readfrom, *args, **details)

    def _insist(self, call: Callable[..., object], *args: Any, **details: Any) -> None:
        if self._now() < self._rests_until:
            raise OSError(errno.ETIMEDOUT, "the bus hangs")
        for attempt in range(1, TRIES + 1):
            try:
                call(*args, **details)
            except OSError as error:
                self._give_up(error, attempt)
            else:
                self.answered += 1
                self.repeated += attempt > 1
                return

    def _give_up(self, error: OSError, attempt: int) -> None:
        """Raise the error, if it is no use to try again."""
        if error.errno == errno.ETIMEDOUT:
            self._rests_until = self._now() + REST
            raise error
        if attempt == TRIES:
            raise error


class BusHealth:
    """Tells when a bus is disturbed, and when it has been clean for a while."""

    def __init__(self, bus: PatientBus) -> None:
        self._bus = bus
        self._clean = 0
        self.disturbed = False

    def check(self) -> bool:
        """Look at what crossed the bus since the last look; tell whether the verdict changed."""
        answered, repeated = self._bus.answered, self._bus.repeated
        self._bus.answered = self._bus.repeated = 0
        self._clean = 0 if repeated else self._clean + 1
        before = self.disturbed
        if repeated > 1 and repeated >= DISTURBED * answered:
            self.disturbed = True
        elif self._clean >= CLEAN_CHECKS:
            self.disturbed = False
        return self.disturbed is not before
