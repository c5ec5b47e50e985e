"""How fast an archive of 100,000 matches is, as a Markdown table: `make bench`.

Milliseconds, the median of several: listing and filtering, and how long the journal takes to open
when a board starts, beside the same with an empty archive. It measures and never fails: a slow
machine is no error.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

from iye.record.archive import Wanted, find, record_text
from iye.record.model import Record
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.store import COLUMNS, Store
from iye.record.summary import digest, summarise
from iye.record.text import format_record
from strategies import random_match

MATCHES = 100_000
KINDS = 50
"""Different matches among them; the others are copies under other names and dates."""
RUNS = 15
TARGET = 50.0
ENTRIES = 200_000

NAMES = ("Umay", "Erlik", "Ayzıt", "Ülgen", "Kübey")
SEARCHES = {
    "list the latest 20": Wanted(limit=20),
    "one player's latest 20": Wanted(player="Umay", limit=20),
    "a player of three matches": Wanted(player="İpek", limit=20),
    "a player nobody knows": Wanted(player="nobody", limit=20),
    "one month": Wanted(since="2004-03-01", until="2004-03-31", limit=1000),
    "unfinished ones": Wanted(unfinished=True, limit=20),
    "player, dates and result": Wanted("Erlik", "2003-01-01", "2005-12-31", "1-0", limit=20),
}


def fill(path: Path) -> None:
    """Write matches and entries in bulk."""
    rng = Random(1)
    matches = [random_match(rng) for _ in range(KINDS)]
    records = [format_record(Record((), match)) for match in matches]
    rows = []
    for number in range(1, MATCHES + 1):
        match = matches[number % KINDS]
        year, day = divmod(number, MATCHES // 20)
        began = f"{2000 + year}-{day % 12 + 1:02}-{day % 28 + 1:02}T20:15:00+00:00"
        names = ("İpek" if number % 33_333 == 7 else rng.choice(NAMES), rng.choice(NAMES))
        summary = summarise(match, names, "finished", began, number)
        rows.append(replace(summary, number=number, ended=began, digest=digest_of(match, number)))
    marks = ", ".join("?" * len(COLUMNS))
    with closing(Store.open(path)) as store, store.transaction():
        store.connection.executemany(
            f"INSERT INTO matches ({', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608 - our names
            ([getattr(row, name) for name in COLUMNS] for row in rows),
        )
        store.connection.executemany(
            "INSERT INTO records VALUES (?, ?)",
            ((number, records[number % KINDS]) for number in range(1, MATCHES + 1)),
        )
        store.connection.executemany(
            "INSERT INTO entries (at, name, fact) VALUES ('', ?, ?)",
            (
                ("match_began", '{"wins":2,"deals":"drawn"}') if n % 80 == 0 else ("x", "{}" * 40)
                for n in range(ENTRIES + 1)
            ),
        )


def digest_of(match: object, number: int, known: dict[int, str] = {}) -> str:  # noqa: B006 - a memory
    """Give a mark that is as long as a real one and different for every match."""
    base = known.setdefault(id(match), digest(match))  # type: ignore[arg-type]
    return f"{base[:20]}{number:012}"


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


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        full, empty = Path(name, "full"), Path(name, "empty")
        fill(full / JOURNAL)
        started = {folder.name: milliseconds(lambda f=folder: start(f)) for folder in (empty, full)}  # type: ignore[misc] # mypy cannot infer a lambda's default
        with closing(Store.open(full / JOURNAL)) as store:
            took = {
                what: milliseconds(lambda w=wanted: find(store, w))  # type: ignore[misc] # the same
                for what, wanted in SEARCHES.items()
            }
            took["the record of one match"] = milliseconds(lambda: record_text(store, 50_000))
        size = (full / JOURNAL).stat().st_size / 1e6
    rows = [(f"archive of {MATCHES:,} matches, {size:.0f} MB", "median ms", "target ms")]
    rows.append(("---", "---:", "---:"))
    rows += [(what, f"{ms:.1f}", f"{TARGET:g}") for what, ms in took.items()]
    rows.append(("open it at a start", f"{started['full']:.1f}", "as with an empty one"))
    rows.append(("open an empty one", f"{started['empty']:.1f}", ""))
    sys.stdout.write("\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows))


if __name__ == "__main__":
    main()
