"""From a touch to its light, while nobody, one page, or up to 200 pages look on.

From the moment the interrupt line falls to the frame handed to the light chain's driver, in real
time, on one loop with recorder and page server: gpiozero's callback, the bus, Adafruit's class,
table and lights, and the simulated chips' answers too. The wire itself is not in it (0.36 ms for
three chips at 400 kHz, 1.4 ms for 36 lights). Pages are in a process of their own and read
everything they are sent. Median and 99th percentile over many touches in a turn.

Touches are a fifth of a second and more apart, so that nothing of the program is in a processor's
caches any more. What that costs on this machine is measured beside them: a fixed piece of Python
after such a pause, against the same at once; and touches in quick succession, by busy hands. The
coach thinks on a thread of its own.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

from bench.boards import Going, going
from bench.figures import Figure, number, resident_mb
from iye.rules import Cell, Player
from iye.table import Hints, HintsWanted, MatchSet, MatchSetup, PadDeclared
from iye.thinking import MindWishes, Thinking

TOUCHES = 150
PAUSE_S = 0.2
"""From one touch to the next, and a little more."""
BUSY_PAUSE_S = 0.1
"""The same while hands are busy; still shorter would count as flicker."""
PIECES = 60
MEDIAN_MS, LAST_MS = 1.0, 3.0

READERS = """
import asyncio, sys
import websockets

async def read(address):
    async with websockets.connect(address) as page:
        async for _ in page:
            pass

async def main(address, count):
    await asyncio.gather(*(read(address) for _ in range(count)))

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """What touches took, in milliseconds, and the memory in use meanwhile, in MB.

    The last are the 99th percentiles, of `worked` without waiting for the processor.
    """

    median_ms: float
    last_ms: float
    last_worked_ms: float
    memory_mb: float


AFTER_A_PAUSE = "a fixed piece of Python after 0.2 s of rest, against at once"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a board is touched: pages that look on, seconds between touches, a coach that thinks."""

    pages: int
    pause: float = PAUSE_S
    coach: bool = False

    def __str__(self) -> str:
        """Say it in words."""
        words = [f"{self.pages} page{'' if self.pages == 1 else 's'}"]
        words += ["hands busy"] * (self.pause < PAUSE_S) + ["the coach thinking"] * self.coach
        return ", ".join(words)

    def figure(self, what: str) -> str:
        """Say what a figure measured in them is."""
        return f"touch to light, {self}: {what}"


QUIET = Circumstances(0)
MEASURED = (
    QUIET,
    *(Circumstances(pages) for pages in (1, 10, 100, 200)),
    Circumstances(1, pause=BUSY_PAUSE_S),
    Circumstances(1, coach=True),
)
NAMES = (
    AFTER_A_PAUSE,
    *(seen.figure(what) for seen in MEASURED for what in ("median", "99th percentile", "memory")),
)


def piece() -> float:
    """Give the milliseconds that a fixed piece of Python takes: it writes and reads some JSON."""
    began = perf_counter()
    json.loads(json.dumps({str(n): [n, n / 2, "x" * n] for n in range(200)}))
    return 1000 * (perf_counter() - began)


def after_a_pause() -> Figure:
    """Say how many times as long things take on this machine when it was at rest before."""
    at_once = median([piece() for _ in range(10 * PIECES)][PIECES:])
    rested = []
    for _ in range(PIECES):
        sleep(PAUSE_S)
        rested.append(piece())
    times = median(rested) / at_once
    peer = f"at once: {number(at_once)} ms, after it: {number(median(rested))} ms"
    return Figure(AFTER_A_PAUSE, times, "times as long", peer=peer)


@asynccontextmanager
async def read_by(board: Going, pages: int) -> AsyncIterator[None]:
    """Let pages look on."""
    address = f"ws://127.0.0.1:{board.port}/ws"
    readers = await asyncio.create_subprocess_exec(
        sys.executable, "-c", READERS, address, str(pages)
    )
    while board.pages < pages:  # noqa: ASYNC110 - pages come when they come
        await asyncio.sleep(0.1)
    yield
    if readers.returncode is None:
        readers.kill()
    await readers.wait()


def begin_turn(board: Going) -> None:
    """Begin a match, and its first turn."""
    now = board.board.now()
    board.board.post(MatchSet(now, MatchSetup(first=Player.ONE)))
    board.board.post(PadDeclared(Cell.c3, now))


def ask_the_coach(board: Going) -> Thinking:
    """Have the coach think about the turn for longer than anybody will touch the board."""
    wishes = MindWishes(coach_seconds=3600.0)
    thinking = Thinking(board.board, asyncio.get_running_loop(), wishes)
    board.board.subscribe(thinking)
    board.board.post(HintsWanted(Hints.COACH, board.board.now()))
    return thinking


async def touched(seen: Circumstances, data: Path | None = None) -> Taken:
    """Touch a pad again and again at odd moments of a turn, too briefly for a landing."""
    chance = Random(seen.pages)
    async with going(data) as board, read_by(board, seen.pages):
        begin_turn(board)
        thinking = ask_the_coach(board) if seen.coach else None
        await asyncio.sleep(0.1)
        for _ in range(TOUCHES):
            board.panel.await_touch(chance.choice(("a1", "c3", "e5", "1O")))
            await asyncio.sleep(seen.pause / 2)
            for pad in tuple(board.panel.sense.hand.pads):
                board.panel.release(pad)
            await asyncio.sleep(seen.pause / 2 * (1 + chance.random()))
        memory = resident_mb()
        if thinking is not None:
            thinking.close()
    ms, worked_ms = (
        [1000 * seconds for seconds in times] for times in (board.panel.taken, board.panel.worked)
    )
    return Taken(median(ms), quantiles(ms, n=100)[-1], quantiles(worked_ms, n=100)[-1], memory)


def measure() -> Iterator[Figure]:
    """Measure in all circumstances."""
    yield after_a_pause()
    quiet: Taken | None = None
    for seen in MEASURED:
        taken = asyncio.run(touched(seen))
        quiet = quiet or taken
        peer = f"{QUIET}: {number(quiet.median_ms)} ms, {taken.median_ms / quiet.median_ms:.1f}×"
        peer = "" if taken is quiet else peer
        median_, last = seen.figure("median"), seen.figure("99th percentile")
        yield Figure(median_, taken.median_ms, "ms", at_most=MEDIAN_MS, peer=peer)
        peer = f"without waiting for the processor: {number(taken.last_worked_ms)} ms"
        yield Figure(last, taken.last_ms, "ms", at_most=LAST_MS, peer=peer)
        yield Figure(seen.figure("memory"), taken.memory_mb, "MB")
