"""The code that the board spells in light while `hint` is held, and nothing else of that button."""

from __future__ import annotations

import pytest

from iye.lights import DIGITS, PADS, Meaning
from iye.rules import Cell
from iye.table import Button, ButtonPressed, ButtonReleased, CodeGiven, Hints, HintsSet
from table_hands import Hands, at_turn


def spelling(code: str) -> Hands:
    """Hands that have held `hint` just long enough for the code to begin."""
    hands = at_turn("c5")
    hands.send(CodeGiven(code, hands.at))
    hands.send(ButtonPressed(Button.HINT, hands.at))
    hands.wait(1.0)
    return hands


def test_the_digits_look_like_digits_from_player_1s_side() -> None:
    drawn = ["".join(".#"[Cell[f"{f}{r}"] in DIGITS["2"]] for f in "abcde") for r in "54321"]
    assert drawn == [".###.", "...#.", ".###.", ".#...", ".###."]


def test_no_two_digits_look_alike() -> None:
    assert sorted(DIGITS) == list("0123456789")
    assert len({frozenset(cells) for cells in DIGITS.values()}) == 10


def test_the_code_is_spelled_digit_by_digit_with_all_else_dark() -> None:
    hands = spelling("407")
    spelled = []
    for _ in "407407":
        hands.wait(0.5)
        spelled.append(hands.where(Meaning.DIGIT))
        assert set(hands.seen().values()) == {Meaning.DIGIT, Meaning.DARK}
        assert hands.seen().keys() == set(map(str, PADS))
        hands.wait(0.7)
    assert spelled == [set(map(str, DIGITS[digit])) for digit in "407407"]


def test_two_digits_alike_are_parted_by_a_moment_of_dark() -> None:
    hands = spelling("11")
    seen = []
    for _ in range(24):
        seen.append(bool(hands.where(Meaning.DIGIT)))
        hands.wait(0.1)
    assert [one for one, last in zip(seen, [None, *seen], strict=False) if one != last] == [
        True,
        False,
        True,
        False,
    ]


def test_reading_the_code_leaves_the_hints_as_they_are() -> None:
    hands = spelling("407")
    lit = at_turn("c5").where(Meaning.TARGET)
    assert hands.send(ButtonReleased(Button.HINT, hands.at)) == ()
    assert hands.where(Meaning.TARGET) == lit


def test_a_short_press_changes_the_hints_and_spells_nothing() -> None:
    hands = at_turn("c5")
    hands.send(CodeGiven("407", hands.at))
    assert hands.hold(Button.HINT, 0.9) == (HintsSet(Hints.COACH),)
    hands.wait(5.0)
    assert not hands.where(Meaning.DIGIT)


def test_without_a_code_however_long_a_press_changes_the_hints() -> None:
    hands = at_turn("c5")
    assert hands.hold(Button.HINT, 5.0) == (HintsSet(Hints.COACH),)
    assert hands.send(ButtonReleased(Button.HINT, hands.at)) == ()


def test_a_button_that_is_never_let_go_does_not_leave_the_board_dark() -> None:
    hands = spelling("407")
    hands.wait(60.0)
    assert hands.where(Meaning.TARGET) == at_turn("c5").where(Meaning.TARGET)


@pytest.mark.parametrize("code", ["", "12a", "-1", "٣"])
def test_a_code_of_anything_but_digits_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="a code is digits"):
        CodeGiven(code, 0.0)
