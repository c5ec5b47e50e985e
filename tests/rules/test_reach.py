"""What each movement reaches from a space, tiles aside."""

from __future__ import annotations

import pytest

import by_the_book
from iye.rules import Cell, Kind, cells_in
from iye.rules.board import reach

WAYS = {"": None, "O": Kind.OWL, "W": Kind.WATER, "T": Kind.TREE, "H": Kind.HORSE, "S": Kind.SUN}


def reached(space: str, way: str) -> set[str]:
    return {str(cell) for cell in cells_in(reach(Cell[space], WAYS[way]))}


BY_HAND = [
    ("", "c3", "a3 b3 d3 e3 c1 c2 c4 c5"),
    ("", "a1", "b1 c1 a2 a3"),
    ("", "b2", "a2 c2 d2 b1 b3 b4"),
    ("", "e4", "d4 c4 e5 e3 e2"),
    ("O", "c3", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"),
    ("O", "e1", "a1 b1 c1 d1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"),
    ("W", "c3", "a3 b3 d3 e3 c1 c2 c4 c5 a1 b2 d4 e5 a5 b4 d2 e1"),
    ("W", "a1", "b1 c1 d1 e1 a2 a3 a4 a5 b2 c3 d4 e5"),
    ("W", "d2", "a2 b2 c2 e2 d1 d3 d4 d5 c1 e3 e1 c3 b4 a5"),
    ("T", "c3", "b2 b4 d2 d4"),
    ("T", "a1", "b2"),
    ("T", "e3", "d2 d4"),
    ("H", "c3", "a2 a4 b1 b5 d1 d5 e2 e4"),
    ("H", "a1", "b3 c2"),
    ("H", "d2", "b1 b3 c4 e4"),
    ("S", "c3", "a1 e1 a5 e5"),
    ("S", "b1", "a1 e1 a5 e5"),
    ("S", "a1", "e1 a5 e5"),
    ("S", "e5", "a1 e1 a5"),
]


@pytest.mark.parametrize(("way", "space", "expected"), BY_HAND)
def test_reach_as_read_off_a_drawn_board(way: str, space: str, expected: str) -> None:
    assert reached(space, way) == set(expected.split())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("space", by_the_book.SPACES)
def test_reach_is_what_walking_the_spaces_gives(way: str, space: str) -> None:
    assert reached(space, way) == by_the_book.reach(space, way)


TURNS = {
    "mirrored left and right": lambda file, rank: (4 - file, rank),
    "mirrored front and back": lambda file, rank: (file, 4 - rank),
    "a quarter turned": lambda file, rank: (rank, 4 - file),
    "mirrored on the diagonal": lambda file, rank: (rank, file),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turn", TURNS)
def test_reach_turns_with_the_board(way: str, turn: str) -> None:
    def turned(cell: Cell) -> Cell:
        file, rank = TURNS[turn](cell.file, cell.rank)
        return Cell(5 * rank + file)

    for cell in Cell:
        expected = {turned(other) for other in cells_in(reach(cell, WAYS[way]))}
        assert set(cells_in(reach(turned(cell), WAYS[way]))) == expected


@pytest.mark.parametrize("way", ["", "O", "W", "T", "H"])
def test_all_but_sun_reach_back_where_they_came_from(way: str) -> None:
    for cell in Cell:
        for other in cells_in(reach(cell, WAYS[way])):
            assert cell in set(cells_in(reach(other, WAYS[way])))


def test_cells_have_files_from_player_ones_left_and_ranks_from_their_edge() -> None:
    assert [str(cell) for cell in Cell] == list(by_the_book.SPACES)
    assert (Cell.a1.file, Cell.a1.rank) == (0, 0)
    assert (Cell.e1.file, Cell.e1.rank) == (4, 0)
    assert (Cell.b5.file, Cell.b5.rank) == (1, 4)


def test_a_set_of_cells_is_gone_through_from_a1() -> None:
    mask = Cell.e5.bit | Cell.a1.bit | Cell.c3.bit
    assert list(cells_in(mask)) == [Cell.a1, Cell.c3, Cell.e5]
    assert list(cells_in(0)) == []
