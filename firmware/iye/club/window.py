"""The window that pages look through: the club as it stands, and what changes of it.

The law of this module: what is shown is written once and handed to all pages alike, a few times a
second at most; no page is waited for. Nothing that a page says reaches a board.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from iye.away.shown import Shown
from iye.club.cards import (
    Card,
    Club,
    FinishedCard,
    Followed,
    Hello,
    card_of,
    decode,
    encode,
    finished_card,
    in_full,
    raw,
)
from iye.club.clubhouse import Clubhouse
from iye.club.heard import played
from iye.companion.bells import Bells
from iye.companion.guest import Guest
from iye.companion.messages import Refused
from iye.companion.patterns import Pattern, pattern_of
from iye.languages import NAMES, Language, message
from iye.rules import Match

MOST_GUESTS: Final = 400
EVERY: Final = 0.2
"""Seconds between two words about the club; what changes meanwhile is said together."""


class Window:
    """All connected pages, and the club they look at. Tell it what the broker says."""

    def __init__(self, club: Clubhouse, *, version: str, broker: str, every: float = EVERY) -> None:
        self.club = club
        self.online = False
        self._trouble: Pattern | None = None
        self._version, self._broker, self._every = version, broker, every
        self._bells = Bells()
        self._guests: dict[Guest, str] = {}
        """Pages, each with the name of what it follows."""
        self._games: dict[str, msgspec.Raw] = {}
        self._finished: dict[str, msgspec.Raw] = {}
        self._said = ""
        """What was said last of all that has no card."""
        self._next = 0.0
        self._planned: asyncio.TimerHandle | None = None

    # What the broker tells.

    def heard(self, topic: str, payload: bytes) -> None:
        """Take a message in."""
        self.club.hear(topic, payload, time.time())
        self._plan()

    def found(self) -> None:
        """Note that the broker is reached."""
        self.online, self._trouble = True, None
        self._plan()

    def lost(self, why: str) -> None:
        """Note that the broker is not reached, and why."""
        self.online, self._trouble = False, pattern_of(why) if why else None
        self.club.lose_sight()
        self._plan()

    def close(self) -> None:
        """Say nothing more."""
        if self._planned is not None:
            self._planned.cancel()

    # Pages.

    @property
    def full(self) -> bool:
        """Whether no page more can be taken."""
        return len(self._guests) >= MOST_GUESTS

    def welcome(self, language: Language) -> Guest:
        """Take a page in and tell it everything."""
        self._say_news()
        guest = Guest(language, self._bells, joined=False)
        self._guests[guest] = ""
        guest.say(encode(Hello(self._version, language.tag, NAMES, self._broker)))
        games, finished = list(self._games.values()), list(self._finished.values())
        guest.say(encode(self._word(games, finished, whole=True)))
        return guest

    def farewell(self, guest: Guest) -> None:
        """Let a page go."""
        del self._guests[guest]

    def wish(self, guest: Guest, text: str | bytes) -> None:
        """Hear what a page wants to follow; what cannot be read is answered."""
        now = asyncio.get_running_loop().time()
        if not guest.wishes.take(now):
            self._overdone(guest, now)
            return
        try:
            wish = decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            guest.say(encode(Refused("bad_message", str(error))))
            return
        self._guests[guest] = wish.game
        self._show_followed(wish.game, [guest])

    def _overdone(self, guest: Guest, now: float) -> None:
        """Answer a page that wishes too fast, as long as that has an end."""
        if guest.overdone.take(now):
            text = guest.language.say(message("Too many wishes at once: wait a moment."))
            guest.say(encode(Refused("too_many", text)))
        else:
            guest.dismiss()

    # What changes.

    def _plan(self) -> None:
        """Say what is new, soon; not sooner than it may be after the last time."""
        if self._planned is None:
            loop = asyncio.get_running_loop()
            self._planned = loop.call_at(max(self._next, loop.time()), self._say_planned)

    def _say_planned(self) -> None:
        self._next = asyncio.get_running_loop().time() + self._every
        self._planned = None
        self._say_news()

    def _say_news(self) -> None:
        """Say to every page what has changed."""
        news = self.club.take()
        games = self._take_over(self._games, {name: self._card(name) for name in news.games})
        ended = {name: self._finished_card(name) for name in news.finished}
        finished = self._take_over(self._finished, ended)
        gone = [name for name in news.games if name not in self._games]
        struck = [name for name in news.finished if name not in self._finished]
        word = encode(self._word(games, finished, gone, struck))
        if word != self._said:
            for guest in self._guests:
                guest.say(word)
        self._said = encode(self._word([], []))
        self._show_all_followed(news.games | news.finished)

    @staticmethod
    def _take_over(
        known: dict[str, msgspec.Raw], cards: Mapping[str, Card | FinishedCard | None]
    ) -> list[msgspec.Raw]:
        """Take over new cards, and strike what has none; give those that look different."""
        fresh = []
        for name, card in cards.items():
            if card is None:
                known.pop(name, None)
            elif known.get(name) != (text := raw(card)):
                known[name] = text
                fresh.append(text)
        return fresh

    def _word(
        self,
        games: list[msgspec.Raw],
        finished: list[msgspec.Raw],
        gone: list[str] | None = None,
        struck: list[str] | None = None,
        *,
        whole: bool = False,
    ) -> Club:
        club = self.club
        counts = (self.online, club.boards, club.here, dict(sorted(club.dropped.items())))
        return Club(*counts, games, finished, gone or [], struck or [], whole, self._trouble)

    def _card(self, name: str) -> Card | None:
        game = self.club.game(name)
        return None if game is None else card_of(game)

    def _finished_card(self, name: str) -> FinishedCard | None:
        finished = self.club.finished.get(name)
        return None if finished is None else finished_card(finished)

    # Following.

    def _show_all_followed(self, changed: set[str]) -> None:
        followers: dict[str, list[Guest]] = {}
        for guest, name in self._guests.items():
            if name in changed:
                followers.setdefault(name, []).append(guest)
        for name, guests in followers.items():
            self._show_followed(name, guests)

    def _show_followed(self, name: str, guests: list[Guest]) -> None:
        """Show everything of a game or finished match to those who follow it."""
        if not name:
            return
        game, finished = self.club.game(name), self.club.finished.get(name)
        words: dict[str, str] = {}
        if game is not None:
            words = _words(name, card_of(game), game.seen.told, game.seen.match)
        elif finished is not None:
            told = finished.told
            words = _words(name, finished_card(finished), told, played(told))
        else:
            words = {"followed": encode(Followed(name, finished=False, card=None))}
        for guest in guests:
            for what, word in words.items():
                guest.show(what, word)

    # For whoever asks.

    def record_of(self, name: str) -> tuple[tuple[str, str], Match] | None:
        """Give the names and the match of a game or finished match; None where there is none."""
        game, finished = self.club.game(name), self.club.finished.get(name)
        if game is not None:
            return game.seen.told.names, game.seen.match
        return None if finished is None else (finished.told.names, played(finished.told))


def _words(name: str, card: Card | FinishedCard, told: Shown, match: Match) -> dict[str, str]:
    state, history = in_full(told, match)
    followed = Followed(name, isinstance(card, FinishedCard), card)
    return {"followed": encode(followed), "state": encode(state), "history": encode(history)}
