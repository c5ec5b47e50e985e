"""Counting move sequences: against published figures, and against playing them one by one."""

from __future__ import annotations

from random import Random

import pytest

from by_the_book import Table
from iye.rules import Player, divide, format_position, legal_moves, parse_position, perft
from strategies import random_cycle, random_positions

DEALS = ("HOSST/TTHSS/TWSWS/HSHSH/STWHH", "HSSSS/TSHSH/HSOTW/THSHH/WTWST")
FIGURES = [
    (DEALS[0], 1, 8),
    (DEALS[0], 2, 114),
    (DEALS[0], 3, 1099),
    (DEALS[0], 4, 12848),
    (DEALS[0], 5, 135729),
    (DEALS[1], 1, 8),
    (DEALS[1], 2, 102),
    (DEALS[1], 3, 1125),
    (DEALS[1], 4, 13232),
    (DEALS[1], 5, 153648),
]


@pytest.mark.parametrize(("deal", "depth", "sequences"), FIGURES)
@pytest.mark.parametrize("first", [1, 2])
def test_sequences_from_a_deal_whoever_begins(
    deal: str, depth: int, sequences: int, first: int
) -> None:
    assert perft(parse_position(f"{deal} c3 {first} - -"), depth) == sequences


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_sequences_are_as_many_as_playing_each_one_by_the_book(depth: int) -> None:
    for position in random_positions(seed=depth, count=150 if depth < 3 else 40):
        text = format_position(position)
        assert perft(position, depth) == Table.laid(text).sequences(depth), text


def test_legal_moves_are_those_of_the_book() -> None:
    for position in random_positions(seed=7, count=1500):
        text = format_position(position)
        expected = sorted(Table.laid(text).moves())
        assert sorted(map(str, legal_moves(position))) == expected, text


@pytest.mark.parametrize("seed", range(20))
def test_late_in_a_cycle_every_depth_to_the_end_is_as_by_the_book(seed: int) -> None:
    """The last moves are where cycles end by one tile or by no way on; 0 beyond the end."""
    rng = Random(seed)
    cycle = random_cycle(rng, Player.TWO)
    late = cycle.positions[-5]
    table = Table.laid(format_position(late))
    for depth in range(late.tiles.bit_count() + 2):
        if late.tiles.bit_count() <= 7:
            assert perft(late, depth) == table.sequences(depth)


def test_no_sequence_is_longer_than_the_tiles_last() -> None:
    """25 tiles let 24 moves be made: asking for more is answered at once, however much more."""
    start = parse_position(f"{DEALS[0]} c3 1 - -")
    assert perft(start, 25) == 0
    assert perft(start, 10**9) == 0


def test_a_cycle_that_has_ended_has_the_empty_sequence_and_no_other() -> None:
    one_left = parse_position("...../...../...../....T/..... b1 1 T2 S1")
    assert [perft(one_left, depth) for depth in range(3)] == [1, 0, 0]


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="0 moves or more, not -1"):
        perft(parse_position(f"{DEALS[0]} c3 1 - -"), -1)


def test_divided_by_first_move_the_counts_add_up() -> None:
    start = parse_position(f"{DEALS[1]} c3 1 - -")
    parts = divide(start, 3)
    assert sorted(map(str, parts)) == ["a3", "b3", "c1", "c2", "c4", "c5", "d3", "e3"]
    assert sum(parts.values()) == 1125
    assert set(divide(start, 1).values()) == {1}


def test_sequences_of_no_move_cannot_be_divided() -> None:
    with pytest.raises(ValueError, match="1 move or more can be divided, not of 0"):
        divide(parse_position(f"{DEALS[0]} c3 1 - -"), 0)
