"""Archives of any size for the benches, written in bulk.

The law of this module: what is in them is what play would have put there, as far as it matters to
whoever opens or searches them.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from iye.record.ledger import Ledger, write
from iye.record.model import Record
from iye.record.opening import wall_clock
from iye.record.places import JOURNAL
from iye.record.store import COLUMNS, Labelled, Store
from iye.record.summary import digest, summarise
from iye.record.text import format_record
from iye.table import ChooseFirst, FellAsleep, MatchBegan, MatchSetup
from strategies import random_match

KINDS = 50
"""Different matches among them; the others are copies under other names and dates."""
ENTRIES_A_MATCH = 2
"""Journal entries kept for each: those of the latest matches, spread thinly."""

NAMES = ("Umay", "Erlik", "Ayzıt", "Ülgen", "Kübey")


def fill(folder: Path, count: int) -> None:
    """Write a journal with so many finished matches and nothing under way."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = Random(1)
    matches = [random_match(rng) for _ in range(KINDS)]
    records = [format_record(Record((), match)) for match in matches]
    rows = []
    for number in range(1, count + 1):
        match = matches[number % KINDS]
        year, day = divmod(number, count // 20 + 1)
        began = f"{2000 + year}-{day % 12 + 1:02}-{day % 28 + 1:02}T20:15:00+00:00"
        names = ("İpek" if number % 33_333 == 7 else rng.choice(NAMES), rng.choice(NAMES))
        summary = summarise(match, names, "finished", began, number)
        rows.append(replace(summary, number=number, ended=began, digest=_digest_of(match, number)))
    marks = ", ".join("?" * len(COLUMNS))
    with closing(Store.open(folder / JOURNAL)) as store, store.transaction():
        store.connection.executemany(
            f"INSERT INTO matches ({', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608 - our names
            ([getattr(row, name) for name in COLUMNS] for row in rows),
        )
        store.connection.executemany(
            "INSERT INTO records VALUES (?, ?)",
            ((number, records[number % KINDS]) for number in range(1, count + 1)),
        )
        store.connection.executemany(
            "INSERT INTO entries (at, name, fact) VALUES ('', ?, ?)",
            (
                ("match_began", '{"wins":2,"deals":"drawn"}') if n % 80 == 0 else ("x", "{}" * 40)
                for n in range(ENTRIES_A_MATCH * count)
            ),
        )
        evening = (MatchBegan(MatchSetup()), ChooseFirst(None), FellAsleep())
        write(store, Ledger(), [Labelled(wall_clock(), effect) for effect in evening])


def _digest_of(match: object, number: int, known: dict[int, str] = {}) -> str:  # noqa: B006 - a memory
    """Give a mark that is as long as a real one and different for every match."""
    base = known.setdefault(id(match), digest(match))  # type: ignore[arg-type]
    return f"{base[:20]}{number:012}"
