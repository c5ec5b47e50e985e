"""The store: entries and matches in the file, written and read by whoever holds the connection.

The law of this module: SQL and nothing else. Everything written within a `transaction` is there
together or not at all.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from iye.record.facts import read_fact, write_fact
from iye.record.schema import connect, connect_to_read
from iye.record.summary import Summary
from iye.table import Effect
from iye.table.restore import Entry

COLUMNS: Final = tuple(field.name for field in fields(Summary))
"""The columns of `matches`, in the order of a summary."""
_LIST: Final = ", ".join(COLUMNS)
_INSERT: Final = (
    f"INSERT INTO matches ({', '.join(COLUMNS[1:])}) VALUES ({', '.join('?' * len(COLUMNS[1:]))})"  # noqa: S608 - names of our own
)
_UPDATE: Final = (
    f"UPDATE matches SET {', '.join(f'{name} = ?' for name in COLUMNS[1:])} WHERE number = ?"  # noqa: S608 - the same
)


_ANY: Final = 2**63 - 1
"""Above every number."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """An effect with what the wall clock said."""

    at: str
    effect: Effect


def _identity(path: Path) -> tuple[int, int] | None:
    """Tell a file from every other, whatever its name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Store:
    """The journal's file, open. Use one from one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self._path = path
        self._file = _identity(path)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the file, making it and its folder where needed.

        Raises NewerError, OSError and sqlite3.DatabaseError.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        return cls(connect(path), path)

    @classmethod
    def open_to_read(cls, path: Path) -> Store:
        """Open a file that cannot be written. Raises NewerError and sqlite3.DatabaseError."""
        return cls(connect_to_read(path), path)

    @property
    def in_place(self) -> bool:
        """Whether the file is still the one of its name; what goes into another is lost."""
        return _identity(self._path) == self._file

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all that is written within, durably, or nothing. Raises sqlite3.Error."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a full disk may have rolled back already
                self.connection.execute("ROLLBACK")
            raise

    # Entries

    def append(self, at: str, effect: Effect) -> int:
        """Write an effect as the next entry, and give its number."""
        name, fact = write_fact(effect)
        done = self.connection.execute(
            "INSERT INTO entries (at, name, fact) VALUES (?, ?, ?)", (at, name, fact)
        )
        assert done.lastrowid is not None  # noqa: S101 - an insert has one
        return done.lastrowid

    def last_number(self) -> int:
        """Give the number of the last entry, 0 without any."""
        last: int = self.connection.execute("SELECT max(number) FROM entries").fetchone()[0] or 0
        return last

    def entries(self, first: int = 0, before: int | None = None) -> Iterator[Entry]:
        """Give the entries from number `first` on, in order.

        Raises FactError where one is reached that cannot be read.
        """
        limit = _ANY if before is None else before
        rows = self.connection.execute(
            "SELECT number, name, fact FROM entries WHERE number >= ? AND number < ?"
            " ORDER BY number",
            (first, limit),
        )
        return ((number, read_fact(name, fact)) for number, name, fact in rows)

    def current(self) -> list[Entry]:
        """Give what says how the table stands: the last match, and the hints set before it.

        Raises FactError.
        """
        begun = self.last_beginning()
        hints = self._last("hints_set", _ANY if begun is None else begun)
        earlier = [] if hints is None else list(self.entries(hints, hints + 1))
        return [*earlier, *([] if begun is None else self.entries(begun))]

    def last_beginning(self) -> int | None:
        """Give the number of the last match's beginning, or None without any."""
        return self._last("match_began", _ANY)

    def next_beginning(self, after: int) -> int | None:
        """Give the number of the first match's beginning after entry `after`."""
        found: int | None = self.connection.execute(
            "SELECT min(number) FROM entries WHERE name = 'match_began' AND number > ?", (after,)
        ).fetchone()[0]
        return found

    def labelled(self, first: int) -> tuple[Labelled, ...]:
        """Give the entries from number `first` on with their labels. Raises FactError."""
        rows = self.connection.execute(
            "SELECT at, name, fact FROM entries WHERE number >= ? ORDER BY number", (first,)
        )
        return tuple(Labelled(at, read_fact(name, fact)) for at, name, fact in rows)

    def _last(self, name: str, before: int) -> int | None:
        # The name is written out, so that the index made for it answers.
        found: int | None = self.connection.execute(
            f"SELECT max(number) FROM entries WHERE name = '{name}' AND number < ?",  # noqa: S608 - a name of our own
            (before,),
        ).fetchone()[0]
        return found

    # Matches

    def add_match(self, summary: Summary) -> int:
        """Store a new match, and give its number."""
        values = [getattr(summary, name) for name in COLUMNS[1:]]
        done = self.connection.execute(_INSERT, values)
        assert done.lastrowid is not None  # noqa: S101 - an insert has one
        return done.lastrowid

    def set_match(self, summary: Summary) -> None:
        """Store what a match is by now."""
        values = [getattr(summary, name) for name in COLUMNS[1:]]
        self.connection.execute(_UPDATE, (*values, summary.number))

    def drop_match(self, number: int) -> None:
        """Forget a match that has not begun after all."""
        self.connection.execute("DELETE FROM matches WHERE number = ?", (number,))

    def set_record(self, number: int, text: str | None) -> None:
        """Store a match's record, or none as long as it is under way."""
        self.connection.execute("DELETE FROM records WHERE match = ?", (number,))
        if text is not None:
            self.connection.execute("INSERT INTO records VALUES (?, ?)", (number, text))

    def record(self, number: int) -> str | None:
        """Give a match's record, or None where it has none, being under way."""
        row = self.connection.execute("SELECT text FROM records WHERE match = ?", (number,))
        found = row.fetchone()
        return None if found is None else found[0]

    def matches(self, where: str, values: tuple[object, ...] = ()) -> Iterator[Summary]:
        """Give the summaries of those matches for which the rest of the statement holds."""
        rows = self.connection.execute(f"SELECT {_LIST} FROM matches {where}", values)  # noqa: S608 - our own statements
        return (Summary(*row) for row in rows)

    def match_of(self, first_entry: int) -> Summary | None:
        """Give the match that began with an entry, if its first cycle has begun."""
        return next(self.matches("WHERE first_entry = ?", (first_entry,)), None)
