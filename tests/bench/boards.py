"""Boards for the benches: a simulated one as the product wires it, served or not.

The law of this module: nothing is left out that runs beside a real game, and nothing is added but
what measures.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, thread_time

from iye import loading
from iye.chance import Dealer
from iye.companion.door import Door
from iye.companion.guard import Hosts
from iye.companion.hub import Companion
from iye.companion.server import Pages, make_server
from iye.companion.wishes import House
from iye.companion.workshop import Workshop
from iye.listening import bind
from iye.record.journal import Journal
from iye.record.opening import open_journal
from iye.rehearsal.recorder import Recorder
from iye.running import RunningBoard
from iye.simulate import DRIFT, HEALTH_CHECK
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings


class Stopwatch(SimulatedPanel):
    """A simulated panel that counts frames, and notes how long a touch takes to become light.

    `taken` has seconds from the falling interrupt line to the frame handed to the light chain, for
    touches that were awaited; `worked` has those of them in which the loop's thread was at work,
    and not waiting for a processor that others use.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, *, seed: int = 0) -> None:
        settings = TouchSettings(care=Care(health_check=HEALTH_CHECK, drift=DRIFT))
        super().__init__(load_board_map(), loop, seed=seed, settings=settings)
        self.taken: list[float] = []
        self.worked: list[float] = []
        self.frames = 0
        self._awaited = False
        self._fell: tuple[float, float] | None = None

    def await_touch(self, pad: str) -> None:
        """Touch a pad, and take the time when the chips tell of it."""
        self._awaited = True
        self.touch(pad)

    def show(self, frame: bytes) -> None:
        """Show a frame, and stop the watch if it runs."""
        super().show(frame)
        self.frames += 1
        if self._fell is not None:
            self.taken.append(perf_counter() - self._fell[0])
            self.worked.append(thread_time() - self._fell[1])
            self._fell = None

    def _interrupt(self, pin: int, address: int, low: bool) -> None:  # noqa: FBT001 - a pin level
        if low and self._awaited:
            self._awaited, self._fell = False, (perf_counter(), thread_time())
        super()._interrupt(pin, address, low)


@dataclass
class Going:
    """A board that runs, with its panel, page, recorder and, in `data`, its journal."""

    panel: Stopwatch
    board: RunningBoard
    companion: Companion
    port: int

    @property
    def pages(self) -> int:
        """How many pages are connected."""
        return len(self.companion._guests)


@contextlib.asynccontextmanager
async def going(data: Path | None = None) -> AsyncIterator[Going]:
    """Run a board and serve its page, for as long as the context lasts."""
    loop = asyncio.get_running_loop()
    panel = Stopwatch(loop)
    opened = None if data is None else open_journal(data)
    table = None if opened is None else opened.table
    board = RunningBoard(panel, loop, dealer=Dealer(seed=1), table=table)
    board.subscribe(Recorder())
    journal = None if opened is None else Journal(opened, loop)
    if journal is not None:
        board.subscribe(journal)
    await board.start()
    companion = Companion(House(board, Door(None), hand=panel), version=version("iye-board"))
    board.subscribe(companion)
    with bind(0) as listening:
        server = make_server(Pages(companion, Workshop(str)).app(Hosts()))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        loading.done()
        yield Going(panel, board, companion, listening.getsockname()[1])
        server.should_exit = True
        await serving
    board.close()
    if journal is not None:
        journal.close()
