"""Opening the journal when a board starts: the table it tells of, or a fresh one and why.

The law of this module: a journal that cannot be gone on with is put aside and said to be, never
skipped over and never written to.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from iye.record.facts import FactError
from iye.record.ledger import Ledger, read_ledger
from iye.record.notices import Notice, not_written, stays, unusable
from iye.record.places import JOURNAL
from iye.record.putting_aside import begin_afresh
from iye.record.schema import damaged
from iye.record.store import Store
from iye.table import Table
from iye.table.restore import RestoreError


@dataclass(frozen=True, slots=True)
class Opened:
    """A journal to go on with: what is known of the file at `path`, and the table it tells of.

    `store` is None where the file cannot be written now. `notices` are for people.
    """

    path: Path
    ledger: Ledger = field(default_factory=Ledger)
    store: Store | None = None
    table: Table = field(default_factory=Table)
    notices: tuple[Notice, ...] = ()


def wall_clock() -> str:
    """Give the moment as people here write it, with the zone: 2026-03-21T20:15:00+03:00."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def open_journal(folder: Path, *, now: Callable[[], str] = wall_clock) -> Opened:
    """Open the journal in a folder, and find out how the table stands.

    Raises NewerError when a newer program wrote it; anything else is dealt with and said.
    """
    path = folder / JOURNAL
    try:
        return _open(path)
    except (RestoreError, FactError) as error:
        return _begin_afresh(path, now(), error, sound=True)
    except sqlite3.Error as error:
        if damaged(error):
            return _begin_afresh(path, now(), error, sound=False)
        return _only_read(path, error)
    except OSError as error:
        return _only_read(path, error)


def _open(path: Path) -> Opened:
    store = Store.open(path)
    try:
        ledger, table = read_ledger(store)
    except BaseException:
        store.close()
        raise
    return Opened(path, ledger, store, table)


def _only_read(path: Path, error: Exception) -> Opened:
    """Go on from what can be read; the writer tries again to write."""
    nothing = Opened(path, notices=(not_written(path, error),))
    try:
        store = Store.open_to_read(path)
    except sqlite3.Error:
        return nothing
    with contextlib.closing(store):
        try:
            ledger, table = read_ledger(store)
        except (sqlite3.Error, RestoreError, FactError):
            return nothing
    return replace(nothing, ledger=ledger, table=table)


def _begin_afresh(path: Path, at: str, wrong: Exception, *, sound: bool) -> Opened:
    why = unusable(wrong)
    try:
        notice = begin_afresh(path, at, why, sound=sound)
    except OSError as error:
        return Opened(path, notices=(stays(why, error),))
    try:
        return replace(_open(path), notices=(notice,))
    except (sqlite3.Error, OSError) as error:
        return replace(_only_read(path, error), notices=(notice,))
