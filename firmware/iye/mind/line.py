"""Why a move is what it is: the line of best play that follows it, and what decides it there.

The law of this module: data, no sentences. Every move of a line after the first keeps its mover's
value, which is proved; among several it is the one that looks best. A line ends with the cycle,
or where the time has run out; then nothing is said of what decides it.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Final

from iye.mind.cancel import Cancel
from iye.mind.evaluation import look_ahead
from iye.mind.solver import Solver
from iye.mind.value import Value
from iye.rules import CENSUS, CycleEnd, Kind, Move, Player, Position, cycle_end, legal_moves
from iye.table import Decides

LINE_SECONDS: Final = 2.0
"""For a line, unless another time is asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move and the best play after it.

    `moves` begins with the move asked about, made in `position`; `value` is what it leads to for
    its mover. `end` is how the cycle ends then, or None where the line is cut short. `kind` is the
    kind that decides it, of a MAJORITY alone; its points are those of the census.
    """

    position: Position
    moves: tuple[Move, ...]
    value: Value
    end: CycleEnd | None
    decides: Decides
    kind: Kind | None = None

    @property
    def winner(self) -> Player | None:
        """Who wins at its end; None for a tie, and where the end is not known."""
        return None if self.end is None else self.end.winner

    @property
    def points(self) -> tuple[int, int] | None:
        """Points of player 1 and player 2 if it ends by scoring."""
        if self.end is None or self.end.score is None:
            return None
        return self.end.score.points(Player.ONE), self.end.score.points(Player.TWO)


def main_line(
    position: Position,
    move: Move,
    solver: Solver,
    *,
    seconds: float = LINE_SECONDS,
    cancel: Cancel | None = None,
) -> Line:
    """Follow best play from a move on, as far as it can be proved in the time.

    Raises IllegalMoveError for a move that is none.
    """
    search = _Search(solver, monotonic() + seconds, cancel or Cancel())
    here = position.play(move)
    value = search.value(here)
    moves, known = [move], value
    while known is not Value.UNKNOWN and (follows := search.keeping(here, known)) is not None:
        moves.append(follows)
        here, known = here.play(follows), known.opposite
    end = cycle_end(here)
    decides, kind = _decides(position, end)
    return Line(position, tuple(moves), value.opposite, end, decides, kind)


class _Search:
    """What can be asked until the time is over."""

    def __init__(self, solver: Solver, until: float, cancel: Cancel) -> None:
        self._solver, self._until, self._cancel = solver, until, cancel

    def value(self, position: Position) -> Value:
        left = max(0.0, self._until - monotonic())
        return self._solver.value(position, seconds=left, cancel=self._cancel)

    def keeping(self, position: Position, value: Value) -> Move | None:
        """Give the move that keeps the value and looks best; None at the end, or out of time."""
        looks = {move: -look_ahead(position.play(move), 1) for move in legal_moves(position)}
        for move in sorted(looks, key=lambda move: (-looks[move], str(move))):
            after = value.opposite if value is Value.LOSS else self.value(position.play(move))
            if after is value.opposite:
                return move
            if after is Value.UNKNOWN:
                return None
        return None


def _decides(begin: Position, end: CycleEnd | None) -> tuple[Decides, Kind | None]:
    if end is None:
        return Decides.UNKNOWN, None
    if end.score is None:
        return Decides.STUCK, None
    if end.winner is None:
        return Decides.LEVEL, None
    kind = _deciding_kind(begin, end, end.winner)
    return (Decides.POINTS if kind is None else Decides.MAJORITY), kind


def _deciding_kind(begin: Position, end: CycleEnd, winner: Player) -> Kind | None:
    """Find the dearest kind that was open at first and whose points the winner cannot do without.

    Without them means that the other player has them.
    """
    assert end.score is not None  # noqa: S101 - whoever asks has looked
    lead = end.score.points(winner) - end.score.points(winner.other)
    for kind in reversed(Kind):
        taken = end.score.takers[kind] is winner
        if taken and lead <= 2 * CENSUS[kind] and not _is_settled(begin, kind, winner):
            return kind
    return None


def _is_settled(position: Position, kind: Kind, player: Player) -> bool:
    """Say whether a player holds more of a kind than the other can still get."""
    most = position.hand(player.other).count(kind) + position.layout.count(kind)
    return position.hand(player).count(kind) > most
