"""A real Mosquitto on loopback, a line to it that cuts, doubles, delays and swaps, and two boards.

The law of this module: the broker is Debian's, the boards are daemons on simulated chips with their
journals on a disk, and time is real, since the broker's is. Whatever is started is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from iye.away.address import Address
from iye.away.away import Away
from iye.away.wishes import AwayWishes, Wishes
from iye.chance import Dealer
from iye.lights import IyePad
from iye.record.archive import Wanted, find, record_text
from iye.record.journal import Journal
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.store import Store
from iye.record.text import parse_record
from iye.rules import CENTRE, Kind, Match, Player, legal_moves
from iye.running import RunningBoard
from iye.table import (
    Asleep,
    ChoosingFirst,
    ChoosingPayment,
    Following,
    LayingOut,
    MatchOver,
    Table,
    Timing,
    Turn,
)
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from patience import PATIENCE

CODE = "NKRT-7WPM-3CXA"
FAST = Timing(settle=0.03, several=0.3, slide=0.03, gap=0.01)
"""Hands of a machine: what takes a second at a table takes some hundredths here."""
LOOPBACK = "127.0.0.1"
AT_LOOPBACK = Address(LOOPBACK, 0)


def mosquitto() -> str:
    """Say where the broker's program is: Debian puts it where only root looks."""
    found = shutil.which("mosquitto", path="/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin")
    assert found is not None, "Debian's mosquitto has to be installed: apt install mosquitto"
    return found


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Mosquitto:
    """One broker, which remembers nothing when it is ended; `settings` are further lines of its."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        lines = (f"listener {self.port} {LOOPBACK}", *(settings or ("allow_anonymous true",)))
        self._file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "the broker does not run"
        return self._process.pid

    async def start(self) -> None:
        self._process = subprocess.Popen(  # noqa: ASYNC220 - it is started at once
            [mosquitto(), "-c", str(self._file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(LOOPBACK, self.port)
                writer.close()
                return
            await asyncio.sleep(0.02)
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@dataclass
class Weather:
    """How bad the line is: chances for each message."""

    doubled: float = 0.0
    delayed: float = 0.0
    swapped: float = 0.0
    cut: float = 0.0


PUBLISH = 3


class Line:
    """A line to the broker, which does to messages what networks do."""

    def __init__(self, port: int, weather: Weather, rng: Random) -> None:
        self._broker, self._weather, self._rng = port, weather, rng
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0
        self.cuts = self.doubled = self.delayed = self.swapped = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._carry, LOOPBACK, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Cut everything that runs over the line."""
        for end in tuple(self._ends):
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(LOOPBACK, self._broker)
        except OSError:
            writer.close()
            return
        self._ends |= {writer, back}
        try:
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        except (OSError, asyncio.IncompleteReadError):
            self.cuts += 1
        finally:
            for end in (writer, back):
                self._ends.discard(end)
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            packet = await _packet(reader)
            if packet[0] >> 4 == PUBLISH:
                packet = await self._worsen(packet, writer)
            writer.write(packet)
            await writer.drain()

    async def _worsen(self, packet: bytes, writer: asyncio.StreamWriter) -> bytes:
        """Give what goes over the line now; the rest comes later, after what comes next."""
        weather, rng = self._weather, self._rng
        if rng.random() < weather.cut:
            raise ConnectionResetError
        if rng.random() < weather.delayed:
            self.delayed += 1
            await asyncio.sleep(rng.uniform(0.0, 0.2))
        if rng.random() < weather.doubled:
            self.doubled += 1
            packet += packet
        if rng.random() < weather.swapped:
            self.swapped += 1
            later = rng.uniform(0.0, 0.3)
            asyncio.get_running_loop().call_later(later, _write, writer, packet)
            return b""
        return packet


def _write(writer: asyncio.StreamWriter, packet: bytes) -> None:
    if not writer.transport.is_closing():
        writer.write(packet)


async def _packet(reader: asyncio.StreamReader) -> bytes:
    """Read one packet: its sort, the length in groups of seven bits, the rest (MQTT 5, 2.1)."""
    head = await reader.readexactly(1)
    length, shift = 0, 0
    while True:
        byte = await reader.readexactly(1)
        head += byte
        length |= (byte[0] & 0x7F) << shift
        shift += 7
        if not byte[0] & 0x80:
            break
    return head + await reader.readexactly(length)


@dataclass
class Household:
    """A board with its disk, and hands at it."""

    name: str
    folder: Path
    line: Line
    rng: Random
    wins: int = 1
    address: Address = AT_LOOPBACK
    """The broker's; the port is the line's."""
    code: str = CODE
    said: list[str] = field(default_factory=list)
    board: RunningBoard = field(init=False)
    away: Away = field(init=False)

    async def plug_in(self) -> None:
        """Start the board from its disk."""
        loop = asyncio.get_running_loop()
        opened = open_journal(self.folder)
        self.said += [notice.sentence for notice in opened.notices]
        self._panel = SimulatedPanel(load_board_map(), loop, seed=self.rng.randrange(999))
        table = replace(opened.table, timing=FAST)
        self.board = RunningBoard(self._panel, loop, dealer=Dealer(seed=1), table=table)
        self._journal = Journal(
            opened, loop, complain=lambda notice: self.said.append(notice.sentence)
        )
        self.board.subscribe(self._journal)
        address = replace(self.address, port=self.line.port)
        wishes = AwayWishes(address, self.code, Wishes(self.name, 1 if self.wins == 1 else 2))
        self.away = Away(self.board, loop, wishes, self.folder, lambda _sentence: None)
        self.board.subscribe(self.away)
        self.away.begin()
        await self.board.start()
        self._hands = asyncio.create_task(self._play())

    async def unplug(self) -> None:
        """End it wherever it is: nothing more is said or written."""
        await self.cut_power()
        self._journal.close()

    async def cut_power(self) -> None:
        self._hands.cancel()
        self.line.cut()
        self.board.close()
        await self.away.drop()
        await asyncio.gather(self._hands, return_exceptions=True)

    @property
    def table(self) -> Table:
        return self.board.table

    @property
    def over(self) -> bool:
        """Whether the match has been won here; a board that is started after that is asleep."""
        phase = self.table.phase
        slept = isinstance(phase, Asleep) and self.table.shared
        return isinstance(phase, MatchOver) or slept

    @property
    def match(self) -> Match:
        """The match as this board's table tells it, or its archive when the table sleeps."""
        if isinstance(self.table.phase, MatchOver):
            return self.table.match
        with contextlib.closing(Store.open_to_read(self.folder / JOURNAL)) as store:
            last = find(store, Wanted(limit=1))[0]
            return parse_record(record_text(store, last.number)).match

    async def hold(self, name: str) -> None:
        self._panel.touch(name)
        await asyncio.sleep(0.12)
        self._panel.release(name)
        await asyncio.sleep(0.06)

    async def _play(self) -> None:
        while True:
            await self.act()
            await asyncio.sleep(0.02)

    async def act(self) -> None:
        """Have a hand do what is to be done next."""
        table, rng = self.table, self.rng
        if not table.shared or isinstance(table.phase, Asleep | MatchOver):
            return
        if table.way_back is not None or table.wrong is not None:
            await self.hold(str(table.position.drum))
            return
        match table.phase:
            case LayingOut():
                await self.hold(str(CENTRE))
            case Following(move):
                await self.hold(str(move.target))
            case ChoosingFirst(asked) if asked is not None and table.seat(asked).here:
                await self.hold(str(IyePad(rng.choice(tuple(Player)), Kind.SUN)))
            case ChoosingPayment(_, kinds):
                await self.hold(str(IyePad(table.position.mover, rng.choice(kinds))))
            case Turn(spending):
                await self._move(spending)

    async def _move(self, spending: Kind | None) -> None:
        position = self.table.position
        move = self.rng.choice(legal_moves(position))
        kind = move.spent if spending is None else spending
        if kind is not None and move.spent is not spending:
            await self.hold(str(IyePad(position.mover, kind)))
        await self.hold(str(move.target))


def lines_of(match: Match) -> list[tuple[object, ...]]:
    """Give what two boards have to agree about."""
    return [(cycle.deal, cycle.first, cycle.moves, cycle.end) for cycle in match.cycles]


@contextlib.asynccontextmanager
async def two_boards(
    folder: Path, seed: int, weather: Weather | None = None, wins: int = 1
) -> AsyncIterator[tuple[Mosquitto, tuple[Household, Household]]]:
    """Have a broker, and two boards that meet there, each over a line of its own."""
    rng, broker = Random(seed), Mosquitto(folder)
    await broker.start()
    homes = []
    for name in ("Ada", "Bek"):
        line = Line(broker.port, weather or Weather(), rng)
        await line.open()
        (folder / name).mkdir()
        homes.append(Household(name, folder / name, line, rng, wins))
    try:
        for home in homes:
            await home.plug_in()
        yield broker, (homes[0], homes[1])
    finally:
        for home in homes:
            await home.unplug()
            home.line.close()
        broker.kill()


async def until(true: object, patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    assert callable(true)
    async with asyncio.timeout(patience):
        while not true():  # noqa: ASYNC110 - boards, broker and line have no one event in common
            await asyncio.sleep(0.01)


def both_over(homes: tuple[Household, Household]) -> Iterator[bool]:
    return (home.over for home in homes)
