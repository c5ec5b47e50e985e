"""Runs a board with what stands beside it: the journal, the page, and whoever watches over it.

The law of this module: it is the one place that puts them together, whatever the panel is. The
table is what the journal tells of; the board is alive before the server is loaded, and goes on
should the server fail, or the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import LightSettings
from iye.listening import page_address
from iye.record.journal import Journal
from iye.record.lock import only_one
from iye.record.notices import Notice
from iye.record.opening import Opened, open_journal
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.script import format_script
from iye.rules import Deal
from iye.signals import ending_signals
from iye.table import TIMING, CodeGiven, Seats, Table, Timing
from iye.thinking import MindWishes, Thinking
from iye_hw.panel import PadReading, Panel
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel

if TYPE_CHECKING:
    from iye.away.away import Away
    from iye.away.wishes import AwayWishes


class Care(Protocol):
    """Whoever watches over a running board."""

    def began(self, board: RunningBoard) -> None:
        """Take note that the board is alive."""
        ...

    def ends(self) -> None:
        """Take note that it is about to end."""
        ...


@dataclass(frozen=True, slots=True)
class Around:
    """What a board is run with.

    `ready` is told the page's address once it is served, `warn` what a person should know. `data`
    is the folder of the journal; None keeps none. `names` are those that the page may be asked for
    by beside this machine's own; None serves this machine alone. `code` has pages give six digits
    before they may act. `rehearse` plays a script apart. `mind` is how the mind thinks, and `seats`
    are who plays at a board that knows of no match; None leaves that to the people at it. `away` is
    where another board is met; None meets nobody.
    """

    ready: Callable[[str], None]
    warn: Callable[[str], None]
    data: Path | None
    names: tuple[str, ...] | None = None
    code: bool = False
    lights: LightSettings | None = None
    timing: Timing = TIMING
    dealer: Dealer | None = None
    rehearse: Callable[[bytes, str], Awaitable[bytes]] | None = None
    care: Care | None = None
    mind: MindWishes = field(default_factory=MindWishes)
    seats: Seats | None = None
    away: AwayWishes | None = None


class RunningBoard(Daemon):
    """The daemon, as the companion sees it."""

    def __init__(
        self,
        panel: Panel,
        loop: asyncio.AbstractEventLoop,
        *,
        dealer: Dealer | None = None,
        lights: LightSettings | None = None,
        table: Table | None = None,
    ) -> None:
        super().__init__(panel, loop, dealer=dealer, lights=lights, table=table)
        self.panel = panel
        self.away: Away | None = None

    def deal_next(self, deal: Deal | None) -> None:
        """Let the next arrangement drawn be this one; None: leave it to chance."""
        self.dealer.tell([] if deal is None else [deal])

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now."""
        return self.panel.readings()


async def run(panel: Panel, around: Around, listening: socket.socket) -> None:
    """Run a board and its page until a signal asks for the end; the panel is closed at the end.

    Raises LockedError when a board runs on the same data already, NewerError when a newer program
    wrote the journal, TouchChipError when the panel does not start.
    """
    try:
        if around.data is None:
            await _run(panel, around, listening, None)
            return
        with _lock(around.data, around.warn):
            await _run(panel, around, listening, open_journal(around.data))
    finally:
        panel.close()


@contextlib.contextmanager
def _lock(folder: Path, warn: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock, where there is a disk to hold it on. Raises LockedError."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(only_one(folder, datetime.now().astimezone()))
        except OSError as error:
            warn(f"{folder} cannot be used ({error.strerror}): the game goes on without it")
        yield


async def _run(
    panel: Panel, around: Around, listening: socket.socket, opened: Opened | None
) -> None:
    loop = asyncio.get_running_loop()
    table = Table() if opened is None else opened.table
    table = _seated(replace(table, timing=around.timing), around.seats)
    board = RunningBoard(panel, loop, dealer=around.dealer, lights=around.lights, table=table)
    recorder = Recorder()
    board.subscribe(recorder)
    async with _journalled_and_met(board, loop, around, opened):
        await board.start()
        stop = asyncio.Event()
        for number in ending_signals():
            loop.add_signal_handler(number, stop.set)
        try:
            with _cared_for(board, around.care):
                await _serve(board, recorder, around, listening, stop)
        finally:
            board.close()


@contextlib.asynccontextmanager
async def _journalled_and_met(
    board: RunningBoard, loop: asyncio.AbstractEventLoop, around: Around, opened: Opened | None
) -> AsyncIterator[None]:
    """Have whoever looks on from within the program look on, for as long as the context lasts."""
    with _journalled(board, loop, around, opened), _thinking(board, loop, _unhurried(around)):
        async with _met(board, loop, around):
            yield


@contextlib.asynccontextmanager
async def _met(
    board: RunningBoard, loop: asyncio.AbstractEventLoop, around: Around
) -> AsyncIterator[None]:
    """Meet another board for as long as the context lasts, if that is wished."""
    if around.away is None:
        if board.table.shared:
            around.warn("the match under way is played on two boards: name the broker to go on")
        yield
        return
    from iye.away.away import Away  # noqa: PLC0415 - most boards are played on alone

    board.away = away = Away(board, loop, around.away, around.data, around.warn)
    board.subscribe(away)
    away.begin()
    try:
        yield
    finally:
        await away.close()


def _seated(table: Table, seats: Seats | None) -> Table:
    """Let the next match be played by who is wished for, where none is under way."""
    if seats is None or table.playing:
        return table
    return replace(table, setup=replace(table.setup, seats=seats))


def _unhurried(around: Around) -> MindWishes:
    """Have the mind answer no sooner than a drum has arrived: until then it may slide on."""
    return replace(around.mind, pause=max(around.mind.pause, around.timing.slide))


@contextlib.contextmanager
def _thinking(
    board: RunningBoard, loop: asyncio.AbstractEventLoop, wishes: MindWishes
) -> Iterator[None]:
    """Have the mind think for as long as the context lasts."""
    thinking = Thinking(board, loop, wishes)
    board.subscribe(thinking)
    try:
        yield
    finally:
        thinking.close()


@contextlib.contextmanager
def _cared_for(board: RunningBoard, care: Care | None) -> Iterator[None]:
    if care is not None:
        care.began(board)
    try:
        yield
    finally:
        if care is not None:
            care.ends()


@contextlib.contextmanager
def _journalled(
    board: RunningBoard, loop: asyncio.AbstractEventLoop, around: Around, opened: Opened | None
) -> Iterator[None]:
    """Keep the journal for as long as the context lasts."""
    if opened is None:
        yield
        return

    def complain(notice: Notice) -> None:
        around.warn(notice.sentence)
        board.complain(notice.sentence, notice.about, mended=notice.mended)

    journal = Journal(opened, loop, complain=complain)
    board.subscribe(journal)
    for notice in opened.notices:
        complain(notice)
    try:
        yield
    finally:
        if not journal.close():
            around.warn("the journal could not be written to its end: the last moves are lost")


async def _serve(
    board: RunningBoard,
    recorder: Recorder,
    around: Around,
    listening: socket.socket,
    stop: asyncio.Event,
) -> None:
    # The page's server is loaded only now: the board lives already.
    from iye.companion.analyst import Analyst  # noqa: PLC0415
    from iye.companion.door import Door, draw_code  # noqa: PLC0415
    from iye.companion.guard import Hosts  # noqa: PLC0415
    from iye.companion.hub import Companion  # noqa: PLC0415
    from iye.companion.server import Pages, make_server  # noqa: PLC0415
    from iye.companion.wishes import House  # noqa: PLC0415
    from iye.companion.workshop import Workshop  # noqa: PLC0415

    code = draw_code() if around.code else None
    if code is not None:
        board.post(CodeGiven(code, board.now()))
    hand = board.panel if isinstance(board.panel, SimulatedPanel) else None
    faults = None if hand is None else Faults(hand)
    house = House(
        board,
        Door(code),
        hand=hand,
        faults=faults,
        analyst=Analyst(around.mind.memory_mb),
        room=board.away,
    )
    companion = Companion(house, version=version("iye-board"))
    board.subscribe(companion)
    workshop = Workshop(lambda: "\n".join(format_script(recorder.script())) + "\n", around.rehearse)
    hosts = Hosts(loopback_only=around.names is None, names=around.names or ())
    server = make_server(Pages(companion, workshop).app(hosts))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    stopping = asyncio.create_task(stop.wait())
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.005)
    around.ready(page_address(listening))
    try:
        await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await serving
    finally:
        await companion.close()
        stopping.cancel()
