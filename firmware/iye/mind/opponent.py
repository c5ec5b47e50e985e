"""An opponent: which move a level makes in a position, and whether it knows or thinks so.

The law of this module: the same level, seed and position give the same judgement, so a match can
be played again; only how far it looks depends on the time it gets. It answers in time, and at
once when it is cancelled, with a legal move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Event, Timer
from typing import Final

from iye.mind.cancel import Cancel
from iye.mind.evaluation import WON, Judge, estimate, look_ahead
from iye.mind.key import pack, state_of
from iye.mind.levels import Level, Replies, level
from iye.mind.solver import Solver
from iye.mind.value import Solution, Value
from iye.rules import Move, Position, cycle_end, legal_moves

DEFAULT_SECONDS: Final = 2.0
_SOLVING_SHARE: Final = 0.7
"""Of the time, what solving may take; the rest is for looking ahead if that has failed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move chosen; `value` is unknown where the level only thinks that it is good."""

    move: Move
    value: Value


class _OutOfTimeError(Exception):
    """Thinking has to end now."""


class Opponent:
    """A player of a level, with a temperament from a seed.

    A `solver` may be shared with whoever asks at other times. Raises ValueError for a level
    outside 1 to 10. One position at a time.
    """

    def __init__(self, number: int, seed: int = 0, *, solver: Solver | None = None) -> None:
        self.level = level(number)
        self._seed = seed
        self._solver = (solver or Solver()) if self.level.solves else None

    def choose(
        self, position: Position, *, seconds: float = DEFAULT_SECONDS, cancel: Cancel | None = None
    ) -> Choice:
        """Choose a move. Raises ValueError where there is none."""
        if not legal_moves(position):
            raise ValueError("the cycle has ended: there is nothing to choose")
        cancel = cancel or Cancel()
        solution = self._solve(position, seconds * _SOLVING_SHARE, cancel)
        options = solution.best if solution and solution.exact else legal_moves(position)
        left = seconds - (solution.seconds if solution else 0)
        move = self._think(position, options, left, cancel)
        return Choice(move, solution.value if solution else Value.UNKNOWN)

    def _solve(self, position: Position, seconds: float, cancel: Cancel) -> Solution | None:
        if self._solver is None or position.tiles.bit_count() > self.level.solves:
            return None
        return self._solver.solve(position, seconds=seconds, cancel=cancel)

    def _think(
        self, position: Position, options: Iterable[Move], seconds: float, cancel: Cancel
    ) -> Move:
        """Look one move further again and again; keep what the last whole look said."""
        over = Event()
        timer = Timer(max(seconds, 0), over.set)
        timer.start()
        try:
            with cancel.telling(over.set):
                return self._deepen(position, sorted(options, key=str), over)
        finally:
            timer.cancel()
            timer.join()

    def _deepen(self, position: Position, options: list[Move], over: Event) -> Move:
        judge = _judging(self.level, self._seed)
        for depth in range(self.level.plies + 1):
            try:
                options = self._ranked(position, options, depth, _until(over, judge, depth))
            except _OutOfTimeError:
                break
        return options[0]

    def _ranked(
        self, position: Position, options: list[Move], depth: int, judge: Judge
    ) -> list[Move]:
        see = legal_moves if self.level.replies is Replies.ALL else _natural_moves
        looks: dict[Move, float] = {}
        low = -2 * WON
        for move in options:
            looks[move] = -look_ahead(position.play(move), depth, judge, see, high=-low)
            low = max(low, looks[move])
        return sorted(options, key=lambda move: -looks[move])


def _until(over: Event, judge: Judge, depth: int) -> Judge:
    """Judge until the time is over; the first look, at what a move leads to, is always taken."""

    def in_time(position: Position) -> float:
        if depth and over.is_set():
            raise _OutOfTimeError
        return judge(position)

    return in_time


def _judging(level: Level, seed: int) -> Judge:
    """Give the level's judgement: an estimate, and of each position its own mistake about it."""

    def judge(position: Position) -> float:
        sober = estimate(position)
        if not level.misjudges or cycle_end(position) is not None:
            return sober
        return sober + level.misjudges * _whim(seed, pack(state_of(position)))

    return judge


def _whim(seed: int, key: int) -> float:
    """Give a number from -1 to 1 that depends on nothing else."""
    mixed = (key ^ seed * 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    return (mixed >> 32) / (1 << 31) - 1


def _natural_moves(position: Position) -> tuple[Move, ...]:
    """Give the moves of somebody who does not think of spending, unless nothing else is left."""
    moves = legal_moves(position)
    return tuple(move for move in moves if move.spent is None) or moves
