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
    after its moves. `done` estimates the part of that question that is done.
    """

    tiles: int
    nodes: int
    seconds: float
    done: float


Tell = Callable[[Progress], object]


class _UnknownError(Exception):
    """The search was stopped before it knew."""


class Solver:
    """A search with its memory, for one position after another of the same cycle or of any.

    Raises ValueError for less than 8 MB. One question at a time.
    """

    def __init__(self, memory_mb: int = 64, *, engine: Engine | None = None) -> None:
        self._engine = make_engine(memory_mb) if engine is None else engine

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
        began, before = monotonic(), self._engine.nodes
        try:
            with _stopping(self._engine, seconds, cancel or Cancel()):
                value, best = _prove(position, self._asking(tell))
        except _UnknownError:
            value, best = Value.UNKNOWN, guess(position)
        return Solution(value, best, self._engine.nodes - before, monotonic() - began)

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
                return _value(position, self._asking(tell))
        except _UnknownError:
            return Value.UNKNOWN

    def _asking(self, tell: Tell | None) -> Reaches:
        """Give what asks the engine, and tells how far it is."""
        began, before = monotonic(), self._engine.nodes

        def reaches(position: Position, goal: int) -> bool:
            answer = self._engine.ask(position, goal, partial(say, position) if tell else None)
            if answer is None:
                raise _UnknownError
            return answer

        def say(position: Position) -> None:
            if tell is not None:
                nodes, seconds = self._engine.nodes - before, monotonic() - began
                done = _part_done(self._engine.path)
                tell(Progress(position.tiles.bit_count(), nodes, seconds, done))

        return reaches


Reaches = Callable[[Position, int], bool]


def _value(position: Position, reaches: Reaches) -> Value:
    if reaches(position, WIN):
        return Value.WIN
    return Value.TIE if reaches(position, TIE) else Value.LOSS


def _prove(position: Position, reaches: Reaches) -> tuple[Value, tuple[Move, ...]]:
    """Ask about the position first: its answer makes those about the moves cheap."""
    moves = sorted(legal_moves(position), key=str)
    value = _value(position, reaches)
    if value is Value.LOSS:
        return value, tuple(moves)
    least = 1 - (WIN if value is Value.WIN else TIE)
    return value, tuple(move for move in moves if not reaches(position.play(move), least))


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
    """Estimate the part that is done, as if each move of a position took as long as another."""
    done, part = 0.0, 1.0
    for at, of in path:
        done += part * at / of
        part /= of
    return done
