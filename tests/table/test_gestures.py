"""Which gesture means what in which phase: every cell of the four tables, as the spec has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from iye.rules import Player
from iye.table import (
    PERSON,
    Button,
    ChooseFirst,
    CycleBegan,
    DealWanted,
    DealWay,
    Effect,
    FirstChosen,
    KindChosen,
    MatchBegan,
    MatchSetup,
    Moved,
    PaymentDropped,
    Phase,
    Rejected,
    SpendingChosen,
    Undone,
    Woke,
    machine,
    mind,
    scenes,
)
from iye.table.state import (
    Asleep,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    Turn,
)
from table_games import STUCK_WON_BY_ONE
from table_hands import DEAL, Hands, at_turn


def asleep() -> Hands:
    return Hands()


def choosing_first() -> Hands:
    hands = Hands()
    hands.tap("a1")
    return hands


def drawing() -> Hands:
    hands = choosing_first()
    hands.tap("2O")
    return hands


def laying_out() -> Hands:
    hands = Hands(DEAL)
    hands.tap("a1", "2O")
    return hands


def laying_by_hand() -> Hands:
    hands = Hands()
    hands.set_match(MatchSetup(deal_way=DealWay.LAID))
    hands.tap("2O")
    return hands


def turn() -> Hands:
    return at_turn("c5")


def payment() -> Hands:
    hands = at_turn("b3", "a3", "a4")
    hands.put("b5")
    return hands


def awaiting() -> Hands:
    """Player 2, the mind, is to move from c5, and holds a Sun."""
    return at_turn("c5", seats=(PERSON, mind(3)))


def following() -> Hands:
    hands = awaiting()
    hands.answer("Sa5")
    hands.effects.clear()
    return hands


def match_over() -> Hands:
    return at_turn(*STUCK_WON_BY_ONE, wins=1)


GESTURES: dict[str, Callable[[Hands], tuple[Effect, ...]]] = {
    "touch": lambda hands: hands.tap("2S"),
    "land": lambda hands: hands.put("c3"),
    "undo": lambda hands: hands.press(Button.UNDO),
    "new": lambda hands: hands.press(Button.NEW),
}
MEANINGS: list[tuple[Callable[[], Hands], str, list[type[Effect]], type[Phase]]] = [
    (asleep, "touch", [Woke, MatchBegan, ChooseFirst], ChoosingFirst),
    (asleep, "land", [Woke, MatchBegan, ChooseFirst], ChoosingFirst),
    (asleep, "undo", [Rejected], Asleep),
    (asleep, "new", [Woke, MatchBegan, ChooseFirst], ChoosingFirst),
    (choosing_first, "touch", [FirstChosen, DealWanted], Drawing),
    (choosing_first, "land", [Rejected], ChoosingFirst),
    (choosing_first, "undo", [Rejected], ChoosingFirst),
    (choosing_first, "new", [Rejected], ChoosingFirst),
    (drawing, "touch", [], Drawing),
    (drawing, "land", [], Drawing),
    (drawing, "undo", [Undone, ChooseFirst], ChoosingFirst),
    (drawing, "new", [Rejected], Drawing),
    (laying_out, "touch", [KindChosen], LayingByHand),
    (laying_out, "land", [CycleBegan], Turn),
    (laying_out, "undo", [Undone, ChooseFirst], ChoosingFirst),
    (laying_out, "new", [DealWanted], LayingOut),
    (laying_by_hand, "touch", [KindChosen], LayingByHand),
    (laying_by_hand, "land", [Rejected], LayingByHand),
    (laying_by_hand, "undo", [Undone, ChooseFirst], ChoosingFirst),
    (laying_by_hand, "new", [DealWanted], Drawing),
    (turn, "touch", [SpendingChosen], Turn),
    (turn, "land", [Moved], Turn),
    (turn, "undo", [Undone], Turn),
    (turn, "new", [Rejected], Turn),
    (awaiting, "touch", [], Awaiting),
    (awaiting, "land", [Rejected], Awaiting),
    (awaiting, "undo", [Undone], Turn),
    (awaiting, "new", [Rejected], Awaiting),
    (following, "touch", [], Following),
    (following, "land", [Rejected], Following),
    (following, "undo", [Undone], Turn),
    (following, "new", [Rejected], Following),
    (payment, "touch", [Rejected], ChoosingPayment),
    (payment, "land", [PaymentDropped, Rejected], Turn),
    (payment, "undo", [Undone], Turn),
    (payment, "new", [Rejected], ChoosingPayment),
    (match_over, "touch", [], MatchOver),
    (match_over, "land", [Rejected], MatchOver),
    (match_over, "undo", [Undone], Turn),
    (match_over, "new", [MatchBegan, ChooseFirst], ChoosingFirst),
]


@pytest.mark.parametrize(("start", "gesture", "effects", "phase"), MEANINGS)
def test_a_gesture_means_what_the_phase_makes_of_it(
    start: Callable[[], Hands], gesture: str, effects: list[type[Effect]], phase: type[Phase]
) -> None:
    hands = start()
    got = [type(effect) for effect in GESTURES[gesture](hands)]
    assert got[: len(effects)] == effects
    assert len(got) == len(effects) or phase is LayingOut  # whose deal is answered at once
    assert isinstance(hands.table.phase, phase)


def test_no_phase_and_no_gesture_is_left_out_of_the_tables() -> None:
    phases = set(get_args(Phase))
    tables = (machine.ON_TOUCH, machine.ON_LANDING, machine.ON_UNDO, machine.ON_NEW)
    assert [set(table) for table in (*tables, scenes._PHASES)] == [phases] * 5
    assert len({(start, gesture) for start, gesture, *_ in MEANINGS}) == len(phases) * len(GESTURES)


def test_the_table_says_plainly_that_no_cycle_is_under_way() -> None:
    with pytest.raises(LookupError, match="no cycle is under way"):
        _ = laying_out().table.position
    assert turn().position.mover is Player.TWO
