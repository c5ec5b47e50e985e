"""How a cycle ends and who wins it: the order of the two ends, and the scoring."""

from __future__ import annotations

import pytest

from iye.rules import (
    CycleEnd,
    EndReason,
    Hand,
    Player,
    Position,
    Score,
    cycle_end,
    legal_moves,
    parse_hand,
    parse_move,
    parse_position,
    score,
)


def ended(position: Position) -> CycleEnd:
    end = cycle_end(position)
    assert end is not None
    assert legal_moves(position) == ()
    return end


def test_a_cycle_with_a_move_to_make_goes_on() -> None:
    assert cycle_end(parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -")) is None
    assert cycle_end(parse_position("....S/...../...../...../..... a1 1 S1 T1")) is not None
    assert cycle_end(parse_position("....S/....T/...../...../..... a1 1 S1 T1")) is None


def test_one_tile_left_is_scored_even_out_of_reach() -> None:
    """From b1, Tree and Horse do not reach e4. 4 : 21 by hand: O + W against T + H + S."""
    before = parse_position("...../....T/...../...../.H... a1 1 O1W3 T4H6S9")
    end = ended(before.play(parse_move("b1")))
    assert end.reason is EndReason.SCORED
    assert end.score is not None
    assert (end.score.points(Player.ONE), end.score.points(Player.TWO)) == (4, 21)
    assert end.winner is Player.TWO, "not player 1, who moved last"


def test_one_tile_left_is_scored_within_reach_too() -> None:
    before = parse_position("...../...../...../...../.HT.. a1 1 O1W3 T4H6S9")
    assert ended(before.play(parse_move("b1"))).reason is EndReason.SCORED


def test_a_mover_without_a_move_loses_to_who_moved_last_and_nothing_is_scored() -> None:
    """Player 2 holds everything but has nothing from b1 to c5 or e5."""
    before = parse_position("..T.S/...../...../...../.H... a1 1 S1 T4H6")
    end = ended(before.play(parse_move("b1")))
    assert end == CycleEnd(EndReason.STUCK, Player.ONE, None)


def test_a_tile_that_reaches_keeps_the_cycle_going() -> None:
    before = parse_position("..T.S/...../...../...../.H... a1 1 S1 T4H6S1")
    assert cycle_end(before.play(parse_move("b1"))) is None, "the Sun reaches e5"


def test_the_tile_just_received_may_be_what_reaches() -> None:
    before = parse_position("..T.S/...../...../...../.S... a1 1 S1 T4H6")
    after = before.play(parse_move("b1"))
    assert list(map(str, legal_moves(after))) == ["Se5"]


def test_suns_with_four_empty_corners_do_not_save_the_mover() -> None:
    before = parse_position("..T../....S/...../...../.S... a1 2 T4H6S2 S1")
    end = ended(before.play(parse_move("b1")))
    assert end == CycleEnd(EndReason.STUCK, Player.TWO, None)


def test_the_rulebooks_scoring_example() -> None:
    one, two = Hand.of(1, 2, 2, 3, 3), Hand.of(0, 1, 2, 2, 4)
    result = score(one, two)
    assert result.takers == (Player.ONE, Player.ONE, None, Player.ONE, Player.TWO)
    assert result.points(Player.ONE) == 11
    assert result.points(Player.TWO) == 9
    assert result.leader is Player.ONE


def test_kinds_held_by_nobody_give_nobody_points() -> None:
    result = score(Hand.of(0, 0, 0, 0, 0), Hand.of(0, 0, 0, 0, 0))
    assert result == Score((None,) * 5)
    assert (result.points(Player.ONE), result.points(Player.TWO), result.leader) == (0, 0, None)


@pytest.mark.parametrize(
    ("hand1", "hand2", "points", "leader"),
    [
        ("O1", "-", (1, 0), Player.ONE),
        ("-", "W1", (0, 3), Player.TWO),
        ("T3", "T2", (5, 0), Player.ONE),
        ("H3", "H4", (0, 7), Player.TWO),
        ("S5", "S4", (9, 0), Player.ONE),
        ("O1W1T1", "S1", (9, 9), None),
        ("H4", "W2T1", (7, 8), Player.TWO),
        ("O1W1T1H1S1", "W1T1H1S1", (1, 0), Player.ONE),
    ],
)
def test_the_most_of_a_kind_takes_as_many_points_as_the_game_has_of_it(
    hand1: str, hand2: str, points: tuple[int, int], leader: Player | None
) -> None:
    result = score(parse_hand(hand1), parse_hand(hand2))
    assert (result.points(Player.ONE), result.points(Player.TWO)) == points
    assert result.leader is leader


def test_equal_points_at_the_last_tile_win_the_cycle_for_nobody() -> None:
    """O + W + T are 9, and so is S; the Horse pair is shared equally."""
    end = ended(parse_position("...../...../..H../...../..... c2 1 O1W2T1H1 H1S1"))
    assert end.reason is EndReason.SCORED
    assert end.winner is None
    assert end.score is not None
    assert (end.score.points(Player.ONE), end.score.points(Player.TWO)) == (9, 9)
