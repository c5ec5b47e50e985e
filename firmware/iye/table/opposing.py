"""Who plays against whom, chosen at the board before a match begins: people, or the mind.

The law of this module: it changes seats while nothing can be lost by it, and makes no move.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from iye.rules import Cell
from iye.table.between import set_match
from iye.table.events import MatchSet
from iye.table.seats import LEVELS_ALLOWED, PEOPLE, PERSON, Seats, Sitting, mind
from iye.table.state import ChoosingFirst, Step, Table

FIRST_LEVEL: Final = 3
"""What the mind plays at until somebody chooses: a child can win, and has to look."""

LEVEL_CELLS: Final = dict(
    zip((*list(Cell)[15:20], *list(Cell)[10:15]), LEVELS_ALLOWED, strict=True)
)
"""The cells that choose a level: a4 to e4 are 1 to 5, a3 to e3 are 6 to 10."""


def level_of(table: Table) -> int | None:
    """Give the level that the cells choose; None while they choose none."""
    levels = [seat.level for seat in table.setup.seats if seat.sitting is Sitting.MIND]
    return levels[0] if levels and open_to_change(table) else None


def open_to_change(table: Table) -> bool:
    """Say whether seats can be changed by a button: before the first cycle, among those here."""
    away = any(seat.sitting is Sitting.ELSEWHERE for seat in table.setup.seats)
    return isinstance(table.phase, ChoosingFirst) and not table.match.cycles and not away


def mind_or_person(table: Table, at: float) -> Step:
    """Seat the mind across the board, or a person where it sits."""
    alone = table.setup.seats == PEOPLE
    return _seated(table, (PERSON, mind(FIRST_LEVEL)) if alone else PEOPLE, at)


def choose_level(table: Table, cell: Cell, at: float) -> Step:
    """Let the mind play at the level of a cell."""
    one, two = (
        mind(LEVEL_CELLS[cell]) if seat.sitting is Sitting.MIND else seat
        for seat in table.setup.seats
    )
    return _seated(table, (one, two), at)


def _seated(table: Table, seats: Seats, at: float) -> Step:
    """Set the match up anew; a person's name goes with the person."""
    one, two = (
        name if seat.here else "" for name, seat in zip(table.setup.names, seats, strict=True)
    )
    return set_match(table, MatchSet(at, replace(table.setup, names=(one, two), seats=seats)))
