"""Levels against each other: a cycle between two of them, and what many cycles say.

The law of this module: what is played follows from the levels, the deal and the seed alone, as far
as thinking is not cut short by time. Where deals come from, and how many processes play, is for
others to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import Final, NamedTuple

from iye.mind.opponent import DEFAULT_SECONDS, Opponent
from iye.rules import Cycle, Deal, Player

_QUANTILE: Final = 1.959964
"""Of the normal distribution, for 95 %."""


class Result(Enum):
    """What a cycle was for the level named first."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


class Pair(NamedTuple):
    """A level, and the one it plays against."""

    level: int
    against: int


@dataclass(frozen=True, slots=True)
class Game:
    """One cycle to be played: `seat` is that of the pair's first level, and player 1 begins.

    `seed` gives both their temperaments. Each move may take so many `seconds`.
    """

    pair: Pair
    deal: Deal
    seat: Player
    seed: int
    seconds: float = DEFAULT_SECONDS


def play(game: Game) -> Result:
    """Play the cycle to its end. Raises ValueError for levels there are not."""
    players = {
        game.seat: Opponent(game.pair.level, game.seed),
        game.seat.other: Opponent(game.pair.against, ~game.seed),
    }
    cycle = Cycle.begin(game.deal, Player.ONE)
    while cycle.end is None:
        mover = players[cycle.position.mover]
        cycle = cycle.play(mover.choose(cycle.position, seconds=game.seconds).move)
    if cycle.end.winner is None:
        return Result.TIED
    return Result.WON if cycle.end.winner is game.seat else Result.LOST


def both_sides(
    pair: Pair, deals: Iterable[Deal], *, seconds: float = DEFAULT_SECONDS
) -> list[Game]:
    """Give the games of a pair: each deal twice, so that either begins; seeds count the deals."""
    return [
        Game(pair, deal, seat, seed, seconds) for seed, deal in enumerate(deals) for seat in Player
    ]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a pair's cycles were, for the level named first."""

    pair: Pair
    won: int
    tied: int
    lost: int

    @classmethod
    def of(cls, pair: Pair, results: Iterable[Result]) -> Tally:
        """Count results."""
        all_of_them = list(results)
        return cls(pair, *map(all_of_them.count, Result))

    @property
    def share(self) -> float:
        """The part won of the cycles that somebody won; a half when there are none."""
        decided = self.won + self.lost
        return self.won / decided if decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share is with 95 % confidence, by Wilson's score interval."""
        return wilson(self.won, self.won + self.lost)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give the bounds of a proportion at 95 % (E. B. Wilson, 1927); 0 and 1 without a trial."""
    if not trials:
        return 0.0, 1.0
    share, squared = successes / trials, _QUANTILE**2
    centre = share + squared / (2 * trials)
    spread = _QUANTILE * sqrt(share * (1 - share) / trials + squared / (4 * trials**2))
    whole = 1 + squared / trials
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)
