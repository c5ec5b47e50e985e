"""The club as it stands: which boards are there, which matches are played, which have ended.

The law of this module: no clock, no I/O. Messages of the broker in, what has changed out. What it
keeps has an end: boards that are gone make room for others, and the oldest finished matches for new
ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from iye.away.shown import Shown, ShownCycle
from iye.club.heard import Place, Presence, Seen, WrongError, read_presence, read_seen, read_topic
from iye.rules import Player

MOST_BOARDS: Final = 2_000
MOST_FINISHED: Final = 1_000
CROWD: Final = "crowd"
"""What is wrong with a message of a board for which there is no room."""


@dataclass(slots=True)
class Board:
    """A board at the broker, and the latest that is known of it.

    `number` counts boards as they come, `heard` is when it was last heard, in messages. `watched`
    says that what it showed last was shown while somebody looked.
    """

    number: int
    heard: int = 0
    here: bool = False
    watched: bool = False
    life: int = -1
    name: str = ""
    seen: Seen | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """What is played on one board, or on two that play with each other.

    `boards` are in the order of players where there are two; `apart` says that two boards do not
    show the same.
    """

    name: str
    number: int
    seen: Seen
    boards: tuple[Board, ...]
    apart: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that was won, as it was shown last; `at` is when, None if nobody saw it."""

    name: str
    number: int
    game: str
    told: Shown
    at: float | None


@dataclass(slots=True)
class News:
    """Which games and finished matches are not as they were; of those that are no more, too."""

    games: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)


class Clubhouse:
    """Call `hear` for every message; `take` gives what has changed since it was last called."""

    def __init__(self, most_boards: int = MOST_BOARDS, most_finished: int = MOST_FINISHED) -> None:
        self.dropped: Counter[str] = Counter()
        """How many messages changed nothing, by what was wrong with them."""
        self.finished: dict[str, Finished] = {}
        """By name, the latest last."""
        self._most_boards, self._most_finished = most_boards, most_finished
        self._boards: dict[Place, Board] = {}
        self._games: dict[str, list[Place]] = {}
        self._ends: dict[str, str] = {}
        """The last finished match of a game."""
        self._news = News()
        self._heard = self._number = self._counted = 0

    # What is known.

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return len(self._boards)

    @property
    def here(self) -> int:
        """How many of them are connected."""
        return sum(board.here for board in self._boards.values())

    @property
    def games(self) -> list[Game]:
        """Everything that is played or was last played, as it came."""
        return [game for name in self._games if (game := self.game(name)) is not None]

    def game(self, name: str) -> Game | None:
        """Give a game by its name; None where there is none."""
        boards = [self._boards[place] for place in self._games.get(name, ())]
        seen = [board.seen for board in boards if board.seen is not None]
        if not seen:
            return None
        latest = max(boards, key=lambda board: board.heard if board.seen is not None else -1)
        assert latest.seen is not None  # noqa: S101 - one of them has been seen
        boards.sort(key=_side)
        apart = len({(one.told.cycles, one.told.wins) for one in seen}) > 1
        number = min(board.number for board in boards)
        return Game(name, number, latest.seen, tuple(boards), apart)

    def take(self) -> News:
        """Give what has changed."""
        news, self._news = self._news, News()
        return news

    # What comes in.

    def lose_sight(self) -> None:
        """Note that the broker is out of reach: when what happens meanwhile happens, is unknown."""
        for board in self._boards.values():
            board.watched = False

    def hear(self, topic: str, payload: bytes, at: float) -> None:
        """Take a message in; whatever is wrong with it changes nothing but the count of such."""
        self._heard += 1
        try:
            place, sort = read_topic(topic)
            if sort == "status":
                self._hear_status(place, payload)
            else:
                self._hear_show(place, payload, at)
        except WrongError as wrong:
            self.dropped[wrong.code] += 1

    def _hear_status(self, place: Place, payload: bytes) -> None:
        if not payload:
            self._hear_of(place, Presence(here=False, life=-1, name=None))
            return
        presence = read_presence(place, payload)
        known = self._boards.get(place)
        if known is not None and not presence.here and presence.life < known.life:
            return  # the end of a connection that it has replaced since
        self._hear_of(place, presence)

    def _hear_of(self, place: Place, presence: Presence) -> None:
        board = self._boards.get(place)
        if board is None and not presence.here:
            return
        board = board or self._admit(place)
        name = board.name if presence.name is None else presence.name
        news = (board.here, board.name) != (presence.here, name)
        board.here, board.life, board.name = presence.here, presence.life, name
        board.heard = self._heard
        if news and board.game:
            self._news.games.add(board.game)
        self._forget_if_empty(place, board)

    def _hear_show(self, place: Place, payload: bytes, at: float) -> None:
        board = self._boards.get(place)
        if not payload:
            if board is not None:
                self._leave_game(place, board)
                board.seen = None
                self._forget_if_empty(place, board)
            return
        seen = read_seen(place, payload, board.seen if board is not None else None)
        board = board or self._admit(place)
        watched, board.watched = board.watched, True
        board.seen, board.heard = seen, self._heard
        self._enter_game(place, board, seen)
        self._note_end(board.game, seen, at if watched else None)

    # Boards.

    def _admit(self, place: Place) -> Board:
        """Take in a board; one that is gone makes room. Raises WrongError where none is."""
        if len(self._boards) >= self._most_boards:
            gone = [known for known, board in self._boards.items() if not board.here]
            if not gone:
                raise WrongError(CROWD)
            self._forget(min(gone, key=lambda known: self._boards[known].heard))
        self._number += 1
        board = self._boards[place] = Board(self._number, self._heard)
        return board

    def _forget_if_empty(self, place: Place, board: Board) -> None:
        if not board.here and board.seen is None:
            self._forget(place)

    def _forget(self, place: Place) -> None:
        self._leave_game(place, self._boards[place])
        del self._boards[place]

    # Games.

    def _enter_game(self, place: Place, board: Board, seen: Seen) -> None:
        """Put a board to the game it shows."""
        name = self._game_of(place, seen.told)
        if name != board.game:
            self._leave_game(place, board)
            self._games.setdefault(name, []).append(place)
            board.game = name
        self._news.games.add(name)

    def _game_of(self, place: Place, told: Shown) -> str:
        """Name the game; two boards may show the same one, each with a player of its own at it."""
        if not told.match:
            return _name(*place)
        shared = _name(place.room, told.match)
        others = [other for other in self._games.get(shared, ()) if other != place]
        sides = {_side(self._boards[other]) for other in others}
        taken = len(others) > 1 or _sitting(told) in sides
        return _name(*place, told.match) if taken else shared

    def _leave_game(self, place: Place, board: Board) -> None:
        if not board.game:
            return
        self._news.games.add(board.game)
        self._games[board.game].remove(place)
        if not self._games[board.game]:
            del self._games[board.game]
        board.game = ""

    # Finished matches.

    def _note_end(self, game: str, seen: Seen, at: float | None) -> None:
        told = seen.told
        if told.winner is None:
            self._take_back(game, told.cycles)
            return
        name = _name(game, *(f"{cycle.deal} {cycle.first} {cycle.moves}" for cycle in told.cycles))
        if name in self.finished:
            return
        self._counted += 1
        self.finished[name] = Finished(name, self._counted, game, told, at)
        self._ends[game] = name
        self._news.finished.add(name)
        if len(self.finished) > self._most_finished:
            self._strike(next(iter(self.finished)))

    def _take_back(self, game: str, cycles: tuple[ShownCycle, ...]) -> None:
        """Strike the end of a match that goes on, since its last move was taken back."""
        end = self.finished.get(self._ends.get(game, ""))
        if end is not None and cycles and end.told.cycles[0].deal == cycles[0].deal:
            self._strike(end.name)

    def _strike(self, name: str) -> None:
        game = self.finished.pop(name).game
        if self._ends.get(game) == name:
            del self._ends[game]
        self._news.finished.add(name)


def _sitting(told: Shown) -> Player | None:
    """Who sits at a board, if it is one player alone."""
    here = [player for player in Player if told.seats[player - 1] == "person"]
    return here[0] if len(here) == 1 else None


def _side(board: Board) -> int:
    """Give which player's a board is; 0 for both."""
    return 0 if board.seen is None else int(_sitting(board.seen.told) or 0)


def _name(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]
