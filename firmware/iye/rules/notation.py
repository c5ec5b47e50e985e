"""The text forms of cells, moves, deals and positions, both ways.

The law of this module: what it writes it reads back to the same thing, and what it refuses it
refuses in a sentence that says what and where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from iye.rules.board import FILES, SIDE, Cell
from iye.rules.position import Deal, Move, Player, Position
from iye.rules.tiles import LETTERS, Hand, Kind
from iye.rules.validity import check

Layout = tuple[Kind | None, ...]
Field = TypeVar("Field")
_SHAPE: Final = "BOARD DRUM MOVER HAND1 HAND2"
_LONGEST_QUOTE: Final = 80
"""Characters of someone's text that a sentence repeats; a position has 54 at most."""


class NotationError(ValueError):
    """Text that is not in the form it should be, in a sentence."""


def shorten(text: str) -> str:
    """Cut someone's text, so that a sentence stays one whatever was thrown at us."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def quote(text: str) -> str:
    """Repeat refused text in a sentence: in quotes, on one line, and short."""
    return repr(shorten(text))


def parse_kind(letter: str) -> Kind:
    """Read one of the letters O W T H S. Raises NotationError."""
    if len(letter) != 1 or letter not in LETTERS:
        raise NotationError(f"{quote(letter)} is not a kind: the kinds are O W T H S")
    return Kind(LETTERS.index(letter))


def parse_cell(text: str) -> Cell:
    """Read a cell, a1 to e5. Raises NotationError."""
    if text not in Cell.__members__:
        raise NotationError(f"{quote(text)} is not a cell: cells are a1 to e5")
    return Cell[text]


def parse_player(text: str) -> Player:
    """Read 1 or 2. Raises NotationError."""
    if text not in ("1", "2"):
        raise NotationError(f"{quote(text)} is not a player: the players are 1 and 2")
    return Player(int(text))


def parse_move(text: str) -> Move:
    """Read a move: a cell, with a kind's letter in front for an İye movement.

    Raises NotationError.
    """
    letter, target = text[:-2], text[-2:]
    if (letter and letter not in tuple(LETTERS)) or target not in Cell.__members__:
        raise NotationError(
            f"{quote(text)} is not a move: write a cell, like c5,"
            " with O, W, T, H or S in front to spend a tile, like Hc5"
        )
    return Move(parse_cell(target), parse_kind(letter) if letter else None)


def format_layout(layout: Layout) -> str:
    """Write a board, ranks 5 to 1 separated by `/`."""
    rows = (layout[start : start + SIDE] for start in range(0, len(layout), SIDE))
    return "/".join(
        "".join("." if kind is None else kind.letter for kind in row)
        for row in reversed(tuple(rows))
    )


def parse_layout(text: str) -> Layout:
    """Read a board: five ranks from 5 to 1, five characters each. Raises NotationError."""
    ranks = text.split("/")
    if len(ranks) != SIDE:
        raise NotationError(f"a board has five ranks separated by '/', not {len(ranks)}")
    layout: list[Kind | None] = []
    for number, rank in zip(range(1, SIDE + 1), reversed(ranks), strict=True):
        layout.extend(_parse_rank(number, rank))
    return tuple(layout)


def _parse_rank(number: int, rank: str) -> Layout:
    if len(rank) != SIDE:
        raise NotationError(f"rank {number} of the board has {len(rank)} characters, not five")
    for file, letter in zip(FILES, rank, strict=True):
        if letter != "." and letter not in LETTERS:
            raise NotationError(
                f"{file}{number} of the board is {letter!r}: a space is one of O W T H S or '.'"
            )
    return tuple(None if letter == "." else parse_kind(letter) for letter in rank)


def format_deal(deal: Deal) -> str:
    """Write a deal as its full board."""
    return format_layout(deal.kinds)


def parse_deal(text: str) -> Deal:
    """Read a full board with every tile of the game. Raises NotationError."""
    kinds = tuple(kind for kind in parse_layout(text) if kind is not None)
    if len(kinds) != SIDE * SIDE:
        raise NotationError(f"a deal has 25 tiles, one on every space, not {len(kinds)}")
    for kind in Kind:
        if kinds.count(kind) != kind.total:
            raise NotationError(
                f"the deal has {kinds.count(kind)} tiles of kind {kind.letter},"
                f" but the game has {kind.total}"
            )
    return Deal(kinds)


def format_hand(hand: Hand) -> str:
    """Write a hand as kinds with counts, like O1W2S4, or `-` when it is empty."""
    return "".join(f"{kind.letter}{hand.count(kind)}" for kind in hand.kinds) or "-"


def parse_hand(text: str) -> Hand:
    """Read a hand; kinds in order, each at most once, no zero counts. Raises NotationError."""
    if text == "-":
        return Hand(0)
    if not text or len(text) % 2:
        raise NotationError(
            f"hand {quote(text)} is not pairs of kind and count, like O1W2S4, or '-'"
        )
    counts = [0] * len(Kind)
    latest = -1
    for place in range(0, len(text), 2):
        kind, count = _parse_holding(text, text[place], text[place + 1])
        if kind <= latest:
            raise NotationError(f"hand {quote(text)}: kinds go once each, in the order O W T H S")
        counts[kind] = count
        latest = kind
    return Hand.of(*counts)


def _parse_holding(text: str, letter: str, digit: str) -> tuple[Kind, int]:
    if letter not in LETTERS:
        raise NotationError(f"hand {quote(text)}: {letter!r} is not one of the kinds O W T H S")
    kind = parse_kind(letter)
    if digit not in "123456789":
        raise NotationError(f"hand {quote(text)}: {letter} needs a count from 1 to {kind.total}")
    if int(digit) > kind.total:
        raise NotationError(
            f"hand {quote(text)} has {digit} tiles of kind {letter}, but the game has {kind.total}"
        )
    return kind, int(digit)


def format_position(position: Position) -> str:
    """Write a position as `BOARD DRUM MOVER HAND1 HAND2`."""
    hands = f"{format_hand(position.hand1)} {format_hand(position.hand2)}"
    board = format_layout(position.layout)
    return f"{board} {position.drum} {position.mover:d} {hands}"


def parse_position(text: str) -> Position:
    """Read a position and check that play could have led to it.

    Raises NotationError or PositionError, both ValueErrors that say what is wrong and where.
    """
    fields = text.split(" ")
    if len(fields) != len(_SHAPE.split()):
        raise NotationError(_misshapen(text, len(fields) if text else 0))
    board, drum, mover, hand1, hand2 = fields
    layout = parse_layout(board)
    position = Position(
        layout,
        sum(1 << place for place, kind in enumerate(layout) if kind is not None),
        _field("drum", parse_cell, drum),
        _field("mover", parse_player, mover),
        _field("player 1's hand", parse_hand, hand1),
        _field("player 2's hand", parse_hand, hand2),
    )
    check(position)
    return position


def _field(name: str, parse: Callable[[str], Field], text: str) -> Field:
    """Read one field, so that what it refuses says which field that was."""
    try:
        return parse(text)
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None


def _misshapen(text: str, fields: int) -> str:
    if fields == 1 and [len(rank) for rank in text.split("/")] == [SIDE] * SIDE:
        return (
            f"{quote(text)} is a board alone; a position has five fields, '{_SHAPE}':"
            f" a deal's first position is {quote(f'{text} c3 1 - -')}"
        )
    return (
        f"a position has five fields, '{_SHAPE}', with one space between them;"
        f" {quote(text)} has {fields}"
    )
