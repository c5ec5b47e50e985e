"""From touches to landings: what has settled counts, what passes does not.

Each case is played with a clock that tells every moment and with one that is told late.
"""

from __future__ import annotations

import pytest

from iye.lights import Meaning
from iye.rules import Cell, Kind, Player
from iye.table import (
    TIMING,
    Button,
    Effect,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SeveralHeld,
    Undone,
)
from iye.table.state import ChoosingPayment, Turn
from table_games import STUCK_WON_BY_ONE
from table_hands import Hands, at_turn

clocks = pytest.mark.parametrize("prompt", [True, False], ids=["prompt", "late"])
slides = pytest.mark.parametrize(
    ("each", "overlap"), [(0.15, 0.05), (0.5, 0.1), (0.5, 1e-9), (0.5, -0.04), (0.9, 0.2)]
)


def played(hands: Hands) -> list[str]:
    """Give the cycle's moves as they stand."""
    return [str(move) for move in hands.table.match.cycles[-1].moves]


# Settling


def test_a_touch_shorter_than_the_settling_time_is_not_a_landing() -> None:
    hands = at_turn()
    hands.touch("c5")
    assert hands.where(Meaning.TOUCHED) == {"c5"}
    assert hands.wait(0.29) == ()
    assert hands.release("c5") == ()
    assert hands.wait(10.0) == ()


def test_a_cell_held_for_the_settling_time_has_been_landed_on() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(TIMING.tap)
    assert hands.table.due == hands.at - TIMING.tap + TIMING.settle
    assert [type(effect) for effect in hands.wait(0.3)] == [Moved]


def test_a_release_is_not_a_lift() -> None:
    hands = at_turn()
    hands.put("c5")
    before = hands.table
    assert hands.wait(600.0) == ()
    assert (hands.table.match, hands.table.phase) == (before.match, before.phase)


def test_a_pad_reported_twice_and_one_never_touched_change_nothing() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.2)
    before = hands.table
    assert hands.touch("c5") == hands.release("a1") == hands.release("2S") == ()
    assert hands.table == before


def test_a_hand_on_an_iye_pad_does_not_hold_up_a_landing() -> None:
    hands = at_turn("c5")
    hands.touch("1W")
    hands.put("d5")
    assert played(hands) == ["c5", "d5"]


# Several cells


def test_several_cells_are_waited_out_and_spoken_of_if_they_stay() -> None:
    hands = at_turn()
    hands.touch("c5", "c4")
    assert hands.wait(1.9) == ()
    assert hands.wait(0.2) == (SeveralHeld((Cell.c5, Cell.c4)),)
    assert hands.where(Meaning.SEVERAL_HELD) == {"c4", "c5"}
    assert hands.wait(60.0) == ()


def test_the_one_that_is_left_is_the_landing() -> None:
    hands = at_turn()
    hands.touch("c5", "c4")
    hands.wait(3.0)
    hands.release("c4")
    hands.wait(0.3)
    assert played(hands) == ["c5"]


def test_a_hand_resting_on_the_board_for_a_moment_only_holds_the_next_landing_up() -> None:
    hands = at_turn()
    hands.touch("a1")
    assert hands.wait(5.0) == (Rejected(Cell.a1, Reason.OUT_OF_REACH),)
    hands.touch("c4")
    assert hands.wait(1.0) == ()
    hands.release("a1")
    hands.wait(0.3)
    assert played(hands) == ["c4"]


# Quick moves


@clocks
def test_two_quick_moves_both_count(*, prompt: bool) -> None:
    hands = at_turn(prompt=prompt)
    for cell in ("c4", "c5", "d5"):
        hands.touch(cell)
        hands.wait(0.31)
        hands.release(cell)
        hands.wait(0.15)
    hands.touch("a1")
    assert played(hands) == ["c4", "c5", "d5"]


@clocks
def test_the_opponents_landing_in_a_new_contact_never_takes_a_move_back(*, prompt: bool) -> None:
    hands = at_turn(prompt=prompt)
    hands.put("c4")
    hands.at -= 0.3  # quick: 0.2 s after player 1 let go
    hands.put("c5")
    assert [type(effect) for effect in hands.effects] == [Moved, Moved]


@clocks
def test_landings_are_dated_when_they_settled_not_when_they_were_told(*, prompt: bool) -> None:
    hands = at_turn(prompt=prompt)
    at = hands.at
    hands.touch("c4")
    hands.wait(50.0)
    hands.touch("1O")
    assert hands.table.handover is not None
    assert hands.table.handover.at == pytest.approx(at + 0.3)


# Slides


@clocks
@slides
def test_a_slide_over_the_step_of_one_plays_only_the_step_of_two(
    *, prompt: bool, each: float, overlap: float
) -> None:
    hands = at_turn(prompt=prompt)
    hands.slide("c4 c5", each=each, overlap=overlap)
    hands.touch("1O")
    assert played(hands) == ["c5"]
    assert hands.position.mover is Player.TWO


@slides
def test_a_slide_back_home_takes_it_all_back(each: float, overlap: float) -> None:
    hands = at_turn("c5")
    before = hands.table
    hands.slide("c4 c3 c4 c5", each=each, overlap=overlap)
    assert (hands.table.match, hands.table.phase) == (before.match, before.phase)
    assert not hands.where(Meaning.WRONG) | hands.where(Meaning.WAY_BACK)


def test_a_slide_from_home_over_two_cells_is_one_move() -> None:
    hands = at_turn()
    hands.slide("c3 c4 c5", each=0.5)
    assert played(hands) == ["c5"]


def test_a_slide_on_to_a_wrong_cell_leaves_no_move_behind() -> None:
    hands = at_turn()
    hands.slide("c4 d4", each=0.5)
    assert played(hands) == []
    assert hands.where(Meaning.WRONG) == {"d4"}
    assert hands.where(Meaning.WAY_BACK) == {"c3"}


def test_a_slide_between_cells_reported_let_go_and_touched_at_one_moment_is_a_slide() -> None:
    """One reading of a chip can hold the release of one electrode and the touch of the next."""
    hands = at_turn()
    hands.touch("c4")
    hands.wait(0.5)
    hands.release("c4")
    hands.touch("c5")
    hands.wait(0.3)
    assert played(hands) == ["c5"]


def test_a_drum_that_rests_before_it_is_moved_on_had_arrived() -> None:
    hands = at_turn()
    hands.slide("c4 c5", each=2.0)
    assert played(hands) == ["c4", "c5"]


def test_a_slide_keeps_the_kind_that_was_chosen() -> None:
    """Player 2 means to spend a Water from a4 over b4 to c4, where natural movement reaches too."""
    hands = at_turn("b3", "a3", "a4")
    hands.tap("2W")
    hands.slide("b4 c4", each=0.5)
    assert played(hands)[3:] == ["Wc4"]
    assert hands.table.phase == Turn(None)


def test_a_slide_over_a_cell_that_asked_for_payment_drops_the_question() -> None:
    hands = at_turn("b3", "a3", "a4")
    effects = hands.slide("b5 a5", each=0.5)
    assert effects[:2] == (
        PaymentWanted(Cell.b5, (Kind.WATER, Kind.TREE)),
        PaymentDropped(Cell.b5),
    )
    assert played(hands)[3:] == ["a5"]


def test_a_slide_on_to_a_cell_that_asks_for_payment_takes_the_step_back() -> None:
    hands = at_turn("b3", "a3", "a4")
    hands.slide("b4 b5", each=0.5)
    assert played(hands) == ["b3", "a3", "a4"]
    assert hands.table.phase == ChoosingPayment(Cell.b5, (Kind.WATER, Kind.TREE))


@clocks
def test_a_slide_takes_back_even_a_step_that_had_ended_the_cycle(*, prompt: bool) -> None:
    """Before the last move player 1 on d2 may also go to d1; a5 is where the cycle ends."""
    *others, last = STUCK_WON_BY_ONE
    hands = at_turn(*others, prompt=prompt)
    hands.tap("1S")
    hands.slide(f"{last[-2:]} a1", each=0.5)
    hands.touch("2O")
    assert hands.table.match.current is not None
    assert played(hands) == [*others, "Sa1"]


def test_a_slide_takes_back_even_a_step_that_had_won_the_match() -> None:
    *others, last = STUCK_WON_BY_ONE
    hands = at_turn(*others, wins=1)
    hands.slide(f"{last[-2:]} d2", each=0.5)
    assert hands.table.match.winner is None
    assert played(hands) == others


def test_a_slide_does_not_take_back_a_move_already_undone() -> None:
    hands = at_turn("c5")
    hands.touch("c4")
    hands.wait(0.35)
    hands.press(Button.UNDO)
    hands.touch("c3")
    hands.wait(0.05)
    hands.release("c4")
    hands.wait(1.0)
    assert played(hands) == ["c5", "c3"]


# A sleeve beside the drum


@pytest.mark.parametrize("brush", [0.05, 0.5])
def test_a_sleeve_that_comes_and_goes_beside_a_drum_that_landed_is_no_news(brush: float) -> None:
    hands = at_turn()
    hands.touch("c4")
    hands.wait(0.4)
    before = tuple(hands.effects)
    hands.touch("c5")
    hands.wait(brush)
    hands.release("c5")
    hands.wait(5.0)
    assert tuple(hands.effects) == before
    assert played(hands) == ["c4"]


def test_a_sleeve_beside_the_cycles_last_landing_is_no_news_either() -> None:
    hands = at_turn(*STUCK_WON_BY_ONE[:-1])
    hands.touch("a5")
    hands.wait(0.4)
    hands.touch("a4")
    hands.wait(0.1)
    hands.release("a4")
    assert hands.wait(5.0) == ()


def test_a_flickering_pad_is_one_landing() -> None:
    hands = at_turn()
    for _ in range(20):
        hands.touch("a1")
        hands.wait(0.4)
        hands.release("a1")
        hands.wait(0.02)
    landed: list[Effect] = [effect for effect in hands.effects if isinstance(effect, Rejected)]
    assert landed == [Rejected(Cell.a1, Reason.OUT_OF_REACH)]
    assert not any(isinstance(effect, Undone) for effect in hands.effects)


def test_a_pad_that_is_stuck_holds_up_nobody_after_a_while() -> None:
    hands = at_turn()
    hands.touch("b2")  # a wire that touches ground: it is felt for good
    hands.wait(12.0)
    hands.effects.clear()
    hands.put("c4", "c5", "d5")
    assert played(hands) == ["c4", "c5", "d5"]
    assert not any(isinstance(effect, SeveralHeld) for effect in hands.effects)


def test_a_drum_felt_where_it_stands_is_taken_up_and_put_down_like_any_other() -> None:
    hands = at_turn()
    hands.touch("c4")  # it stands there, and is felt without a hand
    hands.wait(60.0)
    hands.release("c4")
    hands.put("c5")
    assert played(hands) == ["c4", "c5"]


def test_a_drum_felt_where_it_stands_slides_on_to_its_target() -> None:
    hands = at_turn()
    hands.touch("c4")
    hands.wait(60.0)
    hands.touch("c5")
    hands.wait(0.1)
    hands.release("c4")
    hands.wait(1.0)
    assert played(hands) == ["c4", "c5"]


def test_cells_held_together_only_a_moment_ago_still_wait_for_one() -> None:
    hands = at_turn()
    hands.touch("b2")
    hands.wait(9.0)
    hands.touch("c4")
    hands.wait(1.0)
    assert played(hands) == []
