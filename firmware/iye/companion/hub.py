"""The companion itself: looks on at the table, and keeps every page in the picture.

The law of this module: what is shown is written once and handed to all pages alike; no page is
waited for. Reading the pads costs the bus, so it is done only while somebody looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

import msgspec

from iye.companion import messages as said
from iye.companion.bells import Bells
from iye.companion.guest import Guest
from iye.companion.refusals import RefusedError
from iye.companion.rooms import away_word
from iye.companion.view import history_of, state_of
from iye.companion.wishes import House, grant, let_go
from iye.languages import NAMES, Language, message
from iye.lights import PAD_NAMES, PALETTES, Frame
from iye.rules import Match
from iye.sentences import URGENT, Teller
from iye.table import Advice, Coached, Effect, Event, Table
from iye_hw.panel import Complaint

MOST_GUESTS: Final = 200
PADS_EVERY: Final = 0.2
"""Seconds between readings of the pads, while somebody looks at them."""


class Companion:
    """All connected pages. Subscribe it to the daemon."""

    def __init__(self, house: House, *, version: str, address: str = "") -> None:
        self.house = house
        self._version = version
        self._address = address
        self._bells = Bells()
        self._guests: set[Guest] = set()
        self._table: Table | None = None
        self._match: Match | None = None
        self._advice: Advice | None = None
        self._state = ""
        self._history = ""
        self._frame = house.board.frame
        self._watching: asyncio.Task[None] | None = None
        self._away = {True: "", False: ""}
        if house.room is not None:
            house.room.changed = lambda _view: self._show_away()
        house.analyst.subscribe(lambda: self._show("analysis", self._analysis()))

    async def close(self) -> None:
        """End what was begun for pages."""
        await self.house.analyst.close()

    # What the daemon tells.

    def sensed(self, _event: Event) -> None:
        """Pages are told what comes of events, not the events."""

    def happened(self, effect: Effect, _at: float) -> None:
        """Say to every page, in its language, what happened."""
        name, urgent = type(effect).__name__, isinstance(effect, URGENT)

        def say(teller: Teller) -> str:
            text = teller.tell(effect)
            return said.encode(said.Said(name, text, urgent)) if text else ""

        for guest, word in self._to_each(say):
            if word:
                guest.say(word)

    def stands(self, table: Table, frame: Frame, _at: float) -> None:
        """Show every page how things stand, as far as it has changed."""
        self.house.analyst.follow(table)
        if not self._guests:
            return
        self._look_at(table)
        if frame != self._frame:
            self._frame = frame
            for guest in self._guests:
                guest.shine(frame)

    def complained(self, complaint: Complaint) -> None:
        """Say to every page what is wrong with the hardware, or right again."""
        for guest, word in self._to_each(lambda teller: _complaint_word(teller, complaint)):
            guest.say(word)

    # Pages.

    @property
    def full(self) -> bool:
        """Whether no page more can be taken."""
        return len(self._guests) >= MOST_GUESTS

    def welcome(self, language: Language) -> Guest:
        """Take a page in and tell it everything."""
        guest = Guest(language, self._bells, joined=self.house.door.open)
        board = self.house.board
        self._look_at(board.table)
        self._frame = board.frame
        self._guests.add(guest)
        self._introduce(guest)
        guest.show("state", self._state)
        guest.show("history", self._history)
        guest.show("tuning", self._tuning())
        if self.house.analyst.knows:
            guest.show("analysis", self._analysis())
        guest.shine(board.frame)
        for complaint in board.complaints:
            guest.say(_complaint_word(self._teller(guest.language), complaint))
        return guest

    def farewell(self, guest: Guest) -> None:
        """Let a page go, and take its hand off the board."""
        self._guests.discard(guest)
        let_go(self.house, guest)

    def wish(self, guest: Guest, text: str | bytes) -> None:
        """Hear what a page wishes; what cannot be granted is answered and changes nothing."""
        if not guest.wishes.take(self.house.board.now()):
            self._overdone(guest)
            return
        try:
            wish = said.decode(text)
            grant(self.house, guest, wish)
        except (msgspec.DecodeError, RecursionError) as error:
            self._refuse(guest, "bad_message", "{error}", error=error)
        except RefusedError as refused:
            self._refuse(guest, refused.reason, refused.text, **refused.values)
        else:
            self._after(guest, wish)

    def _overdone(self, guest: Guest) -> None:
        """Answer a page that wishes too fast, as long as that has an end."""
        if guest.overdone.take(self.house.board.now()):
            self._refuse(guest, "too_many", message("Too many wishes at once: wait a moment."))
        else:
            guest.dismiss()

    def _after(self, guest: Guest, wish: said.Wish) -> None:
        """Tell pages what a granted wish has changed outside the table."""
        if isinstance(wish, said.Join | said.Sit | said.Speak):
            self._introduce(guest)
        elif isinstance(wish, said.Tune | said.Fault):
            self._show("tuning", self._tuning())
        elif isinstance(wish, said.WatchPads) and wish.on and self._watching is None:
            self._watching = asyncio.get_running_loop().create_task(self._watch_pads())

    def _introduce(self, guest: Guest) -> None:
        faults = self.house.faults
        hello = said.Hello(
            version=self._version,
            pads=list(PAD_NAMES),
            simulated=self.house.hand is not None,
            joined=guest.joined,
            seat=guest.seat,
            language=guest.language.tag,
            languages=NAMES,
            palettes=list(PALETTES),
            faults=list(faults.names) if faults is not None else [],
            pad_faults=list(faults.of_a_pad) if faults is not None else [],
        )
        guest.show("hello", said.encode(hello))
        if self._advice is not None:
            guest.show("coach", self._coach(self._teller(guest.language)))
        if guest.joined and self._code:
            guest.show("code", self._code)
        if away := self._away_words()[guest.joined]:
            guest.show("away", away)

    @cached_property
    def _code(self) -> str:
        """The code's word, drawn when somebody first asks for it."""
        return _code_word(self.house.door.code, self._address)

    def _tuning(self) -> str:
        lights, faults = self.house.board.lights, self.house.faults
        on = list(faults.on) if faults is not None else []
        return said.encode(said.Tuning(lights.brightness, lights.palette.name, on))

    def _analysis(self) -> str:
        return said.encode(self.house.analyst.word())

    def _coach(self, teller: Teller) -> str:
        """Put the coach's advice into a word; none, into an empty one."""
        text = None if self._advice is None else teller.tell(Coached(self._advice))
        return said.encode(said.Coach(text or ""))

    def _teller(self, language: Language) -> Teller:
        return Teller(language, self.house.board.table.setup)

    def _to_each(self, speak: Callable[[Teller], str]) -> Iterator[tuple[Guest, str]]:
        """Give every page with a word in its language, written once for all who share it."""
        words: dict[str, str] = {}
        for guest in tuple(self._guests):
            tag = guest.language.tag
            if tag not in words:
                words[tag] = speak(self._teller(guest.language))
            yield guest, words[tag]

    def _refuse(self, guest: Guest, reason: str, text: str, **values: object) -> None:
        guest.say(said.encode(said.Refused(reason, guest.language.say(text, **values))))

    def _look_at(self, table: Table) -> None:
        """Write down how the table stands, and show all pages what differs from before."""
        if table is self._table:
            return
        self._table = table
        self._show_away()
        state = said.encode(state_of(table))
        if state != self._state:
            self._state = state
            self._show("state", state)
        if table.advised is not self._advice:
            self._advice = table.advised
            for guest, word in self._to_each(self._coach):
                guest.show("coach", word)
        if table.match is not self._match:
            self._match = table.match
            self._history = said.encode(history_of(table.match))
            self._show("history", self._history)

    def _away_words(self) -> dict[bool, str]:
        """Say how things stand with the other board, to pages that have joined and to others."""
        room, table = self.house.room, self.house.board.table
        if room is None:
            return {True: "", False: ""}
        return {
            joined: said.encode(away_word(room.view, table, joined=joined))
            for joined in (True, False)
        }

    def _show_away(self) -> None:
        if self.house.room is None or not self._guests:
            return
        words = self._away_words()
        if words != self._away:
            self._away = words
            for guest in self._guests:
                guest.show("away", words[guest.joined])

    def _show(self, what: str, word: str) -> None:
        for guest in self._guests:
            guest.show(what, word)

    async def _watch_pads(self) -> None:
        """Send readings to those who look, for as long as anybody does."""
        try:
            while lookers := [guest for guest in self._guests if guest.watches_pads]:
                word = self._pads()
                for guest in lookers:
                    guest.show("pads", word)
                await asyncio.sleep(PADS_EVERY)
        finally:
            self._watching = None

    def _pads(self) -> str:
        readings = {
            pad: said.PadReading(read.filtered, read.baseline, read.touch_threshold)
            for pad, read in self.house.board.readings().items()
        }
        return said.encode(said.Pads(readings))


def _complaint_word(teller: Teller, complaint: Complaint) -> str:
    text = teller.language.repeat(complaint.sentence)
    return said.encode(said.Said("Complaint", text, not complaint.mended))


def _code_word(code: str | None, address: str) -> str:
    if code is None:
        return ""
    import segno  # noqa: PLC0415 - only boards that ask for a code draw one

    picture = segno.make(address).svg_data_uri(scale=4, border=2)
    return said.encode(said.Code(code, address, picture))
