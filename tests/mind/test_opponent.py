"""The opponent: legal, in time, the same every time, and each level stronger than the one below."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from threading import Timer
from time import monotonic

import pytest

from exhaustive import late_positions, worth_and_best
from iye.mind import Cancel, Opponent, Value
from iye.mind.levels import LEVELS
from iye.rules import Deal, Player, Position, cycle_end, legal_moves
from mind_rig import START, needs_native
from strategies import random_deal, random_positions

DOCUMENT = Path(__file__).parents[2] / "docs" / "mind.md"
NUMBERS = [level.number for level in LEVELS]
SOON = 5.0
"""Seconds. Level 10 thinks for minutes about `START` where nothing ends it sooner."""


@pytest.mark.parametrize("number", NUMBERS)
def test_every_level_makes_a_legal_move_in_any_position(number: int) -> None:
    opponent = Opponent(number, seed=1)
    for position in random_positions(seed=51, count=40):
        if legal_moves(position):
            assert opponent.choose(position, seconds=0.05).move in legal_moves(position)


@pytest.mark.parametrize("number", NUMBERS[:7])
def test_the_same_seed_plays_the_same_moves(number: int) -> None:
    positions = [p for p in late_positions(seed=52, count=30, most_tiles=12) if legal_moves(p)]
    once, again = (
        [Opponent(number, seed=3).choose(p, seconds=60).move for p in positions] for _ in range(2)
    )
    assert once == again


def test_another_seed_has_another_temperament() -> None:
    positions = [p for p in random_positions(seed=53, count=60) if legal_moves(p)]
    by_seed = [[Opponent(1, seed=seed).choose(p).move for p in positions] for seed in (1, 2)]
    assert by_seed[0] != by_seed[1]


@pytest.mark.parametrize("number", NUMBERS[7:])
def test_where_a_level_solves_it_plays_a_best_move_and_knows_the_value(number: int) -> None:
    opponent = Opponent(number)
    names = {1: Value.WIN, 0: Value.TIE, -1: Value.LOSS}
    for position in late_positions(seed=54, count=60, most_tiles=6, least_tiles=2):
        if legal_moves(position):
            worth, best = worth_and_best(position)
            choice = opponent.choose(position, seconds=30)
            assert str(choice.move) in best
            assert choice.value is names[worth]


@needs_native
@pytest.mark.parametrize("number", NUMBERS)
def test_it_answers_in_the_time_it_is_given(number: int) -> None:
    began = monotonic()
    Opponent(number).choose(START, seconds=0.3)
    assert monotonic() - began < SOON


@pytest.mark.parametrize("number", NUMBERS)
def test_cancelled_it_answers_at_once(number: int) -> None:
    cancel = Cancel()
    timer = Timer(0.1, cancel.set)
    timer.start()
    began = monotonic()
    Opponent(number).choose(START, seconds=10 * SOON, cancel=cancel)
    assert monotonic() - began < SOON
    timer.join()


@pytest.mark.parametrize("number", [0, 11, -1])
def test_there_are_ten_levels(number: int) -> None:
    with pytest.raises(ValueError, match=f"levels are 1 to 10, not {number}"):
        Opponent(number)


def test_where_the_cycle_has_ended_there_is_nothing_to_choose() -> None:
    ended = next(p for p in late_positions(seed=55, count=50, most_tiles=1))
    with pytest.raises(ValueError, match="the cycle has ended"):
        Opponent(1).choose(ended)


def winner(deal: Deal, players: dict[Player, Opponent]) -> Player | None:
    position: Position = deal.start(Player.ONE)
    while (end := cycle_end(position)) is None:
        position = position.play(players[position.mover].choose(position).move)
    return end.winner


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_level_beats_the_one_below(number: int) -> None:
    """Each deal is played twice, with either beginning."""
    rng, won, lost = Random(number), 0, 0
    for seed in range(20):
        deal = random_deal(rng)
        upper, lower = Opponent(number, seed=seed), Opponent(number - 1, seed=seed + 1000)
        for mine in Player:
            victor = winner(deal, {mine: upper, mine.other: lower})
            won, lost = won + (victor is mine), lost + (victor is mine.other)
    assert won > 1.3 * lost


def test_the_documents_say_how_each_level_thinks() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (\d) \| (\w+|–) \| ([\d.]+)[^|]* \| (?:(\d+)|never)",
        DOCUMENT.read_text(),
        re.MULTILINE,
    )
    assert [
        (int(number), int(plies), replies, float(misjudges), int(solves or 0))
        for number, plies, replies, misjudges, solves in rows
    ] == [
        (
            level.number,
            level.plies,
            level.replies.value if level.plies else "–",
            level.misjudges,
            level.solves,
        )
        for level in LEVELS
    ]
