"""Boards that are killed: headless daemons on simulated panels, ended by SIGKILL wherever they are.

The law of this module: a killed process is asked nothing. What it had announced is in the pipe,
what it kept is in the file, and the next one says how it finds the table before it plays on.

Run as a script it kills as often as it is told and says what it saw, as JSON. Processes are
forked from one that has imported everything, since starting would take most of the time.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import select
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import Frame, IyePad
from iye.record.journal import Journal
from iye.record.notices import Notice
from iye.record.opening import open_journal
from iye.rules import CENTRE, Cell, Kind, Player, format_deal, legal_moves
from iye.table import (
    AbandonWanted,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    DealWay,
    Effect,
    Event,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    Table,
    Turn,
    untold,
)
from iye.table.restore import is_told
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from table_hands import SEATINGS

SETUPS = tuple(
    MatchSetup(wins, first, way, seats=seats)
    for wins in (1, 2)
    for first in (None, *Player)
    for way in DealWay
    for seats in SEATINGS
)


def digest(table: Table) -> str:
    """Give what two tables have in common only if match, phase, set-up and hints are the same."""
    match = table.match
    cycles = [
        (format_deal(cycle.deal), int(cycle.first), [str(move) for move in cycle.moves])
        for cycle in match.cycles
    ]
    said = repr((match.wins_needed, cycles, table.phase, table.setup, table.hints))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


# The board


class Announcer:
    """Says what is handed over to the journal, before it is, and what the journal has saved."""

    def __init__(self, pipe: int, number: int) -> None:
        self._pipe = pipe
        self.handed = self.saved = self._said = number

    def say(self, *words: object) -> None:
        os.write(self._pipe, (" ".join(map(str, words)) + "\n").encode())

    def on_saved(self, number: int) -> None:
        self.saved = number
        self.say("saved", number)

    def sensed(self, _event: Event) -> None:
        pass

    def happened(self, effect: Effect, _at: float) -> None:
        self.handed += is_told(effect)

    def stands(self, table: Table, _frame: Frame, _at: float) -> None:
        if self.handed != self._said:
            self._said = self.handed
            self.say("handed", self.handed, digest(table))

    def complained(self, complaint: object) -> None:
        self.say("complaint", complaint)


@dataclass
class Hands:
    """Hands at a simulated panel."""

    panel: SimulatedPanel
    daemon: Daemon
    rng: Random
    steady: bool

    async def hold(self, name: str, seconds: float = 0.4) -> None:
        self.panel.touch(name)
        await asyncio.sleep(seconds)
        self.panel.release(name)
        await asyncio.sleep(0.2)

    async def act(self) -> None:
        """Do one thing."""
        if not self.steady and self.rng.random() < 0.2:
            await self._do_something_else()
        else:
            await self._go_on()

    async def _do_something_else(self) -> None:
        now = self.daemon.now()
        match self.rng.randrange(7):
            case 0 | 1 | 2:
                for _ in range(self.rng.choice((1, 1, 2, 5))):
                    await self.hold("undo", 0.1)
            case 3:
                await self.hold("hint", 0.1)
            case 4:
                await self.hold(str(self.rng.choice(tuple(Cell))))
            case 5 if self.rng.random() < 0.1:
                self.daemon.post(AbandonWanted(now))
            case _ if self.rng.random() < 0.1:
                self.daemon.post(MatchSet(now, self.rng.choice(SETUPS)))

    async def _go_on(self) -> None:
        phase, rng = self.daemon.table.phase, self.rng
        if isinstance(phase, ChoosingFirst):
            await self._choose()
        elif isinstance(phase, LayingOut):
            await self.hold(str(CENTRE))
        elif isinstance(phase, LayingByHand):
            await self._lay(phase)
        elif isinstance(phase, Turn):
            await self._move()
        elif isinstance(phase, ChoosingPayment):
            await self.hold(str(IyePad(self.daemon.table.position.mover, rng.choice(phase.kinds))))
        elif isinstance(phase, Awaiting | Following):
            await self._answer_or_follow(phase)
        else:
            await self.hold("new", 0.1)

    async def _choose(self) -> None:
        """Choose who plays, and who begins."""
        if self.rng.random() < 0.4:
            await self.hold("hint", 0.1)
        await self.hold(self.rng.choice(("1O", "2S")))

    async def _answer_or_follow(self, phase: Awaiting | Following) -> None:
        """Answer for whoever does not sit here, as they might; follow what was answered."""
        if isinstance(phase, Following):
            await self.hold(str(phase.move.target))
            return
        position = self.daemon.table.position
        answer = self.rng.choice(legal_moves(position))
        self.daemon.post(MoveAnswered(position, answer, self.daemon.now()))
        await asyncio.sleep(0.2)

    async def _lay(self, phase: LayingByHand) -> None:
        kind = self.rng.choice(tuple(untold(phase)) or tuple(Kind))
        await self.hold(str(IyePad(Player.ONE, kind)), 0.1)
        free = [cell for cell in Cell if cell not in phase.layout]
        for cell in free[: kind.total]:
            await self.hold(str(cell), 0.1)

    async def _move(self) -> None:
        table = self.daemon.table
        assert isinstance(table.phase, Turn)
        move = self.rng.choice(legal_moves(table.position))
        if move.spent is not table.phase.spending:
            kind = table.phase.spending if move.spent is None else move.spent
            assert kind is not None
            await self.hold(str(IyePad(table.position.mover, kind)), 0.1)
        await self.hold(str(move.target))


async def run_board(folder: Path, seed: int, pipe: int, *, finish: bool) -> None:
    """Run a board from what its journal tells; say so, and play until killed, or to the end."""
    rng, loop = Random(seed), asyncio.get_running_loop()
    opened = open_journal(folder)
    announcer = Announcer(pipe, opened.ledger.number)
    for notice in opened.notices:
        announcer.say("complaint", notice.sentence)
    announcer.say("resumed", opened.ledger.number, digest(opened.table))
    panel = SimulatedPanel(load_board_map(), loop, seed=seed)
    daemon = Daemon(panel, loop, dealer=Dealer(seed=seed), table=opened.table)

    def complain(notice: Notice) -> None:
        daemon.complain(notice.sentence, notice.about, mended=notice.mended)

    journal = Journal(opened, loop, saved=announcer.on_saved, complain=complain)
    daemon.subscribe(announcer)
    daemon.subscribe(journal)
    await daemon.start()
    hands = Hands(panel, daemon, rng, steady=finish)
    played = False
    while not (finish and played and isinstance(daemon.table.phase, MatchOver)):
        await hands.act()
        played = played or isinstance(daemon.table.phase, Turn | Awaiting)
        while announcer.saved < announcer.handed and rng.random() < 0.999:  # noqa: ASYNC110 - no virtual time may pass
            await asyncio.sleep(0)  # people are slower than a disk, most of the time
    journal.close()
    daemon.close()


def fork_board(folder: Path, seed: int, *, finish: bool = False) -> tuple[int, int]:
    """Start a board; give its process and the pipe it speaks into."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    code = 1
    try:
        os.close(reading)
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(run_board(folder, seed, writing, finish=finish))
        code = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


# Whoever kills it


@dataclass
class Seen:
    """What has been announced so far, and what was wrong with what came back."""

    kills: int = 0
    restarts: int = 0
    one_event_more: int = 0
    announced: int = 0
    wrong: list[str] = field(default_factory=list)
    floor: int = 0
    handed: dict[int, str] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        word, *rest = line.split(" ", 2)
        if word == "saved":
            self.floor = int(rest[0])
            self.announced += 1
        elif word == "handed":
            self.handed[int(rest[0])] = rest[1]
        elif word == "resumed":
            self._resumed(int(rest[0]), rest[1])
        else:
            self.wrong.append(line)

    def _resumed(self, number: int, found: str) -> None:
        self.restarts += 1
        self.one_event_more += number > self.floor
        if number < self.floor:
            self.wrong.append(f"entry {number} is the last, and {self.floor} was announced")
        elif number in self.handed and self.handed[number] != found:
            self.wrong.append(f"entry {number} stands differently from what was handed over")
        elif number not in self.handed and number:
            self.wrong.append(f"entry {number} was never handed over as the last of an event")
        self.floor = number
        self.handed = {number: found}


def lines(pipe: int, process: int, patience: float | None) -> Iterator[str]:
    """Give a board's lines until it has ended; kill it after `patience` seconds, if any."""
    buffer = b""
    ends = None if patience is None else time.monotonic() + patience
    while True:
        wait = None if ends is None else max(0.0, ends - time.monotonic())
        if not select.select([pipe], [], [], wait)[0]:
            os.kill(process, signal.SIGKILL)
            ends = None
            continue
        some = os.read(pipe, 65536)
        if not some:
            return
        *whole, buffer = (buffer + some).split(b"\n")
        yield from (line.decode() for line in whole)


def kill_once(folder: Path, rng: Random, seen: Seen) -> None:
    """Start a board, kill it somewhere, and hear all it had said."""
    process, pipe = fork_board(folder, rng.randrange(2**32))
    by_time = rng.random() < 0.3
    patience = rng.uniform(0.0, 0.12) if by_time else None
    more = rng.choice((1, 3, 10, 30, 60))
    for count, line in enumerate(lines(pipe, process, patience)):
        seen.hear(line)
        if count == more and not by_time:
            time.sleep(rng.uniform(0.0, 0.004))
            os.kill(process, signal.SIGKILL)
    os.close(pipe)
    _, status = os.waitpid(process, 0)
    if not os.WIFSIGNALED(status):
        seen.wrong.append(f"a board ended by itself with {status}")
    seen.kills += 1


def finish(folder: Path, seed: int, seen: Seen) -> None:
    """Let the last match be played to its end."""
    process, pipe = fork_board(folder, seed, finish=True)
    for line in lines(pipe, process, None):
        seen.hear(line)
    os.close(pipe)
    _, status = os.waitpid(process, 0)
    if status:
        seen.wrong.append(f"the last match ended with {status}")


def kill_often(folder: Path, times: int, seed: int) -> Seen:
    """Kill a board many times over one journal, and play its last match to the end."""
    rng, seen = Random(seed), Seen()
    for _ in range(times):
        kill_once(folder, rng, seen)
    finish(folder, seed, seen)
    return seen


def main() -> None:
    """Kill as often as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    seen = asdict(kill_often(wishes.folder, wishes.times, wishes.seed))
    del seen["handed"]
    print(json.dumps(seen))  # noqa: T201 - whoever runs this reads it


if __name__ == "__main__":
    main()
