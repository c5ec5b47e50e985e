"""A simulated I²C bus: the five methods that drivers need, and what crossed the wire.

The law of this module: a byte on this bus costs what it costs on a real one, an absent chip gives
the kernel's error, and nothing is made gentler for the driver's sake.
"""

from __future__ import annotations

import errno
import random
import time
from dataclasses import dataclass
from typing import Protocol

BITS_A_BYTE = 9
"""Eight bits and the acknowledgement."""


class BusTarget(Protocol):
    """A chip on the bus."""

    def write(self, data: bytes) -> None:
        """Take the bytes of a write."""
        ...

    def read(self, count: int) -> bytes:
        """Give the bytes of a read."""
        ...


@dataclass(slots=True)
class Traffic:
    """What has crossed the wire: transactions, bytes with their addresses, start and stop bits."""

    transactions: int = 0
    bytes: int = 0
    conditions: int = 0

    def seconds(self, hertz: float) -> float:
        """Give the time all this takes at a clock of `hertz`."""
        return (self.bytes * BITS_A_BYTE + self.conditions) / hertz


class SimulatedI2C:
    """A bus of simulated chips, by address."""

    def __init__(self, targets: dict[int, BusTarget]) -> None:
        self._targets = targets
        self._unplugged: set[int] = set()
        self._failures: dict[int | None, int] = {}
        self._locked = False
        self._stretched = 0.0
        self._disturbed = 0.0
        self._hangs = False
        self._chance = random.Random(0)  # noqa: S311 - disturbance is no secret
        self.traffic = Traffic()

    # What the drivers use.

    def try_lock(self) -> bool:
        """Take the bus if it is free, and tell whether that worked."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the bus back."""
        self._locked = False

    def writeto(
        self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None
    ) -> None:
        """Write to a chip. Raises OSError (121) if it does not acknowledge."""
        data = bytes(buffer[start:end])
        self._target(address, 1 + len(data), conditions=2).write(data)

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Read from a chip into a buffer. Raises OSError (121) if it does not acknowledge."""
        count = len(buffer[start:end])
        target = self._target(address, 1 + count, conditions=2)
        buffer[start : start + count] = target.read(count)

    def writeto_then_readfrom(  # noqa: PLR0913 - Blinka's signature
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write, then read without letting go of the bus. Raises OSError (121) likewise."""
        data = bytes(out_buffer[out_start:out_end])
        count = len(in_buffer[in_start:in_end])
        target = self._target(address, 2 + len(data) + count, conditions=3)
        target.write(data)
        in_buffer[in_start : in_start + count] = target.read(count)

    # What tests and rehearsals use.

    def unplug(self, address: int) -> None:
        """Take a chip's bus wires out."""
        self._unplugged.add(address)

    def plug(self, address: int) -> None:
        """Put a chip's bus wires back."""
        self._unplugged.discard(address)

    def fail_next(self, count: int, address: int | None = None) -> None:
        """Let the next `count` transactions (with `address`, if given) go unacknowledged."""
        self._failures[address] = count

    def disturb(self, share: float, seed: int = 0) -> None:
        """Let this share of all transactions fail from now on, half of them after their effect."""
        self._disturbed = share
        self._chance = random.Random(seed)  # noqa: S311 - disturbance is no secret

    def hang(self, *, hangs: bool) -> None:
        """Let the data line be held low, or no longer: every transaction times out (110)."""
        self._hangs = hangs

    def stretch(self, seconds: float) -> None:
        """Let every transaction take real time from now on, as when a chip stretches the clock."""
        self._stretched = seconds

    def _target(self, address: int, length: int, *, conditions: int) -> BusTarget:
        if not self._locked:
            raise RuntimeError("take the bus with try_lock before using it")
        if self._stretched:
            time.sleep(self._stretched)
        self.traffic.transactions += 1
        self.traffic.conditions += conditions
        if self._hangs:
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        if self._fails(address) or address in self._unplugged or address not in self._targets:
            self.traffic.bytes += 1
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self._chance.random() < self._disturbed:
            return self._spoilt(address)
        self.traffic.bytes += length
        return self._targets[address]

    def _spoilt(self, address: int) -> BusTarget:
        """Fail before anything has reached the chip, or give a chip whose answer gets lost."""
        self.traffic.bytes += 1
        if self._chance.random() < 1 / 2:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return _Unheard(self._targets[address])

    def _fails(self, address: int) -> bool:
        for key in (None, address):
            if self._failures.get(key, 0) > 0:
                self._failures[key] -= 1
                return True
        return False


class _Unheard:
    """A chip that takes what it is sent, while the host is told that it failed."""

    def __init__(self, target: BusTarget) -> None:
        self._target = target

    def write(self, data: bytes) -> None:
        self._target.write(data)
        raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def read(self, count: int) -> bytes:
        self._target.read(count)
        raise OSError(errno.EREMOTEIO, "Remote I/O error")
