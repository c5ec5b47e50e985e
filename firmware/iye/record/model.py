"""What a record is: a match and its headers, and what is said of one that cannot be read.

The law of this module: it knows no layout of lines; `text` writes them and `reader` reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from iye.rules import CycleEnd, Match, Player
from iye.rules.notation import quote

RESULTS: Final[dict[Player | None, str]] = {Player.ONE: "1-0", Player.TWO: "0-1", None: "½-½"}
LEFT: Final = "*"
"""The result of a cycle that was left before its end."""

OWN_NAMES: Final = ("Wins", "Cycle", "Deal", "First")
"""Headers with a meaning of their own: the match holds what they say."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class RecordError(ValueError):
    """The first thing wrong in a record, in a sentence that says where.

    `line` counts from 1. `number` and `move` are the move's number, as written in the record, and
    its text, where a move is what is wrong; otherwise None.
    """

    def __init__(
        self, reason: str, line: int, number: int | None = None, move: str | None = None
    ) -> None:
        super().__init__(reason, line, number, move)
        self.reason = reason
        self.line = line
        self.number = number
        self.move = move

    def __str__(self) -> str:
        where = f"line {self.line}"
        if self.number is not None and self.move is not None:
            where += f", move {self.number} ({quote(self.move)[1:-1]})"
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Record:
    """A match and what is told about it: headers as (name, value), in order.

    Usual headers are Date, Player1 and Player2. Names are letters, digits and `_`, each once;
    Wins, Cycle, Deal and First are not among them, since the match says those. Values are one
    line. Raises ValueError otherwise.
    """

    headers: tuple[tuple[str, str], ...]
    match: Match

    def __post_init__(self) -> None:
        for place, (name, value) in enumerate(self.headers):
            objection = header_objection(name, value)
            if objection is not None:
                raise ValueError(objection)
            if name in (earlier for earlier, _ in self.headers[:place]):
                raise ValueError(f"the header {name} is there twice")

    def header(self, name: str) -> str | None:
        """Give the value of a header, or None when the record has no such header."""
        return dict(self.headers).get(name)


def header_objection(name: str, value: str) -> str | None:
    """Say why a header cannot be one of a record's, or None when it can."""
    if not _NAME.fullmatch(name):
        return f"{quote(name)} is no name for a header: use letters, digits and _"
    for own in OWN_NAMES:
        if name.lower() == own.lower():
            return f"the header {name} would be taken for {own}, which the match itself says"
    if _UNWRITABLE.search(value):
        return f"the header {name} holds a line break or another character that cannot be written"
    return None


def result_of(end: CycleEnd | None) -> str:
    """Give the result that ends a cycle's moves: 1-0, 0-1, ½-½, or * when it was left."""
    return LEFT if end is None else RESULTS[end.winner]
