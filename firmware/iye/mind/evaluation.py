"""What a position looks like, where nobody has the time to solve it.

The law of this module: estimates, never proofs, except at an end of the cycle. Numbers are the
mover's: about points of scoring, and WON or more where the cycle is won.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from iye.rules import CENSUS, EndReason, Kind, Move, Position, cycle_end, legal_moves, ways

WON: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much a player makes of what: of points in sight, room to move, and tiles to spend."""

    points: float = 1.0
    room: float = 0.6
    hand: tuple[float, float, float, float, float] = (4.0, 1.5, 0.5, 0.5, 0.3)


SOBER: Final = Outlook()


def estimate(position: Position, outlook: Outlook = SOBER) -> float:
    """Estimate what the position is worth to its mover."""
    end = cycle_end(position)
    if end is not None:
        return _at_end(position, end.reason)
    return (
        outlook.points * _points_in_sight(position)
        + outlook.room * _room(position)
        + sum(
            weight * _ahead(position, kind) for weight, kind in zip(outlook.hand, Kind, strict=True)
        )
    )


def _at_end(position: Position, reason: EndReason) -> float:
    if reason is EndReason.STUCK:
        return -WON
    lead = sum(
        CENSUS[kind] * ((ahead > 0) - (ahead < 0))
        for kind in Kind
        for ahead in (_ahead(position, kind),)
    )
    return WON * ((lead > 0) - (lead < 0)) + lead


def _ahead(position: Position, kind: Kind) -> int:
    mine, theirs = position.hand(position.mover), position.hand(position.mover.other)
    return mine.count(kind) - theirs.count(kind)


def _points_in_sight(position: Position) -> float:
    """Weigh each kind's points by how sure the lead in it is: all of them when none are left."""
    return sum(
        CENSUS[kind] * ahead / (abs(ahead) + position.layout.count(kind))
        for kind in Kind
        for ahead in (_ahead(position, kind),)
        if ahead
    )


def _room(position: Position) -> float:
    """Count the spaces the mover reaches, up to some that are plenty."""
    reached = 0
    for way in ways(position):
        reached |= position.targets(way)
    return min(reached.bit_count(), 8)


Judge = Callable[[Position], float]
See = Callable[[Position], tuple[Move, ...]]


def look_ahead(  # noqa: PLR0913 - a search has that many sides
    position: Position,
    depth: int,
    judge: Judge = estimate,
    see: See = legal_moves,
    *,
    low: float = -2 * WON,
    high: float = 2 * WON,
) -> float:
    """Judge from so many moves further on: alpha-beta between `low` and `high`.

    `see` gives the moves that are thought of; where it sees none, the position is judged.
    """
    moves = see(position) if depth else ()
    if not moves:
        return judge(position)
    best = -2 * WON
    for move in moves:
        looks = -look_ahead(position.play(move), depth - 1, judge, see, low=-high, high=-low)
        best = max(best, looks)
        low = max(low, best)
        if low >= high:
            break
    return best


def guess(position: Position) -> tuple[Move, ...]:
    """Give the moves that look best after each reply, in order of text."""
    looks = {move: -look_ahead(position.play(move), 1) for move in legal_moves(position)}
    best = max(looks.values(), default=0.0)
    return tuple(sorted((move for move, look in looks.items() if look >= best), key=str))
