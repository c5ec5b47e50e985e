"""The writer: the one thread that writes the journal, fed by a queue.

The law of this module: whoever hands something over never waits. What cannot be written is kept,
in order, and tried again; nothing is skipped.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from iye.record.facts import FactError
from iye.record.ledger import Ledger, reconcile, write
from iye.record.notices import Notice, misfit, not_written, taken_away, unusable, written_again
from iye.record.putting_aside import begin_afresh
from iye.record.schema import NewerError, damaged
from iye.record.store import Labelled, Store
from iye.table.restore import RestoreError
from iye_hw.sentence import Sentence

RETRY: Final = 5.0
"""Seconds after which what could not be written is tried again by itself."""

Batch = tuple[Labelled, ...]
"""What came of one event at the table: written together or not at all."""

_UNREPLAYABLE: Final = (RestoreError, FactError)


@dataclass(frozen=True, slots=True)
class Reports:
    """Whom the writer tells what; it calls from its own thread."""

    saved: Callable[[int], None]
    """Everything up to this entry is durable."""
    said: Callable[[Notice], None]
    """Something a person should know."""


class Writer:
    """Writes batches to the file at `path`, from a thread of its own, until it is closed.

    `ledger` is what is known of the file; `store` the file, if it is open.
    """

    def __init__(  # noqa: PLR0913 - the parts that are wired together here
        self,
        path: Path,
        ledger: Ledger,
        store: Store | None,
        reports: Reports,
        *,
        now: Callable[[], str],
        retry: float = RETRY,
        open_store: Callable[[Path], Store] = Store.open,
    ) -> None:
        self._path = path
        self._ledger = ledger
        self._store = store
        self._reports = reports
        self._now = now
        self._retry = retry
        self._open_store = open_store
        self._queue: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._backlog: list[Batch] = []
        self._troubled = store is None  # whoever opened it has said so
        self._closing = False
        # A daemon's end must not hang on a disk that does not answer.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def hand_over(self, batch: Batch) -> None:
        """Have a batch written, whenever that can be."""
        self._queue.put(batch)

    def close(self, patience: float) -> bool:
        """Write what is still to be written and end; say whether everything is durable.

        Waits `patience` seconds at most.
        """
        self._queue.put(None)
        self._thread.join(patience)
        return not self._thread.is_alive() and not self._backlog

    def _run(self) -> None:
        while not self._closing:
            self._take()
            if self._backlog:
                self._write_backlog()
        self._let_go()

    def _take(self) -> None:
        """Wait for something to do, and take all there is."""
        wait = self._retry if self._backlog else None
        with contextlib.suppress(queue.Empty):
            self._accept(self._queue.get(timeout=wait))
            while True:
                self._accept(self._queue.get_nowait())

    def _accept(self, batch: Batch | None) -> None:
        if batch is None:
            self._closing = True
        else:
            self._backlog.append(batch)

    def _write_backlog(self) -> None:
        try:
            ledger = self._written()
        except sqlite3.Error as error:
            self._let_go()
            if damaged(error):
                self._begin_afresh(unusable(error), sound=False)
            else:
                self._trouble(error)
        except _UNREPLAYABLE as error:
            self._let_go()
            self._begin_afresh(unusable(error), sound=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, this thread must not end
            self._let_go()
            self._trouble(error)
        else:
            self._done(ledger)

    def _written(self) -> Ledger:
        """Write the whole backlog in one transaction, and give the ledger after it."""
        if self._store is not None and not self._store.in_place:
            self._let_go()
            self._reports.said(taken_away(self._path))
        fresh = self._store is None
        store = self._store = self._store or self._open_store(self._path)
        with store.transaction():
            ledger = reconcile(store, self._ledger, self._now()) if fresh else self._ledger
            for batch in self._backlog:
                ledger = write(store, ledger, batch)
        return ledger

    def _done(self, ledger: Ledger) -> None:
        if ledger.fold is None and self._ledger.fold is not None:
            self._reports.said(misfit(ledger.number))
        self._ledger = ledger
        self._backlog.clear()
        if self._troubled:
            self._troubled = False
            self._reports.said(written_again())
        self._reports.saved(ledger.number)

    def _trouble(self, error: Exception) -> None:
        """Say once what is wrong; it is tried again anyway."""
        if not self._troubled:
            self._troubled = True
            self._reports.said(not_written(self._path, error))

    def _begin_afresh(self, why: Sentence, *, sound: bool) -> None:
        """Put a file that cannot be gone on with aside, and tell a fresh one everything."""
        try:
            self._reports.said(begin_afresh(self._path, self._now(), why, sound=sound))
            self._done(self._written())
        except (sqlite3.Error, *_UNREPLAYABLE, OSError, NewerError) as error:
            self._let_go()
            self._trouble(error)

    def _let_go(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            with contextlib.suppress(sqlite3.Error):
                store.close()
