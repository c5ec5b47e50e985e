"""How fast an archive of 100,000 matches is, and what it adds to opening the journal at a start.

Milliseconds, the median of several: listing and filtering, one record, and opening, beside opening
a journal of no match.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

from bench.archives import fill
from bench.figures import Figure, number
from iye.record.archive import Wanted, find, record_text
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.store import Store

MATCHES = 100_000
RUNS = 15
TARGET_MS = 50.0
SEARCHES = {
    "list the latest 20": Wanted(limit=20),
    "one player's latest 20": Wanted(player="Umay", limit=20),
    "a player of three matches": Wanted(player="İpek", limit=20),
    "a player nobody knows": Wanted(player="nobody", limit=20),
    "one month": Wanted(since="2004-03-01", until="2004-03-31", limit=1000),
    "unfinished ones": Wanted(unfinished=True, limit=20),
    "player, dates and result": Wanted("Erlik", "2003-01-01", "2005-12-31", "1-0", limit=20),
}
RECORD, OPENING = "the record of one match", "open the journal at a start"
NAMES = tuple(f"archive of {MATCHES:,}: {what}" for what in (*SEARCHES, RECORD, OPENING))


def milliseconds(work: Callable[[], object]) -> float:
    """Give the median of several runs."""
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        took.append(1000 * (time.perf_counter() - began))
    return median(took)


def start(folder: Path) -> None:
    """Open the journal as a board does."""
    opened = open_journal(folder)
    assert opened.store is not None
    assert opened.notices == ()
    opened.store.close()


def measure() -> Iterator[Figure]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder, "full"), Path(folder, "empty")
        fill(full, MATCHES)
        fill(empty, 0)
        with closing(Store.open(full / JOURNAL)) as store:
            works: list[Callable[[], object]] = [
                partial(find, store, wanted) for wanted in SEARCHES.values()
            ]
            works.append(partial(record_text, store, MATCHES // 2))
            for name, work in zip(NAMES, works, strict=False):
                yield Figure(name, milliseconds(work), "ms", at_most=TARGET_MS)
        started = milliseconds(partial(start, empty))
        peer = f"one of no match: {number(started)} ms"
        yield Figure(NAMES[-1], milliseconds(partial(start, full)), "ms", TARGET_MS, peer=peer)
