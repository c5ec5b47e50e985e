"""The shapes of facts as JSON: which fields each has, and of what sort.

The law of this module: a field once given keeps its name and meaning; what is usual is left out,
and a field nobody knows is an error.
"""

from __future__ import annotations

import msgspec

from iye.rules import EndReason
from iye.table import DealWay, Hints


class FactShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every fact has in common: a field nobody knows is an error, one left out is usual."""


class NothingShape(FactShape, frozen=True):
    """Nothing but that it happened."""


class SetupShape(FactShape, frozen=True):
    """What a match is played to; `deals` drawn or laid, `first` 1, 2 or left out.

    `seats` are text forms like `mind 3`, left out where only people play. `shared` names a match
    that is played on two boards; `coach` is left out where the coach is allowed.
    """

    wins: int
    deals: DealWay
    first: int | None = None
    names: tuple[str, str] = ("", "")
    seats: tuple[str, str] | None = None
    shared: str = ""
    coach: bool = True


class OfShape(FactShape, frozen=True):
    """A fact about a player, 1 or 2, or nobody."""

    player: int | None = None


class CycleShape(FactShape, frozen=True):
    """Which cycle, from 1."""

    cycle: int


class KindShape(FactShape, frozen=True):
    """A kind's letter, or none."""

    kind: str | None = None


class TileShape(FactShape, frozen=True):
    """What a cell holds, or that it is open."""

    cell: str
    kind: str | None = None


class DealShape(FactShape, frozen=True):
    """An arrangement, and who begins."""

    cycle: int
    deal: str
    first: int


class StandsShape(FactShape, frozen=True):
    """The position that stands."""

    position: str


class PaymentShape(FactShape, frozen=True):
    """A landing, and the letters of what can pay for it."""

    cell: str
    kinds: str


class CellShape(FactShape, frozen=True):
    """A cell."""

    cell: str


class AnswerShape(FactShape, frozen=True):
    """What whoever answers for a player wants."""

    player: int
    move: str


class MoveShape(FactShape, frozen=True):
    """Who moved how, the tile taken, and the position after it."""

    player: int
    move: str
    taken: str
    position: str


class UndoneShape(FactShape, frozen=True):
    """The position that stands again, if a cycle is under way."""

    position: str | None = None
    slid: bool = False


class TakenBackShape(FactShape, frozen=True):
    """A shared match taken back by both: to so many cycles, the last with so many moves."""

    cycles: int
    moves: int
    number: int
    position: str | None = None


class HintsShape(FactShape, frozen=True):
    """What is shown to the mover."""

    hints: Hints


class EndShape(FactShape, frozen=True):
    """How a cycle ended: who takes each kind, Owl to Sun, unless stuck."""

    cycle: int
    reason: EndReason
    winner: int | None = None
    takers: tuple[int | None, int | None, int | None, int | None, int | None] | None = None
