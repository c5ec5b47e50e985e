"""A match: its cycles with all their moves, who has won what, and who begins the next cycle.

The law of this module: a match is its history and nothing else. Everything it tells is worked out
from the cycles, so taking a move back leaves no trace.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from iye.rules.position import Deal, Move, Player, Position
from iye.rules.scoring import CycleEnd, cycle_end

WINS_ALLOWED: Final = (1, 2, 3)


class MatchError(ValueError):
    """Something a match does not allow at this point, in a sentence."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle: its deal, who began, and every move with the position after it.

    `positions` has one entry more than `moves`; the first is the deal's start. Make one with
    `Cycle.begin`.
    """

    deal: Deal
    first: Player
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    end: CycleEnd | None

    @classmethod
    def begin(cls, deal: Deal, first: Player) -> Cycle:
        """Begin a cycle with empty hands and the drum on c3."""
        return cls(deal, first, (), (deal.start(first),), None)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    def play(self, move: Move) -> Cycle:
        """Play a move. Raises IllegalMoveError."""
        after = self.position.play(move)
        return replace(
            self,
            moves=(*self.moves, move),
            positions=(*self.positions, after),
            end=cycle_end(after),
        )

    def undo(self) -> Cycle:
        """Take the last move back. Raises MatchError when there is none."""
        if not self.moves:
            raise MatchError("this cycle has no move to take back")
        # A cycle with an end cannot be played on, so the position before was not an end.
        return replace(self, moves=self.moves[:-1], positions=self.positions[:-1], end=None)


@dataclass(frozen=True, slots=True)
class Beginner:
    """Who begins the next cycle: `decided` by the rules, or chosen by `chooser`.

    With neither it is the match's first cycle, and the players agree between themselves.
    """

    decided: Player | None
    chooser: Player | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `wins_needed` won cycles: its finished cycles, and the one under way if any.

    Raises ValueError when `wins_needed` is not 1, 2 or 3.
    """

    wins_needed: int = 2
    cycles: tuple[Cycle, ...] = ()

    def __post_init__(self) -> None:
        if self.wins_needed not in WINS_ALLOWED:
            raise ValueError(f"a match goes to 1, 2 or 3 won cycles, not {self.wins_needed}")

    @property
    def current(self) -> Cycle | None:
        """The cycle under way, if there is one."""
        return self.cycles[-1] if self.cycles and self.cycles[-1].end is None else None

    @property
    def wins(self) -> tuple[int, int]:
        """Cycles won by player 1 and by player 2."""
        winners = [cycle.end.winner for cycle in self.cycles if cycle.end is not None]
        return winners.count(Player.ONE), winners.count(Player.TWO)

    @property
    def winner(self) -> Player | None:
        """The winner of the match, once there is one."""
        one, two = self.wins
        if one >= self.wins_needed:
            return Player.ONE
        return Player.TWO if two >= self.wins_needed else None

    @property
    def beginner(self) -> Beginner:
        """Who begins the next cycle (rulebook, "Scoring Example", last lines).

        Raises MatchError while a cycle is under way.
        """
        if not self.cycles:
            return Beginner(None, None)
        last = self.cycles[-1]
        if last.end is None:
            raise MatchError("a cycle is under way")
        if last.end.winner is None:
            return Beginner(last.first.other, None)
        return Beginner(None, last.end.winner.other)

    def begin(self, deal: Deal, first: Player) -> Match:
        """Begin the next cycle.

        Raises MatchError when a cycle is under way, when the match is over, or when the rules
        let the other player begin.
        """
        if self.winner is not None:
            raise MatchError("the match is over")
        decided = self.beginner.decided
        if decided is not None and first is not decided:
            raise MatchError(
                f"after a tied cycle its second player begins: player {decided}, not {first}"
            )
        return replace(self, cycles=(*self.cycles, Cycle.begin(deal, first)))

    def play(self, move: Move) -> Match:
        """Play a move in the cycle under way. Raises IllegalMoveError, or MatchError if none is."""
        if self.current is None:
            raise MatchError("no cycle is under way")
        return self._with_last(self.current.play(move))

    def undo(self) -> Match:
        """Take back the last move, or a cycle begun without one.

        Raises MatchError when nothing has happened yet.
        """
        if not self.cycles:
            raise MatchError("there is nothing to take back")
        last = self.cycles[-1]
        if not last.moves:
            return replace(self, cycles=self.cycles[:-1])
        return self._with_last(last.undo())

    def _with_last(self, cycle: Cycle) -> Match:
        return replace(self, cycles=(*self.cycles[:-1], cycle))
