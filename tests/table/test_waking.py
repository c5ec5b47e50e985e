"""From a sleeping board to the choice of who begins, and back to sleep."""

from __future__ import annotations

import math

import pytest

from iye.lights import Meaning
from iye.rules import Match, Player, parse_cell
from iye.table import (
    Abandoned,
    Button,
    ChooseFirst,
    DealWanted,
    DealWay,
    FellAsleep,
    FirstChosen,
    LayingByHand,
    LayingOut,
    MatchBegan,
    MatchSetup,
    Phase,
    Reason,
    Rejected,
    Woke,
)
from iye.table.state import Asleep, ChoosingFirst, Drawing
from table_hands import DEAL, Hands, at_turn
from table_phases import in_each_phase, won

ONE_SIDE = {"1O", "1W", "1T", "1H", "1S"}
TWO_SIDE = {"2O", "2W", "2T", "2H", "2S"}


def test_a_sleeping_board_beats_at_its_centre_and_waits_for_nothing() -> None:
    hands = Hands()
    assert hands.seen() == {"c3": Meaning.ASLEEP}
    assert hands.table.due == math.inf


@pytest.mark.parametrize("pad", ["a1", "c3", "1O", "2S"])
def test_the_touch_that_wakes_the_board_chooses_nothing(pad: str) -> None:
    hands = Hands(DEAL)
    hands.touch(pad)
    assert hands.wait(5.0) == (Woke(), MatchBegan(MatchSetup()), ChooseFirst(None))
    assert hands.release(pad) == ()
    assert hands.table.phase == ChoosingFirst(None)


@pytest.mark.parametrize("brush", [0.1, 1.0, 5.0])
def test_a_sleeve_beside_the_finger_that_woke_the_board_makes_it_no_choice_either(
    brush: float,
) -> None:
    hands = Hands(DEAL)
    hands.touch("b1")
    hands.wait(0.5)
    hands.touch("b2")
    hands.wait(brush)
    hands.release("b2")
    assert hands.wait(5.0) == ()


def test_the_button_new_wakes_the_board_too() -> None:
    assert Hands(DEAL).press(Button.NEW) == (Woke(), MatchBegan(MatchSetup()), ChooseFirst(None))


def test_both_sides_are_asked_who_begins_a_match() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    assert hands.where(Meaning.ASKED_SIDE) == ONE_SIDE | TWO_SIDE


@pytest.mark.parametrize(("pad", "player"), [("1T", Player.ONE), ("2O", Player.TWO)])
def test_a_touch_on_a_side_chooses_that_player(pad: str, player: Player) -> None:
    hands = Hands()
    hands.tap("a1")
    assert hands.tap(pad) == (FirstChosen(player), DealWanted(1))
    assert hands.table.phase == Drawing(player)


def test_a_cell_does_not_choose_and_the_board_says_what_does() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    assert hands.put("b2") == (Rejected(parse_cell("b2"), Reason.CHOOSE_WHO_BEGINS),)
    assert hands.press(Button.NEW) == (Rejected(Button.NEW, Reason.CHOOSE_WHO_BEGINS),)


def test_a_player_set_beforehand_begins_the_first_cycle_without_being_asked() -> None:
    hands = Hands(DEAL)
    effects = hands.set_match(MatchSetup(first=Player.TWO))
    setup = MatchSetup(first=Player.TWO)
    assert effects[:3] == (Woke(), MatchBegan(setup), DealWanted(1))
    hands.put("c3")
    assert hands.position == DEAL.start(Player.TWO)


def test_a_board_nobody_plays_on_falls_asleep_after_ten_minutes() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    assert hands.wait(599.0 - 0.6) == ()
    assert hands.wait(2.0) == (FellAsleep(),)
    assert hands.table.phase == Asleep()


def test_every_touch_and_press_puts_sleep_off() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    for _ in range(3):
        hands.wait(500.0)
        hands.press(Button.HINT)
        hands.wait(500.0)
        hands.put("a1")
    assert not any(isinstance(effect, FellAsleep) for effect in hands.effects)


def test_a_match_under_way_never_falls_asleep() -> None:
    hands = at_turn("c5")
    assert hands.wait(1e6) == ()
    assert hands.position.drum == parse_cell("c5")


def test_a_won_match_falls_asleep_and_is_forgotten() -> None:
    hands = won()
    assert hands.wait(700.0) == (FellAsleep(),)
    assert hands.table.match == Match(1)


@pytest.mark.parametrize("name", in_each_phase())
def test_a_match_can_be_set_up_from_outside_in_any_phase(name: str) -> None:
    hands = in_each_phase()[name]
    abandons = name not in ("asleep", "choosing_first", "match_over")
    assert hands.table.playing is abandons
    effects = hands.set_match(MatchSetup(3, None, DealWay.LAID))
    assert (Abandoned() in effects) is abandons
    assert (Woke() in effects) is (name == "asleep")
    assert effects[-1] == ChooseFirst(None)
    hands.tap("2H")
    assert hands.table.match == Match(3)
    assert hands.table.phase == LayingByHand(Player.TWO)


def test_what_the_hands_hold_was_not_meant_for_a_match_set_from_outside() -> None:
    hands = at_turn("c5")
    hands.touch("c3")
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.wait(1.0)
    phase: Phase = hands.table.phase
    assert isinstance(phase, LayingOut), "the finger on c3 is not the drum put down"


@pytest.mark.parametrize("wins", [0, 4])
def test_a_match_to_any_other_number_of_cycles_is_refused(wins: int) -> None:
    with pytest.raises(ValueError, match="1, 2 or 3"):
        MatchSetup(wins)
