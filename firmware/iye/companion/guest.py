"""One page that is connected: who it is, and what is waiting to be sent to it.

The law of this module: a page gets the newest of what is shown and all of what is said, and one
that does not read fast enough loses its place, never anybody's time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

from iye.companion.bells import Bells
from iye.languages import Language
from iye.lights import Frame

MOST_WAITING: Final = 600
"""Words that may wait for a page; one that falls further behind is let go.

Another page's wishes at one go, 120 of them, must not fill it: each may be worth several words.
"""
MOST_OVERDONE: Final = 200
"""Wishes beyond the rate that are answered; a page that goes on is let go."""


@dataclass
class Bucket:
    """Lets through `rate` things a second on average, `size` at once."""

    rate: float
    size: float
    left: float = 0.0
    at: float = 0.0

    def __post_init__(self) -> None:
        self.left = self.size

    def take(self, now: float) -> bool:
        """Take one at the moment `now`, if there is one left."""
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guest:
    """A connected page. `seat` is the player it acts for; None helps both, once joined.

    Its bell is rung by `bells`, which all pages share.
    """

    def __init__(self, language: Language, bells: Bells, *, joined: bool) -> None:
        self.language = language
        self.joined = joined
        self.seat: Literal[1, 2] | None = None
        self.watches_pads = False
        self.dismissed = False
        """Whether the page has lost its place: it reads too slowly, or wishes too fast."""
        self.wishes = Bucket(rate=60, size=120)
        self.overdone = Bucket(rate=1, size=MOST_OVERDONE)
        self.held: set[str] = set()
        """Pads and buttons this page's hand is on; let go when the page goes."""
        self._words: deque[str] = deque()
        self._latest: dict[str, str] = {}
        self._frame: Frame | None = None
        self._bells = bells
        self._bell = asyncio.Event()

    def say(self, word: str) -> None:
        """Send a word; all are sent, in order."""
        if len(self._words) >= MOST_WAITING:
            self.dismiss()
        else:
            self._words.append(word)
        self._bells.ring(self._bell)

    def dismiss(self) -> None:
        """Let the page lose its place."""
        self.dismissed = True
        self._bells.ring(self._bell)

    def show(self, what: str, word: str) -> None:
        """Send the newest of a kind of word; an older one that still waits is dropped."""
        self._latest[what] = word
        self._bells.ring(self._bell)

    def shine(self, frame: Frame) -> None:
        """Send the newest frame."""
        self._frame = frame
        self._bells.ring(self._bell)

    async def waiting(self) -> list[str | bytes]:
        """Wait until there is something to send, and give all of it."""
        await self._bell.wait()
        self._bell.clear()
        sending: list[str | bytes] = [*self._latest.values(), *self._words]
        self._latest.clear()
        self._words.clear()
        if self._frame is not None:
            sending.append(self._frame)
            self._frame = None
        return sending
