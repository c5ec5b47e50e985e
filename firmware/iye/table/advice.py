"""What a coach says of a position: where every move leads, which are best, and why.

The law of this module: data, in the game's own words. It is handed in by whoever thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from iye.rules import Kind, Move, Player, Position


class Outcome(IntEnum):
    """What the mover gets from the cycle, if both play their best from there; more is better."""

    LOSS = 0
    TIE = 1
    WIN = 2


class Decides(Enum):
    """What decides the cycle at the end of a line of play."""

    STUCK = "stuck"  # the winner leaves the other player without a movement
    MAJORITY = "majority"  # the winner takes more of one kind, and would not win without its points
    POINTS = "points"  # the winner has more points; no single kind that was still open decides it
    LEVEL = "level"  # both have the same points
    UNKNOWN = "unknown"  # the line does not reach the end


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where one move leads; `sure` when that is proved, otherwise it is an estimate."""

    move: Move
    outcome: Outcome
    sure: bool


@dataclass(frozen=True, slots=True)
class Why:
    """What comes of a move: `line` begins with it and goes on as both play their best.

    `winner` is whoever wins at its end, `points` are those of player 1 and player 2 if it comes to
    scoring, and `kind` the kind that decides it, of a MAJORITY alone.
    """

    line: tuple[Move, ...]
    decides: Decides
    winner: Player | None = None
    points: tuple[int, int] | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What the mover of `position` is told.

    `verdicts` has every legal move, `best` those that are best, of which the first is shown.
    """

    position: Position
    verdicts: tuple[Verdict, ...]
    best: tuple[Move, ...]
    why: Why | None = None

    def of(self, move: Move) -> Verdict | None:
        """Give what is said of a move, or None."""
        return next((verdict for verdict in self.verdicts if verdict.move == move), None)

    @property
    def sure(self) -> bool:
        """Whether everything said is proved."""
        return all(verdict.sure for verdict in self.verdicts)
