"""Boards that play with each other at a broker, many in one process: a part of the club's bench.

The law of this module: each board is the product from the table on: daemon, lights, session, line
to the broker. What it lacks are chips and a disk, and its keys cost no scrypt; its hand acts at the
table. Lights are painted whenever something happens, not for a rhythm's sake.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import aiomqtt
import msgspec

import iye.away.away as room
from iye.away.address import Address
from iye.away.away import Away
from iye.away.code import Keys, draw_code
from iye.away.wishes import AwayWishes, Wishes
from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import PAD_NAMES, Frame, IyePad
from iye.rules import CENTRE, Cell, Kind, Player, legal_moves
from iye.table import (
    TIMING,
    ChoosingFirst,
    ChoosingPayment,
    Effect,
    Event,
    Following,
    LayingOut,
    Moved,
    PadDeclared,
    Point,
    Table,
    Turn,
)
from iye_hw.panel import PadReading, Sink

ON_PURPOSE = TIMING.slide + TIMING.settle + TIMING.gap
"""Seconds in which a drum that was put down may slide on; a move is said after them."""


class Report(msgspec.Struct):
    """What the boards of a process have done: matches begun, moves, and delays in seconds.

    `said` counts messages that were published, `wrong` those that boards refused.
    """

    playing: int
    said: int
    moves: int
    delays: list[float]
    wrong: int


class Line(aiomqtt.Client):
    """A line to the broker that counts what is said over all such lines."""

    said = 0

    async def publish(self, *args: Any, **options: Any) -> None:
        Line.said += 1
        await super().publish(*args, **options)


class NoChips:
    """A panel with no chips, and with lights that nobody sees."""

    pads = PAD_NAMES

    async def start(self, sink: Sink) -> None:
        self.sink = sink

    def show(self, frame: bytes) -> None:
        self.frame = frame

    def readings(self) -> dict[str, PadReading]:
        return {}

    def close(self) -> None:
        pass


@dataclass
class Stopwatch:
    """Takes the time from a landing that counts on one board to the light on the other."""

    running: dict[tuple[str, Point], float] = field(default_factory=dict)
    taken: list[float] = field(default_factory=list)
    moves: int = 0

    def landed(self, table: Table) -> None:
        key = table.setup.shared, table.point
        if key not in self.running:
            self.running[key] = perf_counter() + ON_PURPOSE
            self.moves += 1

    def lit(self, table: Table) -> None:
        point = Point(table.point.cycles, table.point.moves + 1)
        began = self.running.pop((table.setup.shared, point), None)
        if began is not None:
            self.taken.append(perf_counter() - began)
            self.running[table.setup.shared, point] = -1.0  # the hand that follows is no landing


class Board:
    """A board with a hand at it, which acts as soon as it is its turn, after `pause` seconds."""

    def __init__(self, name: str, code: str, port: int, pause: float, watch: Stopwatch) -> None:
        loop, self._rng = asyncio.get_running_loop(), Random(name)
        self._pause, self._watch = pause, watch
        dealer = Dealer(seed=1)
        self.board = Daemon(NoChips(), loop, dealer=dealer, animated=False)
        wishes = AwayWishes(Address("127.0.0.1", port), code, Wishes(name, 3))
        self.away = Away(self.board, loop, wishes, None, lambda _sentence: None)
        self.board.subscribe(self.away)
        self.board.subscribe(self)

    async def play(self) -> None:
        """Play until cancelled; a match to three won cycles takes longer than the bench."""
        await self.board.start()
        self.away.begin()
        while True:
            await asyncio.sleep(self._pause * self._rng.uniform(0.5, 1.5))
            self._act()

    # What the daemon tells.

    def sensed(self, _event: Event) -> None: ...

    def happened(self, effect: Effect, _at: float) -> None:
        if isinstance(effect, Moved) and self.board.table.shared:
            self._watch.landed(self.board.table)

    def stands(self, table: Table, _frame: Frame, _at: float) -> None:
        if isinstance(table.phase, Following):
            self._watch.lit(table)

    def complained(self, _complaint: object) -> None: ...

    # The hand.

    def _act(self) -> None:
        table, rng = self.board.table, self._rng
        match table.phase:
            case LayingOut():
                self._put(CENTRE)
            case Following(move):
                self._put(move.target)
            case ChoosingFirst(asked) if asked is not None and table.seat(asked).here:
                self._put(IyePad(rng.choice(tuple(Player)), Kind.SUN))
            case ChoosingPayment(_, kinds):
                self._put(IyePad(table.position.mover, rng.choice(kinds)))
            case Turn(spending):
                self._move(spending)

    def _move(self, spending: Kind | None) -> None:
        position = self.board.table.position
        move = self._rng.choice(legal_moves(position))
        kind = move.spent if spending is None else spending
        if kind is not None and move.spent is not spending:
            self._put(IyePad(position.mover, kind))
        self._put(move.target)

    def _put(self, pad: Cell | IyePad) -> None:
        self.board.post(PadDeclared(pad, self.board.now()))


def cheap_keys(code: str) -> Keys:
    """Give keys that cost nothing: boards of a club do not all start on one machine."""
    made = hashlib.sha512(code.encode()).digest()
    return Keys(made[:16].hex(), made[16:48])


async def work(port: int, matches: int, pause: float, seed: int) -> None:
    """Play so many matches; answer every line of standard input with a report."""
    rng, watch = Random(seed), Stopwatch()
    boards = []
    for number in range(matches):
        code = draw_code(rng.choice)
        boards += [Board(f"{name} {seed}.{number}", code, port, pause, watch) for name in "AB"]
    hands = []
    for board in boards:
        hands.append(asyncio.create_task(board.play()))
        await asyncio.sleep(0.005)  # they are plugged in one after another
    asked = asyncio.Queue[str]()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, _read, asked)
    while line := await asked.get():
        if line.startswith("end"):
            break
        sys.stdout.write(msgspec.json.encode(_report(boards, watch)).decode() + "\n")
        sys.stdout.flush()
    for hand in hands:
        hand.cancel()
    await asyncio.gather(*hands, *(board.away.drop() for board in boards), return_exceptions=True)


def _read(asked: asyncio.Queue[str]) -> None:
    asked.put_nowait(sys.stdin.readline())


def _report(boards: list[Board], watch: Stopwatch) -> Report:
    """Say what has come of it since the last report."""
    playing = sum(board.board.table.match.current is not None for board in boards) // 2
    wrong = sum(count for board in boards for _, count in board.away.view.wrong)
    report = Report(playing, Line.said, watch.moves, watch.taken, wrong)
    Line.said, watch.moves, watch.taken = 0, 0, []
    return report


def main(args: list[str]) -> None:
    """Play: port, matches, pause, seed."""
    vars(room)["keys_of"], aiomqtt.Client = cheap_keys, Line  # type: ignore[misc]
    asyncio.run(work(int(args[0]), int(args[1]), float(args[2]), int(args[3])))


if __name__ == "__main__":
    main(sys.argv[1:])
