"""How a page wishes a match: who plays, by which names, to how many cycles.

The law of this module: from a wish to a set-up that the table takes, or a refusal.
"""

from __future__ import annotations

from dataclasses import replace

from iye.companion.messages import NewMatch
from iye.companion.refusals import RefusedError, tried
from iye.languages import message
from iye.names import clean_name
from iye.rules import Player
from iye.table import DealWay, MatchSetup, Seats, Sitting, parse_seat


def setup_wished(wish: NewMatch) -> MatchSetup:
    """Give the set-up of a match that a page wishes for. Raises RefusedError."""
    seats = _seats(wish.seats)
    return MatchSetup(
        wish.wins,
        None if wish.first is None else Player(wish.first),
        DealWay.LAID if wish.laid else DealWay.DRAWN,
        _names(wish.names, seats),
        seats,
    )


def reseated(setup: MatchSetup, texts: tuple[str, str]) -> MatchSetup:
    """Give a set-up in which others play. Raises RefusedError."""
    seats = _seats(texts)
    return replace(setup, seats=seats, names=_names(setup.names, seats))


def _seats(texts: tuple[str, str]) -> Seats:
    one, two = (tried(parse_seat, text, "bad_seat") for text in texts)
    if Sitting.ELSEWHERE in (one.sitting, two.sitting):
        text = message("This board is not connected to another one.")
        raise RefusedError("nobody_elsewhere", text)
    return one, two


def _names(names: tuple[str, str], seats: Seats) -> tuple[str, str]:
    """Give people their names; the mind goes by its level."""
    one, two = (
        clean_name(name) if seat.here else "" for name, seat in zip(names, seats, strict=True)
    )
    return one, two
