"""What a page is told of the club: a card a game, the finished matches, and one match in full.

The law of this module: from the model to words, and nothing else. What a card says fits one line of
a list; everything about one match is said only to pages that follow it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from iye.away.shown import Shown
from iye.club.clubhouse import Board, Finished, Game
from iye.companion.messages import History, Refused, State
from iye.companion.patterns import Pattern
from iye.companion.view import history_of, state_of
from iye.rules import Cycle, Match, format_position
from iye.table import Asleep, Hints, MatchOver, MatchSetup, Table, Turn, parse_seat


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="follow"):
    """The one wish of a page: to be told everything of a game or finished match; "": of none."""

    game: Annotated[str, Meta(pattern="^([0-9a-f]{16})?$")]


class BoardCard(msgspec.Struct, frozen=True, array_like=True):
    """A board: what its people call themselves at the broker, and whether it is connected."""

    name: str
    here: bool


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game. `at` counts games as they came; `last` is the last move's start and target."""

    id: str
    at: int
    state: str
    names: tuple[str, str]
    seats: tuple[str, str]
    boards: list[BoardCard]
    wins: tuple[int, int]
    wins_needed: int
    cycle: int
    moves: int
    winner: int | None = None
    mover: int | None = None
    position: str | None = None
    last: tuple[str, str] | None = None
    apart: bool = False


class FinishedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished match; `ended` is seconds since 1970, None if nobody saw it end."""

    id: str
    at: int
    names: tuple[str, str]
    seats: tuple[str, str]
    wins: tuple[int, int]
    winner: int | None
    cycles: int
    moves: int
    ended: float | None = None


class _Word(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that a page is told; `type` says what."""


class Hello(_Word, frozen=True, tag="hello"):
    """The first word."""

    version: str
    language: str
    languages: dict[str, str]
    broker: str


class Club(_Word, frozen=True, tag="club", omit_defaults=True):
    """What has changed since the last such word; `whole` says that there was none before.

    `gone` and `struck` name games and finished matches that are no more. `online` is whether the
    broker is reached, `trouble` why it is not, if that is known. `dropped` counts messages that
    changed nothing, by what was wrong with them.
    """

    online: bool
    boards: int
    here: int
    dropped: dict[str, int]
    games: list[msgspec.Raw]
    finished: list[msgspec.Raw]
    gone: list[str] = []
    struck: list[str] = []
    whole: bool = False
    trouble: Pattern | None = None


class Followed(_Word, frozen=True, tag="followed"):
    """What is followed, before its state and history; `card` is None where it is no more."""

    id: str
    finished: bool
    card: Card | FinishedCard | None


Word = Hello | Club | Followed | Refused | State | History
_encoder = msgspec.json.Encoder()
_wishes = msgspec.json.Decoder(Follow)


def encode(word: Word) -> str:
    """Write a word as JSON."""
    return _encoder.encode(word).decode()


def raw(card: Card | FinishedCard) -> msgspec.Raw:
    """Write a card once, for every word that it will be in."""
    return msgspec.Raw(_encoder.encode(card))


def decode(text: str | bytes) -> Follow:
    """Read a wish. Raises msgspec.DecodeError."""
    return _wishes.decode(text)


def card_of(game: Game) -> Card:
    """Show a game."""
    told, cycle = game.seen.told, game.seen.latest
    return Card(
        id=game.name,
        at=game.number,
        state=told.state,
        names=told.names,
        seats=told.seats,
        boards=[_board(board) for board in game.boards],
        wins=told.wins,
        wins_needed=told.wins_needed,
        cycle=told.cycle,
        winner=told.winner,
        moves=0 if cycle is None else len(cycle.moves),
        mover=told.mover,
        position=None if cycle is None else format_position(cycle.position),
        last=None if cycle is None else _last(cycle),
        apart=game.apart,
    )


def finished_card(finished: Finished) -> FinishedCard:
    """Show a finished match."""
    told = finished.told
    return FinishedCard(
        id=finished.name,
        at=finished.number,
        names=told.names,
        seats=told.seats,
        wins=told.wins,
        winner=told.winner,
        cycles=told.cycle,
        moves=sum(cycle.moves.count(" ") + bool(cycle.moves) for cycle in told.cycles),
        ended=finished.at,
    )


def in_full(told: Shown, match: Match) -> tuple[State, History]:
    """Show everything of a match, in the words that a board's own page is told."""
    phase = Turn() if match.current else MatchOver() if match.cycles else Asleep()
    seats = (parse_seat(told.seats[0]), parse_seat(told.seats[1]))
    setup = MatchSetup(match.wins_needed, names=told.names, seats=seats)
    return state_of(Table(setup, match, phase, hints=Hints.OFF)), history_of(match)


def _board(board: Board) -> BoardCard:
    return BoardCard(board.name, board.here)


def _last(cycle: Cycle) -> tuple[str, str] | None:
    if not cycle.moves:
        return None
    return str(cycle.positions[-2].drum), str(cycle.moves[-1].target)
