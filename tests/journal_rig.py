"""A journal beside people at a table, without a board: what happens is told, files are real.

The law of this module: it tells the journal what the daemon would tell it, and nothing more.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from iye.lights import DARK
from iye.record.journal import Journal
from iye.record.opening import Opened, open_journal
from iye.table import Effect, Table
from patience import PATIENCE
from table_hands import Hands

QUICK = 0.01  # seconds after which a journal tries again, where a test makes it fail


class Clock:
    """A wall clock that a test sets as it likes; a minute goes by with every look."""

    def __init__(self) -> None:
        self.year = 2026
        self._minutes = count()

    def __call__(self) -> str:
        minutes = next(self._minutes)
        hour, minute = divmod(minutes % 1440, 60)
        return f"{self.year}-03-21T{hour:02}:{minute:02}:00+00:00"


class Post:
    """A loop whose calls from other threads a test takes in when it waits for them."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[tuple[Callable[..., object], tuple[object, ...]]] = (
            queue.SimpleQueue()
        )

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> None:
        self._calls.put((callback, args))

    def take_in(self) -> None:
        """Wait for the next call and make it."""
        callback, args = self._calls.get(timeout=PATIENCE)
        callback(*args)


def essence(table: Table) -> tuple[object, ...]:
    """Give what has to come back."""
    return table.match, table.phase, table.setup, table.hints


@dataclass
class Kept:
    """A journal that is being kept, and what it has said."""

    opened: Opened
    journal: Journal
    post: Post
    saved: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    _told: int = 0

    def tell(self, *effects: Effect) -> None:
        """Tell the journal what came of one event."""
        for effect in effects:
            self.journal.happened(effect, 0.0)
        self.journal.stands(Table(), DARK, 0.0)

    def follow(self, hands: Hands) -> None:
        """Tell the journal what has happened at a table since it was told last."""
        self.tell(*hands.effects[self._told :])
        self._told = len(hands.effects)

    def wait_for_saved(self, number: int) -> None:
        """Wait until an entry has been announced as durable."""
        while not self.saved or self.saved[-1] < number:
            self.post.take_in()

    def wait_for_word(self, word: str) -> str:
        """Wait until the journal says something with a word in it."""
        while not (found := [sentence for sentence in self.said if word in sentence]):
            self.post.take_in()
        return found[0]


@contextmanager
def kept(folder: Path, clock: Clock | None = None) -> Iterator[Kept]:
    """Open the journal in a folder and keep it."""
    now = clock or Clock()
    opened = open_journal(folder, now=now)
    post, saved, said = Post(), list[int](), list[str]()
    journal = Journal(
        opened,
        post,
        saved=saved.append,
        complain=lambda notice: said.append(notice.sentence),
        now=now,
        retry=QUICK,
    )
    try:
        yield Kept(opened, journal, post, saved, said)
    finally:
        journal.close()
