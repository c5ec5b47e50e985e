"""A turn: what a landing means, what pays for it, and what the lights offer.

The expected moves are read off `table_hands.DEAL` with the rules in hand.
"""

from __future__ import annotations

from iye.lights import IyePad, Meaning
from iye.rules import Cell, Kind, Move, Player, parse_position
from iye.table import (
    Button,
    DrumHome,
    Hints,
    HintsSet,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SpendingChosen,
)
from iye.table.state import ChoosingPayment, Turn
from table_hands import Hands, at_turn

ONE, TWO = Player


def at_payment() -> Hands:
    """Player 2 (W1T1) has put the drum from a4 on b5, which a Water and a Tree both reach."""
    hands = at_turn("b3", "a3", "a4")
    assert hands.put("b5") == (PaymentWanted(Cell.b5, (Kind.WATER, Kind.TREE)),)
    return hands


# Natural movement and spending


def test_a_landing_within_natural_reach_is_a_natural_movement() -> None:
    hands = at_turn()
    after = parse_position("HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1")
    assert hands.put("c5") == (Moved(ONE, Move(Cell.c5), Kind.SUN, after),)


def test_natural_movement_wins_over_spending_where_both_reach() -> None:
    """Player 2 on c5 holds a Sun; a5 is two spaces away and a corner."""
    assert at_turn("c5").put("a5")[0] == Moved(
        TWO,
        Move(Cell.a5),
        Kind.HORSE,
        parse_position(".O.ST/TTHSS/TWSWS/HSHSH/STWHH a5 1 H1 S1"),
    )


def test_a_cell_that_only_one_kind_reaches_spends_it() -> None:
    assert at_turn("c5").put("e1")[0] == Moved(
        TWO,
        Move(Cell.e1, Kind.SUN),
        Kind.HORSE,
        parse_position("HO.ST/TTHSS/TWSWS/HSHSH/STWH. e1 1 H1 -"),
    )


def test_a_kind_touched_first_is_spent_even_where_the_drum_could_go_naturally() -> None:
    hands = at_turn("c5")
    assert hands.tap("2S") == (SpendingChosen(Kind.SUN),)
    assert moves(hands.put("a5")) == [Move(Cell.a5, Kind.SUN)]


def test_the_pad_touched_again_takes_the_kind_back() -> None:
    hands = at_turn("c5")
    assert hands.tap("2S", "2S") == (SpendingChosen(Kind.SUN), SpendingChosen(None))
    assert moves(hands.put("a5")) == [Move(Cell.a5)]


def test_another_pad_changes_the_kind() -> None:
    hands = at_turn("b3", "a3", "a4")
    hands.tap("2W", "2T")
    assert moves(hands.put("b5")) == [Move(Cell.b5, Kind.TREE)]


def test_a_chosen_kind_spares_the_question_what_pays() -> None:
    hands = at_turn("b3", "a3", "a4")
    assert moves(hands.play("Wb5")) == [Move(Cell.b5, Kind.WATER)]


def test_a_mere_touch_of_the_drum_where_it_stands_says_nothing() -> None:
    hands = at_turn("c5")
    hands.tap("2S")
    assert hands.put("c5") == ()
    assert hands.table.phase == Turn(Kind.SUN)


def test_the_next_turn_begins_with_no_kind_chosen() -> None:
    hands = at_turn("c5")
    hands.play("Sa5")
    assert hands.table.phase == Turn(None)


# Several kinds: the payment is asked for


def test_the_board_asks_what_pays_where_several_kinds_reach() -> None:
    hands = at_payment()
    assert hands.wait(60.0) == ()
    assert moves(hands.tap("2T")) == [Move(Cell.b5, Kind.TREE)]
    assert hands.position == parse_position("H.SST/.THSS/..SWS/HSHSH/STWHH b5 1 O1T1 W1")


def test_pads_that_do_not_pay_say_so_and_the_question_stays_open() -> None:
    hands = at_payment()
    assert hands.tap("2S", "1T", "c1") == (
        Rejected(IyePad(TWO, Kind.SUN), Reason.NOT_A_WAY_TO_PAY),
        Rejected(IyePad(ONE, Kind.TREE), Reason.NOT_YOUR_PAD),
    )
    assert hands.table.phase == ChoosingPayment(Cell.b5, (Kind.WATER, Kind.TREE))


def test_putting_the_drum_back_takes_the_landing_back() -> None:
    hands = at_payment()
    before = at_turn("b3", "a3", "a4").table
    assert hands.put("a4") == (PaymentDropped(Cell.b5), DrumHome(Cell.a4))
    assert (hands.table.match, hands.table.phase) == (before.match, before.phase)


def test_another_target_instead_of_paying_is_the_move() -> None:
    hands = at_payment()
    dropped, moved = hands.put("a5")
    assert dropped == PaymentDropped(Cell.b5)
    assert moves((moved,)) == [Move(Cell.a5)]


def test_another_cell_to_be_paid_for_asks_anew() -> None:
    hands = at_payment()
    hands.put("a4")
    hands.put("b5")
    assert hands.put("c2") == (PaymentDropped(Cell.b5), *moved_by_water_to_c2(hands))


def test_a_wrong_cell_while_the_payment_is_open_drops_it_and_says_what_is_wrong() -> None:
    hands = at_payment()
    assert hands.put("e5") == (
        PaymentDropped(Cell.b5),
        Rejected(Cell.e5, Reason.OUT_OF_REACH),
    )


def test_the_drum_touched_where_the_payment_is_open_changes_nothing() -> None:
    hands = at_payment()
    assert hands.put("b5") == ()
    assert moves(hands.tap("2W")) == [Move(Cell.b5, Kind.WATER)]


# What the lights offer


def test_natural_targets_and_those_to_be_paid_for_are_lit_apart() -> None:
    hands = at_turn("c5")
    hands.wait(10.0)  # until nothing of the last move is told any more
    assert hands.where(Meaning.TARGET) == {"a5", "b5", "d5", "e5", "c4", "c3"}
    assert hands.where(Meaning.TARGET_BY_SPENDING) == {"a1", "e1"}
    assert hands.where(Meaning.USABLE) == {"2S"}
    assert {mark.player for mark in hands.marks() if mark.meaning is Meaning.TARGET} == {TWO}


def test_with_a_kind_chosen_only_its_targets_are_lit() -> None:
    hands = at_turn("c5")
    hands.tap("2S")
    assert hands.where(Meaning.SPENDING) == {"2S"}, "even while the last move is still told"
    hands.wait(10.0)
    assert hands.seen() == {
        **dict.fromkeys(("a1", "e1", "a5", "e5"), Meaning.TARGET_BY_SPENDING),
        "2S": Meaning.SPENDING,
    }


def test_a_kind_in_hand_that_reaches_nothing_is_not_offered() -> None:
    """Player 2 on a1 holds a Tree; the tile of b2, its only space, is gone."""
    hands = at_turn("c2", "b2", "b1", "c1", "a1")
    assert hands.where(Meaning.USABLE) == {"2H"}
    assert hands.tap("2T") == (Rejected(IyePad(TWO, Kind.TREE), Reason.NO_TARGET),)


def test_the_tile_taken_flashes_and_the_pad_of_who_gets_it_pulses() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.3)
    taken = [mark for mark in hands.marks() if mark.meaning is Meaning.TAKEN]
    assert [(mark.pad, mark.kind) for mark in taken] == [(Cell.c5, Kind.SUN)]
    assert hands.where(Meaning.HAND_OVER) == {"2S"}
    hands.wait(10.0)
    assert not hands.where(Meaning.TAKEN) | hands.where(Meaning.HAND_OVER)


def test_the_payment_is_asked_for_on_the_pads_that_can_pay() -> None:
    hands = at_payment()
    assert hands.where(Meaning.PAY) == {"2W", "2T"}, "even while the last move is still told"
    hands.wait(10.0)
    assert hands.seen() == {
        "2W": Meaning.PAY,
        "2T": Meaning.PAY,
        "b5": Meaning.UNPAID,
        "a4": Meaning.WAY_BACK,
    }


def test_hint_steps_to_the_coach_then_puts_the_targets_out_and_lights_them_again() -> None:
    hands = at_turn("c5")
    hands.wait(10.0)
    lit = hands.seen()
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert hands.seen() == lit, "as long as the coach has said nothing"
    assert hands.press(Button.HINT) == (HintsSet(Hints.OFF),)
    assert hands.seen() == {}
    assert hands.press(Button.HINT) == (HintsSet(Hints.TARGETS),)
    assert hands.seen() == lit


def test_without_hints_the_rules_are_the_same_and_mistakes_and_choices_are_shown() -> None:
    hands = at_turn("c5")
    hands.press(Button.HINT)
    hands.press(Button.HINT)
    hands.put("a2")
    hands.wait(10.0)
    assert hands.seen() == {"a2": Meaning.WRONG, "c5": Meaning.WAY_BACK}
    hands.put("c5")
    hands.tap("2S")
    assert hands.seen() == {"2S": Meaning.SPENDING}
    assert moves(hands.put("a5")) == [Move(Cell.a5, Kind.SUN)]


def moves(effects: tuple[object, ...]) -> list[Move]:
    """Give the moves among effects."""
    return [effect.move for effect in effects if isinstance(effect, Moved)]


def moved_by_water_to_c2(hands: Hands) -> tuple[Moved]:
    """Player 2's Water goes from a4 down the diagonal b3 c2: a Horse for player 1."""
    after = parse_position("HOSST/.THSS/..SWS/HS.SH/STWHH c2 1 T1H1 T1")
    assert hands.position == after
    return (Moved(TWO, Move(Cell.c2, Kind.WATER), Kind.HORSE, after),)
