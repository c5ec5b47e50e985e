"""From the record of a match to the touches that play it, at a person's pace.

The law of this module: it plays as the rules of the table want it, by landing the drum and by
touching İye pads; it knows no other way to make a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from iye.lights import IyePad, Pad
from iye.rehearsal.script import NewMatch, Release, ScriptStep, Touch
from iye.rules import CENTRE, Cycle, Kind, Match
from iye.table import MatchSetup

TAP: Final = 0.4
"""Seconds an İye pad is touched."""
HOLD: Final = 0.6
"""Seconds the drum is held down: twice the settling time."""
PAUSE: Final = 0.9
"""Seconds from letting go to the next touch."""
LOOK: Final = 11.0
"""Seconds for looking at the score of a cycle."""


class _Hand:
    """A hand that touches one pad after another, and the moment it has come to."""

    def __init__(self) -> None:
        self.at = 0.0

    def touch(self, pad: Pad, seconds: float) -> Iterator[ScriptStep]:
        yield Touch(self._now(PAUSE), pad)
        yield Release(self._now(seconds), pad)

    def look(self) -> None:
        self._now(LOOK)

    def _now(self, later: float) -> float:
        self.at = round(self.at + later, 3)
        return self.at


def script_of(match: Match) -> Iterator[ScriptStep]:
    """Give the touches that play `match`, one cycle after another, as far as it went."""
    deals = tuple(cycle.deal for cycle in match.cycles)
    first = match.cycles[0].first if match.cycles else None
    yield NewMatch(0.0, MatchSetup(match.wins_needed, first), deals)
    hand = _Hand()
    for number, cycle in enumerate(match.cycles):
        yield from _cycle(hand, cycle, chosen=_was_chosen(match, number))


def _was_chosen(match: Match, number: int) -> bool:
    """Whether somebody chose who begins the cycle, rather than the set-up or the rules."""
    if number == 0:
        return False
    end = match.cycles[number - 1].end
    return end is not None and end.winner is not None


def _cycle(hand: _Hand, cycle: Cycle, *, chosen: bool) -> Iterator[ScriptStep]:
    if chosen:
        yield from hand.touch(IyePad(cycle.first, Kind.OWL), TAP)
    yield from hand.touch(CENTRE, HOLD)
    for position, move in zip(cycle.positions, cycle.moves, strict=False):
        if move.spent is not None:
            yield from hand.touch(IyePad(position.mover, move.spent), TAP)
        yield from hand.touch(move.target, HOLD)
    if cycle.end is not None:
        hand.look()
