"""The journal: looks on at the table and has everything written down that must not be lost.

The law of this module: it looks on. It hands over and goes on; the lights never wait for a disk.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from iye.lights import Frame
from iye.record.notices import Notice
from iye.record.opening import Opened, wall_clock
from iye.record.store import Labelled
from iye.record.writer import RETRY, Reports, Writer
from iye.table import Effect, Event, Table
from iye.table.restore import is_told

Told = TypeVar("Told")

PATIENCE: Final = 5.0
"""Seconds that the end of the program waits for the disk."""


class Loop(Protocol):
    """The loop on whose thread the journal is told things and tells things."""

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> object:
        """Hand a call over from any thread. Raises RuntimeError when the loop is closed."""
        ...


def _to_nobody(_what: object) -> None:
    """Tell nobody."""


class Journal:
    """Writes down what happens at the table, as one of the daemon's observers.

    What came of one event is written together. `saved` is called on the loop with the number of
    the last entry that is durable, `complain` with a notice when something is wrong or right again.
    """

    def __init__(  # noqa: PLR0913 - the parts that are wired together here
        self,
        opened: Opened,
        loop: Loop,
        *,
        saved: Callable[[int], None] = _to_nobody,
        complain: Callable[[Notice], None] = _to_nobody,
        now: Callable[[], str] = wall_clock,
        retry: float = RETRY,
    ) -> None:
        self._now = now
        self._loop = loop
        self._pending: list[Labelled] = []
        reports = Reports(self._on_the_loop(saved), self._on_the_loop(complain))
        self._writer = Writer(
            opened.path, opened.ledger, opened.store, reports, now=now, retry=retry
        )

    def sensed(self, _event: Event) -> None:
        """Write no events down: what comes of them says everything."""

    def happened(self, effect: Effect, _at: float) -> None:
        """Keep an effect that has to be written until all that belongs to it has happened."""
        if is_told(effect):
            self._pending.append(Labelled(self._now(), effect))

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        """Have what has happened written."""
        if self._pending:
            self._writer.hand_over(tuple(self._pending))
            self._pending.clear()

    def complained(self, _complaint: object) -> None:
        """Write no complaints down."""

    def close(self) -> bool:
        """Have the rest written, and end; say whether everything is durable."""
        if self._pending:
            self._writer.hand_over(tuple(self._pending))
        return self._writer.close(PATIENCE)

    def _on_the_loop(self, tell: Callable[[Told], None]) -> Callable[[Told], None]:
        def hand_over(what: Told) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody listens any more
                self._loop.call_soon_threadsafe(tell, what)

        return hand_over
