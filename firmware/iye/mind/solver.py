"""Solving a position: its value for the mover, and every move that keeps it.

The law of this module: a value is given only when it and the whole list of moves are proved.
When time runs out or somebody cancels, it says so and guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Timer
from time import monotonic

from iye.mind.cancel import Cancel
from iye.mind.engine import TIE, WIN, Engine, make_engine
from iye.mind.evaluation import guess
from iye.mind.value import Solution, Value
from iye.rules import Move, Position, legal_moves


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    `tiles` are those of the position that is being asked about: the one to be solved, then those
    after its moves. `done` estimates the part of that question that is done. `value` is known once
    only the list of moves that keep it is missing.
    """

    tiles: int
    nodes: int
    seconds: float
    done: float
    value: Value = Value.UNKNOWN


Tell = Callable[[Progress], object]


class _UnknownError(Exception):
    """The search was stopped before it knew."""


class Solver:
    """A search with its memory, for one position after another of the same cycle or of any.

    Raises ValueError for less than 8 MB or other than 1 to 64 threads. One question at a time.
    What takes `milestone` nodes to prove is kept to be asked for; 0 keeps nothing.
    """

    def __init__(
        self,
        memory_mb: int = 64,
        *,
        threads: int = 1,
        milestone: int = 0,
        engine: Engine | None = None,
    ) -> None:
        if engine is None:
            engine = make_engine(memory_mb, threads=threads, milestone=milestone)
        self._engine = engine
        self.proofs, self.learn = engine.proofs, engine.learn

    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        tell: Tell | None = None,
    ) -> Solution:
        """Find the value and every move that keeps it; guess when time is up or it is cancelled.

        `tell` hears now and then how far it is.
        """
        asking = _Asking(self._engine, tell)
        try:
            with _stopping(self._engine, seconds, cancel or Cancel()):
                value, best = _prove(position, asking)
        except _UnknownError:
            value, best = Value.UNKNOWN, guess(position)
        return Solution(value, best, asking.nodes, asking.seconds)

    def value(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        tell: Tell | None = None,
    ) -> Value:
        """Find the value alone, which takes less; UNKNOWN when stopped before it is proved."""
        try:
            with _stopping(self._engine, seconds, cancel or Cancel()):
                return _value(position, _Asking(self._engine, tell))
        except _UnknownError:
            return Value.UNKNOWN


class _Asking:
    """One position's questions to an engine, with what they take."""

    def __init__(self, engine: Engine, tell: Tell | None) -> None:
        self._engine, self._tell = engine, tell
        self._began, self._before = monotonic(), engine.nodes
        self.value = Value.UNKNOWN

    @property
    def nodes(self) -> int:
        return self._engine.nodes - self._before

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    def reaches(self, position: Position, goal: int) -> bool:
        """Ask whether the mover reaches a goal. Raises _UnknownError."""
        listen = None if self._tell is None else partial(self._say, self._tell, position)
        answer = self._engine.ask(position, goal, listen)
        if answer is None:
            raise _UnknownError
        return answer

    def _say(self, tell: Tell, position: Position) -> None:
        done = _part_done(self._engine.path)
        tell(Progress(position.tiles.bit_count(), self.nodes, self.seconds, done, self.value))


def _value(position: Position, asking: _Asking) -> Value:
    if asking.reaches(position, WIN):
        return Value.WIN
    return Value.TIE if asking.reaches(position, TIE) else Value.LOSS


def _prove(position: Position, asking: _Asking) -> tuple[Value, tuple[Move, ...]]:
    """Ask about the position first: its answer makes those about the moves cheap."""
    moves = sorted(legal_moves(position), key=str)
    asking.value = value = _value(position, asking)
    if value is Value.LOSS:
        return value, tuple(moves)
    least = 1 - (WIN if value is Value.WIN else TIE)
    return value, tuple(move for move in moves if not asking.reaches(position.play(move), least))


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    memory_mb: int = 64,
    cancel: Cancel | None = None,
) -> Solution:
    """Solve one position, with a memory of its own. See Solver."""
    return Solver(memory_mb).solve(position, seconds=seconds, cancel=cancel)


@contextmanager
def _stopping(engine: Engine, seconds: float | None, cancel: Cancel) -> Iterator[None]:
    """Let time and a wish to cancel stop the engine, from here to the end of the block."""
    engine.resume()
    with cancel.telling(engine.stop):
        if seconds is None:
            yield
            return
        timer = Timer(seconds, engine.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def _part_done(path: list[tuple[int, int]]) -> float:
    """Estimate the part that is done, if the mover's first moves on the path are good enough.

    Then it is the opponent's replies that all have to be looked at, each as long as another.
    """
    done, part = 0.0, 1.0
    for at, of in path[1::2]:
        done += part * at / of
        part /= of
    return done
