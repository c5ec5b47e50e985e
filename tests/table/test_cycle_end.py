"""The end of a cycle and of a match: who won, why, and the script that tells it in light."""

from __future__ import annotations

import pytest

from iye.lights import Mark, Meaning
from iye.rules import Cell, CycleEnd, EndReason, Kind, Match, Player, Score
from iye.table import (
    Button,
    ChooseFirst,
    CycleEnded,
    Dealt,
    DealWanted,
    DealWay,
    LayingOut,
    MatchBegan,
    MatchEnded,
    MatchSetup,
    Moved,
    Reason,
    Rejected,
)
from iye.table.state import ChoosingFirst, Drawing, MatchOver
from table_games import STUCK_WON_BY_ONE, TIED, WON_BY_ONE, WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands, at_turn

ONE, TWO = Player


def at_last_landing(moves: tuple[str, ...], *, wins: int = 2) -> Hands:
    """Hands at the very moment at which the last of `moves` settles."""
    *others, last = moves
    hands = at_turn(*others, wins=wins)
    if len(last) == 3:
        hands.tap(f"{hands.position.mover}{last[0]}")
    hands.effects.clear()
    hands.touch(last[-2:])
    hands.wait(0.3 + 1e-9)
    return hands


def side(player: Player) -> set[str]:
    return {f"{player}{letter}" for letter in "OWTHS"}


def pads(hands: Hands, meaning: Meaning) -> dict[str, Mark]:
    return {str(mark.pad): mark for mark in hands.marks() if mark.meaning is meaning}


# Who won


def test_a_player_who_cannot_move_loses_and_is_asked_who_begins() -> None:
    hands = at_last_landing(STUCK_WON_BY_ONE)
    assert isinstance(hands.effects[0], Moved)
    assert hands.effects[1:] == [
        CycleEnded(1, CycleEnd(EndReason.STUCK, ONE, None)),
        ChooseFirst(TWO),
    ]
    assert hands.table.phase == ChoosingFirst(TWO)


def test_one_tile_left_is_scored_kind_by_kind() -> None:
    hands = at_last_landing(WON_BY_ONE)
    ended = hands.effects[1]
    assert ended == CycleEnded(
        1, CycleEnd(EndReason.SCORED, ONE, Score((ONE, None, ONE, ONE, TWO)))
    )
    assert isinstance(ended, CycleEnded)
    assert ended.end.score is not None
    assert (ended.end.score.points(ONE), ended.end.score.points(TWO)) == (13, 9)


def test_after_a_tie_nobody_is_asked_and_the_second_player_begins() -> None:
    hands = at_last_landing(TIED)
    assert hands.effects[1:] == [
        CycleEnded(1, CycleEnd(EndReason.SCORED, None, Score((None, TWO, ONE, ONE, TWO)))),
        DealWanted(2),
        Dealt(2, OTHER_DEAL, TWO),
    ]
    hands.release("c3")
    hands.wait(20.0)
    hands.put("c3")
    assert hands.position == OTHER_DEAL.start(TWO)


def test_the_finger_of_a_cycles_last_landing_on_c3_does_not_begin_the_next() -> None:
    hands = at_last_landing(TIED)
    hands.wait(60.0)
    assert isinstance(hands.table.phase, LayingOut)


def test_the_loser_may_let_the_winner_begin() -> None:
    hands = at_turn(*WON_BY_ONE)
    hands.tap("1H")
    hands.put("c3")
    assert hands.position == OTHER_DEAL.start(ONE)


def test_two_won_cycles_win_the_match() -> None:
    hands = Hands(DEAL)  # the same deal over and over
    hands.set_match(MatchSetup(2, ONE))
    for moves, chosen in ((WON_BY_TWO, "1O"), (WON_BY_ONE, "1O"), (STUCK_WON_BY_ONE, "")):
        hands.put("c3")
        hands.play(*moves)
        if chosen:
            assert hands.table.match.winner is None
            hands.tap(chosen)
    assert hands.table.match.wins == (2, 1)
    assert hands.effects[-1] == MatchEnded(ONE)


def test_a_match_to_one_ends_with_its_first_won_cycle() -> None:
    hands = at_last_landing(WON_BY_TWO, wins=1)
    assert hands.effects[-1] == MatchEnded(TWO)
    assert hands.table.phase == MatchOver()


def test_a_won_match_says_so_and_new_begins_another() -> None:
    hands = at_turn(*WON_BY_TWO, wins=1)
    assert hands.put("a1") == (Rejected(Cell.a1, Reason.MATCH_OVER),)
    assert hands.tap("1O") == ()
    assert hands.press(Button.NEW) == (MatchBegan(MatchSetup(1)), ChooseFirst(None))
    assert hands.table.match == Match(1)


# Told in light


def test_first_the_board_says_why_one_tile_is_left() -> None:
    hands = at_last_landing(WON_BY_TWO)
    assert pads(hands, Meaning.LAST_TILE).keys() == {"c5"}
    hands.wait(1.4)
    assert pads(hands, Meaning.LAST_TILE)["c5"].kind is Kind.SUN


def test_first_the_board_says_who_cannot_move_from_where() -> None:
    hands = at_last_landing(STUCK_WON_BY_ONE)
    hands.wait(1.4)
    assert pads(hands, Meaning.STUCK).keys() == {"a5"} | side(TWO)


def test_then_the_score_kind_by_kind_from_owl_to_sun() -> None:
    hands = at_last_landing(WON_BY_ONE)
    hands.wait(1.5)
    taken, lost, equal = Meaning.SCORE_TAKEN, Meaning.SCORE_LOST, Meaning.SCORE_EQUAL
    expected = [(taken, lost), (equal, equal), (taken, lost), (taken, lost), (lost, taken)]
    for number, letter in enumerate("OWTHS"):
        seen = hands.seen()
        assert (seen[f"1{letter}"], seen[f"2{letter}"]) == expected[number]
        later = {seen.get(f"1{letter}") for letter in "OWTHS"[number + 1 :]}
        assert later <= {None, Meaning.HAND_OVER}, "the last tile may still be on its way"
        hands.wait(1.0)


def test_then_the_winners_side_glows_and_then_the_loser_is_asked() -> None:
    hands = at_last_landing(WON_BY_ONE)
    hands.wait(1.5 + 5.0)
    assert pads(hands, Meaning.CYCLE_WON).keys() == side(ONE)
    assert hands.seen().keys() == side(ONE)
    hands.wait(3.5)
    assert hands.where(Meaning.ASKED_SIDE) == side(TWO)
    assert hands.where(Meaning.OTHER_SIDE) == side(ONE)


def test_a_stuck_cycle_goes_straight_to_its_winner() -> None:
    hands = at_last_landing(STUCK_WON_BY_ONE)
    hands.wait(1.5)
    assert pads(hands, Meaning.CYCLE_WON).keys() == side(ONE)


def test_a_tie_glows_on_both_sides_and_then_shows_the_next_deal() -> None:
    hands = at_last_landing(TIED)
    hands.wait(1.5 + 5.0)
    assert pads(hands, Meaning.CYCLE_TIED).keys() == side(ONE) | side(TWO)
    hands.wait(3.5)
    assert len(hands.where(Meaning.TILE)) == 24


def test_a_won_match_beats_in_the_winners_colour() -> None:
    hands = at_last_landing(WON_BY_TWO, wins=1)
    hands.wait(10.1)
    won = pads(hands, Meaning.MATCH_WON)
    assert side(TWO) | {"c3"} <= won.keys()
    assert {mark.player for mark in won.values()} == {TWO}


def test_the_choice_is_accepted_while_the_end_is_still_told() -> None:
    hands = at_last_landing(WON_BY_ONE)
    hands.release("d4")
    hands.wait(2.0)
    hands.tap("2O")
    assert isinstance(hands.table.phase, LayingOut)
    assert len(hands.where(Meaning.TILE)) == 24


@pytest.mark.parametrize("doing", ["draw again", "tell by hand"])
def test_dealing_in_another_way_ends_the_telling(doing: str) -> None:
    hands = at_last_landing(TIED)
    hands.release("c3")
    hands.wait(0.5)
    if doing == "draw again":
        hands.press(Button.NEW)
        assert len(hands.where(Meaning.TILE)) == 24
    else:
        hands.tap("1T")
        assert hands.where(Meaning.KIND_CHOSEN) == {"1T", "2T"}


def test_telling_tiles_laid_by_hand_ends_the_telling_of_the_end() -> None:
    hands = at_turn()
    hands.set_match(MatchSetup(2, ONE, DealWay.LAID))
    for kind in tuple(Kind)[:-1]:
        hands.tap(f"1{kind.letter}", *(cell for cell in Cell if DEAL.kinds[cell] is kind))
    hands.put("c3")
    hands.play(*TIED)
    hands.tap("1T")
    assert hands.where(Meaning.KIND_CHOSEN) == {"1T", "2T"}


def test_the_next_cycle_waits_for_its_deal_in_the_dark_until_the_end_is_told() -> None:
    hands = at_last_landing(TIED)
    assert not isinstance(hands.table.phase, Drawing)
    assert not hands.where(Meaning.TILE)
