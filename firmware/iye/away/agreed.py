"""What both players have agreed on: one step of it for every entry of either log.

The law of this module: a state is a value, and an entry makes of it the next one, or changes
nothing when it was made in another state, or is refused. It knows the rules, and nothing of
messages, tables or time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from iye.away import entries as said
from iye.away.entries import Entry
from iye.away.fair import Draw, commitment, deal_of, first_of
from iye.rules import (
    IllegalMoveError,
    Match,
    Move,
    Player,
    format_deal,
    parse_move,
)
from iye.table import Consent, Point

Two = tuple[Any, Any]


class IllegalEntryError(ValueError):
    """An entry that nobody who keeps to the rules could have made, and why, in a sentence."""


class BrokenCommitmentError(IllegalEntryError):
    """A number was revealed that is not the one committed to."""


class Ended(Enum):
    """How a match has ended other than by being won."""

    ABANDONED = "abandoned"  # by both
    LEFT = "left"  # by one
    FOLLOWED = "followed"  # both want another


@dataclass(frozen=True, slots=True)
class Open:
    """What a player has asked in their entry number `number`, and not been answered."""

    consent: Consent
    point: Point
    number: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """What stands after some entries of both logs of the match `name`.

    `digest` stands for everything that has changed the match so far, so two states with the same
    one are the same. Pairs are those of player 1 and player 2.
    """

    name: str
    digest: str
    begun: tuple[said.Begin | None, said.Begin | None] = (None, None)
    match: Match = field(default_factory=Match)
    first: Player | None = None
    """Who begins the cycle that is being dealt, once it is known."""
    commits: tuple[str | None, str | None] = (None, None)
    nonces: tuple[str | None, str | None] = (None, None)
    backs: int = 0
    """How often both went back."""
    asks: tuple[Open | None, Open | None] = (None, None)
    refused: tuple[bool, bool] = (False, False)
    """Whether the last that a player asked has been refused."""
    ended: Ended | None = None

    @classmethod
    def fresh(cls, name: str) -> Agreed:
        """Give the state before any entry."""
        return cls(name, _hash("", "match", name))

    @property
    def set_up(self) -> bool:
        """Whether both have begun."""
        return None not in self.begun

    @property
    def point(self) -> Point:
        """How far the match is."""
        cycles = self.match.cycles
        return Point(len(cycles), len(cycles[-1].moves) if cycles else 0)

    @property
    def chooser(self) -> Player | None:
        """Who has to say who begins the next cycle; None where nobody has to."""
        if not self._between or self.first is not None or not self.match.cycles:
            return None
        return self.match.beginner.chooser

    @property
    def dealing(self) -> bool:
        """Whether the next cycle is to be dealt now."""
        return self._between and (self.first is not None or not self.match.cycles)

    @property
    def _between(self) -> bool:
        match = self.match
        under_way = self.ended is None and self.set_up
        return under_way and match.current is None and match.winner is None

    @property
    def draw(self) -> Draw:
        """What the next deal is drawn for."""
        return Draw(self.name, self.digest, len(self.match.cycles) + 1)

    def changed(self, *what: str, **changes: Any) -> Agreed:
        """Give a state in which the match itself is another: whatever was open has lapsed."""
        fresh: dict[str, Any] = {
            "digest": _hash(self.digest, *what),
            "first": None,
            "commits": (None, None),
            "nonces": (None, None),
            "asks": (None, None),
            "refused": (False, False),
        }
        return replace(self, **{**fresh, **changes}).decided()

    def decided(self) -> Agreed:
        """Let the rules say who begins, where they do."""
        if not self._between or not self.match.cycles:
            return self
        return replace(self, first=self.first or self.match.beginner.decided)


def step(state: Agreed, player: Player, number: int, entry: Entry) -> Agreed:
    """Take the entry `number` of a player's log; one made in another state changes nothing.

    Raises IllegalEntryError.
    """
    if isinstance(entry, said.Leave):
        return state if state.ended else replace(state, ended=Ended.LEFT, asks=(None, None))
    if entry.on != state.digest:
        return state
    if state.ended is not None and not isinstance(entry, said.Ask | said.Agree | said.Refuse):
        raise IllegalEntryError("the match has ended")
    return _STEPS[type(entry)](state, player, number, entry)


def _begin(state: Agreed, player: Player, number: int, entry: said.Begin) -> Agreed:
    if number or _of(state.begun, player) is not None:
        raise IllegalEntryError("a match is begun once")
    begun = _put(state.begun, player, entry)
    wins = min(one.wins for one in begun if one is not None)
    return replace(state, begun=begun, match=Match(wins))


def _commit(state: Agreed, player: Player, _number: int, entry: said.Commit) -> Agreed:
    if not state.dealing or _of(state.commits, player) is not None:
        raise IllegalEntryError("nothing is to be committed to now")
    return replace(state, commits=_put(state.commits, player, entry.hash))


def _reveal(state: Agreed, player: Player, _number: int, entry: said.Reveal) -> Agreed:
    if None in state.commits or _of(state.nonces, player) is not None:
        raise IllegalEntryError("nothing is to be revealed now")
    if commitment(state.draw, player, entry.nonce) != _of(state.commits, player):
        raise BrokenCommitmentError("the number revealed is not the one committed to")
    nonces = _put(state.nonces, player, entry.nonce)
    if None in nonces:
        return replace(state, nonces=nonces)
    return _dealt(state, nonces)


def _dealt(state: Agreed, nonces: tuple[str, str]) -> Agreed:
    deal = deal_of(state.draw, nonces)
    first = state.first or first_of(state.draw, nonces)
    match = state.match.begin(deal, first)
    return state.changed("deal", format_deal(deal), str(int(first)), match=match)


def _first(state: Agreed, player: Player, _number: int, entry: said.First) -> Agreed:
    if state.chooser is not player:
        raise IllegalEntryError("it is not theirs to say who begins")
    return state.changed("first", str(entry.player), first=Player(entry.player))


def _move(state: Agreed, player: Player, _number: int, entry: said.Made) -> Agreed:
    cycle = state.match.current
    if cycle is None or cycle.position.mover is not player:
        raise IllegalEntryError("it is not their turn")
    try:
        move: Move = parse_move(entry.move)
        match = state.match.play(move)
    except (ValueError, IllegalMoveError) as error:
        raise IllegalEntryError(str(error)) from None
    return state.changed("move", str(move), match=match)


def _ask(state: Agreed, player: Player, number: int, entry: said.Ask) -> Agreed:
    consent, point = Consent(entry.what), Point(entry.cycles, entry.moves)
    if _of(state.asks, player) is not None:
        raise IllegalEntryError("what was asked before is still open")
    if not _can_be_asked(state, consent, point):
        raise IllegalEntryError("that cannot be asked now")
    other = _of(state.asks, player.other)
    asked = replace(
        state,
        asks=_put(state.asks, player, Open(consent, point, number)),
        refused=_put(state.refused, player, what=False),
    )
    if other is None or other.consent is not consent:
        return asked
    return _done(state, consent, max(point, other.point))  # both want it: as far as both want it


def _can_be_asked(state: Agreed, consent: Consent, point: Point) -> bool:
    if not state.set_up or state.ended in (Ended.LEFT, Ended.FOLLOWED):
        return False
    if consent is Consent.UNDO:
        cycles = state.match.cycles
        known = 0 < point.cycles <= len(cycles)
        return (
            state.ended is None
            and known
            and point < state.point
            and point.moves <= len(cycles[point.cycles - 1].moves)
        )
    return consent is Consent.NEW or state.ended is None


def _agree(state: Agreed, player: Player, _number: int, entry: said.Agree) -> Agreed:
    asked = _asked(state, player, entry.ask)
    if asked.consent.value != entry.what:
        raise IllegalEntryError("something else was asked")
    return _done(state, asked.consent, asked.point)


def _refuse(state: Agreed, player: Player, _number: int, entry: said.Refuse) -> Agreed:
    _asked(state, player, entry.ask)
    asks: tuple[Open | None, Open | None] = _put(state.asks, player.other, None)
    return replace(state, asks=asks, refused=_put(state.refused, player.other, what=True))


def _asked(state: Agreed, player: Player, number: int) -> Open:
    asked: Open | None = _of(state.asks, player.other)
    if asked is None or asked.number != number:
        raise IllegalEntryError("nothing of the kind was asked")
    return asked


def _done(state: Agreed, consent: Consent, point: Point) -> Agreed:
    """Do what both want."""
    if consent is Consent.ABANDON:
        return state.changed("abandon", ended=Ended.ABANDONED)
    if consent is Consent.NEW:
        return state.changed("new", ended=Ended.FOLLOWED)
    match, backs = state.match, state.backs + 1
    while Point(len(match.cycles), len(match.cycles[-1].moves)) > point:
        match = match.undo()
    where = f"{point.cycles}.{point.moves}"
    return state.changed("undo", where, str(backs), match=match, backs=backs)


_STEPS: Final[dict[type[Entry], Callable[[Agreed, Player, int, Any], Agreed]]] = {
    said.Begin: _begin,
    said.Commit: _commit,
    said.Reveal: _reveal,
    said.First: _first,
    said.Made: _move,
    said.Ask: _ask,
    said.Agree: _agree,
    said.Refuse: _refuse,
}


def _hash(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def _of(pair: Two, player: Player) -> Any:
    return pair[player - 1]


def _put(pair: Two, player: Player, what: Any) -> Any:
    one, two = pair
    return (what, two) if player is Player.ONE else (one, what)
