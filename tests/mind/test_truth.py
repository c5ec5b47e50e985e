"""Solving agrees with playing everything out, and with itself on a turned or mirrored board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from exhaustive import late_positions, worth_and_best
from iye.mind import Solver, Value
from iye.mind.engine import Engine
from iye.rules import Cell, Kind, Move, Position


@cache
def played_out() -> list[tuple[Position, int, list[str]]]:
    """Late positions, what each is worth and which moves keep it; worked out once for both."""
    positions = [
        *late_positions(seed=1, count=2500, most_tiles=6),
        *late_positions(seed=2, count=100, most_tiles=7, least_tiles=7),
    ]
    return [(position, *worth_and_best(position)) for position in positions]


WORTH = {Value.WIN: 1, Value.TIE: 0, Value.LOSS: -1}


def test_value_and_best_moves_are_those_of_playing_everything_out(
    make: Callable[[], Engine],
) -> None:
    solver = Solver(engine=make())
    seen = set()
    for position, worth, best in played_out():
        solution = solver.solve(position)
        assert (WORTH[solution.value], list(map(str, solution.best))) == (worth, best), position
        seen.add(solution.value)
    assert seen == {Value.WIN, Value.TIE, Value.LOSS}


def turned(cell: Cell) -> Cell:
    """Where a cell comes to lie when the board is turned by a quarter."""
    return Cell(5 * (4 - cell.file) + cell.rank)


def mirrored(cell: Cell) -> Cell:
    return Cell(5 * cell.rank + 4 - cell.file)


def moved(position: Position, where: Callable[[Cell], Cell]) -> Position:
    layout: list[Kind | None] = [None] * 25
    for cell in Cell:
        layout[where(cell)] = position.layout[cell]
    tiles = sum(where(cell).bit for cell in Cell if position.tiles & cell.bit)
    return replace(position, layout=tuple(layout), tiles=tiles, drum=where(position.drum))


@pytest.mark.parametrize("where", [turned, mirrored])
def test_turning_and_mirroring_the_board_changes_nothing(
    make: Callable[[], Engine], where: Callable[[Cell], Cell]
) -> None:
    solver = Solver(engine=make())
    for position in late_positions(seed=3, count=300, most_tiles=9):
        here, there = solver.solve(position), solver.solve(moved(position, where))
        carried = {Move(where(move.target), move.spent) for move in here.best}
        assert (here.value, carried) == (there.value, set(there.best)), str(position)


def test_the_players_can_change_seats(make: Callable[[], Engine]) -> None:
    solver = Solver(engine=make())
    for position in late_positions(seed=4, count=300, most_tiles=9):
        other = replace(
            position,
            mover=position.mover.other,
            hand1=position.hand2,
            hand2=position.hand1,
        )
        here, there = solver.solve(position), solver.solve(other)
        assert (here.value, here.best) == (there.value, there.best), str(position)


def test_a_mirrored_pair_of_players_gets_mirrored_values(make: Callable[[], Engine]) -> None:
    """What the mover can make of a position, the best move leaves the opponent the rest of."""
    solver = Solver(engine=make())
    rng = Random(5)
    for position in late_positions(seed=5, count=200, most_tiles=9, least_tiles=2):
        solution = solver.solve(position)
        if solution.best:
            after = solver.solve(position.play(rng.choice(solution.best)))
            assert WORTH[after.value] == -WORTH[solution.value], str(position)
