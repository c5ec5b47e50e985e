"""Putting a journal aside that cannot be gone on with: under a dated name, whole, for good.

The law of this module: nothing is deleted and nothing overwritten. The archive is copied into the
fresh journal where it can still be read.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from itertools import chain, count
from pathlib import Path
from typing import Final

from iye.record.aside import keep_names
from iye.record.notices import Notice, begun_afresh, begun_with_archive, begun_without_archive
from iye.record.schema import NewerError
from iye.record.store import COLUMNS, Store
from iye.record.summary import UNDER_WAY
from iye_hw.sentence import Sentence

_BESIDE: Final = ("-wal", "-shm", "")
"""What SQLite keeps beside a file, and the file. It goes last: as long as it is in its place, a
power cut has only put its log aside, which a file of the same date shows."""


def begin_afresh(path: Path, at: str, why: Sentence, *, sound: bool) -> Notice:
    """Put the journal aside, take its archive along, and give a sentence that says so.

    `why` it cannot be gone on with; a file that is not `sound` has no archive to be trusted.
    Raises OSError when it cannot be put aside.
    """
    aside = put_aside(path, at)
    if not sound:
        return begun_afresh(why, aside.name)
    try:
        _take_along(aside, path)
    except (sqlite3.Error, OSError, NewerError) as error:
        return begun_without_archive(why, aside.name, error)
    return begun_with_archive(why, aside.name)


def put_aside(path: Path, at: str) -> Path:
    """Rename the journal and what belongs to it after the moment `at`; give its new name.

    Raises OSError.
    """
    aside = _free_name(path, at)
    for suffix in _BESIDE:
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    keep_names(path.parent)
    return aside


def _free_name(path: Path, at: str) -> Path:
    """Find a name with the date and time in it that nothing has."""
    moment = re.sub(r"[^0-9T]", "-", at[:19])
    names = (f"-{number}" for number in count(2))
    for more in chain(("",), names):
        name = path.with_name(f"{path.stem}-{moment}{more}{path.suffix}")
        if not any(name.with_name(name.name + suffix).exists() for suffix in _BESIDE):
            return name
    raise AssertionError("counting never ends")


def _take_along(aside: Path, path: Path) -> None:
    """Copy the archive into the fresh journal; what was under way stays where it is.

    Raises sqlite3.Error, OSError and NewerError.
    """
    columns = ", ".join(COLUMNS)
    matches = (
        f"INSERT INTO matches ({columns}) SELECT {columns} FROM aside.matches"  # noqa: S608 - names of our own
        f" WHERE state != '{UNDER_WAY}'"
    )
    records = (
        "INSERT INTO records SELECT * FROM aside.records"
        " WHERE match IN (SELECT number FROM matches)"
    )
    with contextlib.closing(Store.open(path)) as store:
        store.connection.execute("ATTACH ? AS aside", (str(aside),))
        with store.transaction():
            store.connection.execute(matches)
            store.connection.execute(records)
            # Their entries are not here: another match may get these numbers.
            store.connection.execute("UPDATE matches SET first_entry = NULL")
