"""A board's voice in a room: numbers and seals what it says, and says again what was not heard.

The law of this module: it says what it is given, and decides nothing of the match.
"""

from __future__ import annotations

import math
from typing import Final

from iye.away.code import Keys
from iye.away.entries import Entry
from iye.away.kept import Kept, Said
from iye.away.outputs import Output, Publish, Save
from iye.away.sealed import Opened, Sort, seal
from iye.away.words import PAGE, LogPage, Status, Topics, encode, pages_of

LIFE: Final = 1 << 20
"""Messages are numbered within a life, so that those of a later one have greater numbers."""
AGAIN: Final = 3.0
"""Seconds until what has not been heard is said again; twice as many every time."""
LATEST: Final = 60.0


class Voice:
    """What is to be done gathers in `outputs`; nothing is said while not `connected`."""

    def __init__(self, keys: Keys, kept: Kept) -> None:
        self.connected = False
        self.outputs: list[Output] = []
        self._keys = keys
        self._topics = Topics(keys.room)
        self._board = kept.board
        self._number = kept.life * LIFE
        self._said: Status | None = None
        self._due = math.inf
        self._pause = AGAIN

    @property
    def due(self) -> float:
        """When `again` is to be called; or infinity."""
        return self._due if self.connected else math.inf

    def remember(self, kept: Kept) -> None:
        """Have what is kept written; what was to be written just before need not be."""
        if self.outputs and isinstance(self.outputs[-1], Save):
            self.outputs.pop()
        self.outputs.append(Save(kept))

    def begin_life(self, life: int) -> Publish:
        """Begin to number messages anew; give the last will of this life."""
        self._number = life * LIFE
        body = encode({"life": life})
        return Publish(
            self._topics.status(self._board), self._sealed("gone", "", body, self._number)
        )

    def say_all(self, kept: Kept) -> None:
        """Say everything, whether it was said before or not."""
        self._said = None
        self.say_log(kept)
        for page in pages_of(kept.before.log) if kept.before is not None else ():
            assert kept.before is not None  # noqa: S101 - see above
            self._say_page(kept.before.match, page)

    def say_log(self, kept: Kept, known: tuple[Entry, ...] = ()) -> None:
        """Say those pages of the own log that hold more than what was `known` of it."""
        for page in pages_of(kept.own)[len(known) // PAGE :]:
            self._say_page(kept.match, page)

    def say_status(self, kept: Kept, status: Status) -> None:
        """Say how this board stands, if that is new."""
        if status != self._said:
            self._said = status
            topic = self._topics.status(self._board)
            self._publish(topic, "status", kept.match, encode(status))

    def repeat_status(self) -> None:
        """Say how this board stands the next time, though it be the same."""
        self._said = None

    def take_back(self, before: Said) -> None:
        """Take back what was said in the match before."""
        for page in pages_of(before.log) if self.connected else ():
            topic = self._topics.page(self._board, before.match, page.page)
            self.outputs.append(Publish(topic, b""))

    def doubt(self, at: float, *, heard: bool) -> None:
        """Plan to say again what the other has not heard, as long as there is any such thing."""
        if heard:
            self._due, self._pause = math.inf, AGAIN
        elif self._due == math.inf:
            self._due = at + self._pause

    def again(self, kept: Kept, at: float) -> None:
        """Say everything again, if it is time."""
        if self._due <= at:
            self._pause = min(2 * self._pause, LATEST)
            self._due = at + self._pause
            self.say_all(kept)

    def _say_page(self, match: str, page: LogPage) -> None:
        topic = self._topics.page(self._board, match, page.page)
        self._publish(topic, "log", match, encode(page))

    def _publish(self, topic: str, sort: Sort, match: str, body: bytes) -> None:
        if self.connected:
            self._number += 1
            self.outputs.append(Publish(topic, self._sealed(sort, match, body, self._number)))

    def _sealed(self, sort: Sort, match: str, body: bytes, number: int) -> bytes:
        return seal(self._keys.seal, Opened(self._board, number, match, sort, body))
