"""Levels against each other: cycles that can be played again, and an interval one can trust."""

from __future__ import annotations

from random import Random

import pytest

from iye.mind import Opponent
from iye.mind.tournament import Game, Pair, Result, Tally, both_sides, play, wilson
from iye.rules import Cycle, Player
from strategies import random_deal

DEALS = [random_deal(Random(seed)) for seed in range(3)]


@pytest.mark.parametrize(
    ("successes", "trials", "bounds"),
    [
        # Worked out by hand from (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964.
        (0, 0, (0.0, 1.0)),
        (0, 10, (0.0, 0.2775)),
        (10, 10, (0.7225, 1.0)),
        (5, 10, (0.2366, 0.7634)),
        (81, 263, (0.2553, 0.3662)),
    ],
)
def test_the_interval_is_wilsons(successes: int, trials: int, bounds: tuple[float, float]) -> None:
    assert wilson(successes, trials) == pytest.approx(bounds, abs=5e-5)


def test_the_interval_holds_the_truth_about_95_times_in_100() -> None:
    rng, held = Random(101), 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < 0.7 for _ in range(100)), 100)
        held += low <= 0.7 <= high
    assert 0.93 < held / 2000 < 0.97


def test_every_deal_is_played_from_both_sides() -> None:
    games = both_sides(Pair(3, 2), DEALS)
    assert [game.deal for game in games] == [deal for deal in DEALS for _ in range(2)]
    assert [game.seat for game in games] == [Player.ONE, Player.TWO] * 3
    assert [game.seed for game in games] == [0, 0, 1, 1, 2, 2]


def test_the_same_game_is_played_the_same_again() -> None:
    games = both_sides(Pair(5, 3), DEALS, seconds=60)
    assert list(map(play, games)) == list(map(play, games))


def test_a_result_is_that_of_the_level_named_first() -> None:
    for game in both_sides(Pair(4, 1), DEALS, seconds=60):
        players = {game.seat: Opponent(4, game.seed), game.seat.other: Opponent(1, ~game.seed)}
        cycle = Cycle.begin(game.deal, Player.ONE)
        while cycle.end is None:
            chosen = players[cycle.position.mover].choose(cycle.position, seconds=60)
            cycle = cycle.play(chosen.move)
        expected = {game.seat: Result.WON, game.seat.other: Result.LOST, None: Result.TIED}
        assert play(game) is expected[cycle.end.winner]


def test_changing_seats_with_temperaments_plays_the_same_cycle() -> None:
    """Level 6 against itself: whoever begins has seed 0, and the other ~0."""
    opposite = {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.TIED: Result.TIED}
    for deal in DEALS:
        first = play(Game(Pair(6, 6), deal, Player.ONE, seed=0, seconds=60))
        second = play(Game(Pair(6, 6), deal, Player.TWO, seed=~0, seconds=60))
        assert second is opposite[first]


def test_a_tally_counts_and_leaves_ties_out_of_the_share() -> None:
    results = [Result.WON] * 6 + [Result.TIED] * 5 + [Result.LOST] * 2
    tally = Tally.of(Pair(2, 1), results)
    assert (tally.won, tally.tied, tally.lost) == (6, 5, 2)
    assert tally.share == 0.75
    assert tally.interval == wilson(6, 8)
    assert Tally.of(Pair(2, 1), []).share == 0.5


def test_there_are_ten_levels() -> None:
    with pytest.raises(ValueError, match="levels are 1 to 10, not 11"):
        play(Game(Pair(11, 1), DEALS[0], Player.ONE, 0))
