"""What a board shows to whoever looks on at the broker: its match, whole, for anybody to read.

The law of this module: from a table to one open message. Nobody plays by it: whoever shows it is
believed by those who look on, and by no board.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta, Struct

from iye.away.entries import Name
from iye.away.sealed import Id, MatchId
from iye.rules import Match, format_deal, format_position
from iye.rules import Player as RulesPlayer
from iye.table import Asleep, MatchOver, Table

MOST_CYCLES: Final = 60
"""Cycles that are shown, the latest; a match seldom has more than three."""


Player = Literal[1, 2]
State = Literal["asleep", "playing", "over"]
SeatText = Annotated[str, Meta(pattern="^(person|elsewhere|mind ([1-9]|10))$")]
Wins = Annotated[int, Meta(ge=0, le=3)]


class ShownCycle(Struct, frozen=True):
    """A cycle: its deal, who began, the moves in text; `winner` is 0 for a tie, None if open."""

    deal: Annotated[str, Meta(max_length=29)]
    first: Player
    moves: Annotated[str, Meta(max_length=24 * 4)]
    winner: Literal[0, 1, 2] | None


class Shown(Struct, frozen=True):
    """A board's table. `match` names one that is played on two boards; both show it.

    `state` is asleep, playing or over; `cycles` are the latest, the last of them number `cycle`.
    """

    v: Literal[1]
    board: Id
    state: State
    match: MatchId
    names: tuple[Name, Name]
    seats: tuple[SeatText, SeatText]
    wins_needed: Literal[1, 2, 3]
    wins: tuple[Wins, Wins]
    winner: Player | None
    cycle: Annotated[int, Meta(ge=0, le=10_000)]
    mover: Player | None
    position: str | None
    cycles: Annotated[tuple[ShownCycle, ...], Meta(max_length=MOST_CYCLES)]


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
        wins_needed=cast(Literal[1, 2, 3], match.wins_needed),
        wins=match.wins,
        winner=_player(match.winner),
        cycle=len(match.cycles),
        mover=None if current is None else _player(current.position.mover),
        position=None if current is None else format_position(current.position),
        cycles=_cycles(match),
    )


def write_shown(what: Shown) -> bytes:
    """Write it as JSON."""
    return msgspec.json.encode(what)


def read_shown(text: bytes) -> Shown:
    """Read it. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(text, type=Shown)


def _player(player: RulesPlayer | None) -> Player | None:
    return None if player is None else cast(Player, int(player))


def _state(table: Table) -> State:
    if isinstance(table.phase, MatchOver):
        return "over"
    return "asleep" if isinstance(table.phase, Asleep) else "playing"


def _cycles(match: Match) -> tuple[ShownCycle, ...]:
    return tuple(
        ShownCycle(
            format_deal(cycle.deal),
            cast(Player, int(cycle.first)),
            " ".join(map(str, cycle.moves)),
            None if cycle.end is None else (_player(cycle.end.winner) or 0),
        )
        for cycle in match.cycles[-MOST_CYCLES:]
    )
