"""A day at a board in virtual time: match after match for 24 hours, and what is left of it.

Seeded random matches, played through the simulated chips by hands that think for a while before
each touch, with moving lights, journal, recorder and page server's hub, as on a real evening.
Memory and open files after the first hour against those after the last.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import process_time

from bench.boards import Stopwatch
from bench.figures import Figure, number, resident_mb
from iye.chance import Dealer
from iye.companion.door import Door
from iye.companion.hub import Companion
from iye.companion.wishes import House
from iye.record.journal import Journal
from iye.record.opening import open_journal
from iye.rehearsal.from_record import script_of
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.script import NewMatch, Release, Touch, place_name
from iye.running import RunningBoard
from iye.table import MatchOver, MatchSet
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from strategies import random_match

HOUR = 3600.0
HOURS = 24
THINKS = 15.0
"""Seconds before every touch."""
REST = 60.0
"""Seconds between matches."""
LARGER_MB = 2.0
NAMES = (
    "a virtual day of play: memory added after the first hour",
    "a virtual day of play: open files added after the first hour",
    "a virtual day of play: matches not finished as meant",
)


@dataclass(frozen=True, slots=True)
class Held:
    """What the process holds: memory in MB, and open files."""

    memory_mb: float
    files: int


def held() -> Held:
    """Look, with nothing left to be tidied up."""
    gc.collect()
    return Held(resident_mb(), len(list(Path("/proc/self/fd").iterdir())))


class Day:
    """A board that is played at for a day."""

    def __init__(self, data: Path) -> None:
        loop = asyncio.get_running_loop()
        opened = open_journal(data)
        self.panel = Stopwatch(loop)
        self.board = RunningBoard(self.panel, loop, dealer=Dealer(seed=1))
        self._journal = Journal(opened, loop)
        self.board.subscribe(Recorder())
        self.board.subscribe(self._journal)
        house = House(self.board, Door(None), hand=self.panel)
        self.board.subscribe(Companion(house, version=version("iye-board")))
        self.matches = self.unfinished = 0

    async def play_until(self, end: float) -> None:
        """Play match after match until one has ended later than that."""
        while self.board.now() < end:
            await self._play_one(self.matches)
            self.matches += 1
            await asyncio.sleep(REST)

    async def _play_one(self, seed: int) -> None:
        match = random_match(Random(seed))
        for step in script_of(match):
            match step:
                case NewMatch():
                    self.board.dealer = Dealer(step.deals)
                    self.board.post(MatchSet(self.board.now(), step.setup))
                case Touch(_, place):
                    await asyncio.sleep(THINKS)
                    self.panel.touch(place_name(place))
                case Release(_, place):
                    await asyncio.sleep(0.5)
                    self.panel.release(place_name(place))
        await asyncio.sleep(1.0)
        table = self.board.table
        self.unfinished += not (isinstance(table.phase, MatchOver) and table.match == match)

    def close(self) -> None:
        """End the day."""
        self.board.close()
        self._journal.close()


async def play() -> tuple[Held, Held, Day, float]:
    """Play for a day; give what was held after an hour and at the end, and seconds of computing."""
    with tempfile.TemporaryDirectory() as folder:
        day = Day(Path(folder))
        await day.board.start()
        began = process_time()
        await day.play_until(HOUR)
        first = held()
        await day.play_until(HOURS * HOUR)
        last = held()
        took = process_time() - began
        day.close()
    return first, last, day, took


def measure() -> Iterator[Figure]:
    """Play and compare."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        first, last, day, took = runner.run(play())
    said = f"{day.matches} matches, {day.panel.frames:,} frames, {number(took)} s of computing"
    added = last.memory_mb - first.memory_mb
    peer = f"after the first hour: {number(first.memory_mb)} MB; {said}"
    yield Figure(NAMES[0], added, "MB", at_most=LARGER_MB, peer=peer)
    peer = f"after the first hour: {first.files}"
    yield Figure(NAMES[1], last.files - first.files, "files", at_most=0, peer=peer)
    yield Figure(NAMES[2], day.unfinished, "matches", at_most=0)
