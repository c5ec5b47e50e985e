"""Matches: who begins, who has won, what a match refuses, and taking moves back."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from iye.rules import (
    Beginner,
    Cycle,
    IllegalMoveError,
    Match,
    MatchError,
    Player,
    parse_deal,
    parse_move,
    score,
)
from strategies import random_cycle, random_deal, random_match

ONE, TWO = Player.ONE, Player.TWO
DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")


def cycle_won_by(winner: Player | None, first: Player = ONE) -> Cycle:
    """Find a randomly played cycle that ended so, and had that player begin."""
    for seed in count():
        cycle = random_cycle(Random(seed), first)
        if cycle.end is not None and cycle.end.winner is winner:
            return cycle
    raise AssertionError


def played(match: Match, winner: Player | None, first: Player | None = None) -> Match:
    """Play another cycle of `match` that ends so, every move through the match."""
    begins = first or match.beginner.decided or ONE
    cycle = cycle_won_by(winner, begins)
    match = match.begin(cycle.deal, begins)
    for move in cycle.moves:
        match = match.play(move)
    assert match.current is None
    return match


def test_the_players_choose_who_begins_the_first_cycle() -> None:
    assert Match().beginner == Beginner(decided=None, chooser=None)
    for first in Player:
        begun = Match().begin(DEAL, first).current
        assert begun is not None
        assert begun.position.mover is first
        assert (begun.position.hand1.size, begun.position.hand2.size) == (0, 0)


@pytest.mark.parametrize(("winner", "loser"), [(ONE, TWO), (TWO, ONE)])
def test_after_a_won_cycle_its_loser_chooses_who_begins(winner: Player, loser: Player) -> None:
    match = played(Match(), winner)
    assert match.beginner == Beginner(decided=None, chooser=loser)
    for first in Player:
        assert match.begin(DEAL, first).current is not None


@pytest.mark.parametrize("first", Player)
def test_after_a_tied_cycle_its_second_player_begins(first: Player) -> None:
    match = played(Match(), None, first)
    assert match.wins == (0, 0)
    assert match.beginner == Beginner(decided=first.other, chooser=None)
    assert match.begin(DEAL, first.other).current is not None
    expected = f"second player begins: player {first.other}, not {first}"
    with pytest.raises(MatchError, match=expected):
        match.begin(DEAL, first)


def test_a_tie_shows_in_equal_points_counted_from_the_hands() -> None:
    tied = cycle_won_by(None)
    result = score(tied.position.hand1, tied.position.hand2)
    assert result.points(ONE) == result.points(TWO)


def test_ties_go_on_without_limit_and_the_beginning_alternates() -> None:
    match = Match(1)
    for turn in range(25):
        match = played(match, None, (ONE, TWO)[turn % 2])
    assert (match.wins, match.winner) == ((0, 0), None)
    assert played(match, TWO).winner is TWO


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_the_first_to_win_the_agreed_number_of_cycles_wins_the_match(wins: int) -> None:
    match = Match(wins)
    for won in range(1, wins):
        match = played(played(match, ONE), TWO)
        assert (match.wins, match.winner) == ((won, won), None)
    for winner in Player:
        decided = played(match, winner)
        assert decided.winner is winner
        assert decided.wins[winner - 1] == wins


@pytest.mark.parametrize("wins", [0, 4, -1])
def test_a_match_goes_to_one_two_or_three_won_cycles(wins: int) -> None:
    with pytest.raises(ValueError, match=f"1, 2 or 3 won cycles, not {wins}"):
        Match(wins)


def test_a_match_goes_to_two_won_cycles_unless_said_otherwise() -> None:
    assert Match().wins_needed == 2


def test_a_decided_match_takes_no_other_cycle() -> None:
    with pytest.raises(MatchError, match="the match is over"):
        played(Match(1), ONE).begin(DEAL, ONE)


def test_a_cycle_under_way_keeps_others_waiting() -> None:
    match = Match().begin(DEAL, ONE)
    with pytest.raises(MatchError, match="a cycle is under way"):
        match.begin(DEAL, TWO)
    with pytest.raises(MatchError, match="a cycle is under way"):
        _ = match.beginner


def test_moves_need_a_cycle_under_way() -> None:
    for match in (Match(), played(Match(), ONE)):
        with pytest.raises(MatchError, match="no cycle is under way"):
            match.play(parse_move("c5"))


def test_an_illegal_move_leaves_the_match_as_it_was() -> None:
    match = Match().begin(DEAL, ONE).play(parse_move("c5"))
    with pytest.raises(IllegalMoveError):
        match.play(parse_move("c5"))
    assert match == Match().begin(DEAL, ONE).play(parse_move("c5"))


def test_a_cycle_keeps_every_move_and_the_position_after_it() -> None:
    cycle = Cycle.begin(DEAL, TWO).play(parse_move("c5")).play(parse_move("b5"))
    assert list(map(str, cycle.moves)) == ["c5", "b5"]
    assert cycle.positions[0] == DEAL.start(TWO)
    assert cycle.positions[1] == DEAL.start(TWO).play(parse_move("c5"))
    assert cycle.positions[2] == cycle.position
    assert cycle.end is None


def test_undo_goes_back_over_a_cycles_end_and_its_winner_is_forgotten() -> None:
    won = played(Match(1), ONE)
    back = won.undo()
    assert (back.winner, back.wins) == (None, (0, 0))
    assert back.current is not None
    assert won.cycles[-1].moves == (*back.current.moves, won.cycles[-1].moves[-1])


def test_undo_takes_back_a_cycle_begun_without_a_move() -> None:
    match = played(Match(), ONE)
    assert match.begin(DEAL, TWO).undo() == match


def test_there_is_an_end_to_undo() -> None:
    with pytest.raises(MatchError, match="nothing to take back"):
        Match().undo()
    with pytest.raises(MatchError, match="no move to take back"):
        Cycle.begin(DEAL, ONE).undo()


@pytest.mark.parametrize("seed", range(5))
def test_a_random_match_for_other_tests_ends_decided(seed: int) -> None:
    for wins in (1, 2, 3):
        match = random_match(Random(seed), wins)
        assert match.winner is not None
        assert max(match.wins) == wins
    assert random_deal(Random(seed)) == random_deal(Random(seed))
