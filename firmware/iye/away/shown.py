"""What a board shows to whoever looks on at the broker: its match, whole, for anybody to read.

The law of this module: from a table to one open message. Nobody plays by it: whoever shows it is
believed by those who look on, and by no board.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from iye.rules import Match, format_deal, format_position
from iye.table import Asleep, MatchOver, Table

MOST_CYCLES: Final = 60
"""Cycles that are shown, the latest; a match seldom has more than three."""


class ShownCycle(Struct, frozen=True):
    """A cycle: its deal, who began, the moves in text; `winner` is 0 for a tie, None if open."""

    deal: str
    first: int
    moves: str
    winner: int | None


class Shown(Struct, frozen=True):
    """A board's table. `match` names one that is played on two boards; both show it.

    `state` is asleep, playing or over; `cycles` are the latest, the last of them number `cycle`.
    """

    v: int
    board: str
    state: str
    match: str
    names: tuple[str, str]
    seats: tuple[str, str]
    wins_needed: int
    wins: tuple[int, int]
    winner: int | None
    cycle: int
    mover: int | None
    position: str | None
    cycles: tuple[ShownCycle, ...]


def shown(board: str, table: Table) -> Shown:
    """Show a table."""
    match, current = table.match, table.match.current
    one, two = map(str, table.setup.seats)
    return Shown(
        v=1,
        board=board,
        state=_state(table),
        match=table.setup.shared,
        names=table.setup.names,
        seats=(one, two),
        wins_needed=match.wins_needed,
        wins=match.wins,
        winner=match.winner,
        cycle=len(match.cycles),
        mover=None if current is None else int(current.position.mover),
        position=None if current is None else format_position(current.position),
        cycles=_cycles(match),
    )


def write_shown(what: Shown) -> bytes:
    """Write it as JSON."""
    return msgspec.json.encode(what)


def read_shown(text: bytes) -> Shown:
    """Read it. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(text, type=Shown)


def _state(table: Table) -> str:
    if isinstance(table.phase, MatchOver):
        return "over"
    return "asleep" if isinstance(table.phase, Asleep) else "playing"


def _cycles(match: Match) -> tuple[ShownCycle, ...]:
    return tuple(
        ShownCycle(
            format_deal(cycle.deal),
            int(cycle.first),
            " ".join(map(str, cycle.moves)),
            None if cycle.end is None else int(cycle.end.winner or 0),
        )
        for cycle in match.cycles[-MOST_CYCLES:]
    )
