"""A board's side of a room: what is heard and what stands at the table in, what is to be done out.

The law of this module: no clock, no chance but what it is given, no I/O. What it wants done it
leaves in order: what has to be remembered stands before what may only then be said.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal

from msgspec import structs

from iye.away import entries as said
from iye.away import following
from iye.away.agreed import Agreed, BrokenCommitmentError, Ended, IllegalEntryError
from iye.away.code import Keys
from iye.away.confluence import Confluence
from iye.away.entries import Entry
from iye.away.fair import commitment
from iye.away.kept import Kept, Said, Stopped, Why
from iye.away.outputs import Output, Post, Publish, Report, Wishes
from iye.away.peers import HARMLESS, Peers
from iye.away.voice import Voice
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
        self.kept = kept
        self.wishes = wishes
        self.gone_since: float | None = None
        self._chance = chance
        self._voice = Voice(keys, kept)
        self._peers = Peers(keys, kept.board)
        self._table = Table()
        self._posted: object = None
        self._settles = math.inf
        self.flow = self._read_flow()

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
    def state(self) -> Agreed | None:
        """What both have agreed on; None between matches."""
        return None if self.flow is None else self.flow.state

    @property
    def me(self) -> Player:
        """Which player sits here: the board with the smaller number is player 1's."""
        return Player.ONE if self.kept.board < self.kept.peer else Player.TWO

    @property
    def peer(self) -> Status | None:
        """How the other board stands, as far as it is known."""
        return self._peers.status(self.kept.peer)

    @property
    def peer_here(self) -> bool:
        """Whether the other board is connected to the broker, and so is this one."""
        return self._voice.connected and self._peers.here(self.kept.peer)

    @property
    def followed(self) -> bool:
        """Whether the other table is as far as what both agreed on."""
        state, peer = self.state, self.peer
        if state is None or peer is None or self._peers.match(self.kept.peer) != state.name:
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
        self._keep(life=max(self.kept.life + 1, clock))
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
            self._hear_of_stop()
        elif what == "log" and not self._hear_news():
            self._voice.repeat_status()  # the other may not know that all of it has been heard
        elif what not in ("log", "nothing"):
            self._report(what)
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
            self._keep(offer=self._chance())
        self._go_on(at)

    def leave(self, at: float) -> None:
        """Leave the room, and a match that is under way."""
        self._leave_match()
        self._keep(match="", own=(), others=(), offer="", peer="", nonce="", stopped=None, code="")
        self.flow = None
        self._voice.outputs.append(Post(Parted(left=True, at=at)))
        self._say_status()

    # Matches.

    def _read_flow(self) -> Confluence | None:
        kept = self.kept
        if not kept.match:
            return None
        own, others = kept.own, kept.others
        return Confluence.of(kept.match, (own, others) if self.me is Player.ONE else (others, own))

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
            return self._meet()
        if self.stopped:
            return False
        if self._hear_news() or self._met_anew():
            return True
        return not self.stopped and self._go_on_with(state, at)

    def _go_on_with(self, state: Agreed, at: float) -> bool:
        if state.ended is not None:
            return self._end(state, state.ended, at)
        entry = self._own_entry(state)
        if entry is not None:
            self._say(entry)
            return True
        return self._at_table(state, at)

    def _meet(self) -> bool:
        """Begin a match with a board that offers one."""
        kept, free = self.kept, not self._table.playing or self._table.shared
        found = self._peers.offering() if kept.offer and free else None
        if found is None:
            return False
        self._begin(self._match_with(*found), found[0])
        return True

    def _met_anew(self) -> bool:
        """Begin again with a board that has never begun, and meant another match with this one."""
        kept, peer = self.kept, self.peer
        if kept.others or not kept.offer or peer is None or not peer.offer:
            return False
        match = self._match_with(kept.peer, peer.offer)
        if match == kept.match or peer.peer not in ("", kept.board):
            return False
        self._keep(match="")
        self._begin(match, kept.peer)
        return True

    def _match_with(self, peer: str, offer: str) -> str:
        parts = sorted(((self.kept.board, self.kept.offer), (peer, offer)))
        return _name("match", *(part for pair in parts for part in pair))

    def _begin(self, match: str, peer: str) -> None:
        before = Said(self.kept.match, self.kept.own) if self.kept.match else self.kept.before
        self._keep(match=match, peer=peer, own=(), others=(), nonce="", before=before)
        self.flow = Confluence.fresh(match)

    def _own_entry(self, state: Agreed) -> Entry | None:
        """Give what this board has to say by itself: that it begins, and its part in a deal."""
        at, me = self._place(), self.me
        if state.begun[me - 1] is None:
            return said.Begin(*at, self.wishes.name[:40], self.wishes.wins, self.wishes.coach)
        if state.dealing and state.commits[me - 1] is None:
            nonce = self._chance()
            self._keep(nonce=nonce)
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
                self._say(said.Made(*self._place(), str(move)))
                return True
            case following.SayFirst(player):
                number: Literal[1, 2] = 1 if player is Player.ONE else 2
                self._say(said.First(*self._place(), number))
                return True
            case following.Differ(point):
                self._stop("table", point)
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
            self._begin(_name("next", state.name, state.digest), self.kept.peer)
            self._keep(offer="")
            return True
        parting = following.part(self._table, state.name, at)
        if parting is not None:
            self._post(parting.event)
            return False
        if ended is Ended.ABANDONED:
            self._tell_consents(state, at)
            return False
        before = Said(state.name, self.kept.own)
        self._keep(match="", own=(), others=(), offer="", nonce="", before=before)
        self.flow = None
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
        self._try(said.Ask(*self._place(), consent.value, point.cycles, point.moves))

    def part(self, at: float) -> None:
        """Leave the match, and stay in the room."""
        self._leave_match()
        self._go_on(at)

    def _leave_match(self) -> None:
        state = self.state
        if state is not None and state.ended is None:
            self._keep(stopped=None)
            self._say(said.Leave(*self._place()))
        if self.kept.match:
            self._keep(before=Said(self.kept.match, self.kept.own))

    def _answer(self, effect: Consented) -> None:
        state = self.state
        asked = None if state is None else state.asks[self.me.other - 1]
        if asked is None:
            return
        if effect.agree:
            self._try(said.Agree(*self._place(), asked.consent.value, asked.number))
        else:
            self._try(said.Refuse(*self._place(), asked.number))

    # Saying.

    def _place(self) -> tuple[str, int]:
        assert self.flow is not None  # noqa: S101 - there is a match
        return self.flow.state.digest, len(self.kept.others)

    def _try(self, entry: Entry) -> None:
        """Say something a person wants, unless it is to no purpose by now."""
        assert self.flow is not None  # noqa: S101 - there is a match
        try:
            self.flow.heard(self.me, (entry,))
        except IllegalEntryError:
            return
        self._say(entry)

    def _say(self, entry: Entry) -> None:
        """Put an entry into the own log, for good."""
        assert self.flow is not None  # noqa: S101 - there is a match
        self.flow = self.flow.said(self.me, entry)
        before = self.kept.own
        self._keep(own=(*before, entry))
        self._voice.say_log(self.kept, before)

    def _say_status(self) -> None:
        """Say how this board stands, if that is new."""
        kept, table = self.kept, self._table
        here = table if table.setup.shared == kept.match and kept.match else Table()
        offering = kept.match or not table.playing or table.shared
        status = Status(
            kept.life,
            self.wishes.name[:40],
            kept.offer if offering else "",
            kept.peer if kept.match else "",
            len(kept.others),
            here.point.cycles,
            here.point.moves,
            here.taken_back,
            kept.stopped,
        )
        self._voice.say_status(kept, status)

    def _doubt(self, at: float) -> None:
        """Plan to say again what the other has not heard, as long as there is any such thing."""
        status = self.peer
        heard = not self.kept.match or (
            status is not None
            and status.seen >= len(self.kept.own)
            and self._peers.match(self.kept.peer) == self.kept.match
        )
        self._voice.doubt(at, heard=heard)
        if heard:
            self._forget_before(status)

    def _forget_before(self, status: Status | None) -> None:
        """Take back what was said in the match before, once the other has come to this one."""
        before = self.kept.before
        arrived = self._peers.match(self.kept.peer) == self.kept.match != ""
        if before is None or status is None or not arrived or before.match == self.kept.match:
            return
        self._voice.take_back(before)
        self._keep(before=None)

    # Hearing.

    def _hear_news(self) -> bool:
        """Take in what is new of the other's log; say whether anything was."""
        kept = self.kept
        news = self._peers.news(kept.peer, kept.match, kept.others)
        if news is None:
            self._keep(disputed=self._peers.disputed(kept.peer, kept.match))
            self._stop("journals", self._point())
            return False
        if any(entry.seen > len(kept.own) for entry in news):
            self._stop("forgotten", self._point())
            return False
        return bool(news) and self._take_in(news)

    def _take_in(self, news: tuple[Entry, ...]) -> bool:
        assert self.flow is not None  # noqa: S101 - there is a match
        try:
            self.flow = self.flow.heard(self.me.other, news)
        except BrokenCommitmentError:
            self._stop("commitment", self._point())
            return False
        except IllegalEntryError:
            self._peers.refuse(self.kept.peer, self.kept.match)
            self._report("illegal")
            return False
        self._keep(others=(*self.kept.others, *news))
        return True

    def _hear_of_stop(self) -> None:
        """Stop, if the other board says that the match cannot go on."""
        peer, kept = self.peer, self.kept
        if peer is not None and peer.stopped and self._peers.match(kept.peer) == kept.match != "":
            self._stop("other", Point(peer.stopped.cycle, peer.stopped.move - 1))

    def _point(self) -> Point:
        return Point(0, 0) if self.flow is None else self.flow.state.point

    def _stop(self, why: Why, point: Point) -> None:
        """Stop the match; what both have is kept."""
        if self.kept.stopped is None:
            self._keep(stopped=Stopped(why, point.cycles, point.moves + 1))
            self._report(f"stopped_{why}")

    def _note_presence(self, at: float) -> None:
        if self.peer_here:
            self.gone_since = None
        elif self.gone_since is None and self.kept.peer:
            self.gone_since = at

    # Doing.

    def _keep(self, **changes: Any) -> None:
        self.kept = structs.replace(self.kept, **changes)
        self._voice.remember(self.kept)

    def _post(self, event: Event) -> None:
        """Hand an event to the table, unless it did nothing for the same table before."""
        table = self._table
        what = (type(event), replace(event, at=0.0), table.point, type(table.phase))
        if (*what, table.taken_back, table.consent) != self._posted:
            self._posted = (*what, table.taken_back, table.consent)
            self._voice.outputs.append(Post(event))

    def _report(self, code: str) -> None:
        count = self._peers.drop(code)
        if code not in HARMLESS and str(count).rstrip("0") == "1":  # 1, 10, 100: no flood
            self._voice.outputs.append(Report(code, count))


def _name(*parts: str) -> str:
    return hashlib.sha256("|".join(("iye", *parts)).encode()).hexdigest()[:32]
