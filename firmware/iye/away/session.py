"""A board's side of a room: what is heard and what stands at the table in, what is to be done out.

The law of this module: no clock, no chance but what it is given, no I/O. What it wants done it
leaves in order: what has to be remembered stands before what may only then be said.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from iye.away import entries as said
from iye.away import following
from iye.away.agreed import Agreed, Ended
from iye.away.code import Keys
from iye.away.entries import Entry
from iye.away.fair import commitment
from iye.away.kept import Kept
from iye.away.logs import Logs
from iye.away.outputs import Output, Post, Publish
from iye.away.peers import HARMLESS
from iye.away.wishes import Wishes
from iye.away.words import Status
from iye.rules import Player
from iye.table import Asked, Consent, Consented, Effect, Event, Parted, Point, Table

GONE_FOR_GOOD: Final = 180.0
"""Seconds after which a player may leave a match alone by `new`, without asking."""


class Session:
    """One board in a room. Call a method for whatever happens, then do what `take` gives.

    `chance` gives a fresh nonce.
    """

    def __init__(self, keys: Keys, kept: Kept, wishes: Wishes, chance: Callable[[], str]) -> None:
        self.wishes = wishes
        self.gone_since: float | None = None
        self._logs = Logs(keys, kept)
        self._voice, self._peers = self._logs.voice, self._logs.peers
        self._chance = chance
        self._table = Table()
        self._posted: object = None
        self._settles = math.inf

    # What is asked of it.

    def take(self) -> list[Output]:
        """Give what is to be done, in order."""
        outputs, self._voice.outputs = self._voice.outputs, []
        return outputs

    @property
    def due(self) -> float:
        """The next moment at which `time` wants to be told; or infinity."""
        return min(self._settles, self._voice.due)

    @property
    def kept(self) -> Kept:
        """What is to be remembered."""
        return self._logs.kept

    @property
    def state(self) -> Agreed | None:
        """What both have agreed on; None between matches."""
        return self._logs.state

    @property
    def me(self) -> Player:
        """Which player sits here."""
        return self._logs.me

    @property
    def peer(self) -> Status | None:
        """How the other board stands, as far as it is known."""
        return self._logs.peer

    @property
    def peer_here(self) -> bool:
        """Whether the other board is connected to the broker, and so is this one."""
        return self._voice.connected and self._peers.here(self.kept.peer)

    @property
    def followed(self) -> bool:
        """Whether the other table is as far as what both agreed on."""
        state, peer = self.state, self.peer
        if state is None or peer is None or not self._logs.both_in:
            return False
        return (Point(peer.cycles, peer.moves), peer.backs) == (state.point, state.backs)

    @property
    def wrong(self) -> dict[str, int]:
        """How many messages have changed nothing, by what was wrong with them."""
        dropped = self._peers.dropped
        return {code: count for code, count in dropped.items() if code not in HARMLESS}

    @property
    def stopped(self) -> bool:
        """Whether the match cannot go on."""
        return self.kept.stopped is not None

    @property
    def taken(self) -> bool:
        """Whether two other boards are in this room, so that nobody is left to play with."""
        return not self.kept.match and self._peers.all_taken()

    # What happens.

    def connecting(self, clock: int = 0) -> Publish:
        """Begin another life at the broker; give what it is to say when that ends.

        Lives are counted; a `clock` in seconds helps a board whose memory is an old copy.
        """
        self._logs.keep(life=max(self.kept.life + 1, clock))
        return self._voice.begin_life(self.kept.life)

    def online(self, at: float) -> None:
        """Say everything: the broker may have forgotten it, or never have heard it."""
        self._voice.connected = True
        self._voice.say_all(self.kept)
        self._go_on(at)

    def offline(self, at: float) -> None:
        """Note that nothing is heard any more."""
        self._voice.connected = False
        self._note_presence(at)

    def hear(self, topic: str, payload: bytes, at: float) -> None:
        """Hear a message; whatever is wrong with it changes nothing but the count of such."""
        what = self._peers.hear(topic, payload, self.kept)
        if what == "status":
            self._logs.hear_of_stop()
        elif what == "late_will" or (what == "log" and not self._logs.hear_news()):
            self._voice.repeat_status()  # of a late log: the other may not know that it was heard
        elif what not in ("log", "nothing"):
            self._logs.report(what)
        self._note_presence(at)
        self._go_on(at)

    def happened(self, effect: Effect, table: Table, at: float) -> None:
        """Take a wish or an answer from the table."""
        if not isinstance(effect, Asked | Consented):
            return
        self._table = table
        self._go_on(at)  # a move that was made before comes first
        if isinstance(effect, Asked):
            self._ask(effect, at)
        else:
            self._answer(effect)
        self._go_on(at)

    def stands(self, table: Table, at: float) -> None:
        """See how things stand at the table, and do what follows."""
        self._table = table
        self._go_on(at)

    def time(self, at: float) -> None:
        """Do what is due."""
        self._voice.again(self.kept, at)
        self._go_on(at)

    def offer(self, at: float) -> None:
        """Be ready for a match with whoever is in the room."""
        if not self.kept.match and not self.kept.offer:
            self._logs.keep(offer=self._chance())
        self._go_on(at)

    def leave(self, at: float) -> None:
        """Leave the room, and a match that is under way."""
        self._logs.leave_match()
        self._logs.leave_room()
        self._voice.outputs.append(Post(Parted(left=True, at=at)))
        self._say_status()

    # Going on.

    def _go_on(self, at: float) -> None:
        """Do everything that follows from how things stand, and say how they stand then."""
        self._settles = math.inf
        while self._one_step(at):
            pass
        self._doubt(at)
        self._say_status()

    def _one_step(self, at: float) -> bool:
        """Do the next thing that follows; say whether there may be more."""
        state = self.state
        if state is None:
            free = not self._table.playing or self._table.shared
            return free and self._logs.meet()
        if self.stopped:
            return False
        if self._logs.hear_news() or self._logs.meet_anew():
            return True
        return not self.stopped and self._go_on_with(state, at)

    def _go_on_with(self, state: Agreed, at: float) -> bool:
        if state.ended is not None:
            return self._end(state, state.ended, at)
        entry = self._own_entry(state)
        if entry is not None:
            self._logs.say(entry)
            return True
        return self._at_table(state, at)

    def _own_entry(self, state: Agreed) -> Entry | None:
        """Give what this board has to say by itself: that it begins, and its part in a deal."""
        at, me = self._logs.place, self.me
        if state.begun[me - 1] is None:
            return said.Begin(*at, self.wishes.name[:40], self.wishes.wins, self.wishes.coach)
        if state.dealing and state.commits[me - 1] is None:
            nonce = self._chance()
            self._logs.keep(nonce=nonce)
            return said.Commit(*at, commitment(state.draw, me, nonce))
        if state.dealing and None not in state.commits and state.nonces[me - 1] is None:
            return said.Reveal(*at, self.kept.nonce)
        if following.useless(self._table, state, me):
            asked = state.asks[me.other - 1]
            assert asked is not None  # noqa: S101 - the caller has looked
            return said.Refuse(*at, asked.number)
        return None

    def _at_table(self, state: Agreed, at: float) -> bool:
        """Bring the table and what both agreed on together, by one step."""
        step = following.next_step(self._table, state, self.me, at)
        match step:
            case following.Tell(event):
                self._post(event)
            case following.SayMove(_, due) if due > at:
                self._settles = due
            case following.SayMove(move):
                self._logs.say(said.Made(*self._logs.place, str(move)))
                return True
            case following.SayFirst(player):
                number: Literal[1, 2] = 1 if player is Player.ONE else 2
                self._logs.say(said.First(*self._logs.place, number))
                return True
            case following.Differ(point):
                self._logs.stop("table", point)
        if step is None:
            self._tell_consents(state, at)
        return False

    def _tell_consents(self, state: Agreed, at: float) -> None:
        told = following.consents(self._table, state, self.me, at)
        if told is not None:
            self._post(told.event)

    def _end(self, state: Agreed, ended: Ended, at: float) -> bool:
        """Do what is due after the end of a match other than by winning it."""
        if ended is Ended.FOLLOWED:
            self._logs.begin_next(state)
            return True
        parting = following.part(self._table, state.name, at)
        if parting is not None:
            self._post(parting.event)
            return False
        if ended is Ended.ABANDONED:
            self._tell_consents(state, at)
            return False
        self._logs.close(state)
        return True

    def _ask(self, effect: Asked, at: float) -> None:
        """Ask the other; or do at once what takes no other, since there is none."""
        state, consent = self.state, effect.consent
        if state is None:
            if consent is Consent.NEW:
                self.offer(at)
            return
        gone = self.gone_since is not None and at - self.gone_since >= GONE_FOR_GOOD
        if consent is Consent.ABANDON and (gone or self.stopped):
            self.part(at)
            return
        point = effect.point or Point(0, 0)
        self._logs.try_to_say(said.Ask(*self._logs.place, consent.value, point.cycles, point.moves))

    def part(self, at: float) -> None:
        """Leave the match, and stay in the room."""
        self._logs.leave_match()
        self._go_on(at)

    def _answer(self, effect: Consented) -> None:
        state = self.state
        asked = None if state is None else state.asks[self.me.other - 1]
        if asked is None:
            return
        if effect.agree:
            self._logs.try_to_say(said.Agree(*self._logs.place, asked.consent.value, asked.number))
        else:
            self._logs.try_to_say(said.Refuse(*self._logs.place, asked.number))

    def _say_status(self) -> None:
        """Say how this board stands, if that is new."""
        status = following.status(self._table, self.kept, self.wishes.name)
        self._voice.say_status(self.kept, status)

    def _doubt(self, at: float) -> None:
        """Plan to say again what the other has not heard, as long as there is any such thing."""
        heard = self._logs.all_heard
        self._voice.doubt(at, heard=heard)
        if heard:
            self._logs.forget_before()

    def _note_presence(self, at: float) -> None:
        if self.peer_here:
            self.gone_since = None
        elif self.gone_since is None and self.kept.peer:
            self.gone_since = at

    def _post(self, event: Event) -> None:
        """Hand an event to the table, unless it did nothing for the same table before."""
        table = self._table
        what = (type(event), replace(event, at=0.0), table.point, type(table.phase))
        if (*what, table.taken_back, table.consent) != self._posted:
            self._posted = (*what, table.taken_back, table.consent)
            self._voice.outputs.append(Post(event))
