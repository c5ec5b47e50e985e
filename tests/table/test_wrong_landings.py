"""A wrong landing changes nothing, says why and shows the way back; a target goes on from there."""

from __future__ import annotations

import pytest

from iye.lights import IyePad, Meaning, parse_pad
from iye.rules import Cell, Kind, Move, Player
from iye.table import DrumHome, Moved, Reason, Rejected
from table_hands import Hands, at_turn

WRONG = [
    # moves, a kind chosen, the cell, why
    ((), None, "a1", Reason.OUT_OF_REACH),
    ((), None, "d4", Reason.OUT_OF_REACH),
    (("c5", "d5"), None, "c5", Reason.NO_TILE),
    (("c5",), "2S", "d5", Reason.NOT_BY_THIS_KIND),
    (("c5",), "2S", "b2", Reason.NOT_BY_THIS_KIND),
    (("c5", "a5"), "1H", "c5", Reason.NO_TILE),
]


@pytest.mark.parametrize(("moves", "chosen", "cell", "reason"), WRONG)
def test_a_wrong_landing_changes_nothing_and_says_why(
    moves: tuple[str, ...], chosen: str | None, cell: str, reason: Reason
) -> None:
    hands = at_turn(*moves)
    if chosen:
        hands.tap(chosen)
    before = hands.table
    assert hands.put(cell) == (Rejected(parse_pad(cell), reason),)
    assert (hands.table.match, hands.table.phase) == (before.match, before.phase)


PADS = [
    ((), "1S", Reason.NOT_IN_HAND),
    ((), "2S", Reason.NOT_YOUR_PAD),
    (("c5",), "2O", Reason.NOT_IN_HAND),
    (("c5",), "1S", Reason.NOT_YOUR_PAD),
    (("c2", "b2", "b1", "c1", "a1"), "2T", Reason.NO_TARGET),
]


@pytest.mark.parametrize(("moves", "pad", "reason"), PADS)
def test_a_pad_that_cannot_be_spent_from_says_why(
    moves: tuple[str, ...], pad: str, reason: Reason
) -> None:
    hands = at_turn(*moves)
    phase = hands.table.phase
    assert hands.tap(pad) == (Rejected(parse_pad(pad), reason),)
    assert hands.table.phase == phase


def wrong_at_a1() -> Hands:
    hands = at_turn()
    hands.put("a1")
    return hands


def test_the_cell_is_marked_wrong_the_way_back_shown_and_the_targets_stay_lit() -> None:
    hands = wrong_at_a1()
    assert hands.seen() == {
        "a1": Meaning.WRONG,
        "c3": Meaning.WAY_BACK,
        **dict.fromkeys(("c4", "c5", "c2", "c1", "a3", "b3", "d3", "e3"), Meaning.TARGET),
    }


def test_it_stays_shown_for_as_long_as_the_drum_stands_there() -> None:
    hands = wrong_at_a1()
    hands.wait(3600.0)
    assert hands.where(Meaning.WRONG) == {"a1"}


def test_a_target_straight_from_there_is_fine() -> None:
    hands = wrong_at_a1()
    (moved,) = hands.put("c1")
    assert isinstance(moved, Moved)
    assert moved.move == Move(Cell.c1)
    assert not hands.where(Meaning.WRONG) | hands.where(Meaning.WAY_BACK)


def test_the_drum_back_home_is_noticed_and_nothing_is_wrong_any_more() -> None:
    hands = wrong_at_a1()
    assert hands.put("c3") == (DrumHome(Cell.c3),)
    assert not hands.where(Meaning.WRONG) | hands.where(Meaning.WAY_BACK)
    assert hands.position.mover is Player.ONE


def test_only_the_latest_of_two_wrong_cells_is_marked() -> None:
    hands = wrong_at_a1()
    hands.put("e5")
    assert hands.where(Meaning.WRONG) == {"e5"}


def test_a_kind_can_be_chosen_while_the_drum_stands_wrong() -> None:
    hands = at_turn("c5")
    hands.put("a2")
    hands.tap("2S")
    assert hands.where(Meaning.WRONG) == {"a2"}
    (moved,) = hands.put("a1")
    assert isinstance(moved, Moved)
    assert moved.move == Move(Cell.a1, Kind.SUN)


def test_a_cell_to_be_paid_for_straight_from_there_is_fine_too() -> None:
    hands = at_turn("b3", "a3", "a4")
    hands.put("e5", "b5")
    assert hands.where(Meaning.UNPAID) == {"b5"}
    assert not hands.where(Meaning.WRONG)


def test_a_foreign_pad_leaves_the_explanation_as_it_is() -> None:
    hands = wrong_at_a1()
    assert hands.tap("2W") == (Rejected(IyePad(Player.TWO, Kind.WATER), Reason.NOT_YOUR_PAD),)
    assert hands.where(Meaning.WRONG) == {"a1"}
