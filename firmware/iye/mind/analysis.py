"""What the moves of a cycle did to it: the value before and after each, and where it turned.

The law of this module: it judges what was played, move by move, and says nothing that is not
proved. It goes backwards from the end: what is found there is what earlier positions need. Best
play keeps the value, so every turning point is somebody's mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import Final

from iye.mind.cancel import Cancel
from iye.mind.solver import Solver
from iye.mind.value import Value
from iye.rules import Cycle, Move, Player, Position

ANALYSIS_SECONDS: Final = 5.0
"""For a position, unless another time is asked for."""


class Turn(Enum):
    """What a move did to its mover's cycle."""

    KEPT = "kept"
    WIN_TO_TIE = "win_to_tie"
    WIN_TO_LOSS = "win_to_loss"
    TIE_TO_LOSS = "tie_to_loss"
    UNKNOWN = "unknown"


_TURNS: Final = {
    (Value.WIN, Value.WIN): Turn.KEPT,
    (Value.WIN, Value.TIE): Turn.WIN_TO_TIE,
    (Value.WIN, Value.LOSS): Turn.WIN_TO_LOSS,
    (Value.TIE, Value.TIE): Turn.KEPT,
    (Value.TIE, Value.LOSS): Turn.TIE_TO_LOSS,
    (Value.LOSS, Value.LOSS): Turn.KEPT,
}
"""By the value before and after. No move gains anything: the best already counts in `before`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that was played, and its worth.

    `ply` counts the cycle's moves from 1, and `position` is the one in which it was made. `before`
    is the value of that, `after` of the position it led to: both are the mover's. `best` holds
    every move that keeps `before`, in order of text, or is None where that is not known.
    """

    ply: int
    position: Position
    move: Move
    before: Value
    after: Value
    best: tuple[Move, ...] | None

    @property
    def mover(self) -> Player:
        """Whose move it was."""
        return self.position.mover

    @property
    def turn(self) -> Turn:
        """What it did to the mover's cycle."""
        return _TURNS.get((self.before, self.after), Turn.UNKNOWN)

    @property
    def mistake(self) -> bool:
        """Whether it is proved to have given away a win or a tie."""
        return self.turn not in (Turn.KEPT, Turn.UNKNOWN)

    @property
    def only(self) -> bool:
        """Whether no other move would have kept a win or a tie, and this one did."""
        return self.before in (Value.WIN, Value.TIE) and self.best == (self.move,)

    def values(self, player: Player) -> tuple[Value, Value]:
        """Give the values before and after as they are for `player`."""
        if player is self.mover:
            return self.before, self.after
        return self.before.opposite, self.after.opposite


def analyse(
    cycle: Cycle,
    solver: Solver,
    *,
    seconds: float = ANALYSIS_SECONDS,
    cancel: Cancel | None = None,
) -> Iterator[Judged]:
    """Judge the moves of a cycle from the last to the first, each as soon as it is known.

    A position gets so many `seconds`; what they are too few for is unknown. Once it is cancelled
    nothing more comes.
    """
    cancel = cancel or Cancel()
    known = _Known(Value.UNKNOWN, None)
    for ply in range(len(cycle.moves), -1, -1):
        position, later = cycle.positions[ply], known.value.opposite
        known = _look(solver, position, seconds, cancel)
        if cancel.is_set:
            return
        if ply < len(cycle.moves):
            known, judged = _judge(ply + 1, position, cycle.moves[ply], known, later)
            yield judged


def deciding(judged: Iterable[Judged]) -> Judged | None:
    """Give a cycle's last mistake, from which on its value stayed; None if none is proved."""
    return max((move for move in judged if move.mistake), key=lambda move: move.ply, default=None)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a position: its value for the mover, and the moves that keep it."""

    value: Value
    best: tuple[Move, ...] | None


def _look(solver: Solver, position: Position, seconds: float, cancel: Cancel) -> _Known:
    """Find the value, which matters most; then, in the time that is left, what keeps it."""
    began = monotonic()
    value = solver.value(position, seconds=seconds, cancel=cancel)
    if value is Value.UNKNOWN:
        return _Known(value, None)
    left = max(0.0, seconds - (monotonic() - began))
    solution = solver.solve(position, seconds=left, cancel=cancel)
    return _Known(value, solution.best if solution.exact else None)


def _judge(
    ply: int, position: Position, move: Move, known: _Known, after: Value
) -> tuple[_Known, Judged]:
    """Put together what is known of a move; a win after it proves one before it, for instance."""
    before = known.value
    if after is Value.WIN:
        before = Value.WIN
    if before is Value.LOSS or (known.best is not None and move in known.best):
        after = before
    judged = Judged(ply, position, move, before, after, known.best)
    return _Known(before, known.best), judged
