"""A simulated board with its page served on a free port of this machine, and pages that look on.

The law of this module: the real server, the real WebSocket client, the real chips' simulation; and
nothing waits without an end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from iye.chance import Dealer
from iye.companion.door import Door
from iye.companion.guard import Hosts
from iye.companion.hub import Companion
from iye.companion.rooms import Room
from iye.companion.server import Pages, make_server
from iye.companion.wishes import House
from iye.companion.workshop import Workshop
from iye.listening import bind
from iye.rehearsal.apart import Stage
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.script import format_script
from iye.running import RunningBoard
from iye.thinking import MindWishes, Thinking
from iye_hw.board_map import load_board_map
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings
from patience import PATIENCE

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
QUICKLY = MindWishes(seconds=0.2, coach_seconds=1.0, pause=0.3)
"""How the mind thinks while a test waits for it."""
Word = dict[str, Any]


@dataclass
class Page:
    """A page that is connected, and everything it has been told."""

    line: ClientConnection
    words: list[Word] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)
    closed: int | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Take in what is sent, until the end."""
        try:
            while True:
                self._take(await self.line.recv())
        except ConnectionClosed as end:
            self.closed = end.rcvd.code if end.rcvd is not None else 1006
            self._news.set()

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            self.frames.append(message)
        else:
            self.words.append(json.loads(message))
        self._news.set()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def wish(self, do: str, **fields: object) -> None:
        """Wish for something."""
        await self.line.send(json.dumps({"do": do, **fields}))

    async def answered(self) -> None:
        """Wait until all that was wished has been heard, by a wish that is refused."""
        mark = f"answer{len(self.words)}"
        await self.line.send(json.dumps({"do": "abandon", mark: 0}))
        await self.until(lambda: any(mark in word.get("text", "") for word in self.words))
        self.words = [word for word in self.words if mark not in word.get("text", "")]

    async def refusal(self, do: str, **fields: object) -> str:
        """Wish for something that is refused, and give the reason."""
        count = len(self.told("refused"))
        await self.wish(do, **fields)
        await self.until(lambda: len(self.told("refused")) > count)
        reason: str = self.told("refused")[-1]["reason"]
        return reason

    async def count(self, kind: str, number: int) -> None:
        """Wait until so many words of a kind have been told."""
        await self.until(lambda: len(self.told(kind)) >= number)

    def told(self, kind: str) -> list[Word]:
        """Give all words of a kind."""
        return [word for word in self.words if word["type"] == kind]

    def said(self, event: str) -> list[str]:
        """Give the sentences about an event."""
        return [word["text"] for word in self.told("said") if word["event"] == event]

    @property
    def state(self) -> Word:
        """The table as this page sees it."""
        return self.told("state")[-1]


@dataclass
class Rig:
    """A board being served."""

    port: int
    panel: SimulatedPanel
    board: RunningBoard
    companion: Companion
    recorder: Recorder

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self, **options: Any) -> connect:
        """Open a WebSocket, as the page does."""
        options = {"origin": self.address, "ping_interval": None} | options
        path = options.pop("path", "/ws")
        return connect(f"ws://127.0.0.1:{self.port}{path}", **options)

    @contextlib.asynccontextmanager
    async def page(self, **options: Any) -> AsyncIterator[Page]:
        """Open a page and wait until it has been told how things stand."""
        async with self.connect(**options) as line:
            page = Page(line)
            reading = asyncio.create_task(page.read())
            await page.until(lambda: page.frames)
            yield page
        await reading

    async def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something by HTTP."""
        async with httpx.AsyncClient(
            base_url=self.address,
            timeout=PATIENCE,
            verify=False,  # noqa: S501 - there is no TLS; loading certificates takes long
        ) as client:
            return await client.request(options.pop("method", "GET"), path, **options)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something holds that nobody tells of."""
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def serving(
    *,
    code: str | None = None,
    real: bool = False,
    static: Path | None = None,
    longest: float = PATIENCE,
    loopback_only: bool = True,
    room: Room | None = None,
) -> AsyncIterator[Rig]:
    """Serve a simulated board as `iye simulate` does; `real` hides that it is simulated."""
    loop = asyncio.get_running_loop()
    settings = TouchSettings(care=Care(health_check=0.2))
    panel = SimulatedPanel(load_board_map(), loop, settings=settings)
    board = RunningBoard(panel, loop, dealer=Dealer(seed=7))
    recorder = Recorder()
    board.subscribe(recorder)
    thinking = Thinking(board, loop, QUICKLY)
    board.subscribe(thinking)
    await board.start()
    faults = None if real else Faults(panel)
    hand = None if real else panel
    house = House(board, Door(code), hand=hand, faults=faults, room=room)
    companion = Companion(house, version="1.2.3", address="http://iye.local/")
    board.subscribe(companion)
    rehearse = None if real else Stage(longest).play
    workshop = Workshop(lambda: "\n".join(format_script(recorder.script())) + "\n", rehearse)
    files = {} if static is None else {"static": static}
    server = make_server(
        Pages(companion, workshop, **files).app(Hosts(loopback_only=loopback_only))
    )
    listening = bind(0)
    port = listening.getsockname()[1]
    running = asyncio.create_task(server.serve(sockets=[listening]))
    rig = Rig(port, panel, board, companion, recorder)
    try:
        await rig.until(lambda: server.started)
        yield rig
    finally:
        server.should_exit = True
        await running
        await companion.close()
        thinking.close()
        board.close()


Scene = Callable[[Rig], Coroutine[Any, Any, None]]


def run(scene: Callable[[Rig], Awaitable[None]], **options: Any) -> None:
    """Serve a board for one scene."""

    async def playing() -> None:
        async with asyncio.timeout(4 * PATIENCE), serving(**options) as rig:
            await scene(rig)

    asyncio.run(playing())


def served(**options: Any) -> Callable[[Scene], Callable[[], None]]:
    """Make a test of a scene that is played on a board being served."""

    def decorate(scene: Scene) -> Callable[[], None]:
        def test() -> None:
            run(scene, **options)

        test.__doc__ = scene.__doc__
        return test

    return decorate
