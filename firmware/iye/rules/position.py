"""A position within a cycle, the moves it allows, and the position after a move.

The law of this module: positions never change; playing a move gives another one. It does not
judge whether a position could come about in play (`validity` does) nor who has won (`scoring`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from iye.rules.board import ALL_CELLS, CENTRE, Cell, cells_in, reach
from iye.rules.tiles import CENSUS, EMPTY_HAND, Hand, Kind


class Player(IntEnum):
    """The two players; player 1 sits at rank 1."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.TWO if self is Player.ONE else Player.ONE


@dataclass(frozen=True, slots=True)
class Move:
    """A movement of the drum to `target`: natural, or by spending a tile of the mover's hand."""

    target: Cell
    spent: Kind | None = None

    def __str__(self) -> str:
        """Give the text form: the target, with the spent kind's letter in front."""
        return f"{self.spent.letter if self.spent is not None else ''}{self.target}"


class Objection(Enum):
    """Why a move is not legal."""

    CYCLE_OVER = "cycle_over"
    DRUM_STANDS_HERE = "drum_stands_here"
    NO_TILE = "no_tile"
    NOT_IN_HAND = "not_in_hand"
    OUT_OF_REACH = "out_of_reach"


class IllegalMoveError(ValueError):
    """A move that the rules do not allow, and why."""

    def __init__(self, move: Move, objection: Objection) -> None:
        super().__init__(move, objection)
        self.move = move
        self.objection = objection

    def __str__(self) -> str:
        return f"{self.move} is not legal: {_SENTENCES[self.objection].format(move=self.move)}"


_SENTENCES = {
    Objection.CYCLE_OVER: "the cycle has ended",
    Objection.DRUM_STANDS_HERE: "the drum already stands there",
    Objection.NO_TILE: "the space holds no tile",
    Objection.NOT_IN_HAND: "the mover holds no tile of that kind",
    Objection.OUT_OF_REACH: "that movement does not reach the space",
}


@dataclass(frozen=True, slots=True)
class Deal:
    """A full board: the kind of the tile on each cell, a1 first.

    Raises ValueError when the tiles are not exactly the game's 25.
    """

    kinds: tuple[Kind, ...]

    def __post_init__(self) -> None:
        if tuple(map(self.kinds.count, Kind)) != CENSUS or len(self.kinds) != sum(CENSUS):
            raise ValueError("a deal lays each of the game's 25 tiles once")

    def start(self, first: Player) -> Position:
        """Give the cycle's first position: the drum on c3, on top of that space's tile."""
        return Position(self.kinds, ALL_CELLS, CENTRE, first, EMPTY_HAND, EMPTY_HAND)


@dataclass(frozen=True, slots=True)
class Position:
    """What stands on the board and in the hands, and who moves.

    `layout` gives each cell's tile, a1 first; `tiles` says the same as a set of 25 bits. With 5
    bits for the drum and 13 for each hand that is 56 bits, the layout being fixed by the deal.
    """

    layout: tuple[Kind | None, ...]
    tiles: int
    drum: Cell
    mover: Player
    hand1: Hand
    hand2: Hand

    def hand(self, player: Player) -> Hand:
        """Give the tiles `player` holds."""
        return self.hand1 if player is Player.ONE else self.hand2

    def discarded(self, kind: Kind) -> int:
        """Count the tiles of `kind` out of play: what is missing from the census."""
        held = self.hand1.count(kind) + self.hand2.count(kind)
        return kind.total - held - self.layout.count(kind)

    @property
    def one_tile_left(self) -> bool:
        """Whether the cycle ends by the board's last tile."""
        return not self.tiles & (self.tiles - 1)

    def targets(self, spent: Kind | None) -> int:
        """Give the set of cells that one sort of movement may end on now.

        Empty when the mover does not hold the tile, or when the cycle ends by its last tile.
        """
        if self.one_tile_left:
            return 0
        if spent is not None and not self.hand(self.mover).count(spent):
            return 0
        return reach(self.drum, spent) & self.tiles

    def objection(self, move: Move) -> Objection | None:
        """Say why `move` is not legal here, or None when it is."""
        if self.one_tile_left:
            return Objection.CYCLE_OVER
        if move.target == self.drum:
            return Objection.DRUM_STANDS_HERE
        if not self.tiles & move.target.bit:
            return Objection.NO_TILE
        if move.spent is not None and not self.hand(self.mover).count(move.spent):
            return Objection.NOT_IN_HAND
        if not reach(self.drum, move.spent) & move.target.bit:
            return Objection.OUT_OF_REACH
        return None

    def play(self, move: Move) -> Position:
        """Give the position after `move`: the tile landed on is the opponent's, and so is the turn.

        Raises IllegalMoveError.
        """
        if not self.targets(move.spent) & move.target.bit:
            raise IllegalMoveError(move, self.objection(move) or Objection.OUT_OF_REACH)
        target = move.target
        taken = self.layout[target]
        assert taken is not None  # noqa: S101 - `tiles` has said so
        giver = self.hand(self.mover)
        if move.spent is not None:
            giver = giver.minus(move.spent)
        getter = self.hand(self.mover.other).plus(taken)
        mine_first = self.mover is Player.ONE
        return Position(
            (*self.layout[:target], None, *self.layout[target + 1 :]),
            self.tiles ^ target.bit,
            target,
            self.mover.other,
            giver if mine_first else getter,
            getter if mine_first else giver,
        )


def ways(position: Position) -> tuple[Kind | None, ...]:
    """Give the sorts of movement the mover can pay for: natural first, then the kinds held."""
    return (None, *position.hand(position.mover).kinds)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Give every legal move: natural ones first, then by kind, each from a1 up.

    Empty when the cycle has ended.
    """
    return tuple(
        Move(cell, spent) for spent in ways(position) for cell in cells_in(position.targets(spent))
    )
