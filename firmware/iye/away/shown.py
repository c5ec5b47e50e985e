"""What a board shows to whoever looks on at the broker: its match, whole, for anybody to read.

The law of this module: from a table to one open message, said when it is another. Nobody plays by
it: whoever shows it is believed by those who look on, and by no board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta, Struct

from iye.away.entries import Name
from iye.away.sealed import Id, MatchId
from iye.away.words import shown_topic
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


class Showing:
    """Shows a board's table, by `say`, whenever it looks different."""

    def __init__(self, board: str, say: Callable[[str, bytes], None]) -> None:
        self._board, self._say = board, say
        self._text = b""
        self._of: tuple[object, ...] = ()

    def show(self, room: str, table: Table) -> None:
        """Show a table in a room, if it looks different."""
        of = (room, table.match, table.setup, type(table.phase))
        if self._text and of == self._of:
            return  # lights change more often than what is shown
        self._of = of
        text = write_shown(shown(self._board, table))
        if text != self._text:
            self._text = text
            self._say(shown_topic(room, self._board), text)

    def repeat(self) -> None:
        """Show what there is the next time, though it look the same."""
        self._text = b""

    def end(self, room: str) -> None:
        """Show nothing any more in a room."""
        self._say(shown_topic(room, self._board), b"")


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
