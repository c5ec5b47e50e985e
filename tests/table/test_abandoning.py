"""Holding `new` abandons a match, from every phase of one; a short press never does."""

from __future__ import annotations

import pytest

from iye.lights import Meaning
from iye.rules import Match, Player
from iye.table import (
    Abandoned,
    Button,
    ButtonPressed,
    ChooseFirst,
    DealWay,
    FellAsleep,
    MatchBegan,
    MatchSetup,
    Reason,
    Rejected,
    Woke,
)
from iye.table.state import Asleep, LayingOut
from table_games import STUCK_WON_BY_ONE
from table_hands import DEAL, Hands, at_turn


def of_a_match() -> dict[str, Hands]:
    """Hands in every phase in which there is a match to lose."""
    drawing, laid_out, by_hand = Hands(), Hands(DEAL), Hands(DEAL)
    drawing.set_match(MatchSetup(first=Player.ONE))
    laid_out.set_match(MatchSetup(first=Player.ONE))
    by_hand.set_match(MatchSetup(first=Player.ONE, deal_way=DealWay.LAID))
    payment = at_turn("b3", "a3", "a4")
    payment.put("b5")
    undone = at_turn("c5")
    undone.press(Button.UNDO)
    return {
        "the deal is being drawn": drawing,
        "the deal is shown": laid_out,
        "the deal is told": by_hand,
        "a turn": at_turn("c5"),
        "a payment": payment,
        "after undo": undone,
        "between two cycles": at_turn(*STUCK_WON_BY_ONE),
    }


@pytest.mark.parametrize("name", of_a_match())
def test_new_held_for_two_seconds_abandons_the_match(name: str) -> None:
    hands = of_a_match()[name]
    effects = hands.hold(Button.NEW, 2.5)
    assert effects == (Abandoned(),)
    assert (hands.table.phase, hands.table.match) == (Asleep(), Match(2))
    assert hands.seen() == {"c3": Meaning.ASLEEP}
    assert hands.tap("a1") == (Woke(), MatchBegan(hands.table.setup), ChooseFirst(None))


@pytest.mark.parametrize("name", of_a_match())
def test_a_press_shorter_than_that_abandons_nothing(name: str) -> None:
    hands = of_a_match()[name]
    match = hands.table.match
    effects = hands.hold(Button.NEW, 1.9)
    assert Abandoned() not in effects
    assert hands.table.match == match
    assert not isinstance(hands.table.phase, Asleep)


@pytest.mark.parametrize("name", ["the deal is being drawn", "a turn", "a payment"])
def test_a_short_press_says_that_new_must_be_held(name: str) -> None:
    hands = of_a_match()[name]
    assert hands.press(Button.NEW) == (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON),)


def test_a_row_of_cells_fills_up_while_new_is_held() -> None:
    hands = at_turn("c5")
    hands.send(ButtonPressed(Button.NEW, hands.at))
    rows = []
    for _ in range(5):
        hands.wait(0.39)
        rows.append(sorted(hands.where(Meaning.ABANDONING)))
        hands.wait(0.01)
    row = ["a3", "b3", "c3", "d3", "e3"]
    assert rows == [row[: count + 1] for count in range(5)]


def test_holding_new_does_nothing_where_there_is_no_match() -> None:
    hands = Hands(DEAL)
    assert hands.hold(Button.NEW, 10.0) == (
        Woke(),
        MatchBegan(hands.table.setup),
        ChooseFirst(None),
    )
    hands.send(ButtonPressed(Button.NEW, hands.at))
    hands.wait(10.0)
    assert not hands.where(Meaning.ABANDONING)


def test_a_board_falls_asleep_under_a_held_button_with_no_match_to_abandon() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    hands.send(ButtonPressed(Button.NEW, hands.at))
    assert hands.wait(700.0) == (FellAsleep(),)


def test_new_held_since_before_a_match_began_does_not_abandon_it() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    hands.send(ButtonPressed(Button.NEW, hands.at))
    hands.wait(5.0)
    hands.tap("1O")
    hands.wait(60.0)
    assert isinstance(hands.table.phase, LayingOut)


def test_new_held_while_a_match_is_set_from_outside_does_not_abandon_that_one() -> None:
    hands = at_turn("c5")
    hands.send(ButtonPressed(Button.NEW, hands.at))
    hands.wait(1.0)
    hands.set_match(MatchSetup(first=Player.TWO))
    hands.wait(60.0)
    assert isinstance(hands.table.phase, LayingOut)


def test_a_side_touched_while_new_is_held_between_cycles_does_not_save_the_match() -> None:
    hands = at_turn(*STUCK_WON_BY_ONE)
    hands.send(ButtonPressed(Button.NEW, hands.at))
    hands.tap("1O")
    assert hands.wait(2.0) == (Abandoned(),)


def test_other_buttons_may_be_held_for_ever() -> None:
    hands = at_turn("c5")
    hands.hold(Button.UNDO, 60.0)
    hands.hold(Button.HINT, 60.0)
    assert Abandoned() not in hands.effects
