"""Solving a position: its value for the mover, and every move that keeps it.

The law of this module: a value is given only when it and the whole list of moves are proved.
When time runs out or somebody cancels, it says so and guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from time import monotonic

from iye.mind.cancel import Cancel
from iye.mind.engine import TIE, WIN, Engine, make_engine
from iye.mind.evaluation import guess
from iye.mind.value import Solution, Value
from iye.rules import Move, Position, legal_moves


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is. `done` estimates the part that is done, from the first plies."""

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
        began, nodes = monotonic(), self._engine.nodes

        def listen() -> None:
            if tell is not None:
                spent = self._engine.nodes - nodes
                tell(Progress(spent, monotonic() - began, _part_done(self._engine.path)))

        with _stopping(self._engine, seconds, cancel or Cancel()):
            value, best = self._prove_or_guess(position, listen if tell is not None else None)
        return Solution(value, best, self._engine.nodes - nodes, monotonic() - began)

    def _prove_or_guess(
        self, position: Position, listen: Callable[[], None] | None
    ) -> tuple[Value, tuple[Move, ...]]:
        try:
            return self._prove(position, listen)
        except _UnknownError:
            return Value.UNKNOWN, guess(position)

    def _prove(
        self, position: Position, listen: Callable[[], None] | None
    ) -> tuple[Value, tuple[Move, ...]]:
        def reaches(position: Position, goal: int) -> bool:
            answer = self._engine.ask(position, goal, listen)
            if answer is None:
                raise _UnknownError
            return answer

        moves = sorted(legal_moves(position), key=str)
        for value, goal in ((Value.WIN, WIN), (Value.TIE, TIE)):
            if reaches(position, goal):
                keep = (move for move in moves if not reaches(position.play(move), 1 - goal))
                return value, tuple(keep)
        return Value.LOSS, tuple(moves)


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
