"""Somebody in the room who says whatever they like: it changes no match and costs no memory."""

from __future__ import annotations

import json
import tracemalloc
from random import Random
from typing import Any

import msgspec

from away_rig import BOARDS, KEYS, Board, Network, finish, follow, move, room, settle
from iye.away.sealed import LARGEST, Opened, seal
from iye.away.words import Topics
from iye.rules import format_position, legal_moves
from iye.table import MatchOver

MESSAGES = 10_000
TOPICS = Topics(KEYS.room)


class Stranger:
    """Knows the code, the boards, and everything that was ever said."""

    def __init__(self, net: Network, rng: Random, victim: Board) -> None:
        assert victim.session.state is not None
        self.net, self.rng, self.match = net, rng, victim.kept.match
        self.heard = list(net.seen)
        self.true = json.loads(msgspec.json.encode(victim.kept.others))
        self.digest, self.seen = victim.session.state.digest, len(victim.kept.own)

    def message(self) -> tuple[str, bytes]:
        """Make something up."""
        rng = self.rng
        kinds = (self._replay, self._bent, self._noise, self._huge, self._crowd, self._cheat,
                 self._cheat, self._old, self._page)  # fmt: skip
        return rng.choice(kinds)()

    def _replay(self) -> tuple[str, bytes]:
        return self.rng.choice(self.heard)

    def _bent(self) -> tuple[str, bytes]:
        topic, payload = self.rng.choice([said for said in self.heard if said[1]])
        bent = bytearray(payload)
        for _ in range(self.rng.choice((1, 3, 20))):
            bent[self.rng.randrange(len(bent))] = self.rng.randrange(256)
        return topic, bytes(bent)

    def _noise(self) -> tuple[str, bytes]:
        topic = self.rng.choice((*(topic for topic, _ in self.heard), "iye/1", "", "a/b/c/d/e"))
        return topic, self.rng.randbytes(self.rng.randrange(300))

    def _huge(self) -> tuple[str, bytes]:
        return self.heard[0][0], b"{" + b" " * (LARGEST + self.rng.randrange(1000))

    def _crowd(self) -> tuple[str, bytes]:
        """Be yet another board."""
        board = self.rng.randbytes(8).hex()
        status = {"life": self.rng.randrange(1000), "offer": self.rng.randbytes(16).hex()}
        return TOPICS.status(board), self._sealed(board, "status", status, self.match)

    def _old(self) -> tuple[str, bytes]:
        """Speak of a match that nobody plays."""
        other = self.rng.randbytes(16).hex()
        topic = TOPICS.page(BOARDS[1], other, 0)
        return topic, self._sealed(BOARDS[1], "log", self._log(), other)

    def _cheat(self) -> tuple[str, bytes]:
        """Go on with the other's log, under its seal, as the rules do not allow."""
        made_up = self._log()["entries"][0]
        if made_up["do"] in ("move", "agree", "first", "reveal", "commit"):
            # None of these can be said in this state, by whoever is to move or not.
            made_up |= {"on": self.digest, "seen": self.seen}
            if made_up["do"] == "move":
                made_up["move"] = "Oc3"
        body = {"page": 0, "entries": [*self.true, made_up]}
        topic = TOPICS.page(BOARDS[1], self.match, 0)
        return topic, self._sealed(BOARDS[1], "log", body, self.match)

    def _page(self) -> tuple[str, bytes]:
        """Say pages that are far away, too long, or of the wrong shape."""
        page = self.rng.choice((3, 41, 42, -1, "x", None, 10**12))
        entries = self._log()["entries"] * self.rng.choice((1, 40, 60))
        body = {"page": page, "entries": entries}
        return TOPICS.page(BOARDS[1], self.match, 1), self._sealed(
            BOARDS[1], "log", body, self.match
        )

    def _log(self) -> dict[str, Any]:
        rng = self.rng
        entry = rng.choice(
            (
                {"do": "move", "move": rng.choice(("c4", "Ha1", "z9", "", "Sc3", "e5"))},
                {"do": "agree", "what": rng.choice(("undo", "abandon")), "ask": rng.randrange(9)},
                {"do": "ask", "what": "undo", "cycles": rng.randrange(5), "moves": 30},
                {"do": "first", "player": rng.choice((1, 2, 3))},
                {"do": "reveal", "nonce": rng.randbytes(16).hex()},
                {"do": "commit", "hash": rng.randbytes(32).hex()},
                {"do": "leave"},
                {"do": "dance"},
            )
        )
        place = {"on": rng.choice((rng.randbytes(8).hex(), "")), "seen": rng.randrange(3)}
        return {"page": 1, "entries": [{**entry, **place}]}

    def _sealed(self, board: str, sort: Any, body: Any, match: str) -> bytes:
        text = json.dumps(body).encode()
        try:
            return seal(KEYS.seal, Opened(board, self.rng.randrange(2**40), match, sort, text))
        except ValueError:
            return text


def test_ten_thousand_hostile_messages_change_no_move_and_cost_no_memory() -> None:
    """What is made up goes on with what the other has said, or is about something else.

    Whoever knows the code can stop a match by contradicting what was said, but not move in it.
    """
    net, mover, other = room()
    victim, peer = (mover, other) if mover.name == BOARDS[0] else (other, mover)
    move(mover)
    settle(net, mover, other)
    follow(other)
    settle(net, mover, other)
    stranger = Stranger(net, Random(9), victim)
    known = len(victim.kept.others)
    stood = format_position(victim.table.position), victim.kept.own, victim.kept.others

    def trouble(count: int) -> None:
        for _ in range(count):
            victim.session.hear(*stranger.message(), net.now)
            victim.do()
            net.seen.clear()  # what the victim answers is not the victim's memory
            for line in net.lines.values():
                line.clear()

    trouble(MESSAGES // 10)
    tracemalloc.start()
    trouble(MESSAGES // 10)
    before = tracemalloc.get_traced_memory()[0]
    trouble(8 * MESSAGES // 10)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()

    assert (format_position(victim.table.position), victim.kept.own, victim.kept.others) == stood
    assert len(victim.kept.others) == known
    assert not victim.session.stopped
    assert {"forged", "malformed", "huge", "other_match", "crowd", "illegal"} <= set(
        victim.session.wrong
    )
    assert sum(victim.session.wrong.values()) > MESSAGES // 2
    assert len(victim.reports) < 60  # 1, 10, 100 … of each sort
    assert after - before < 200_000
    finish(net, (victim, peer))  # and the match goes on
    assert all(isinstance(board.table.phase, MatchOver) for board in (victim, peer))
    assert victim.table.match == peer.table.match


def test_an_illegal_move_under_the_right_seal_is_refused_and_the_legal_one_after_it_taken() -> None:
    net, mover, other = room()
    state = other.session.state
    assert state is not None
    reach = {str(one.target) for one in legal_moves(state.match.cycles[-1].position)}
    wrong = next(name for name in ("a1", "e5", "a5", "e1") if name not in reach)
    entry = {"do": "move", "move": wrong, "on": state.digest, "seen": len(other.kept.own)}
    entries = [json.loads(_json(one)) for one in mover.kept.own]
    body = json.dumps({"page": 0, "entries": [*entries, entry]}).encode()
    forged = seal(KEYS.seal, Opened(mover.name, 2**40, state.name, "log", body))
    other.session.hear(TOPICS.page(mover.name, state.name, 0), forged, net.now)
    other.do()
    assert other.session.wrong["illegal"] == 1
    assert other.table.position == mover.table.position
    move(mover)
    settle(net, mover, other)
    follow(other)
    assert other.table.match == mover.table.match


def _json(entry: Any) -> bytes:
    return msgspec.json.encode(entry)
