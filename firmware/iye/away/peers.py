"""The other boards of a room, as far as they can be believed: who is there, what they have said.

The law of this module: it opens what comes in, keeps the newest of each, and forgets the rest. What
it keeps has an end, whoever sends whatever. It judges nothing by the rules of the game.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import msgspec

from iye.away.code import Keys
from iye.away.entries import Entry
from iye.away.kept import Kept
from iye.away.sealed import Opened, SealError, unseal
from iye.away.words import PAGE, Status, read_gone, read_page, read_status

MOST_BOARDS: Final = 8
"""Boards of one room that are remembered; two play."""
MOST_MATCHES: Final = 2
"""Matches of which a board's log is remembered: the one it is in may be one we do not know yet."""

STALE: Final = "stale"
"""What is as old as what is known, or older: a network's repeats, or somebody's."""
EARLY: Final = "early"
"""The log of a match that this board does not know of yet; it is kept until then."""
HARMLESS: Final = frozenset({STALE, EARLY})


@dataclass(slots=True)
class _Board:
    """One other board."""

    status: Status | None = None
    order: tuple[float, float] = (-1.0, -1.0)
    """Of the newest word about it: its life, and the number of the message; a will is the last."""
    here: bool = False
    match: str = ""
    logs: dict[str, dict[int, tuple[int, tuple[Entry, ...]]]] = field(default_factory=dict)
    """For each match the pages of its log, each with the number of the message it came in."""


class Peers:
    """Everybody else in a room."""

    def __init__(self, keys: Keys, me: str) -> None:
        self._keys = keys
        self._me = me
        self._boards: dict[str, _Board] = {}
        self.dropped: Counter[str] = Counter()
        """How many messages have changed nothing, by what was wrong with them."""

    # What is known.

    def status(self, board: str) -> Status | None:
        """Give how a board stands."""
        known = self._boards.get(board)
        return None if known is None else known.status

    def here(self, board: str) -> bool:
        """Whether a board is connected to the broker."""
        known = self._boards.get(board)
        return known is not None and known.here

    def match(self, board: str) -> str:
        """Give the match a board says it is in."""
        known = self._boards.get(board)
        return "" if known is None else known.match

    def offering(self) -> tuple[str, str] | None:
        """Give a board that is ready to play with this one, and its part in the match's name."""
        for name in sorted(self._boards):
            status = self._boards[name].status if self._boards[name].here else None
            if status is not None and status.offer and status.peer in ("", self._me):
                return name, status.offer
        return None

    def all_taken(self) -> bool:
        """Whether two other boards play with each other here."""
        here = [known.status for known in self._boards.values() if known.here]
        others = [status for status in here if status and status.peer not in ("", self._me)]
        return len(others) > 1 and self.offering() is None

    def news(self, board: str, match: str, known: tuple[Entry, ...]) -> tuple[Entry, ...] | None:
        """Give what a board's log goes on with, beyond what is `known`; None if it contradicts."""
        other = self._boards.get(board)
        pages = {} if other is None else other.logs.get(match, {})
        whole = list(known)
        for page in sorted(pages):
            for at, entry in enumerate(pages[page][1], page * PAGE):
                if at < len(whole) and whole[at] != entry:
                    return None
                if at == len(whole):
                    whole.append(entry)
        return tuple(whole[len(known) :])

    def disputed(self, board: str, match: str) -> tuple[Entry, ...]:
        """Give what a board's log says, as far as it has come in."""
        known = self._boards.get(board)
        pages = {} if known is None else known.logs.get(match, {})
        return tuple(entry for page in sorted(pages) for entry in pages[page][1])

    def refuse(self, board: str, match: str) -> None:
        """Forget a log that cannot be by the rules."""
        known = self._boards.get(board)
        if known is not None:
            known.logs.pop(match, None)

    # What comes in.

    def hear(self, topic: str, payload: bytes, kept: Kept) -> str:
        """Take a message in; say what came, or what is wrong with it.

        What came is `status`, `log`, `late_will` or `nothing`.
        """
        if not payload:
            return "nothing"
        try:
            opened = unseal(self._keys.seal, payload)
            if topic.split("/")[3:4] != [opened.board]:
                return "forged"
            return self._own(opened, kept) if opened.board == self._me else self._take(opened, kept)
        except SealError as error:
            return error.code
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return "malformed"

    def _own(self, opened: Opened, kept: Kept) -> str:
        """Take note of an older will of this board's own, which stands where its status stood."""
        late = opened.sort == "gone" and read_gone(opened.body).life < kept.life
        return "late_will" if late else "nothing"

    def _take(self, opened: Opened, kept: Kept) -> str:
        if kept.match and opened.board != kept.peer and opened.sort == "log":
            return "stranger"
        board = self._board(opened.board, kept)
        if board is None:
            return "crowd"
        if opened.sort == "log":
            return self._take_page(board, opened, kept)
        return self._take_status(board, opened)

    def _board(self, name: str, kept: Kept) -> _Board | None:
        """Give what is known of a board; None where nobody more can be remembered."""
        if name not in self._boards and len(self._boards) >= MOST_BOARDS:
            if name != kept.peer:
                return None
            self._boards.popitem()
        return self._boards.setdefault(name, _Board())

    def _take_status(self, board: _Board, opened: Opened) -> str:
        if opened.sort == "gone":
            gone = read_gone(opened.body)
            order: tuple[float, float] = (gone.life, math.inf)
        else:
            status = read_status(opened.body)
            order = (status.life, opened.number)
        if order <= board.order:
            return STALE
        board.order, board.here = order, opened.sort == "status"
        if opened.sort == "status":
            board.status, board.match = status, opened.match
        return "status"

    def _take_page(self, board: _Board, opened: Opened, kept: Kept) -> str:
        page = read_page(opened.body)
        pages = board.logs.get(opened.match, {})
        if opened.number <= pages.get(page.page, (-1, ()))[0]:
            return STALE
        if opened.match not in board.logs:
            self._make_room(board, kept.match)
        board.logs[opened.match] = {**pages, page.page: (opened.number, page.entries)}
        if opened.match == kept.match:
            return "log"
        return "other_match" if kept.match else EARLY

    def _make_room(self, board: _Board, current: str) -> None:
        others = [match for match in board.logs if match != current]
        while len(board.logs) >= MOST_MATCHES and others:
            del board.logs[others.pop(0)]

    def drop(self, code: str) -> int:
        """Count a message that changed nothing; give how many of its sort there were."""
        self.dropped[code] += 1
        return self.dropped[code]


def speaks(payload: bytes, keys: Keys, board: str, life: int) -> bool:
    """Whether a board says that it is there in a connection after `life`."""
    try:
        opened = unseal(keys.seal, payload)
        if (opened.board, opened.sort) != (board, "status"):
            return False
        return read_status(opened.body).life > life
    except (SealError, msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
