"""Runs a board on simulated chips, for this machine alone: `iye simulate`.

The law of this module: it makes the panel; what stands beside it is put there by `iye.running`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from iye.chance import Dealer
from iye.rehearsal.apart import Stage
from iye.running import Around, run
from iye.table import Seats
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings

if TYPE_CHECKING:
    from iye.away.wishes import AwayWishes

HEALTH_CHECK: Final = 1.0
"""Seconds between looks at a touch chip's settings and status, by which a brown-out is found, and
what the interrupt line does not tell."""
DRIFT: Final = 5.0
"""Seconds between looks at the slow drift of all pads."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; as in `iye.running.Around`."""

    seed: int | None
    ready: Callable[[str], None]
    warn: Callable[[str], None]
    data: Path | None
    seats: Seats | None = None
    away: AwayWishes | None = None


async def simulate(wishes: Wishes, listening: socket.socket) -> None:
    """Run a simulated board and its page until a signal asks for the end.

    Raises LockedError when a board runs on the same data already, and NewerError when a newer
    program wrote the journal.
    """
    settings = TouchSettings(care=Care(health_check=HEALTH_CHECK, drift=DRIFT))
    loop = asyncio.get_running_loop()
    panel = SimulatedPanel(load_board_map(), loop, seed=wishes.seed or 0, settings=settings)
    around = Around(
        wishes.ready,
        wishes.warn,
        wishes.data,
        dealer=Dealer(seed=wishes.seed),
        rehearse=Stage().play,
        seats=wishes.seats,
        away=wishes.away,
    )
    await run(panel, around, listening)
