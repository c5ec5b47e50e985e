"""Reading a record: line by line, word by word, each move played through the rules as it comes.

The law of this module: it stops at the first thing wrong and says the line, and the move where it
is one. What is harmless is accepted: a byte order mark, any line ends or none at the last line,
`1.c5` for `1. c5`, `1/2-1/2` for `½-½`, blank lines anywhere and moves wrapped at any width.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Final, NoReturn, TypeVar

from iye.record.model import (
    LEFT,
    OWN_NAMES,
    RESULTS,
    Record,
    RecordError,
    header_objection,
    result_of,
)
from iye.rules import (
    WINS_ALLOWED,
    Cycle,
    Deal,
    IllegalMoveError,
    Match,
    MatchError,
    NotationError,
    parse_deal,
    parse_move,
    parse_player,
)
from iye.rules.notation import quote

Read = TypeVar("Read")

_HEADER: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\["\\])*)"\s*\]', re.ASCII)
_MOVE: Final = re.compile(r"[OWTHS]?[a-e][1-5]")
_ESCAPED: Final = re.compile(r"\\(.)")
_RESULT_WORDS: Final = {word: word for word in (*RESULTS.values(), LEFT)} | {"1/2-1/2": "½-½"}
"""What may end a cycle's moves, and how we write it."""


class Stage(Enum):
    """What has been read so far, and so what may come next."""

    HEADERS = auto()
    AFTER_CYCLE = auto()
    AFTER_DEAL = auto()
    MOVES = auto()
    AFTER_RESULT = auto()


_DUE: Final = {
    Stage.HEADERS: 'a cycle starts with [Cycle "1"], then its [Deal "…"] and [First "…"]',
    Stage.AFTER_CYCLE: 'the cycle\'s [Deal "…"] is due here',
    Stage.AFTER_DEAL: 'the cycle\'s [First "…"] is due here',
    Stage.MOVES: "the cycle's result is due here: 1-0, 0-1, ½-½ or *",
    Stage.AFTER_RESULT: 'after a cycle\'s result only the next [Cycle "…"] can come',
}
"""What to say at each stage when something else comes, or nothing more."""


def read_record(data: bytes) -> Record:
    """Read a record from a file's bytes. Raises RecordError, also when they are not UTF-8."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("this is not UTF-8 text", line) from None
    return parse_record(text)


def parse_record(text: str) -> Record:
    """Read a record and play it through the rules. Raises RecordError for the first thing wrong.

    Text without any cycle, even none at all, is the record of a match not begun.
    """
    reader = _Reader()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            reader.take(number, line.strip())
    return reader.finish()


class _Reader:
    """A record as far as it has been read."""

    def __init__(self) -> None:
        self.line = 1
        self.stage = Stage.HEADERS
        self.headers: list[tuple[str, str]] = []
        self.match = Match()
        self.deal: Deal | None = None
        self.seen: set[str] = set()
        self.numbered = False
        """Whether the number of the move to come has been read."""

    def take(self, number: int, line: str) -> None:
        """Take the next line, which is not blank."""
        self.line = number
        if line.startswith("["):
            self.take_header(line)
        else:
            for word in line.split():
                self.take_word(word)

    def finish(self) -> Record:
        """Give the record, unless it breaks off within a cycle."""
        if self.stage not in (Stage.HEADERS, Stage.AFTER_RESULT):
            self.fail(f"the record breaks off: {_DUE[self.stage]}")
        return Record(tuple(self.headers), self.match)

    def fail(self, reason: str, move: str | None = None) -> NoReturn:
        """Refuse the record at this line and, where it is one, this move."""
        number = None if move is None else self.move_number
        raise RecordError(reason, self.line, number, move)

    @property
    def cycle(self) -> Cycle:
        """The cycle whose moves are being read."""
        return self.match.cycles[-1]

    @property
    def move_number(self) -> int:
        """The number of the pair that the next move belongs to."""
        return len(self.cycle.moves) // 2 + 1

    # Headers

    def take_header(self, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if found is None:
            self.fail(
                f'{quote(line)} is no header: write [Name "value"] on a line of its own,'
                r" with \" and \\ for a quote and a backslash in the value"
            )
        name, value = found[1], _ESCAPED.sub(r"\1", found[2])
        handler = _HANDLERS.get((self.stage, name))
        if handler is not None:
            handler(self, value)
        elif self.stage is Stage.HEADERS and name not in OWN_NAMES:
            self.take_other(name, value)
        else:
            self.fail(f"{_DUE[self.stage]}, not [{name}]")

    def take_other(self, name: str, value: str) -> None:
        """Keep a header that only people read."""
        objection = header_objection(name, value)
        if objection is not None:
            self.fail(objection)
        self.once(name)
        self.headers.append((name, value))

    def once(self, name: str) -> None:
        if name in self.seen:
            self.fail(f"the header {name} is there twice")
        self.seen.add(name)

    def take_wins(self, value: str) -> None:
        self.once("Wins")
        if value not in map(str, WINS_ALLOWED):
            self.fail(f"a match goes to 1, 2 or 3 won cycles, not {quote(value)}")
        self.match = Match(int(value))

    def take_cycle(self, value: str) -> None:
        if self.match.winner is not None:
            self.fail(f"the match is over: player {self.match.winner} has won it")
        if self.match.current is not None:
            self.fail(f"the cycle before was left ({LEFT}), so no other can follow it")
        number = len(self.match.cycles) + 1
        if value != str(number):
            self.fail(f"cycle {number} comes next, not {quote(value)}")
        self.stage = Stage.AFTER_CYCLE

    def take_deal(self, value: str) -> None:
        self.deal = self.understood(parse_deal, value)
        self.stage = Stage.AFTER_DEAL

    def take_first(self, value: str) -> None:
        assert self.deal is not None  # noqa: S101 - First is taken only after Deal
        first = self.understood(parse_player, value)
        try:
            self.match = self.match.begin(self.deal, first)
        except MatchError as error:
            self.fail(str(error))
        self.stage = Stage.MOVES

    def understood(self, parse: Callable[[str], Read], value: str) -> Read:
        try:
            return parse(value)
        except NotationError as error:
            self.fail(str(error))

    # Moves

    def take_word(self, word: str) -> None:
        if self.stage is not Stage.MOVES:
            after = word if self.stage is Stage.AFTER_RESULT and _MOVE.fullmatch(word) else None
            self.fail(f"{_DUE[self.stage]}, not {quote(word)}", after)
        elif word in _RESULT_WORDS:
            self.take_result(_RESULT_WORDS[word])
        elif self.cycle.end is not None:
            ended = result_of(self.cycle.end)
            move = word.rpartition(".")[2] or None
            self.fail(f"the cycle has ended {ended}, so no move can follow", move)
        else:
            self.take_move_text(word)

    def take_move_text(self, word: str) -> None:
        """Take a number, a move, or both written together."""
        number, dot, move = word.rpartition(".")
        if dot:
            self.take_number(number)
        if move:
            self.take_move(move)

    def take_number(self, number: str) -> None:
        if self.numbered or len(self.cycle.moves) % 2:
            self.fail(f"a move is due here, not the number {quote(f'{number}.')}")
        if number != str(self.move_number):
            self.fail(f"number {self.move_number}. is due here, not {quote(f'{number}.')}")
        self.numbered = True

    def take_move(self, text: str) -> None:
        if not self.numbered and len(self.cycle.moves) % 2 == 0:
            self.fail(f"its number, {self.move_number}., is due in front of it", text)
        try:
            self.match = self.match.play(parse_move(text))
        except (NotationError, IllegalMoveError) as error:
            self.fail(str(error), text)
        self.numbered = False

    def take_result(self, result: str) -> None:
        if self.numbered:
            self.fail(f"number {self.move_number}. has no move after it")
        ruled = result_of(self.cycle.end)
        if result != ruled:
            self.fail(_contradiction(result, ruled))
        self.stage = Stage.AFTER_RESULT


def _contradiction(result: str, ruled: str) -> str:
    if ruled == LEFT:
        return f"the cycle has not ended by these moves: its result is {LEFT}, not {result}"
    return f"by the rules the cycle ended {ruled}, not {result}"


_HANDLERS: Final[dict[tuple[Stage, str], Callable[[_Reader, str], None]]] = {
    (Stage.HEADERS, "Wins"): _Reader.take_wins,
    (Stage.HEADERS, "Cycle"): _Reader.take_cycle,
    (Stage.AFTER_CYCLE, "Deal"): _Reader.take_deal,
    (Stage.AFTER_DEAL, "First"): _Reader.take_first,
    (Stage.AFTER_RESULT, "Cycle"): _Reader.take_cycle,
}
"""The headers with a meaning of their own, each where it may stand."""
