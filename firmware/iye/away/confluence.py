"""What two logs come to: the same state, whatever part of them arrived when and in which order.

The law of this module: the state follows from the logs alone. Both are read as one, what was seen
before what saw it; of two entries that did not see each other, the one that takes two to mean
anything comes first. docs/away.md proves what that gives.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from iye.away import entries as said
from iye.away.agreed import Agreed, IllegalEntryError, step
from iye.away.entries import Entry, Log, Logs
from iye.rules import Player

Place = tuple[int, int]
"""How many entries of player 1's and of player 2's log have been read."""

_CONSENTS: Final = {"abandon": 0, "new": 1, "undo": 2}
_LAPSED: Final = (-1, 0)
_ORDINARY: Final = (3, 0)
_LAST: Final = (4, 0)


@dataclass(frozen=True, slots=True)
class Confluence:
    """Two logs, and every state on the way through both of them."""

    logs: Logs
    path: tuple[tuple[Place, Agreed], ...]

    @classmethod
    def fresh(cls, match: str) -> Confluence:
        """Give the beginning of a match: nobody has said anything."""
        return cls(((), ()), (((0, 0), Agreed.fresh(match)),))

    @classmethod
    def of(cls, match: str, logs: Logs) -> Confluence:
        """Give what two logs come to that have been checked before."""
        nothing = cls.fresh(match)
        return cls(logs, _read(logs, nothing.path))

    @property
    def state(self) -> Agreed:
        """What stands after everything in both logs."""
        return self.path[-1][1]

    def log(self, player: Player) -> Log:
        """Give a player's log."""
        return self.logs[player - 1]

    def said(self, player: Player, entry: Entry) -> Confluence:
        """Add an entry to a player's log without checking it."""
        unchanged = [
            (place, state) for place, state in self.path if place[player.other - 1] <= entry.seen
        ]
        logs = _with(self.logs, player, (*self.log(player), entry))
        return Confluence(logs, _read(logs, tuple(unchanged)))

    def heard(self, player: Player, entries: Log) -> Confluence:
        """Add what a player's log goes on with, as far as it can have come about by the rules.

        Raises IllegalEntryError at the first entry that cannot; then nothing of it is taken.
        """
        after = self
        for entry in entries:
            after._check(player, entry)
            after = after.said(player, entry)
        return after

    def _check(self, player: Player, entry: Entry) -> None:
        """Refuse what its author, who knew what they had seen, cannot have meant."""
        own = self.log(player)
        if len(own) >= said.MOST:
            raise IllegalEntryError("a log does not get as long as that")
        earliest = own[-1].seen if own else 0
        if not earliest <= entry.seen <= len(self.log(player.other)):
            raise IllegalEntryError("it has seen what is not there, or forgotten what it had seen")
        view = self._view(player, entry.seen)
        if entry.on != view.digest:
            raise IllegalEntryError("it was made in a state that there never was")
        step(view, player, len(own), entry)

    def _view(self, player: Player, seen: int) -> Agreed:
        """Give the state that a player knew who had seen so many of the other's entries."""
        logs = _with(self.logs, player.other, self.log(player.other)[:seen])
        if logs == self.logs:
            return self.state
        known = len(self.path) - 1
        while not (self._common(self.path[known][0]) and _within(self.path[known][0], logs)):
            known -= 1
        return _read(logs, self.path[: known + 1])[-1][1]

    def _common(self, place: Place) -> bool:
        """Whether everything after a place has seen everything before it."""
        one, two = (
            log[at] if at < len(log) else None for log, at in zip(self.logs, place, strict=True)
        )
        return (one is None or one.seen >= place[1]) and (two is None or two.seen >= place[0])


def _with(logs: Logs, player: Player, log: Log) -> Logs:
    return (log, logs[1]) if player is Player.ONE else (logs[0], log)


def _within(place: Place, logs: Logs) -> bool:
    return place[0] <= len(logs[0]) and place[1] <= len(logs[1])


def _read(logs: Logs, path: tuple[tuple[Place, Agreed], ...]) -> tuple[tuple[Place, Agreed], ...]:
    """Read on to the end of both logs."""
    way = list(path)
    while (place := way[-1][0]) != (len(logs[0]), len(logs[1])):
        way.append(_next(logs, place, way[-1][1]))
    return tuple(way)


def _next(logs: Logs, place: Place, state: Agreed) -> tuple[Place, Agreed]:
    player = _whose(logs, place, state.digest)
    number = place[player - 1]
    entry = logs[player - 1][number]
    after = (place[0] + (player is Player.ONE), place[1] + (player is Player.TWO))
    try:
        return after, step(state, player, number, entry)
    except IllegalEntryError:  # made in good faith, and no longer to any purpose
        return after, state


def _whose(logs: Logs, place: Place, digest: str) -> Player:
    """Say whose entry is read next."""
    one, two = place
    ready = [
        player
        for player, at, other in ((Player.ONE, one, two), (Player.TWO, two, one))
        if at < len(logs[player - 1]) and logs[player - 1][at].seen <= other
    ]
    if len(ready) == 1:
        return ready[0]
    return min(Player, key=lambda player: _rank(logs, place, player, digest))


def _rank(logs: Logs, place: Place, player: Player, digest: str) -> tuple[int, int]:
    """Rank what a player says next without having seen what the other says next.

    What was said in another state changes nothing, and is read at once. What stands behind it
    counts too, if it was said in the same state, likewise without having seen what comes next.
    """
    log, at, other = logs[player - 1], place[player - 1], place[player.other - 1]
    if log[at].on != digest:
        return _LAPSED
    unseeing = itertools.takewhile(lambda entry: entry.seen <= other, log[at:])
    return min(_rank_of(entry) for entry in unseeing if entry.on == digest)


def _rank_of(entry: Entry) -> tuple[int, int]:
    if isinstance(entry, said.Agree):
        return _CONSENTS[entry.what], 0
    if isinstance(entry, said.Ask):
        return _CONSENTS[entry.what], 1
    return _LAST if isinstance(entry, said.Leave) else _ORDINARY
