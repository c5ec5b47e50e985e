"""The journal's file: its tables, their versions, and how an older one becomes today's.

The law of this module: a migration once released is never changed; each is one transaction. A
file of a later version is refused and left alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from iye_hw.sentence import sentence

Statements = tuple[str, ...]

_FIRST: Final[Statements] = (
    """
    CREATE TABLE entries (
        number INTEGER PRIMARY KEY,  -- the order; what a clock says is only a label
        at TEXT NOT NULL,            -- the wall clock, for people: 2026-03-21T20:15:00+03:00
        name TEXT NOT NULL,          -- which fact
        fact TEXT NOT NULL           -- what it says, as JSON
    ) STRICT
    """,
    # A start looks only for the last of each of these, however many entries there are.
    "CREATE INDEX beginnings ON entries (number) WHERE name = 'match_began'",
    "CREATE INDEX hints ON entries (number) WHERE name = 'hints_set'",
    """
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('under way', 'finished', 'left')),
        began TEXT NOT NULL,         -- a label like an entry's, or a date
        ended TEXT NOT NULL,         -- the same; empty while under way
        player1 TEXT NOT NULL,       -- empty where no name was given
        player2 TEXT NOT NULL,
        wins_needed INTEGER NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '*')),
        cycles INTEGER NOT NULL,
        wins1 INTEGER NOT NULL,      -- cycles won by player 1
        wins2 INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        first_entry INTEGER,         -- its match_began; NULL when it came from elsewhere
        digest TEXT                  -- of its deals and moves; NULL while under way
    ) STRICT
    """,
    # Each of these has its matches in the order of their numbers, in which they are listed.
    "CREATE INDEX by_player1 ON matches (player1)",
    "CREATE INDEX by_player2 ON matches (player2)",
    "CREATE INDEX by_first_entry ON matches (first_entry) WHERE first_entry IS NOT NULL",
    # A stretch of days is looked through without the matches themselves.
    "CREATE INDEX by_day ON matches (began, state, result, player1, player2)",
    "CREATE INDEX unfinished ON matches (number) WHERE state != 'finished'",
    "CREATE INDEX by_digest ON matches (digest) WHERE digest IS NOT NULL",
    # Apart from the summaries, so that looking through those reads few pages.
    """
    CREATE TABLE records (
        match INTEGER PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
        text TEXT NOT NULL           -- in the form of .iye files
    ) STRICT
    """,
)

MIGRATIONS: Final[tuple[Statements, ...]] = (_FIRST,)
"""What makes of each version, from 0 on, the next."""

VERSION: Final = len(MIGRATIONS)

_WAIT: Final = 5.0
"""Seconds to wait for another process that is writing."""
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class NewerError(RuntimeError):
    """The file is of a later version than this program knows; it has not been touched."""


def connect(path: Path, migrations: Sequence[Statements] = MIGRATIONS) -> sqlite3.Connection:
    """Open the file, making it or bringing it up to date where needed.

    Raises NewerError; sqlite3.OperationalError when it cannot be used now, and another
    sqlite3.DatabaseError when it is damaged.
    """
    if path.exists():
        _refuse_newer(path, len(migrations))
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        _set_up(connection, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a file of today's version only to read it, where it cannot be written.

    Raises NewerError and sqlite3.DatabaseError as `connect`.
    """
    # Without a log beside it nobody writes; then the file can be read even without the lock
    # files that a read-only folder has no room for.
    alone = not path.with_name(f"{path.name}-wal").exists()
    connection = _open_to_read(path, immutable=alone)
    version = _version(connection)
    if version == VERSION:
        return connection
    connection.close()
    if version > VERSION:
        raise _newer(path, version, VERSION)
    raise sqlite3.OperationalError(f"version {version} cannot be brought up to date here")


def damaged(error: sqlite3.Error) -> bool:
    """Say whether the file itself is at fault, and not only the disk or the moment."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _DAMAGED


def _open_to_read(path: Path, *, immutable: bool) -> sqlite3.Connection:
    options = "mode=ro&immutable=1" if immutable else "mode=ro"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}",
        uri=True,
        timeout=_WAIT,
        isolation_level=None,
        check_same_thread=False,
    )


def _refuse_newer(path: Path, known: int) -> None:
    """Look at the version by a way that writes nothing. Raises NewerError."""
    try:
        connection = _open_to_read(path, immutable=False)
    except sqlite3.OperationalError:
        return  # what is wrong will be told when it is opened to write
    try:
        version = _version(connection)
    except sqlite3.OperationalError:
        return
    finally:
        connection.close()
    if version > known:
        raise _newer(path, version, known)


def _newer(path: Path, version: int, known: int) -> NewerError:
    return NewerError(
        sentence(
            "{path} was written by a newer program (version {version}, this one knows {known}): "
            "update the program, or give another --data",
            path=path,
            version=version,
            known=known,
        )
    )


def _set_up(connection: sqlite3.Connection, migrations: Sequence[Statements]) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    for version in range(_version(connection), len(migrations)):
        _migrate(connection, version, migrations[version])


def _migrate(connection: sqlite3.Connection, version: int, statements: Statements) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _version(connection) == version:  # another process may have been faster
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version
