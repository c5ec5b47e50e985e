"""The two logs of the match a board is in: its own, which it says, and the other's, which it hears.

The law of this module: what is kept is kept here. It knows no table and no time, and makes no move.
What it says it says for good; what it hears changes nothing unless the rules bear it out.
"""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec import structs

from iye.away import entries as said
from iye.away.agreed import Agreed, BrokenCommitmentError, IllegalEntryError
from iye.away.code import Keys
from iye.away.confluence import Confluence
from iye.away.entries import Entry
from iye.away.kept import Kept, Said, Stopped, Why
from iye.away.outputs import Report
from iye.away.peers import HARMLESS, Peers
from iye.away.voice import Voice
from iye.away.words import Status
from iye.rules import Player
from iye.table import Point


class Logs:
    """The logs of one board in one room; between matches there are none, and `flow` is None."""

    def __init__(self, keys: Keys, kept: Kept) -> None:
        self.kept = kept
        self.voice = Voice(keys, kept)
        self.peers = Peers(keys, kept.board)
        self.flow = self._read()

    def _read(self) -> Confluence | None:
        kept = self.kept
        if not kept.match:
            return None
        own, others = kept.own, kept.others
        return Confluence.of(kept.match, (own, others) if self.me is Player.ONE else (others, own))

    # What is known.

    @property
    def state(self) -> Agreed | None:
        """What both have agreed on."""
        return None if self.flow is None else self.flow.state

    @property
    def me(self) -> Player:
        """Which player sits here: the board with the smaller number is player 1's."""
        return Player.ONE if self.kept.board < self.kept.peer else Player.TWO

    @property
    def peer(self) -> Status | None:
        """How the other board stands, as far as it is known."""
        return self.peers.status(self.kept.peer)

    @property
    def place(self) -> tuple[str, int]:
        """Where an entry is made that is made now: in which state, knowing how much of theirs."""
        assert self.flow is not None  # noqa: S101 - there is a match
        return self.flow.state.digest, len(self.kept.others)

    @property
    def both_in(self) -> bool:
        """Whether the other board says that it is in the match this one is in."""
        return self.peers.match(self.kept.peer) == self.kept.match != ""

    @property
    def all_heard(self) -> bool:
        """Whether the other has heard everything that was said."""
        peer = self.peer
        behind = peer is None or peer.seen < len(self.kept.own) or not self.both_in
        return not (self.kept.match and behind)

    # Beginning and ending.

    def keep(self, **changes: Any) -> None:
        """Have something remembered."""
        self.kept = structs.replace(self.kept, **changes)
        self.voice.remember(self.kept)

    def meet(self) -> bool:
        """Begin a match with a board that offers one, if this one does; say whether it did."""
        found = self.peers.offering() if self.kept.offer else None
        if found is None:
            return False
        self.begin(self._match_with(*found), found[0])
        return True

    def meet_anew(self) -> bool:
        """Begin again with a board that has never begun, and meant another match with this one."""
        kept, peer = self.kept, self.peer
        if kept.others or not kept.offer or peer is None or not peer.offer:
            return False
        match = self._match_with(kept.peer, peer.offer)
        if match == kept.match or peer.peer not in ("", kept.board):
            return False
        self.keep(match="")
        self.begin(match, kept.peer)
        return True

    def _match_with(self, peer: str, offer: str) -> str:
        parts = sorted(((self.kept.board, self.kept.offer), (peer, offer)))
        return _name("match", *(part for pair in parts for part in pair))

    def begin(self, match: str, peer: str) -> None:
        """Begin a match; what was said in the one before is kept until the other has come here."""
        before = Said(self.kept.match, self.kept.own) if self.kept.match else self.kept.before
        self.keep(match=match, peer=peer, own=(), others=(), nonce="", before=before)
        self.flow = Confluence.fresh(match)

    def begin_next(self, state: Agreed) -> None:
        """Begin the match that follows one, which both know without a word."""
        self.begin(_name("next", state.name, state.digest), self.kept.peer)
        self.keep(offer="")

    def close(self, state: Agreed) -> None:
        """Put a match away that has ended."""
        before = Said(state.name, self.kept.own)
        self.keep(match="", own=(), others=(), offer="", nonce="", before=before)
        self.flow = None

    def leave_match(self) -> None:
        """Say that this board leaves the match, if that is under way."""
        state = self.state
        if state is not None and state.ended is None:
            self.keep(stopped=None)
            self.say(said.Leave(*self.place))
        if self.kept.match:
            self.keep(before=Said(self.kept.match, self.kept.own))

    def leave_room(self) -> None:
        """Forget the room, when the match in it has been left."""
        self.keep(match="", own=(), others=(), offer="", peer="", nonce="", stopped=None, code="")
        self.flow = None

    def forget_before(self) -> None:
        """Take back what was said in the match before, once the other has come to this one."""
        before = self.kept.before
        if before is None or not self.both_in or self.peer is None:
            return
        if before.match != self.kept.match:
            self.voice.take_back(before)
            self.keep(before=None)

    # Saying.

    def say(self, entry: Entry) -> None:
        """Put an entry into the own log, for good."""
        assert self.flow is not None  # noqa: S101 - there is a match
        self.flow = self.flow.said(self.me, entry)
        before = self.kept.own
        self.keep(own=(*before, entry))
        self.voice.say_log(self.kept, before)

    def try_to_say(self, entry: Entry) -> None:
        """Say something a person wants, unless it is to no purpose by now."""
        assert self.flow is not None  # noqa: S101 - there is a match
        try:
            self.flow.heard(self.me, (entry,))
        except IllegalEntryError:
            return
        self.say(entry)

    def report(self, code: str) -> None:
        """Count what has changed nothing, and report the 1st, the 10th, the 100th …: no flood."""
        count = self.peers.drop(code)
        if code not in HARMLESS and str(count).rstrip("0") == "1":
            self.voice.outputs.append(Report(code, count))

    # Hearing.

    def hear_news(self) -> bool:
        """Take in what is new of the other's log; say whether anything was."""
        kept = self.kept
        news = self.peers.news(kept.peer, kept.match, kept.others)
        if news is None:
            self.keep(disputed=self.peers.disputed(kept.peer, kept.match))
            self.stop("journals")
            return False
        if any(entry.seen > len(kept.own) for entry in news):
            self.stop("forgotten")
            return False
        return bool(news) and self._take_in(news)

    def _take_in(self, news: tuple[Entry, ...]) -> bool:
        assert self.flow is not None  # noqa: S101 - there is a match
        try:
            self.flow = self.flow.heard(self.me.other, news)
        except BrokenCommitmentError:
            self.stop("commitment")
            return False
        except IllegalEntryError:
            self.peers.refuse(self.kept.peer, self.kept.match)
            self.report("illegal")
            return False
        self.keep(others=(*self.kept.others, *news))
        return True

    def hear_of_stop(self) -> None:
        """Stop, if the other board says that the match cannot go on."""
        peer = self.peer
        if peer is not None and peer.stopped and self.both_in:
            self.stop("other", Point(peer.stopped.cycle, peer.stopped.move - 1))

    def stop(self, why: Why, point: Point | None = None) -> None:
        """Stop the match at a point, or where it stands; what both have is kept."""
        if self.kept.stopped is None:
            at = point or (Point(0, 0) if self.flow is None else self.flow.state.point)
            self.keep(stopped=Stopped(why, at.cycles, at.moves + 1))
            self.report(f"stopped_{why}")


def _name(*parts: str) -> str:
    return hashlib.sha256("|".join(("iye", *parts)).encode()).hexdigest()[:32]
