"""The ledger: what the journal knows by its last entry, and what one entry more makes of the file.

The law of this module: a ledger is a value. Nothing of it changes until what it wrote is durable,
so a transaction that failed is written again from the ledger before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from iye.record.model import Record
from iye.record.store import Labelled, Store
from iye.record.summary import (
    FINISHED,
    LEFT,
    UNDER_WAY,
    Summary,
    digest,
    headers,
    names_of,
    summarise,
    updated,
)
from iye.record.text import format_record
from iye.rules import Match
from iye.table import Abandoned, Asleep, Hints, HintsSet, MatchBegan, Table
from iye.table.restore import Fold, MisfitError, restore


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands by entry `number`, and the match it belongs to, as far as the archive has it.

    `fold` is None when an entry did not fit, which only a fault of the program can bring about;
    entries are written all the same, and the next match begins afresh. `story` is everything since
    the last match began, to be told again to another file; `hints` stood when it began.
    """

    number: int = 0
    fold: Fold | None = field(default_factory=Fold)
    match: Summary | None = None
    hints: Hints = Hints.TARGETS
    story: tuple[Labelled, ...] = ()


def read_ledger(store: Store) -> tuple[Ledger, Table]:
    """Fold what the file says of the match under way, and give the table to go on from.

    Raises RestoreError, FactError and sqlite3.Error.
    """
    entries, begun = store.current(), store.last_beginning()
    table = restore(entries)
    fold, hints = Fold(), Hints.TARGETS
    for number, effect in entries:
        if number == begun:
            hints = fold.table.hints
        fold = fold.take(effect)
    if begun is None:
        return Ledger(store.last_number(), fold, hints=fold.table.hints), table
    ledger = Ledger(store.last_number(), fold, store.match_of(begun), hints, store.labelled(begun))
    return ledger, table


def write(store: Store, ledger: Ledger, entries: Iterable[Labelled]) -> Ledger:
    """Write entries, within a transaction that is open, and give the ledger after them."""
    for entry in entries:
        ledger = _write_one(store, ledger, entry)
    return ledger


def reconcile(store: Store, ledger: Ledger, at: str) -> Ledger:
    """Make a file tell what the ledger knows, should it be another file than before.

    A match that is under way in it is one that the board has left meanwhile. To be called within
    a transaction. Raises RestoreError, FactError and sqlite3.Error.
    """
    found, table = read_ledger(store)
    if found.number == ledger.number and _last_match(found) == _last_match(ledger):
        return ledger
    if table.playing:
        found = write(store, found, [Labelled(at, Abandoned())])
    if table.hints is not ledger.hints:
        found = write(store, found, [Labelled(at, HintsSet(ledger.hints))])
    return write(store, found, ledger.story)


def _last_match(ledger: Ledger) -> tuple[Labelled, ...]:
    """Give what is told since the last match began, with its moments; nothing without any."""
    story = ledger.story
    return story if story and isinstance(story[0].effect, MatchBegan) else ()


def _write_one(store: Store, ledger: Ledger, entry: Labelled) -> Ledger:
    number = store.append(entry.at, entry.effect)
    if isinstance(entry.effect, MatchBegan):
        ledger = _before_match(store, ledger, entry.at)
    ledger = replace(ledger, number=number, story=(*ledger.story, entry))
    if ledger.fold is None:
        return ledger
    try:
        fold = ledger.fold.take(entry.effect)
    except MisfitError:
        return replace(ledger, fold=None)
    known = _archive(store, ledger, fold.table, entry)
    return replace(ledger, fold=fold, match=known)


def _before_match(store: Store, ledger: Ledger, at: str) -> Ledger:
    """Make ready for a match that begins: what came before it is another story."""
    fold, known = ledger.fold, ledger.match
    if known is not None and known.state == UNDER_WAY:  # what ended it did not fit
        store.set_match(replace(known, state=LEFT, ended=at))
    hints = ledger.hints if fold is None else fold.table.hints
    fresh = fold is None or fold.table.playing
    return Ledger(hints=hints, fold=Fold(Table(hints=hints)) if fresh else fold)


def _archive(store: Store, ledger: Ledger, table: Table, entry: Labelled) -> Summary | None:
    """Let the archive tell of the match what is known by `entry`, after which `table` stands."""
    assert ledger.fold is not None  # noqa: S101 - the caller looks
    known, before, match = ledger.match, ledger.fold.table.match, table.match
    if known is not None and isinstance(entry.effect, Abandoned):
        _close(store, known, before, entry.at, LEFT)
    if isinstance(table.phase, Asleep):
        return None
    if match is before:
        return known
    if not match.cycles:
        _forget(store, known)
        return None
    if known is None:
        return _open(store, ledger, table)
    if match.winner is not None:
        return _close(store, known, match, entry.at, FINISHED)
    return _keep(store, known, match)


def _open(store: Store, ledger: Ledger, table: Table) -> Summary:
    """Enter the match whose first cycle has begun."""
    first_entry = ledger.number - len(ledger.story) + 1
    began = ledger.story[0].at
    summary = summarise(table.match, names_of(table.setup), UNDER_WAY, began, first_entry)
    return replace(summary, number=store.add_match(summary))


def _forget(store: Store, known: Summary | None) -> None:
    """Strike out the match that has been taken back to before its beginning."""
    if known is not None:
        store.drop_match(known.number)


def _keep(store: Store, known: Summary, match: Match) -> Summary:
    """Keep what is told of the match under way in step with it."""
    if known.state != UNDER_WAY:  # its end has been taken back
        store.set_record(known.number, None)
    after = updated(replace(known, state=UNDER_WAY, ended="", digest=None), match)
    store.set_match(after)
    return after


def _close(store: Store, known: Summary, match: Match, at: str, state: str) -> Summary:
    """Store the record of a match that is over."""
    after = updated(replace(known, state=state, ended=at, digest=digest(match)), match)
    store.set_match(after)
    store.set_record(known.number, format_record(Record(headers(after), match)))
    return after
