"""Undo: the last step from wherever, and what the board shows that the hands still owe."""

from __future__ import annotations

from random import Random

import pytest

from iye.lights import IyePad, Meaning
from iye.rules import Cell, Kind, Match, Move, Player
from iye.table import (
    Button,
    DrumHome,
    MatchSetup,
    Moved,
    PaymentWanted,
    Reason,
    Rejected,
    Table,
    Undone,
)
from iye.table.state import ChoosingFirst, LayingOut, Turn
from strategies import random_match
from table_games import STUCK_WON_BY_ONE, TIED, WON_BY_ONE
from table_hands import Hands, at_turn, junk

ONE, TWO = Player


def undo(hands: Hands, times: int = 1) -> Hands:
    for _ in range(times):
        hands.press(Button.UNDO)
    return hands


def core(table: Table) -> tuple[object, object]:
    return table.match, table.phase


# One step


def test_undo_gives_back_board_hand_spent_tile_and_turn() -> None:
    before = at_turn("c5").table
    hands = undo(at_turn("c5", "Sa5"))
    assert core(hands.table) == core(before)
    assert hands.effects[-1] == Undone(before.position)
    assert hands.position.hand(TWO).count(Kind.SUN) == 1
    assert hands.position.discarded(Kind.SUN) == 0


def test_undo_takes_back_a_landing_that_is_not_paid_for() -> None:
    hands = at_turn("b3", "a3", "a4")
    before = core(hands.table)
    hands.put("b5")
    undo(hands)
    assert core(hands.table) == before
    assert hands.where(Meaning.WAY_BACK) == {"a4"}
    assert hands.put("b5") == (Rejected(Cell.b5, Reason.DRUM_BACK_FIRST),)
    assert hands.put("a4") == (DrumHome(Cell.a4),)
    assert hands.put("b5") == (PaymentWanted(Cell.b5, (Kind.WATER, Kind.TREE)),)


def test_undo_with_a_kind_chosen_takes_back_the_last_move_and_the_choice() -> None:
    hands = at_turn("c5")
    hands.tap("2S")
    undo(hands)
    assert hands.table.phase == Turn(None)
    assert not hands.table.cycle.moves


def test_undo_at_a_cycles_start_goes_back_to_the_deal() -> None:
    hands = undo(at_turn())
    assert isinstance(hands.table.phase, LayingOut)
    assert hands.effects == [Undone(None)]
    hands.put("c3")
    assert core(hands.table) == core(at_turn().table)


def test_a_drum_that_stood_wrong_is_no_matter_once_the_cycles_start_is_taken_back() -> None:
    hands = at_turn()
    hands.put("a1")
    undo(hands)
    assert len(hands.where(Meaning.TILE)) == 24
    assert hands.where(Meaning.DRUM_ON_TILE) == {"c3"}


def test_undo_has_an_end_and_says_so() -> None:
    hands = at_turn("c5")
    undo(hands, 3)
    assert hands.effects[-1] == Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO)
    asleep = undo(Hands())
    assert asleep.effects == [Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO)]


def test_undo_brings_back_a_cycle_that_had_ended() -> None:
    hands = at_turn(*STUCK_WON_BY_ONE)
    assert hands.table.phase == ChoosingFirst(TWO)
    undo(hands)
    assert core(hands.table) == core(at_turn(*STUCK_WON_BY_ONE[:-1]).table)


def test_undo_brings_back_a_match_that_had_been_won() -> None:
    hands = undo(at_turn(*STUCK_WON_BY_ONE, wins=1))
    assert core(hands.table) == core(at_turn(*STUCK_WON_BY_ONE[:-1], wins=1).table)
    hands.put("d2")
    hands.play("Sa5")
    assert hands.table.match.winner is ONE


def test_undo_goes_from_the_deal_after_a_tie_straight_to_the_tied_cycle() -> None:
    """Nobody chose who begins after a tie, so there is no choice to go back to."""
    hands = at_turn(*TIED)
    assert isinstance(hands.table.phase, LayingOut)
    undo(hands)
    assert core(hands.table) == core(at_turn(*TIED[:-1]).table)


def test_undo_of_a_choice_asks_again_before_it_goes_back_into_the_cycle() -> None:
    hands = at_turn(*WON_BY_ONE)
    hands.tap("1O")
    undo(hands)
    assert hands.table.phase == ChoosingFirst(TWO, relaid=True)
    undo(hands)
    assert core(hands.table) == core(at_turn(*WON_BY_ONE[:-1]).table)


# What is owed


def test_a_tile_goes_back_to_its_cell_and_out_of_the_hand_that_got_it() -> None:
    hands = undo(at_turn("c5"))
    assert hands.where(Meaning.TILE_BACK) == {"c5"}
    assert hands.where(Meaning.GIVE_BACK) == {"2S"}
    assert hands.where(Meaning.REGAIN) == set()
    assert hands.where(Meaning.WAY_BACK) == {"c3"}


def test_a_spent_tile_returns_to_its_hand() -> None:
    hands = undo(at_turn("c5", "Sa5"))
    owed = {
        mark.pad: mark.kind
        for mark in hands.marks()
        if mark.meaning in (Meaning.TILE_BACK, Meaning.GIVE_BACK, Meaning.REGAIN)
    }
    assert owed == {
        Cell.a5: Kind.HORSE,
        IyePad(ONE, Kind.HORSE): Kind.HORSE,
        IyePad(TWO, Kind.SUN): Kind.SUN,
    }
    assert hands.where(Meaning.REGAIN) == {"2S"}


def test_a_tile_won_and_spent_again_goes_straight_from_the_discards_to_its_cell() -> None:
    """Two moves back, player 2 never had the Sun: no hand has to give or get one."""
    hands = undo(at_turn("c5", "Sa5"), 2)
    assert hands.where(Meaning.TILE_BACK) == {"a5", "c5"}
    assert hands.where(Meaning.GIVE_BACK) == {"1H"}
    assert hands.where(Meaning.REGAIN) == set()


def test_a_new_deals_tiles_all_go_back_to_where_the_cycle_had_left_them() -> None:
    hands = at_turn(*STUCK_WON_BY_ONE)
    hands.tap("1O")
    undo(hands, 2)
    left = {str(cell) for cell in Cell if hands.position.layout[cell] is not None}
    assert hands.where(Meaning.TILE_BACK) == left
    # The cycle ended with T2 against H3, by a Sun of player 1 for the third Horse.
    assert hands.where(Meaning.REGAIN) == {"1T", "1S", "2H"}
    assert hands.where(Meaning.GIVE_BACK) == set()


def test_the_drum_home_settles_what_was_owed() -> None:
    hands = undo(at_turn("c5"))
    assert hands.put("c3") == (DrumHome(Cell.c3),)
    assert not {Meaning.TILE_BACK, Meaning.GIVE_BACK, Meaning.WAY_BACK} & set(hands.seen().values())


def test_another_target_straight_away_settles_it_too() -> None:
    hands = undo(at_turn("c5"))
    (moved,) = hands.put("b3")
    assert isinstance(moved, Moved)
    assert not {Meaning.TILE_BACK, Meaning.GIVE_BACK, Meaning.WAY_BACK} & set(hands.seen().values())


# Where the drum stands


def test_taking_hold_of_the_drum_where_it_stands_is_not_a_move() -> None:
    hands = undo(at_turn("c5"))
    assert hands.put("c5") == (Rejected(Cell.c5, Reason.DRUM_BACK_FIRST),)
    hands.put("c3")
    assert [type(effect) for effect in hands.put("c5")] == [Moved]


def test_so_it_is_after_several_moves_taken_back() -> None:
    hands = undo(at_turn("c5", "c4", "d4"), 3)
    assert hands.put("d4") == (Rejected(Cell.d4, Reason.DRUM_BACK_FIRST),)
    assert [type(effect) for effect in hands.put("c4")] == [Moved], "c4 was only passed through"


def test_the_drum_put_back_before_undo_is_pressed_is_home() -> None:
    """People put the drum back by hand, see red, and only then press the button."""
    hands = at_turn("c5", "d5")
    assert hands.put("c5") == (Rejected(Cell.c5, Reason.NO_TILE),)
    undo(hands)
    assert hands.put("c5") == (DrumHome(Cell.c5),)


def test_a_drum_that_came_back_to_c3_is_home_when_both_moves_are_taken_back() -> None:
    hands = undo(at_turn("c4", "c3"), 2)
    assert hands.put("c3") == (DrumHome(Cell.c3),)


def test_the_drum_on_a_wrong_cell_is_known_to_be_there_when_more_is_taken_back() -> None:
    """Player 2 undid c4, put the drum on d4, which nothing reaches, and undoes c5 as well."""
    hands = undo(at_turn("c5", "c4"))
    hands.put("d4")
    undo(hands)
    assert not hands.where(Meaning.WRONG)
    assert hands.put("d4") == (Rejected(Cell.d4, Reason.DRUM_BACK_FIRST),)


def test_a_wrong_landing_after_undo_is_explained_and_the_undone_cell_is_a_target_again() -> None:
    hands = undo(at_turn("c5"))
    assert hands.put("a1") == (Rejected(Cell.a1, Reason.OUT_OF_REACH),)
    assert hands.where(Meaning.WRONG) == {"a1"}
    assert [type(effect) for effect in hands.put("c5")] == [Moved]


# To any depth: whole matches


def replay(hands: Hands, match: Match) -> list[tuple[object, object]]:
    """Play a match with junk in between; give match and phase before every move."""
    stood = []
    rng = Random(len(match.cycles))
    for number, cycle in enumerate(match.cycles):
        if isinstance(hands.table.phase, ChoosingFirst):
            hands.tap(f"{cycle.first}{rng.choice('OWTHS')}")
        hands.put("c3")
        assert hands.position == cycle.positions[0], f"cycle {number + 1}"
        for move in cycle.moves:
            junk(hands, rng)
            stood.append(core(hands.table))
            step(hands, move)
    return stood


def step(hands: Hands, move: Move) -> None:
    """Make a move, take it back, see that all is as it was, and make it again."""
    before, home = core(hands.table), hands.position.drum
    hands.play(move)
    assert hands.table.match.cycles[-1].moves[-1] == move
    undo(hands)
    assert core(hands.table) == before
    hands.put(home)
    hands.play(move)


@pytest.mark.parametrize("seed", [21, 43, 1, 2, 3])
def test_a_whole_match_with_junk_between_can_be_taken_back_move_by_move(seed: int) -> None:
    """Match 21 has a won, a tied and a stuck cycle; 43 begins with a tie."""
    match = random_match(Random(seed))
    hands = Hands(*(cycle.deal for cycle in match.cycles), by_cycle=True)
    hands.set_match(MatchSetup(match.wins_needed))
    stood = replay(hands, match)
    assert hands.table.match == match
    for before in reversed(stood):
        undo(hands)
        while not isinstance(hands.table.phase, Turn) or core(hands.table) != before:
            assert len(hands.table.match.cycles) >= 1
            undo(hands)
    undo(hands, 2)
    assert core(hands.table) == (Match(match.wins_needed), ChoosingFirst(None, relaid=True))
    assert hands.press(Button.UNDO) == (Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO),)
