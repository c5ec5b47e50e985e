"""Checking a journal: everything in it is replayed, and what is wrong is said with where it is.

The law of this module: it changes nothing, and it does not stop at the first thing wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from iye.record.facts import FactError, read_fact
from iye.record.model import RecordError
from iye.record.store import Store
from iye.record.summary import FINISHED, LEFT, UNDER_WAY, Summary, digest, updated
from iye.record.text import parse_record
from iye.rules import Match
from iye.table import Abandoned, MatchBegan, Table
from iye.table.restore import Fold, MisfitError

_SOUND: Final = "ok"


def check(store: Store) -> Iterator[str]:
    """Give a sentence for everything that is wrong. Raises sqlite3.DatabaseError."""
    yield from _file(store)
    replay = _Replay()
    yield from replay.run(store)
    for summary in store.matches("ORDER BY number"):
        yield from _match(store, summary, replay.found)


def _file(store: Store) -> Iterator[str]:
    for (said,) in store.connection.execute("PRAGMA integrity_check"):
        if said != _SOUND:
            yield f"the file: {said}"
    for number, *_ in store.connection.execute("PRAGMA foreign_key_check"):
        yield f"the file: {number} refers to something that is not there"


class _Replay:
    """The entries, folded from the first on; after one that is wrong, from the next match on."""

    def __init__(self) -> None:
        self.found: dict[int, Match] = {}
        """The last match that was known under each first entry."""
        self._fold: Fold | None = Fold()
        self._begun = 0

    def run(self, store: Store) -> Iterator[str]:
        rows = store.connection.execute("SELECT number, name, fact FROM entries ORDER BY number")
        for due, (number, name, fact) in enumerate(rows, start=1):
            if number != due:
                yield f"entry {due} is missing"
                return
            said = self._take(number, name, fact)
            if said is not None:
                yield f"entry {number} {said}"

    def _take(self, number: int, name: str, fact: str) -> str | None:
        try:
            effect = read_fact(name, fact)
        except FactError as error:
            self._fold = None
            return f"cannot be read: {error}"
        if isinstance(effect, MatchBegan):
            self._begun = number
            self._fold = self._fold or Fold(Table())
        if self._fold is None:
            return None
        before = self._fold.table.match
        try:
            self._fold = self._fold.take(effect)
        except MisfitError as error:
            self._fold = None
            return f"does not fit: {error}"
        over = isinstance(effect, Abandoned)
        self.found[self._begun] = before if over else self._fold.table.match
        return None


def _match(store: Store, summary: Summary, found: dict[int, Match]) -> Iterator[str]:
    where = f"match {summary.number}"
    text = store.record(summary.number)
    if text is None:
        if summary.state != UNDER_WAY:
            yield f"{where} has no record"
        return
    try:
        match = parse_record(text).match
    except RecordError as error:
        yield f"{where}, {error}"
        return
    yield from (f"{where} {said}" for said in _contradictions(summary, match))
    played = found.get(summary.first_entry or 0)
    if played is not None and played.cycles and digest(played) != digest(match):
        yield f"{where} has another record than its entries tell"


def _contradictions(summary: Summary, match: Match) -> Iterator[str]:
    if updated(summary, match) != summary:
        yield "is summed up differently from its record"
    if summary.digest != digest(match):
        yield "has another mark than its record"
    if summary.state != (LEFT if match.winner is None else FINISHED):
        yield f"is called {summary.state}, which its record does not say"


def told(store: Store) -> str:
    """Say how much has been checked."""
    entries, matches = store.last_number(), _count(store)
    return f"all of it replays: entries {entries}, matches {matches}"


def _count(store: Store) -> int:
    counted: int = store.connection.execute("SELECT count(*) FROM matches").fetchone()[0]
    return counted
