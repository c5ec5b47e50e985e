"""An answer is awaited, shown and followed: what hands may do meanwhile, and what changes nothing.

The moves are read off `table_hands.DEAL` with the rules in hand. From c5 player 2, who holds a Sun,
goes naturally to a5 b5 d5 e5 c4 c3, and by the Sun to a1 e1 a5 e5.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from iye.lights import Meaning, parse_pad
from iye.rules import Cell, Kind, Move, Player, parse_position
from iye.table import (
    PERSON,
    AbandonWanted,
    Answered,
    Asleep,
    Awaiting,
    Button,
    ChoosingFirst,
    DrumHome,
    Following,
    MatchSetup,
    Moved,
    PadDeclared,
    Reason,
    Rejected,
    Table,
    Turn,
    mind,
)
from table_games import WON_BY_ONE
from table_hands import ELSEWHERE, OTHER_DEAL, Hands, at_turn
from table_phases import AGAINST_THE_MIND, awaiting, following, in_each_phase

ONE, TWO = Player
A5 = Move(Cell.a5)
A5_BY_SUN = Move(Cell.a5, Kind.SUN)
AT_C5 = "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"


def core(table: Table) -> tuple[object, object]:
    return table.match, table.phase


def moves(hands: Hands) -> list[str]:
    return [str(move) for move in hands.table.match.cycles[-1].moves]


# Awaited


def test_the_side_that_is_thought_for_beats_and_no_target_is_lit() -> None:
    assert awaiting().seen() == dict.fromkeys(
        ("2S", "2H", "2T", "2W", "2O"),
        Meaning.THINKING,
    )


def test_the_tile_just_taken_is_still_shown_to_whoever_hands_it_over() -> None:
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    assert hands.where(Meaning.HAND_OVER) == {"2S"}
    assert hands.where(Meaning.THINKING) == {"2H", "2T", "2W", "2O"}


@pytest.mark.parametrize("cell", ["c4", "a1", "e3"])
def test_a_landing_before_the_answer_changes_nothing_and_is_explained(cell: str) -> None:
    hands = awaiting()
    before = core(hands.table)
    assert hands.put(cell) == (Rejected(Cell[cell], Reason.NOT_THEIR_TURN),)
    assert core(hands.table) == before
    assert hands.where(Meaning.WRONG) == {cell}
    assert hands.where(Meaning.WAY_BACK) == {"c5"}
    assert hands.put("c5") == (DrumHome(Cell.c5),)
    assert not hands.where(Meaning.WRONG) | hands.where(Meaning.WAY_BACK)


def test_taking_hold_of_the_drum_where_it_stands_says_nothing() -> None:
    hands = awaiting()
    assert hands.put("c5") == ()
    assert following().put("c5") == ()


@pytest.mark.parametrize("pad", ["2S", "2O", "1S"])
def test_iye_pads_are_touched_for_nothing_by_hands_that_hand_over_tiles(pad: str) -> None:
    for hands in (awaiting(), following()):
        before = core(hands.table)
        assert hands.tap(pad) == ()
        assert core(hands.table) == before


def test_an_answer_may_take_its_time() -> None:
    hands = awaiting()
    assert hands.wait(1e6) == ()
    assert hands.answer("Sa5") == (Answered(TWO, A5_BY_SUN),)


# Followed


def test_the_answer_is_shown_where_the_drum_goes_and_what_is_discarded() -> None:
    hands = awaiting()
    assert hands.answer("Sa5") == (Answered(TWO, A5_BY_SUN),)
    assert hands.table.phase == Following(A5_BY_SUN)
    assert hands.seen() == {"a5": Meaning.ANSWER, "2S": Meaning.ANSWER_SPENDS}
    assert hands.table.cycle.moves == (Move(Cell.c5),), "a hand has to make it"


def test_a_natural_answer_shows_the_cell_alone() -> None:
    assert following("c4").seen() == {"c4": Meaning.ANSWER}


def test_a_hand_makes_the_very_move_that_was_answered() -> None:
    """The Sun is spent, though the drum could go to a5 naturally as well."""
    after = parse_position(".O.ST/TTHSS/TWSWS/HSHSH/STWHH a5 1 H1 -")
    hands = following("Sa5")
    assert hands.put("a5") == (Moved(TWO, A5_BY_SUN, Kind.HORSE, after),)
    assert hands.table.phase == Turn()
    natural = parse_position(".O.ST/TTHSS/TWSWS/HSHSH/STWHH a5 1 H1 S1")
    assert following("a5").put("a5") == (Moved(TWO, A5, Kind.HORSE, natural),)


def test_no_payment_is_asked_for_where_the_answer_says_what_pays() -> None:
    """From a4 player 2 (W1T1) reaches b5 by a Water and by a Tree."""
    hands = at_turn("b3", "a3", "a4", seats=AGAINST_THE_MIND)
    hands.answer("Tb5")
    assert [type(effect) for effect in hands.put("b5")] == [Moved]
    assert moves(hands)[-1] == "Tb5"


def test_a_landing_elsewhere_than_answered_changes_nothing_and_is_explained() -> None:
    hands = following("Sa5")
    before = core(hands.table)
    assert hands.put("c4") == (Rejected(Cell.c4, Reason.FOLLOW_ANSWER),)
    assert core(hands.table) == before
    assert hands.seen() == {
        "c4": Meaning.WRONG,
        "c5": Meaning.WAY_BACK,
        "a5": Meaning.ANSWER,
        "2S": Meaning.ANSWER_SPENDS,
    }
    assert [type(effect) for effect in hands.put("a5")] == [Moved], "straight from there is fine"
    assert not hands.where(Meaning.WRONG)


def test_the_drum_brought_home_is_no_answer() -> None:
    hands = following("Sa5")
    hands.put("c4")
    assert hands.put("c5") == (DrumHome(Cell.c5),)
    assert hands.table.phase == Following(A5_BY_SUN)


# The drum was there before the answer


def test_a_drum_that_stands_wrong_stays_so_when_another_space_is_answered() -> None:
    hands = awaiting()
    hands.put("c4")
    hands.answer("a5")
    assert hands.seen() == {
        "c4": Meaning.WRONG,
        "c5": Meaning.WAY_BACK,
        "a5": Meaning.ANSWER,
    }


def test_a_drum_that_stands_where_it_is_wanted_is_not_wrong_any_more() -> None:
    hands = awaiting()
    hands.put("a5")
    hands.answer("a5")
    assert hands.seen() == {"a5": Meaning.ANSWER}
    assert moves(hands) == ["c5"], "nothing moves without a hand"
    assert [type(effect) for effect in hands.put("a5")] == [Moved]


def test_a_hand_that_has_never_let_go_of_it_makes_no_move_until_it_touches_again() -> None:
    hands = awaiting()
    hands.touch("a5")
    hands.wait(1.0)
    hands.answer("a5")
    assert hands.wait(5.0) == ()
    hands.release("a5")
    hands.wait(0.5)
    assert [type(effect) for effect in hands.put("a5")] == [Moved]


def test_a_landing_still_settling_when_the_answer_comes_follows_it() -> None:
    hands = awaiting()
    hands.touch("a5")
    hands.wait(0.1)
    hands.answer("a5")
    assert [type(effect) for effect in hands.wait(0.3)] == [Moved]


# Declared, where the pads feel nothing


def declare(hands: Hands, pad: str) -> tuple[object, ...]:
    return hands.send(PadDeclared(parse_pad(pad), hands.at))


def test_a_declared_drum_is_explained_or_follows_as_one_that_is_felt() -> None:
    hands = awaiting()
    assert declare(hands, "c4") == (Rejected(Cell.c4, Reason.NOT_THEIR_TURN),)
    assert declare(hands, "c5") == (DrumHome(Cell.c5),)
    assert declare(hands, "2S") == ()
    hands.answer("Sa5")
    assert declare(hands, "c4") == (Rejected(Cell.c4, Reason.FOLLOW_ANSWER),)
    assert declare(hands, "2S") == ()
    assert [type(effect) for effect in declare(hands, "a5")] == [Moved]


# Answers that change nothing


@pytest.mark.parametrize(
    "move",
    ["c5", "b4", "Oa1", "Sb5", "c2"],
    ids=["where it stands", "out of reach", "not held", "not a corner", "too far"],
)
def test_an_illegal_answer_changes_nothing(move: str) -> None:
    hands = awaiting()
    before = hands.table
    assert hands.answer(move) == ()
    assert hands.table == before
    assert hands.answer("c4") == (Answered(TWO, Move(Cell.c4)),)


def test_the_second_of_two_answers_changes_nothing() -> None:
    hands = following("Sa5")
    before = hands.table
    assert hands.answer("c4") == ()
    assert hands.answer("Sa5") == ()
    assert hands.table == before


def test_an_answer_that_has_been_followed_already_changes_nothing() -> None:
    hands = awaiting()
    asked = hands.position
    hands.play("Sa5")
    before = hands.table
    assert hands.answer("Sa5", asked) == ()
    assert hands.table == before


@pytest.mark.parametrize("phase", sorted(in_each_phase().keys() - {"awaiting"}))
def test_nobody_answers_in_any_phase_but_the_one_that_waits(phase: str) -> None:
    hands = in_each_phase()[phase]
    before = hands.table
    current = before.match.current
    position = parse_position(AT_C5) if current is None else current.position
    assert hands.answer("c4", position) == ()
    assert hands.table == before


def test_nobody_answers_for_a_person() -> None:
    hands = at_turn("c5", seats=(mind(3), PERSON))
    before = hands.table
    assert hands.answer("c4") == ()
    assert hands.table == before


def test_an_answer_to_a_match_given_up_is_dropped() -> None:
    hands = awaiting()
    asked = hands.position
    hands.send(AbandonWanted(hands.at))
    assert hands.answer("c4", asked) == ()
    assert hands.table.phase == Asleep()


@pytest.mark.parametrize("start", [awaiting, following])
def test_new_held_gives_a_match_up_in_which_an_answer_is_awaited_or_followed(
    start: Callable[..., Hands],
) -> None:
    hands = start()
    assert hands.press(Button.NEW) == (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON),)
    hands.hold(Button.NEW, 2.5)
    assert hands.table.phase == Asleep()


def test_an_answer_to_a_match_that_another_has_replaced_is_dropped() -> None:
    hands = awaiting()
    asked = hands.position
    hands.set_match(MatchSetup(2, TWO, seats=AGAINST_THE_MIND))
    hands.put("c3")
    assert (hands.table.phase, hands.position) == (Awaiting(), OTHER_DEAL.start(TWO))
    assert hands.answer("c4", asked) == ()
    assert hands.table.phase == Awaiting()


def test_an_answer_to_a_cycle_that_has_ended_is_dropped() -> None:
    hands = at_turn(*WON_BY_ONE[:-1], seats=(PERSON, ELSEWHERE))
    asked = hands.position
    hands.play(WON_BY_ONE[-1])
    before = hands.table
    assert hands.answer(WON_BY_ONE[-1], asked) == ()
    assert hands.table == before
    assert before.phase == ChoosingFirst(TWO)
