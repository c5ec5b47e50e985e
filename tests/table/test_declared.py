"""What is said on a page: the drum really is here, give the match up; and the code in light."""

from __future__ import annotations

import pytest

from iye.lights import DIGITS, PADS, IyePad, Meaning, parse_pad
from iye.rules import Cell, Kind, Player
from iye.table import (
    PERSON,
    Abandoned,
    AbandonWanted,
    Asleep,
    BackTo,
    Button,
    ButtonPressed,
    ButtonReleased,
    ChooseFirst,
    ChoosingFirst,
    ChoosingPayment,
    CodeGiven,
    CycleBegan,
    DealWay,
    FirstChosen,
    Hints,
    HintsSet,
    KindChosen,
    LayingByHand,
    LayingOut,
    MatchBegan,
    MatchSetup,
    Moved,
    PadDeclared,
    Point,
    Reason,
    Rejected,
    SpendingChosen,
    TileLaid,
    Turn,
    Woke,
)
from iye.table.declared import LATE
from table_hands import DEAL, ELSEWHERE, Hands, at_turn
from table_phases import in_each_phase


def declare(hands: Hands, *pads: str) -> list[object]:
    return [effect for pad in pads for effect in hands.send(PadDeclared(parse_pad(pad), hands.at))]


def test_a_declared_cell_is_a_landing_at_once() -> None:
    hands = at_turn()
    assert [type(effect) for effect in declare(hands, "c5")] == [Moved]
    assert hands.position.drum is Cell.c5


def test_a_declared_wrong_cell_is_rejected_and_the_way_back_declared_too() -> None:
    hands = at_turn()
    assert declare(hands, "e1") == [Rejected(Cell.e1, Reason.OUT_OF_REACH)]
    assert hands.table.wrong is Cell.e1
    declare(hands, "c3")
    assert hands.table.wrong is None


def test_the_drum_is_declared_though_a_sleeve_holds_another_cell() -> None:
    hands = at_turn()
    hands.touch("a1", "a2")
    assert [type(effect) for effect in declare(hands, "c5")] == [Moved]


def test_a_declared_landing_is_never_taken_for_a_slide() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.35)
    assert hands.position.drum is Cell.c5
    declare(hands, "c4")
    assert len(hands.table.cycle.moves) == 2 or hands.table.wrong is Cell.c4
    assert hands.table.cycle.moves[0].target is Cell.c5


def test_a_declared_pad_is_a_touch_that_ends_at_once() -> None:
    hands = at_turn("c5")
    own = hands.position.mover
    kind = next(k for k in Kind if hands.position.hand(own).count(k))
    effects = declare(hands, f"{own:d}{kind.letter}")
    assert type(effects[0]) in {SpendingChosen, Rejected}
    assert hands.table.contact.held == ()


def test_who_begins_is_declared_on_a_side_not_on_a_cell() -> None:
    hands = Hands(DEAL)
    began = MatchBegan(MatchSetup())
    assert declare(hands, "a1") == [Woke(), began, ChooseFirst(None)]  # it wakes, and no more
    assert declare(hands, "a1") == [Rejected(Cell.a1, Reason.CHOOSE_WHO_BEGINS)]
    assert isinstance(hands.table.phase, ChoosingFirst)
    assert FirstChosen(Player.TWO) in declare(hands, "2O")
    assert [type(effect) for effect in declare(hands, "c3")] == [CycleBegan]


def test_cells_declared_while_laying_by_hand_are_told_of() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, DealWay.LAID))
    assert declare(hands, "1H", "a5") == [
        KindChosen(Kind.HORSE),
        TileLaid(Cell.a5, Kind.HORSE),
    ]
    assert isinstance(hands.table.phase, LayingByHand)


def test_a_pad_declared_and_felt_late_was_touched_once() -> None:
    hands = at_turn("c5")
    assert declare(hands, "2S") == [SpendingChosen(Kind.SUN)]
    hands.wait(5.0)
    hands.touch("2S")
    assert hands.wait(1.0) == ()
    assert hands.table.phase == Turn(Kind.SUN)


def test_a_pad_felt_late_and_then_touched_again_takes_the_choice_back() -> None:
    hands = at_turn("c5")
    declare(hands, "2S")
    assert hands.tap("2S") == ()
    assert hands.tap("2S") == (SpendingChosen(None),)
    assert hands.tap("2S") == (SpendingChosen(Kind.SUN),)


def test_a_pad_felt_late_with_the_drum_pays_for_it() -> None:
    hands = at_turn("c5")
    declare(hands, "2S")
    hands.touch("e1", "2S")
    hands.wait(1.0)
    assert [str(move) for move in hands.table.cycle.moves] == ["c5", "Se1"]


def test_a_pad_declared_for_the_payment_and_felt_late_is_not_out_of_turn() -> None:
    hands = in_each_phase()["choosing_payment"]
    phase = hands.table.phase
    assert isinstance(phase, ChoosingPayment)
    pad = f"{hands.position.mover:d}{phase.kinds[0].letter}"
    assert [type(effect) for effect in declare(hands, pad)] == [Moved]
    assert hands.tap(pad) == ()


def test_a_side_declared_to_begin_and_felt_late_does_not_lay_by_hand() -> None:
    hands = Hands(DEAL)
    declare(hands, "a1")
    assert FirstChosen(Player.TWO) in declare(hands, "2O")
    assert hands.tap("2O") == ()
    assert isinstance(hands.table.phase, LayingOut)
    assert hands.tap("2O") == (KindChosen(Kind.OWL),)


def test_a_cell_told_of_on_the_page_and_felt_late_is_told_of_once() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, DealWay.LAID))
    declare(hands, "1H", "a5")
    assert hands.tap("a5") == ()
    assert hands.tap("a5") == (TileLaid(Cell.a5, None),)


def test_a_cell_told_of_on_the_page_is_corrected_at_the_board_at_once() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, DealWay.LAID))
    declare(hands, "1H", "a5")
    assert hands.tap("1W", "a5") == (KindChosen(Kind.WATER), TileLaid(Cell.a5, Kind.WATER))


def test_a_pad_declared_is_not_waited_for_any_more_when_the_drum_has_landed() -> None:
    hands = at_turn("c5")
    declare(hands, "2S")
    hands.put("e1")
    hands.press(Button.UNDO)
    hands.put("c5")
    assert hands.tap("2S") == (SpendingChosen(Kind.SUN),)


def test_the_touch_that_wakes_the_board_on_a_page_is_not_waited_for() -> None:
    hands = Hands(DEAL)
    declare(hands, "1O")
    assert FirstChosen(Player.ONE) in hands.tap("1O")


def test_a_pad_touched_long_after_it_was_declared_is_touched_anew() -> None:
    hands = at_turn("c5")
    declare(hands, "2S")
    hands.wait(LATE)
    assert hands.tap("2S") == (SpendingChosen(None),)


def test_a_pad_felt_while_it_is_declared_is_not_waited_for() -> None:
    hands = at_turn("c5")
    hands.touch("2S")
    hands.wait(0.1)
    declare(hands, "2S")
    hands.release("2S")
    hands.wait(0.1)
    assert hands.tap("2S") == (SpendingChosen(Kind.SUN),)


def test_a_pad_felt_that_moment_is_the_one_that_is_declared() -> None:
    hands = at_turn("c5")
    hands.touch("2S")
    assert declare(hands, "2S") == [SpendingChosen(Kind.SUN)]
    assert hands.wait(1.0) == ()


def test_a_foreign_pad_does_not_make_a_late_touch_another() -> None:
    hands = at_turn("c5")
    declare(hands, "2S")
    assert [type(effect) for effect in hands.tap("1S")] == [Rejected]
    assert hands.tap("2S") == ()


def told_on_the_page() -> Hands:
    """Tell on the page that a horse lies on a5."""
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, DealWay.LAID))
    declare(hands, "1H", "a5")
    hands.effects.clear()
    return hands


def test_a_cell_declared_and_taken_back_by_the_button_is_told_of_anew() -> None:
    hands = told_on_the_page()
    hands.press(Button.UNDO)
    assert hands.tap("a5") == (TileLaid(Cell.a5, Kind.HORSE),)


def test_a_cell_declared_is_told_of_anew_after_another_was_told_of_by_hand() -> None:
    hands = told_on_the_page()
    hands.tap("b5")
    assert hands.tap("a5") == (TileLaid(Cell.a5, None),)


def test_a_drum_declared_on_c3_and_taken_back_does_not_keep_its_tile_from_being_told() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE))
    assert [type(effect) for effect in declare(hands, "c3")] == [CycleBegan]
    hands.press(Button.UNDO)
    hands.tap("1W")
    assert hands.tap("c3") == (TileLaid(Cell.c3, Kind.WATER),)


def test_what_was_declared_before_both_took_the_match_back_is_touched_anew() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(1, Player.ONE, seats=(PERSON, ELSEWHERE), shared="match"))
    hands.put("c3")
    hands.play("c5", "d5")  # the other's answer, which is followed: player 1 is given a sun
    hands.put("d5")
    assert declare(hands, "1S") == [SpendingChosen(Kind.SUN)]
    hands.send(BackTo(Point(1, 0), 1, hands.at))
    assert hands.tap("1S") == (Rejected(parse_pad("1S"), Reason.NOT_IN_HAND),)


def test_a_kind_declared_twice_pays_when_a_hand_has_landed_since() -> None:
    paying = in_each_phase()["choosing_payment"].table.phase
    assert isinstance(paying, ChoosingPayment)
    hands = at_turn("b3", "a3", "a4")
    pad = IyePad(hands.position.mover, paying.kinds[0])
    assert len(declare(hands, str(pad), str(pad))) == 2
    hands.put(paying.cell)
    assert [type(effect) for effect in hands.tap(pad)] == [Moved]


def test_a_declaration_keeps_the_board_awake() -> None:
    hands = Hands(DEAL)
    declare(hands, "a1")
    hands.wait(599.0)
    declare(hands, "a1")
    hands.wait(599.0)
    assert not isinstance(hands.table.phase, Asleep)
    hands.wait(1.0)
    assert isinstance(hands.table.phase, Asleep)


def test_a_match_under_way_is_abandoned_and_one_that_is_not_is_left_alone() -> None:
    hands = at_turn("c5")
    assert hands.send(AbandonWanted(hands.at)) == (Abandoned(),)
    assert isinstance(hands.table.phase, Asleep)
    assert hands.send(AbandonWanted(hands.at)) == ()
    declare(hands, "a1")
    assert hands.send(AbandonWanted(hands.at)) == ()  # nothing has begun yet


def test_a_short_press_of_hint_changes_the_hints_when_it_ends() -> None:
    hands = at_turn()
    hands.send(CodeGiven("042917", hands.at))
    assert hands.send(ButtonPressed(Button.HINT, hands.at)) == ()
    hands.wait(0.9)
    assert hands.send(ButtonReleased(Button.HINT, hands.at)) == (HintsSet(Hints.COACH),)


@pytest.mark.parametrize("held", [1.0, 1.1, 60.0])
def test_holding_hint_spells_the_code_and_changes_no_hints(held: float) -> None:
    hands = at_turn()
    hands.send(CodeGiven("042917", hands.at))
    assert hands.hold(Button.HINT, held) == ()
    assert hands.table.hints is Hints.TARGETS
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)


@pytest.mark.parametrize("held", [0.1, 1.0, 5.0])
def test_without_a_code_any_press_of_hint_is_a_press(held: float) -> None:
    hands = at_turn()
    assert hands.hold(Button.HINT, held) == (HintsSet(Hints.COACH),)
    assert not hands.where(Meaning.DIGIT)


def test_the_code_is_read_digit_by_digit_with_a_gap_between() -> None:
    hands = at_turn()
    hands.send(CodeGiven("0499", hands.at))
    hands.send(ButtonPressed(Button.HINT, hands.at))
    hands.wait(0.99)
    assert not hands.where(Meaning.DARK)
    hands.wait(0.02)
    read = []
    for _ in range(8):  # twice
        read.append(lit(hands))
        assert set(hands.seen().values()) == {Meaning.DARK, Meaning.DIGIT}
        assert len(hands.seen()) == len(PADS)
        hands.wait(0.95)
        assert lit(hands) == ""
        hands.wait(0.25)
    assert read == [drawn(digit) for digit in "04990499"]
    hands.send(ButtonReleased(Button.HINT, hands.at))
    assert not hands.where(Meaning.DARK)


def lit(hands: Hands) -> str:
    """Draw the cells that are part of a digit, rank 5 above."""
    cells = hands.where(Meaning.DIGIT)
    rows = ("".join("#" if f"{f}{r}" in cells else "." for f in "abcde") for r in "54321")
    return "/".join(rows) if cells else ""


def drawn(digit: str) -> str:
    cells = set(map(str, DIGITS[digit]))
    rows = ("".join("#" if f"{f}{r}" in cells else "." for f in "abcde") for r in "54321")
    return "/".join(rows)


def test_digits_look_like_digits_and_each_like_no_other() -> None:
    assert drawn("1") == "..#../.##../..#../..#../.###."
    assert drawn("4") == ".#.#./.#.#./.###./...#./...#."
    assert drawn("7") == ".###./...#./..#../..#../..#.."
    assert drawn("0") == ".###./.#.#./.#.#./.#.#./.###."
    assert len({drawn(digit) for digit in "0123456789"}) == 10


@pytest.mark.parametrize("code", ["", "12a", "١٢", "1 2", "-1"])
def test_a_code_is_digits(code: str) -> None:
    with pytest.raises(ValueError, match="a code is digits"):
        CodeGiven(code, 0.0)


def test_undo_after_a_declared_move_goes_back_as_after_any() -> None:
    hands = at_turn()
    before = hands.position
    declare(hands, "c5")
    hands.press(Button.UNDO)
    assert hands.position == before
    assert isinstance(hands.table.phase, Turn)
