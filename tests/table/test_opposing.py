"""Who plays whom, chosen at the board: `hint` seats the mind, and cells choose its level."""

from __future__ import annotations

import pytest

from iye.lights import Meaning, parse_pad
from iye.rules import Cell, Player
from iye.table import (
    PEOPLE,
    PERSON,
    Awaiting,
    Button,
    ChooseFirst,
    ChoosingFirst,
    CodeGiven,
    CycleBegan,
    Dealt,
    DealWanted,
    DealWay,
    Effect,
    FirstChosen,
    Hints,
    HintsSet,
    LayingOut,
    MatchBegan,
    MatchSetup,
    PadDeclared,
    Reason,
    Rejected,
    Seats,
    Sitting,
    Turn,
    mind,
)
from table_games import STUCK_WON_BY_ONE, WON_BY_TWO
from table_hands import DEAL, ELSEWHERE, Hands, at_turn

ONE, TWO = Player
LEVELS = {
    f"{file}{rank}": 5 * (4 - rank) + place
    for rank in (4, 3)
    for place, file in enumerate("abcde", 1)
}
"""By the rule: the fourth rank from player 1's left is 1 to 5, the third 6 to 10."""


def asked(setup: MatchSetup | None = None) -> Hands:
    """Hands at a board that asks who begins."""
    hands = Hands(DEAL)
    hands.set_match(setup or MatchSetup())
    hands.effects.clear()
    return hands


def begun_anew(seats: Seats) -> tuple[Effect, ...]:
    return (MatchBegan(MatchSetup(seats=seats)), ChooseFirst(None))


def against_the_mind() -> Hands:
    hands = asked()
    hands.press(Button.HINT)
    hands.effects.clear()
    return hands


# The mind takes a seat


def test_hint_seats_the_mind_across_the_board_at_a_level_a_child_can_beat() -> None:
    hands = asked()
    assert hands.press(Button.HINT) == begun_anew((PERSON, mind(3)))
    assert hands.table.phase == ChoosingFirst(None)
    assert hands.table.hints is Hints.TARGETS, "the hints are as they were"


def test_the_cells_show_the_level_like_a_gauge() -> None:
    hands = against_the_mind()
    assert hands.where(Meaning.LEVEL) == {"a4", "b4", "c4"}
    assert hands.where(Meaning.HIGHER_LEVEL) == {"d4", "e4", "a3", "b3", "c3", "d3", "e3"}
    assert len(hands.where(Meaning.ASKED_SIDE)) == 10, "and the sides still ask who begins"


def test_hint_once_more_seats_a_person_again() -> None:
    hands = against_the_mind()
    assert hands.press(Button.HINT) == begun_anew(PEOPLE)
    assert set(hands.seen().values()) == {Meaning.ASKED_SIDE}


@pytest.mark.parametrize(("cell", "level"), LEVELS.items())
def test_a_cell_chooses_the_level(cell: str, level: int) -> None:
    hands = against_the_mind()
    assert hands.tap(cell) == begun_anew((PERSON, mind(level)))
    assert hands.where(Meaning.LEVEL) == set(list(LEVELS)[:level])
    assert hands.where(Meaning.HIGHER_LEVEL) == set(list(LEVELS)[level:])


def test_a_cell_that_is_held_chooses_once_and_is_no_landing() -> None:
    assert against_the_mind().put("d3") == begun_anew((PERSON, mind(9)))


def test_a_cell_that_is_declared_chooses_as_one_that_is_touched() -> None:
    hands = against_the_mind()
    assert hands.send(PadDeclared(Cell.e3, hands.at)) == begun_anew((PERSON, mind(10)))


@pytest.mark.parametrize("cell", ["a5", "e5", "a2", "c1"])
def test_the_other_cells_choose_nothing_and_say_so(cell: str) -> None:
    hands = against_the_mind()
    before = hands.table.setup
    assert hands.tap(cell) == ()
    assert hands.put(cell) == (Rejected(Cell[cell], Reason.CHOOSE_WHO_BEGINS),)
    assert hands.table.setup == before


def test_no_cell_chooses_a_level_where_only_people_play() -> None:
    hands = asked()
    assert hands.tap("a4") == ()
    assert hands.put("a4") == (Rejected(Cell.a4, Reason.CHOOSE_WHO_BEGINS),)
    assert hands.table.setup.seats == PEOPLE


def test_two_minds_play_at_the_level_of_the_cell_both() -> None:
    hands = asked(MatchSetup(seats=(mind(1), mind(9))))
    hands.tap("b3")
    assert hands.table.setup.seats == (mind(7), mind(7))


def test_the_mind_keeps_the_seat_it_was_given_elsewhere() -> None:
    hands = asked(MatchSetup(seats=(mind(1), PERSON)))
    hands.tap("b3")
    assert hands.table.setup.seats == (mind(7), PERSON)
    hands.press(Button.HINT)
    assert hands.table.setup.seats == PEOPLE


def test_what_else_was_wished_for_stays() -> None:
    hands = asked(MatchSetup(3, deal_way=DealWay.LAID))
    hands.press(Button.HINT)
    hands.tap("a3")
    assert hands.table.setup == MatchSetup(3, deal_way=DealWay.LAID, seats=(PERSON, mind(6)))
    assert hands.table.match.wins_needed == 3


def test_the_mind_takes_no_persons_name() -> None:
    hands = asked(MatchSetup(names=("Umay", "Erlik")))
    hands.press(Button.HINT)
    assert hands.table.setup.names == ("Umay", "")


# The match begins


@pytest.mark.parametrize(("side", "first"), [("1O", ONE), ("2S", TWO)])
def test_a_touch_on_a_side_begins_the_match_against_the_mind(side: str, first: Player) -> None:
    hands = against_the_mind()
    assert hands.tap(side) == (FirstChosen(first), DealWanted(1), Dealt(1, DEAL, first))
    assert hands.put("c3") == (CycleBegan(DEAL.start(first)),)
    assert hands.table.phase == (Turn() if first is ONE else Awaiting())


def test_who_plays_can_be_changed_again_after_undo_has_gone_back_to_the_choice() -> None:
    hands = against_the_mind()
    hands.tap("1O")
    hands.press(Button.UNDO)
    assert hands.tap("b4") == begun_anew((PERSON, mind(2)))
    assert hands.press(Button.HINT) == begun_anew(PEOPLE)


def test_the_mind_sits_there_for_the_next_match_too_and_after_sleep() -> None:
    hands = at_turn(*STUCK_WON_BY_ONE, wins=1, seats=(PERSON, mind(4)))
    hands.press(Button.NEW)
    assert hands.where(Meaning.LEVEL) == {"a4", "b4", "c4", "d4"}
    hands.wait(1000.0)
    hands.tap("a1")
    assert hands.table.setup.seats == (PERSON, mind(4))
    hands.press(Button.HINT)
    assert hands.table.setup.seats == PEOPLE


# Where it cannot be changed


def test_between_the_cycles_of_a_match_hint_steps_the_hints_and_cells_choose_nothing() -> None:
    hands = at_turn(*WON_BY_TWO, seats=(PERSON, mind(3)))
    assert hands.table.phase == ChoosingFirst(ONE)
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert hands.tap("e3") == ()
    assert hands.table.setup.seats == (PERSON, mind(3))
    hands.wait(60.0)
    assert not hands.where(Meaning.LEVEL) | hands.where(Meaning.HIGHER_LEVEL)


def test_once_tiles_are_laid_hint_steps_the_hints() -> None:
    hands = against_the_mind()
    hands.tap("1O")
    assert isinstance(hands.table.phase, LayingOut)
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert hands.table.setup.seats == (PERSON, mind(3))


@pytest.mark.parametrize("seats", [(PERSON, ELSEWHERE), (ELSEWHERE, mind(3))])
def test_nobody_takes_the_seat_of_somebody_elsewhere(seats: Seats) -> None:
    hands = asked(MatchSetup(seats=seats))
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert hands.tap("a4") == ()
    assert hands.put("a4") == (Rejected(Cell.a4, Reason.CHOOSE_WHO_BEGINS),)
    assert hands.table.setup.seats == seats
    assert not hands.where(Meaning.LEVEL)


def test_hint_held_to_read_the_code_seats_nobody() -> None:
    hands = asked()
    hands.send(CodeGiven("042917", hands.at))
    assert hands.hold(Button.HINT, 1.5) == ()
    assert hands.table.setup.seats == PEOPLE


def test_a_sleeping_board_seats_nobody() -> None:
    hands = Hands()
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert all(seat.sitting is Sitting.PERSON for seat in hands.table.setup.seats)


def test_an_iye_pad_chooses_who_begins_and_no_level() -> None:
    hands = against_the_mind()
    hands.send(PadDeclared(parse_pad("2T"), hands.at))
    assert hands.table.setup.seats == (PERSON, mind(3))
    assert isinstance(hands.table.phase, LayingOut)
