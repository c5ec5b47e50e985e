"""A club that is served in this process: a real broker, boards' messages, and pages that look on.

The law of this module: nothing waits without an end; what is started is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt
import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from broker_rig import LOOPBACK, Mosquitto
from iye.away.address import Address
from iye.away.broker import Manner
from iye.club.clubhouse import Clubhouse
from iye.club.server import Pages
from iye.club.watcher import Watcher
from iye.club.window import Window
from iye.companion.guard import Hosts
from iye.companion.server import make_server
from iye.ending import end
from iye.listening import bind
from patience import PATIENCE

Word = dict[str, Any]


@dataclass
class Looker:
    """A page that is connected, and what it has been told."""

    line: ClientConnection
    words: list[Word] = field(default_factory=list)
    games: dict[str, Word] = field(default_factory=dict)
    finished: dict[str, Word] = field(default_factory=dict)
    closed: int | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        try:
            async for message in self.line:
                self._take(json.loads(message))
        except ConnectionClosed:
            pass
        self.closed = self.line.close_code
        self._news.set()

    def _take(self, word: Word) -> None:
        self.words.append(word)
        if word["type"] == "club":
            for known, changed, gone in (
                (self.games, "games", "gone"),
                (self.finished, "finished", "struck"),
            ):
                known.update({card["id"]: card for card in word[changed]})
                for name in word.get(gone, ()):
                    known.pop(name, None)
        self._news.set()

    def told(self, kind: str) -> list[Word]:
        return [word for word in self.words if word["type"] == kind]

    @property
    def club(self) -> Word:
        return self.told("club")[-1]

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def refused(self, word: str) -> None:
        """Say something and wait until it is refused."""
        count = len(self.told("refused"))
        await self.line.send(word)
        await self.until(lambda: len(self.told("refused")) > count)

    async def follow(self, name: str) -> None:
        await self.line.send(json.dumps({"do": "follow", "game": name}))


def line_to(address: str, **options: Any) -> connect:
    """Make a page's line to a club."""
    options = {"origin": address, "ping_interval": None, "max_size": None} | options
    return connect(f"{address.replace('http', 'ws', 1)}/ws", **options)


@contextlib.asynccontextmanager
async def looker_at(address: str) -> AsyncIterator[Looker]:
    """Look at a club, `address` without its last slash."""
    async with line_to(address) as line:
        looker = Looker(line)
        reading = asyncio.create_task(looker.read())
        await looker.until(lambda: looker.told("club"))
        yield looker
    await reading


async def until_it_hears(address: str) -> None:
    """Wait until a club listens at its broker; of what was said before, only the latest is kept."""
    async with looker_at(address) as looker:
        await looker.until(lambda: looker.club["online"])


@dataclass
class Served:
    """A club being served, and a line to its broker on which to say what boards say."""

    port: int
    broker: Mosquitto
    window: Window

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    async def say(self, *said: tuple[str, bytes]) -> None:
        """Say what boards say, each thing retained."""
        async with aiomqtt.Client(LOOPBACK, self.broker.port) as client:
            for topic, payload in said:
                await client.publish(topic, payload, 1, retain=True)

    def connect(self, **options: Any) -> connect:
        return line_to(self.address, **options)

    def looker(self) -> contextlib.AbstractAsyncContextManager[Looker]:
        return looker_at(self.address)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as client:
            return await client.get(path, **options)


@contextlib.asynccontextmanager
async def club_served(folder: Path, house: Clubhouse) -> AsyncIterator[Served]:
    """Serve a club at a broker of its own."""
    broker = Mosquitto(folder)
    await broker.start()
    window = Window(house, version="1.2.3", broker="mqtt://broker", every=0.02)
    server = make_server(Pages(window).app(Hosts()))
    listening = bind(0)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    manner = Manner(pause=0.05, qos=0, waiting=20_000, at_once=256)
    watcher = Watcher(Address(LOOPBACK, broker.port), window, manner)
    watching = asyncio.create_task(watcher.run())
    try:
        async with asyncio.timeout(PATIENCE):
            while not (server.started and window.online):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.005)
        yield Served(listening.getsockname()[1], broker, window)
    finally:
        server.should_exit = True
        await serving
        window.close()
        await end(watching)
        broker.kill()


Scene = Callable[[Served], Coroutine[Any, Any, None]]


def run(scene: Callable[[Served], Awaitable[None]], house: Clubhouse | None = None) -> None:
    async def playing() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with (
                asyncio.timeout(4 * PATIENCE),
                club_served(Path(folder), house or Clubhouse()) as served,
            ):
                await scene(served)

    asyncio.run(playing())


def at_a_club(scene: Scene) -> Callable[[], None]:
    """Make a test of a scene that is played at a club being served."""

    def test() -> None:
        run(scene)

    test.__doc__ = scene.__doc__
    return test
