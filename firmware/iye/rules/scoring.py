"""How a cycle ends and who wins it.

The law of this module: it looks at one position and at nothing that came before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from iye.rules.position import Player, Position, ways
from iye.rules.tiles import Hand, Kind


class EndReason(Enum):
    """The two ends of a cycle (rulebook, "Scoring a Cycle")."""

    SCORED = "scored"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Score:
    """Who takes each kind's points, Owl to Sun; None where both hold as many."""

    takers: tuple[Player | None, ...]

    def points(self, player: Player) -> int:
        """Add up what `player` takes: as many points a kind as the game has tiles of it."""
        return sum(kind.total for kind in Kind if self.takers[kind] is player)

    @property
    def leader(self) -> Player | None:
        """The player with more points, or None."""
        lead = self.points(Player.ONE) - self.points(Player.TWO)
        return _sign_player(lead)


@dataclass(frozen=True, slots=True)
class CycleEnd:
    """How a cycle ended. `winner` is None when it is tied; `score` is None when stuck."""

    reason: EndReason
    winner: Player | None
    score: Score | None


def score(hand1: Hand, hand2: Hand) -> Score:
    """Score two hands kind by kind: whoever holds more of a kind takes its points."""
    return Score(tuple(_sign_player(hand1.count(kind) - hand2.count(kind)) for kind in Kind))


def cycle_end(position: Position) -> CycleEnd | None:
    """Say how the cycle ended, or None while it goes on.

    One tile left comes first, even if it could not be reached; then a mover without any legal
    movement, which the player who moved last wins.
    """
    if position.one_tile_left:
        result = score(position.hand1, position.hand2)
        return CycleEnd(EndReason.SCORED, result.leader, result)
    if not any(position.targets(spent) for spent in ways(position)):
        return CycleEnd(EndReason.STUCK, position.mover.other, None)
    return None


def _sign_player(lead: int) -> Player | None:
    if lead == 0:
        return None
    return Player.ONE if lead > 0 else Player.TWO
