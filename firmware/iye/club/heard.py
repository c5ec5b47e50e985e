"""Reads what comes over the broker: who is there, and what their tables show, by the rules.

The law of this module: a message is taken whole or not at all. Nothing that it works out from
others is believed of it: positions, movers, winners and points come of the moves alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import msgspec

from iye.away.sealed import LARGEST, Envelope
from iye.away.shown import MOST_CYCLES, Shown, ShownCycle, read_shown
from iye.away.words import ROOT, Status, read_gone, read_status
from iye.rules import (
    Cycle,
    IllegalMoveError,
    Match,
    MatchError,
    NotationError,
    Player,
    format_position,
    parse_deal,
    parse_move,
)

TOPICS: Final = (f"{ROOT}/+/+/status", f"{ROOT}/+/+/show")
"""What to listen to."""
CODES: Final = ("huge", "strange_topic", "malformed", "forged", "illegal", "untrue")
"""What may be wrong with a message."""

_TOPIC: Final = re.compile(
    re.escape(ROOT) + r"/(lobby|[0-9a-f]{32})/([0-9a-f]{16})/(status|show)", re.ASCII
)
_envelope: Final = msgspec.json.Decoder(Envelope)


class WrongError(ValueError):
    """A message that changes nothing: a code from `CODES`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Place(NamedTuple):
    """A board in a room; it is in one at a time, whatever the broker still remembers of others."""

    room: str
    board: str


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a board is connected; `life` numbers its connections. No name is known of one gone.

    The seal of a room cannot be looked at from outside: this is what somebody says.
    """

    here: bool
    life: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as it was shown, with the match as the rules have it."""

    told: Shown
    match: Match

    @property
    def wins(self) -> tuple[int, int]:
        """The cycles won, of which a long match shows only the latest."""
        return self.told.wins

    @property
    def latest(self) -> Cycle | None:
        """The cycle under way, or the last one."""
        return self.match.cycles[-1] if self.match.cycles else None


def read_topic(topic: str) -> tuple[Place, str]:
    """Read where something was said, and of what sort it is. Raises WrongError."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        raise WrongError("strange_topic")
    return Place(found[1], found[2]), found[3]


def read_presence(place: Place, payload: bytes) -> Presence:
    """Read a board's status, or its last will. Raises WrongError."""
    try:
        envelope = _envelope.decode(_measured(payload))
        word = _word(envelope)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise WrongError("malformed") from None
    if envelope.board != place.board:
        raise WrongError("forged")
    if isinstance(word, Status):
        return Presence(here=True, life=word.life, name=word.name)
    return Presence(here=False, life=word, name=None)


def _word(envelope: Envelope) -> Status | int:
    """Give a status, or the life that is over."""
    match envelope.sort:
        case "status":
            return read_status(bytes(envelope.body))
        case "gone":
            return read_gone(bytes(envelope.body)).life
    raise WrongError("malformed")


def read_seen(place: Place, payload: bytes, before: Seen | None = None) -> Seen:
    """Read what a board shows, and play it through; from what was seen `before`, where it goes on.

    Raises WrongError.
    """
    try:
        told = read_shown(_measured(payload))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise WrongError("malformed") from None
    if told.board != place.board:
        raise WrongError("forged")
    if any(len(name.splitlines()) > 1 for name in told.names):
        raise WrongError("malformed")
    try:
        match = played(told, () if before is None else before.match.cycles)
    except NotationError:
        raise WrongError("malformed") from None
    except (IllegalMoveError, MatchError):
        raise WrongError("illegal") from None
    if not _borne_out(told, match):
        raise WrongError("untrue")
    return Seen(told, match)


def _measured(payload: bytes) -> bytes:
    if len(payload) > LARGEST:
        raise WrongError("huge")
    return payload


def played(told: Shown, before: tuple[Cycle, ...] = ()) -> Match:
    """Play what was shown through. Raises NotationError, IllegalMoveError and MatchError."""
    match = Match(told.wins_needed)
    for place, shown in enumerate(told.cycles):
        known = before[place] if place < len(before) else None
        cycle = _cycle(shown, known)
        match = match.begin(cycle.deal, cycle.first)  # may it begin, and so?
        match = replace(match, cycles=(*match.cycles[:-1], cycle))
    return match


def _cycle(shown: ShownCycle, known: Cycle | None) -> Cycle:
    """Play a cycle through, from where it is known."""
    deal, first = parse_deal(shown.deal), Player(shown.first)
    moves = tuple(map(parse_move, shown.moves.split()))
    cycle = known
    if cycle is None or (cycle.deal, cycle.first) != (deal, first) or not _goes_on(cycle, moves):
        cycle = Cycle.begin(deal, first)
    for move in moves[len(cycle.moves) :]:
        if cycle.end is not None:
            raise MatchError("the cycle is over")
        cycle = cycle.play(move)
    return cycle


def _goes_on(cycle: Cycle, moves: tuple[object, ...]) -> bool:
    return moves[: len(cycle.moves)] == cycle.moves


def _borne_out(told: Shown, match: Match) -> bool:
    """Whether all that was told follows from the moves."""
    current = match.current
    position = None if current is None else format_position(current.position)
    mover = None if current is None else current.position.mover
    ends = tuple(
        None if cycle.end is None else int(cycle.end.winner or 0) for cycle in match.cycles
    )
    return (
        (told.position, told.mover) == (position, mover)
        and tuple(cycle.winner for cycle in told.cycles) == ends
        and _counted(told, match)
        and (told.state == "over") <= (told.winner is not None)
    )


def _counted(told: Shown, match: Match) -> bool:
    """Whether wins and winner are right, or may be in a match too long to be shown whole."""
    if told.cycle == len(told.cycles):
        return (told.wins, told.winner) == (match.wins, match.winner)
    won = [player for player in Player if told.wins[player - 1] >= told.wins_needed]
    return (
        told.cycle > len(told.cycles) == MOST_CYCLES
        and all(said >= seen for said, seen in zip(told.wins, match.wins, strict=True))
        and won == ([] if told.winner is None else [told.winner])
    )
