"""Runs the daemon on a simulated panel with its page: `iye simulate`.

The law of this module: it puts the journal and the page beside the daemon. The table is what the
journal tells of; the board is alive before the server is loaded, and goes on should the server
fail, or the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.record.journal import Journal
from iye.record.lock import only_one
from iye.record.opening import Opened, open_journal
from iye.rehearsal.apart import Stage
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.script import format_script
from iye.rules import Deal
from iye.table import Table
from iye_hw.board_map import load_board_map
from iye_hw.panel import PadReading
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings

LOOPBACK: Final = "127.0.0.1"
HEALTH_CHECK: Final = 1.0
"""Seconds between looks at a touch chip's settings and status, by which a brown-out is found, and
what the interrupt line does not tell."""
DRIFT: Final = 5.0
"""Seconds between looks at the slow drift of all pads."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for.

    `ready` is told the page's address once it is served, `warn` what a person should know. `data`
    is the folder of the journal; None keeps none.
    """

    port: int
    seed: int | None
    ready: Callable[[str], None]
    warn: Callable[[str], None]
    data: Path | None


class SimulatedBoard(Daemon):
    """The daemon on a simulated panel, as the companion sees it."""

    def __init__(
        self,
        panel: SimulatedPanel,
        loop: asyncio.AbstractEventLoop,
        seed: int | None,
        table: Table | None = None,
    ):
        super().__init__(panel, loop, dealer=Dealer(seed=seed), table=table)
        self._simulated = panel

    def deal_next(self, deal: Deal | None) -> None:
        """Let the next arrangement drawn be this one; None: leave it to chance."""
        self.dealer.tell([] if deal is None else [deal])

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now."""
        return self._simulated.readings()


def bind(port: int) -> socket.socket:
    """Take a port on loopback; 0 takes any that is free. Raises OSError when it is taken."""
    return socket.create_server((LOOPBACK, port))


async def simulate(wishes: Wishes, listening: socket.socket) -> None:
    """Run a simulated board and its page until a signal asks for the end.

    Raises LockedError when a board runs on the same data already, and NewerError when a newer
    program wrote the journal.
    """
    if wishes.data is None:
        await _run(wishes, listening, None)
        return
    with _lock(wishes.data, wishes.warn):
        await _run(wishes, listening, open_journal(wishes.data))


@contextlib.contextmanager
def _lock(folder: Path, warn: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock, where there is a disk to hold it on. Raises LockedError."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(only_one(folder, datetime.now().astimezone()))
        except OSError as error:
            warn(f"{folder} cannot be used ({error.strerror}): the game goes on without it")
        yield


async def _run(wishes: Wishes, listening: socket.socket, opened: Opened | None) -> None:
    loop = asyncio.get_running_loop()
    settings = TouchSettings(care=Care(health_check=HEALTH_CHECK, drift=DRIFT))
    panel = SimulatedPanel(load_board_map(), loop, seed=wishes.seed or 0, settings=settings)
    board = SimulatedBoard(panel, loop, wishes.seed, None if opened is None else opened.table)
    recorder = Recorder()
    board.subscribe(recorder)
    with _journalled(board, loop, wishes, opened):
        await board.start()
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        try:
            await _serve(board, panel, recorder, wishes, listening, stop)
        finally:
            board.close()


@contextlib.contextmanager
def _journalled(
    board: SimulatedBoard,
    loop: asyncio.AbstractEventLoop,
    wishes: Wishes,
    opened: Opened | None,
) -> Iterator[None]:
    """Keep the journal for as long as the context lasts."""
    if opened is None:
        yield
        return

    def complain(sentence: str) -> None:
        wishes.warn(sentence)
        board.complain(sentence)

    journal = Journal(opened, loop, complain=complain)
    board.subscribe(journal)
    for notice in opened.notices:
        complain(notice)
    try:
        yield
    finally:
        if not journal.close():
            wishes.warn("the journal could not be written to its end: the last moves are lost")


async def _serve(  # noqa: PLR0913, PLR0917 - the parts that are wired together here
    board: SimulatedBoard,
    panel: SimulatedPanel,
    recorder: Recorder,
    wishes: Wishes,
    listening: socket.socket,
    stop: asyncio.Event,
) -> None:
    # The page's server is loaded only now: the board lives already.
    from iye.companion.door import Door  # noqa: PLC0415
    from iye.companion.guard import Hosts  # noqa: PLC0415
    from iye.companion.hub import Companion  # noqa: PLC0415
    from iye.companion.server import Pages, make_server  # noqa: PLC0415
    from iye.companion.wishes import House  # noqa: PLC0415
    from iye.companion.workshop import Workshop  # noqa: PLC0415

    house = House(board, Door(None), hand=panel, faults=Faults(panel))
    companion = Companion(house, version=version("iye-board"))
    board.subscribe(companion)
    workshop = Workshop(lambda: "\n".join(format_script(recorder.script())) + "\n", Stage().play)
    server = make_server(Pages(companion, workshop).app(Hosts(loopback_only=True)))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    stopping = asyncio.create_task(stop.wait())
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.005)
    host, port = listening.getsockname()
    wishes.ready(f"http://{host}:{port}/")
    await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await serving
    stopping.cancel()
