"""A daemon on simulated chips with the mind beside it, whose thinking a test does itself.

The law of this module: time is virtual, and the mind's jobs are done where the test says, so that
an answer comes exactly when the test wants it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import IyePad
from iye.rules import CENTRE, Deal, Move, Player, parse_deal
from iye.table import Effect, MatchSet, MatchSetup, Moved, Seats, Table
from iye.thinking import HandOver, MindWishes, Thinking
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
Job = Callable[[HandOver], None]
T = TypeVar("T")


class Desk:
    """Keeps the mind's jobs until a test has them done; `prompt` does them at once."""

    def __init__(self, *, prompt: bool = False) -> None:
        self.jobs: list[Job] = []
        self.begun = 0
        self.closed = False
        self._prompt = prompt

    def run(self, job: Job) -> None:
        self.begun += 1
        self.jobs.append(job)
        if self._prompt:
            asyncio.get_running_loop().call_soon(self.work)

    def work(self) -> None:
        """Do the oldest job, and hand over what it says at once."""
        self.jobs.pop(0)(lambda call: call())

    def close(self) -> None:
        self.closed = True


class Evening:
    """A board, hands at it, and the mind."""

    def __init__(
        self, *, prompt: bool, wishes: MindWishes | None = None, table: Table | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.panel = SimulatedPanel(load_board_map(), loop, seed=1)
        self.daemon = Daemon(self.panel, loop, dealer=Dealer([DEAL], seed=1), table=table)
        self.desk = Desk(prompt=prompt)
        self.thinking = Thinking(self.daemon, loop, wishes or MindWishes(), self.desk)
        self.daemon.subscribe(self.thinking)
        self.effects: list[Effect] = []
        self.daemon.subscribe(self)

    def sensed(self, event: object) -> None:
        pass

    def happened(self, effect: Effect, _at: float) -> None:
        self.effects.append(effect)

    def stands(self, table: Table, frame: bytes, at: float) -> None:
        pass

    def complained(self, complaint: object) -> None:
        pass

    @property
    def table(self) -> Table:
        return self.daemon.table

    @property
    def moves(self) -> list[Move]:
        return [effect.move for effect in self.effects if isinstance(effect, Moved)]

    async def begin(self, seats: Seats, first: Player = Player.ONE, deal: Deal = DEAL) -> None:
        """Begin a cycle between these seats."""
        await self.daemon.start()
        self.daemon.dealer.tell([deal])
        setup = MatchSetup(1, first, seats=seats)
        self.daemon.post(MatchSet(self.daemon.now(), setup))
        await self.put(str(CENTRE))

    async def put(self, *names: str) -> None:
        """Put the drum down, or touch a pad or button, one after the other."""
        for name in names:
            self.panel.touch(name)
            await asyncio.sleep(0.45)
            self.panel.release(name)
            await asyncio.sleep(0.45)

    async def make(self, move: Move) -> None:
        """Make a move as a careful player does: a spent kind is chosen first."""
        if move.spent is not None:
            await self.put(str(IyePad(self.table.position.mover, move.spent)))
        await self.put(str(move.target))

    def close(self) -> None:
        self.thinking.close()
        self.daemon.close()


def evening(play: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Let an evening pass in virtual time."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(play())
