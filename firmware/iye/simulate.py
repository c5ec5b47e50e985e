"""Runs the daemon on a simulated panel with its page: `iye simulate`.

The law of this module: it puts the page beside the daemon. The board is alive before the server
is loaded, and goes on should the server fail.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.rehearsal.apart import Stage
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.script import format_script
from iye.rules import Deal
from iye_hw.board_map import load_board_map
from iye_hw.panel import PadReading
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings

LOOPBACK: Final = "127.0.0.1"
HEALTH_CHECK: Final = 1.0
"""Seconds between looks at a touch chip's settings, by which a brown-out is found."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; `ready` is told the page's address once it is served."""

    port: int
    seed: int | None
    ready: Callable[[str], None]


class SimulatedBoard(Daemon):
    """The daemon on a simulated panel, as the companion sees it."""

    def __init__(self, panel: SimulatedPanel, loop: asyncio.AbstractEventLoop, seed: int | None):
        super().__init__(panel, loop, dealer=Dealer(seed=seed))
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
    """Run a simulated board and its page until a signal asks for the end."""
    loop = asyncio.get_running_loop()
    settings = TouchSettings(care=Care(health_check=HEALTH_CHECK))
    panel = SimulatedPanel(load_board_map(), loop, seed=wishes.seed or 0, settings=settings)
    board = SimulatedBoard(panel, loop, wishes.seed)
    recorder = Recorder()
    board.subscribe(recorder)
    await board.start()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    try:
        await _serve(board, panel, recorder, wishes, listening, stop)
    finally:
        board.close()


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
