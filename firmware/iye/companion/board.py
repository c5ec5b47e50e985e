"""What the companion needs of a board, whoever wires it.

The law of this module: promises only. The companion asks the board and posts events; a simulated
board also has hands and faults, and its touches go through its chips.
"""

from __future__ import annotations

from typing import Protocol

from iye.lights import Frame, LightSettings
from iye.rules import Deal
from iye.table import Event, Table
from iye_hw.panel import Complaint, PadReading


class Board(Protocol):
    """The daemon, as the companion sees it."""

    table: Table
    frame: Frame

    @property
    def lights(self) -> LightSettings:
        """How the lights are set."""
        ...

    def tune(self, lights: LightSettings) -> None:
        """Set the lights differently."""
        ...

    def now(self) -> float:
        """Give the present moment of the board's timeline."""
        ...

    def post(self, event: Event) -> None:
        """Let the table handle an event."""
        ...

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        """What is wrong with the hardware by now."""
        ...

    def deal_next(self, deal: Deal | None) -> None:
        """Let the next arrangement drawn be this one; None: leave it to chance."""
        ...

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now."""
        ...


class Hand(Protocol):
    """A hand on a simulated panel."""

    def touch(self, what: str) -> None:
        """Touch a pad or press a button. Raises ValueError when there is neither."""
        ...

    def release(self, what: str) -> None:
        """Let go of it. Raises ValueError when there is neither."""
        ...


class Faults(Protocol):
    """What can be made to go wrong on a simulated panel."""

    @property
    def names(self) -> tuple[str, ...]:
        """All faults there are."""
        ...

    @property
    def of_a_pad(self) -> tuple[str, ...]:
        """Those of them that are about one pad."""
        ...

    @property
    def on(self) -> tuple[str, ...]:
        """The faults that are on."""
        ...

    def begin(self, name: str, pad: str | None = None) -> None:
        """Let a fault happen. Raises ValueError for one that is not there."""
        ...

    def end(self, name: str) -> None:
        """Let it be right again. Raises ValueError for one that is not there."""
        ...
