"""Versions of the file: an older one becomes today's, a newer one is left alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from iye.record.archive import Wanted, find, record_text
from iye.record.check import check
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.schema import MIGRATIONS, VERSION, NewerError, connect
from iye.record.store import Store
from iye.rules import parse_move
from iye.table import Hints, Turn

BY_VERSION = Path(__file__).parent / "versions"
"""A journal of every version, as it was written then: `version-N.sql`."""
NOTES = (*MIGRATIONS, ("CREATE TABLE notes (text TEXT)", "INSERT INTO notes VALUES ('made')"))


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_journal_of_every_version_there_has_been_is_read(version: int, tmp_path: Path) -> None:
    """One finished match, a second with its first two moves, and hints hidden."""
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as connection:
        connection.executescript((BY_VERSION / f"version-{version}.sql").read_text("utf-8"))
        connection.execute(f"PRAGMA user_version = {version}")
    opened = open_journal(tmp_path)
    assert opened.notices == ()
    assert opened.store is not None
    with closing(opened.store) as store:
        assert list(check(store)) == []
        assert [(match.number, match.result) for match in find(store, Wanted())] == [
            (2, "*"),
            (1, "0-1"),
        ]
        assert record_text(store, 1).endswith("0-1\n")
        assert record_text(store, 2).endswith("1. c5 d5 *\n")
    table = opened.table
    assert table.match.cycles[0].moves == (parse_move("c5"), parse_move("d5"))
    assert (table.phase, table.hints, table.setup.names) == (Turn(), Hints.OFF, ("Umay", "İpek"))
    assert version_of(tmp_path / JOURNAL) == VERSION


def test_an_older_file_gets_every_step_it_lacks_and_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(connect(path)) as connection:
        connection.execute("INSERT INTO entries VALUES (7, '', 'abandoned', '{}')")
    with closing(connect(path, NOTES)) as connection:
        assert connection.execute("SELECT text FROM notes").fetchall() == [("made",)]
        assert connection.execute("SELECT number FROM entries").fetchall() == [(7,)]
    assert version_of(path) == VERSION + 1
    with closing(connect(path, NOTES)) as connection:  # and none of them twice
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (1,)


def test_a_step_that_fails_leaves_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    connect(path).close()
    broken = (*MIGRATIONS, ("CREATE TABLE notes (text TEXT)", "INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        connect(path, broken)
    assert version_of(path) == VERSION
    with closing(connect(path, NOTES)) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (1,)


def test_a_file_of_a_newer_program_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    connect(path, NOTES).close()
    before = path.read_bytes()
    with pytest.raises(NewerError, match=rf"version {VERSION + 1}, this one knows {VERSION}\)"):
        connect(path)
    with pytest.raises(NewerError, match="update the program"):
        Store.open_to_read(path)
    assert path.read_bytes() == before


def test_an_older_file_that_cannot_be_written_is_not_read_as_todays(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(sqlite3.OperationalError, match="version 0 cannot be brought up to date"):
        Store.open_to_read(path)
