"""The analysis of the match at the board: what is known of its moves, and the one search for more.

The law of this module: the search is a process of its own, one at a time, that gives way to the
board and waits while the mind has to move. One that was stopped is over at once, however long its
process takes to end. What was judged stays as long as it was played.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from typing import Final

from iye.companion.jobs import Job, Told, to_judge
from iye.companion.messages import Analysis, JudgedMove
from iye.companion.search import Search
from iye.rules import Cycle, Match, format_deal
from iye.table import Awaiting, Sitting, Table

_LOG: Final = logging.getLogger(__name__)

TELL_EVERY: Final = 0.1
"""Seconds between two words on what is new; late positions are judged by the dozen."""

Moves = dict[int, JudgedMove]
"""What is known of a cycle's moves, by their number from 1."""


@dataclass
class Known:
    """What is known of a cycle.

    `seconds` is how long each position was thought about, or 0 while not all of it has been seen.
    """

    cycle: Cycle
    moves: Moves = field(default_factory=dict)
    seconds: float = 0.0

    def carried_on(self, cycle: Cycle) -> Known:
        """Give what is known of the cycle as it is played by now."""
        if cycle == self.cycle:
            return self
        now = Known(cycle)
        if now.continues(self):
            pairs = zip(cycle.moves, self.cycle.moves, strict=False)
            alike = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
            now.moves = {ply: told for ply, told in self.moves.items() if ply <= alike}
        return now

    def continues(self, other: Known) -> bool:
        """Whether both are about the same deal with the same beginner."""
        mine, others = self.cycle, other.cycle
        return mine.deal == others.deal and mine.first is others.first

    def lacks(self, seconds: float) -> bool:
        """Whether thinking so long about a position may find out more."""
        if not self.seconds:
            return bool(self.cycle.moves)
        unknown = len(self.moves) < len(self.cycle.moves)
        unknown = unknown or any(told.before is None for told in self.moves.values())
        return unknown and seconds > self.seconds


class Analyst:
    """Judges the match's moves when asked, and tells whenever more is known."""

    def __init__(self, memory_mb: int = 64) -> None:
        self._memory_mb = memory_mb
        self._listeners: list[Callable[[], object]] = []
        self._known: list[Known] = []
        self._match = Match()
        self._waits = False
        self._search: Search | None = None
        self._ending: set[asyncio.Task[None]] = set()
        """Searches whose processes have not ended, the one under way among them."""
        self._failed = False
        self._telling: asyncio.TimerHandle | None = None

    def subscribe(self, listener: Callable[[], object]) -> None:
        """Call `listener` from now on whenever `word` has something new to say."""
        self._listeners.append(listener)

    @property
    def running(self) -> bool:
        """Whether moves are being judged."""
        return self._search is not None

    @property
    def knows(self) -> bool:
        """Whether anybody has asked about this match."""
        return bool(self._known)

    def word(self) -> Analysis:
        """Say what is known of the match's moves."""
        cycles = [[told for _, told in sorted(known.moves.items())] for known in self._known]
        if not self.running:
            return Analysis(cycles, "failed" if self._failed else "resting")
        return Analysis(cycles, "waiting" if self._waits else "running")

    def begin(self, match: Match, seconds: float) -> bool:
        """Judge what is not known yet of a match, its last cycle first; False: nothing is played.

        What an earlier search had too little time for is tried again with more. While one runs,
        no other is begun.
        """
        self._carry_on(match)
        if not self.running:
            job = self._job(seconds)
            self._failed = False
            if job.cycles:
                self._search = Search(job, self._take, waits=self._waits)
                running = asyncio.get_running_loop().create_task(self._run(self._search))
                self._ending.add(running)
                running.add_done_callback(self._ending.discard)
        self._tell_soon()
        return any(cycle.moves for cycle in match.cycles)

    def _job(self, seconds: float) -> Job:
        wanted = [
            to_judge(number, known.cycle)
            for number, known in enumerate(self._known)
            if known.lacks(seconds)
        ]
        return Job(wanted[::-1], seconds, self._memory_mb)

    def stop(self) -> None:
        """Judge no more moves; what is known stays."""
        search, self._search = self._search, None
        if search is not None:
            search.stop()
            self._tell_soon()

    async def close(self) -> None:
        """Stop, and wait until every search has ended."""
        self.stop()
        await asyncio.gather(*self._ending)

    def follow(self, table: Table) -> None:
        """Forget what is no longer played, and wait while the mind has to move."""
        if self._known and table.match is not self._match:
            self._carry_on(table.match)
        waits = _mind_moves(table)
        if self._search is not None and waits is not self._waits:
            self._search.wait(waits=waits)
            self._tell_soon()
        self._waits = waits

    def _carry_on(self, match: Match) -> None:
        """Keep what is known of a match as it is by now; a search about another one ends."""
        known, self._match = self._known, match
        fresh = [Known(cycle) for cycle in match.cycles[len(known) :]]
        carried = [was.carried_on(cycle) for was, cycle in zip(known, match.cycles, strict=False)]
        self._known = [*carried, *fresh]
        if any(now is None or not now.continues(was) for was, now in zip_longest(known, carried)):
            self.stop()
            self._failed = False
        self._tell_soon()

    async def _run(self, search: Search) -> None:
        failed = True
        try:
            code = await search.run()
            failed = code != 0
            if failed:
                _LOG.warning("the analysis of a match failed with exit code %s", code)
        except OSError as error:
            _LOG.warning("the analysis of a match cannot begin: %s", error)
        finally:
            if self._search is search:  # else another one may have been begun meanwhile
                self._search, self._failed = None, failed
                self._tell_soon()

    def _take(self, job: Job, told: Told) -> None:
        """Keep what was judged, if it is still what was played."""
        asked = next(cycle for cycle in job.cycles if cycle.number == told.number)
        known = self._known[told.number] if told.number < len(self._known) else None
        if known is None or asked.deal != format_deal(known.cycle.deal):
            return
        played = [str(move) for move in known.cycle.moves]
        if told.judged is None and played == asked.moves:
            known.seconds = job.seconds
        elif told.judged is not None:
            ply = told.judged.ply
            if played[:ply] == asked.moves[:ply]:
                known.moves[ply] = told.judged
        self._tell_soon()

    def _tell_soon(self) -> None:
        """Tell everybody, but not for every move apart."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_EVERY, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for listener in self._listeners:
            listener()


def _mind_moves(table: Table) -> bool:
    """Whether the mind has to think of a move of its own."""
    if not isinstance(table.phase, Awaiting):
        return False
    return table.seat(table.position.mover).sitting is Sitting.MIND
