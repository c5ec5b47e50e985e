"""Boards as a club sees them: tables at any point of a match, and what boards say of themselves.

The law of this module: messages are made by what boards make them with, so that whoever reads them
is tested against the real thing; chance is seeded.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import msgspec

from iye.away.lobby import LOBBY
from iye.away.sealed import Opened, seal
from iye.away.shown import shown, write_shown
from iye.away.words import Status, Topics, encode, shown_topic
from iye.chance import Dealer
from iye.rules import Match, Player, legal_moves
from iye.table import Asleep, ChoosingFirst, MatchOver, MatchSetup, Seats, Sitting, Table, Turn
from iye.table.seats import PEOPLE, Seat

ROOM = "0123456789abcdef" * 2
ELSEWHERE = Seat(Sitting.ELSEWHERE)
HERE: dict[Player, Seats] = {
    Player.ONE: (Seat(), ELSEWHERE),
    Player.TWO: (ELSEWHERE, Seat()),
}
"""The seats at a board with one player of a match that is played on two."""


def board_id(number: int) -> str:
    return f"{number:016x}"


def step(match: Match, rng: Random) -> Match:
    """Go on with a match by one legal step: a move, or the beginning of a cycle."""
    if match.current is not None:
        return match.play(rng.choice(legal_moves(match.current.position)))
    first = match.beginner.decided or rng.choice(tuple(Player))
    return match.begin(Dealer(seed=rng.randrange(10**9)).draw(), first)


def played(steps: int, seed: int = 0, wins: int = 2) -> Match:
    """Play a match at random, for so many steps or to its end."""
    rng, match = Random(seed), Match(wins)
    for _ in range(steps):
        if match.winner is not None:
            break
        match = step(match, rng)
    return match


def finished(seed: int = 0, wins: int = 1) -> Match:
    """Play a match at random to its end."""
    return played(10_000, seed, wins)


def table_of(
    match: Match,
    names: tuple[str, str] = ("Ada", "Bek"),
    seats: Seats = PEOPLE,
    shared: str = "",
) -> Table:
    """Lay out a table at which a match has come so far."""
    setup = MatchSetup(match.wins_needed, names=names, seats=seats, shared=shared)
    if match.winner is not None:
        return Table(setup, match, MatchOver())
    if not match.cycles:
        return Table(setup, match, Asleep())
    return Table(setup, match, Turn() if match.current else ChoosingFirst(None))


@dataclass
class Shower:
    """A board that shows what it is told to; `take` gives what it says."""

    number: int
    name: str = ""
    room: str = LOBBY.room
    life: int = 1
    said: int = field(default=0)

    @property
    def id(self) -> str:
        return board_id(self.number)

    @property
    def show_topic(self) -> str:
        return shown_topic(self.room, self.id)

    @property
    def status_topic(self) -> str:
        return Topics(self.room).status(self.id)

    def status(self) -> tuple[str, bytes]:
        return self.status_topic, self._sealed("status", encode(Status(self.life, self.name)))

    def gone(self) -> tuple[str, bytes]:
        return self.status_topic, self._sealed("gone", encode({"life": self.life}))

    def show(self, table: Table) -> tuple[str, bytes]:
        return self.show_topic, write_shown(shown(self.id, table))

    def _sealed(self, sort: Any, body: bytes) -> bytes:
        self.said += 1
        return seal(LOBBY.seal, Opened(self.id, self.said, "", sort, body))


def altered(payload: bytes, **changes: Any) -> bytes:
    """Change fields of a message; `...` takes one out."""
    fields = msgspec.json.decode(payload)
    fields.update(changes)
    return msgspec.json.encode({name: value for name, value in fields.items() if value is not ...})


def turned_back(match: Match, steps: int = 1) -> Match:
    """Take back so many steps."""
    for _ in range(steps):
        match = match.undo()
    return match


def renamed(table: Table, one: str, two: str) -> Table:
    return replace(table, setup=replace(table.setup, names=(one, two)))
