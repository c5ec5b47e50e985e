"""Has the mind think for whoever needs it at the table: the opponent's answers, the coach's advice.

The law of this module: what is thought about follows from the table alone; when that changes, the
search is cancelled, and what it still says is dropped, even if it is about what stands again.
Thinking happens on a thread of its own, and the mind is loaded when it is first asked. It never
holds up a light.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from iye.lights import Frame
from iye.rules import Move, Position, format_deal, legal_moves
from iye.table import (
    Advice,
    Advised,
    Awaiting,
    ChoosingPayment,
    Effect,
    Event,
    Hints,
    MoveAnswered,
    Sitting,
    Table,
    Turn,
)

if TYPE_CHECKING:
    from iye.mind import Cancel, Solver

_LOG: Final = logging.getLogger(__name__)

KINDLY: Final = 19
"""How far below the board's own thread the mind's stands in the queue for a processor."""


@dataclass(frozen=True, slots=True)
class MindWishes:
    """How the mind thinks: `seconds` a move, `coach_seconds` a position, `memory_mb` in all.

    An answer comes `pause` seconds after it was asked for, or later: until then a drum that slides
    on has not arrived, and hands are still busy with a tile.
    """

    seconds: float = 2.0
    coach_seconds: float = 6.0
    memory_mb: int = 64
    pause: float = 1.0


@dataclass(frozen=True, slots=True)
class Answering:
    """A move of this position is wanted from the mind at a level, whose temper is `seed`."""

    position: Position
    level: int
    seed: int


@dataclass(frozen=True, slots=True)
class Coaching:
    """Advice about this position is wanted."""

    position: Position


Task = Answering | Coaching
Answer = Move | Advice
Call = Callable[[], object]
Tell = Callable[[Answer], None]
HandOver = Callable[[Call], object]
"""Has something called on the board's thread."""


def task_of(table: Table) -> Task | None:
    """Say what the mind has to think about as the table stands; None: nothing."""
    if isinstance(table.phase, Awaiting):
        seat = table.seat(table.position.mover)
        if seat.sitting is Sitting.MIND:
            return Answering(table.position, seat.level, _temper(table))
    if isinstance(table.phase, Turn | ChoosingPayment) and table.hints is Hints.COACH:
        return Coaching(table.position)
    return None


def _temper(table: Table) -> int:
    """Give the same temper for the same deal, so that a cycle can be played again."""
    return zlib.crc32(format_deal(table.cycle.deal).encode())


class Board(Protocol):
    """The daemon, as the mind needs it."""

    def post(self, event: Event) -> None:
        """Let the table handle an event."""
        ...

    def now(self) -> float:
        """Give the present moment."""
        ...


class Worker(Protocol):
    """Whoever does a job beside the board and hands over what it says on the board's thread."""

    def run(self, job: Callable[[HandOver], None]) -> None:
        """Do a job after those that wait; what it tells is told on the board's thread."""
        ...

    def close(self) -> None:
        """Begin no further job."""
        ...


class Apart:
    """A thread of its own, which gives way to all others."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pool = ThreadPoolExecutor(1, "mind", initializer=_give_way)

    def run(self, job: Callable[[HandOver], None]) -> None:
        """See Worker."""
        self._pool.submit(job, self._hand_over)

    def _hand_over(self, call: Call) -> None:
        with contextlib.suppress(RuntimeError):  # the board has closed meanwhile
            self._loop.call_soon_threadsafe(call)

    def close(self) -> None:
        """See Worker."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    with contextlib.suppress(OSError, AttributeError):  # not every system knows threads apart
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), KINDLY)


class Thinking:
    """Subscribe it to the daemon; `worker` thinks apart unless another is given."""

    def __init__(
        self,
        board: Board,
        loop: asyncio.AbstractEventLoop,
        wishes: MindWishes | None = None,
        worker: Worker | None = None,
    ) -> None:
        self._board = board
        self._loop = loop
        self._wishes = wishes or MindWishes()
        self._worker = worker or Apart(loop)
        self._task: Task | None = None
        self._cancel: Cancel | None = None
        self._solver: Solver | None = None

    def sensed(self, _event: Event) -> None:
        """Think about how things stand, not about how they came about."""

    def happened(self, _effect: Effect, _at: float) -> None:
        """Think about how things stand, likewise."""

    def complained(self, _complaint: object) -> None:
        """Think on, whatever is wrong with the hardware."""

    def stands(self, table: Table, _frame: Frame, _at: float) -> None:
        """Think about what the table needs now, and no longer about anything else."""
        task = task_of(table)
        if task == self._task:
            return
        self._stop()
        self._task = task
        if task is not None:
            self._begin(task)

    def close(self) -> None:
        """Think no more."""
        self._stop()
        self._worker.close()

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel.set()
        self._cancel = None

    def _begin(self, task: Task) -> None:
        from iye.mind import Cancel  # noqa: PLC0415 - most boards are played by people

        self._cancel = cancel = Cancel()
        earliest = self._board.now() + self._wishes.pause

        def job(hand_over: HandOver) -> None:
            def tell(event: Answer) -> None:
                hand_over(lambda: self._tell(task, cancel, event, earliest))

            self._think(task, cancel, tell)

        self._worker.run(job)

    def _think(self, task: Task, cancel: Cancel, tell: Tell) -> None:
        """Think, on the mind's thread. Whatever goes wrong, the game goes on."""
        if cancel.is_set:
            return
        try:
            _THINKERS[type(task)](task, self._wishes, self._shared_solver(), cancel, tell)
        except Exception:  # noqa: BLE001 - an opponent that says nothing would stop the game
            _LOG.exception("the mind failed; it plays a plain move instead")
            if isinstance(task, Answering):
                tell(legal_moves(task.position)[0])

    def _shared_solver(self) -> Solver:
        """Give the one memory of all searches, on the mind's thread."""
        from iye.mind import Solver  # noqa: PLC0415 - see above

        if self._solver is None:
            self._solver = Solver(self._wishes.memory_mb)
        return self._solver

    def _tell(self, task: Task, cancel: Cancel, answer: Answer, earliest: float) -> None:
        """Hand an answer to the table, on the board's thread, if it is still asked for."""
        if cancel.is_set:
            return
        now = self._board.now()
        if isinstance(answer, Move) and now < earliest:
            self._loop.call_later(earliest - now, self._tell, task, cancel, answer, now)
        elif isinstance(answer, Move):
            self._board.post(MoveAnswered(task.position, answer, now))
        else:
            self._board.post(Advised(answer, now))


def _answer(
    task: Answering, wishes: MindWishes, solver: Solver, cancel: Cancel, tell: Tell
) -> None:
    from iye.mind import Opponent  # noqa: PLC0415 - see above

    opponent = Opponent(task.level, task.seed, solver=solver)
    tell(opponent.choose(task.position, seconds=wishes.seconds, cancel=cancel).move)


def _coach(task: Coaching, wishes: MindWishes, solver: Solver, cancel: Cancel, tell: Tell) -> None:
    from iye.mind.coach import advise  # noqa: PLC0415 - see above

    advise(task.position, solver, tell, seconds=wishes.coach_seconds, cancel=cancel)


_THINKERS: Final[dict[type[Task], Callable[..., None]]] = {Answering: _answer, Coaching: _coach}
