"""Summaries: what is told of a match without reading its moves.

The law of this module: everything in a summary can be worked out again from the match.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from iye.record.model import LEFT as LEFT_RESULT
from iye.record.model import RESULTS, Record, header_objection
from iye.record.text import format_record
from iye.rules import Match
from iye.table import MatchSetup

UNDER_WAY: Final = "under way"
FINISHED: Final = "finished"
LEFT: Final = "left"
"""A match that was given up."""

_DATE: Final = len("2026-03-21")


@dataclass(frozen=True, slots=True)
class Summary:
    """One match of the archive; see the table `matches` in `schema`. `number` 0 is not stored."""

    number: int
    state: str
    began: str
    ended: str
    player1: str
    player2: str
    wins_needed: int
    result: str
    cycles: int
    wins1: int
    wins2: int
    moves: int
    first_entry: int | None
    digest: str | None


def names_of(setup: MatchSetup) -> tuple[str, str]:
    """Name who plays: as they are called, or as they sit where nobody said and no person does."""
    one, two = (
        name or ("" if seat.here else str(seat))
        for name, seat in zip(setup.names, setup.seats, strict=True)
    )
    return one, two


def summarise(
    match: Match, names: tuple[str, str], state: str, began: str, first_entry: int | None
) -> Summary:
    """Sum a match up; its number is given by the store."""
    one, two = map(clean, names)
    wins = match.wins_needed
    nothing = Summary(
        0, state, began, "", one, two, wins, LEFT_RESULT, 0, 0, 0, 0, first_entry, None
    )
    return updated(nothing, match)


def updated(summary: Summary, match: Match) -> Summary:
    """Bring what is counted in a summary up to date with its match."""
    one, two = match.wins
    moves = sum(len(cycle.moves) for cycle in match.cycles)
    return replace(
        summary,
        result=result_of_match(match),
        cycles=len(match.cycles),
        wins1=one,
        wins2=two,
        moves=moves,
    )


def result_of_match(match: Match) -> str:
    """Give 1-0 or 0-1, or * for a match that nobody has won."""
    return LEFT_RESULT if match.winner is None else RESULTS[match.winner]


def headers(summary: Summary) -> tuple[tuple[str, str], ...]:
    """Give a record's headers, without those that nothing is known for."""
    known = (
        ("Date", summary.began[:_DATE]),
        ("Player1", summary.player1),
        ("Player2", summary.player2),
    )
    return tuple((name, value) for name, value in known if value)


def digest(match: Match) -> str:
    """Give what two matches have in common only if they have all deals and moves in common."""
    return hashlib.sha256(format_record(Record((), match)).encode()).hexdigest()[:32]


def clean(name: str) -> str:
    """Make of a name one that a record can hold: what cannot be written becomes a space."""
    if header_objection("Player1", name) is None:
        return name
    return "".join(c if header_objection("Player1", c) is None else " " for c in name).strip()
