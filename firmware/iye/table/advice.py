"""What a coach says of a position: where every move leads, which are best, and why.

The law of this module: data, in the game's own words. It is handed in by whoever thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from iye.rules import Move, Position


class Outcome(IntEnum):
    """What the mover gets from the cycle, if both play their best from there; more is better."""

    LOSS = 0
    TIE = 1
    WIN = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where one move leads; `sure` when that is proved, otherwise it is an estimate."""

    move: Move
    outcome: Outcome
    sure: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What the mover of `position` is told.

    `verdicts` has every legal move, `best` those that are best, of which the first is shown. `line`
    begins with it and goes on as both play their best, as far as that is known.
    """

    position: Position
    verdicts: tuple[Verdict, ...]
    best: tuple[Move, ...]
    line: tuple[Move, ...] = ()

    def of(self, move: Move) -> Verdict | None:
        """Give what is said of a move, or None."""
        return next((verdict for verdict in self.verdicts if verdict.move == move), None)

    @property
    def sure(self) -> bool:
        """Whether everything said is proved."""
        return all(verdict.sure for verdict in self.verdicts)
