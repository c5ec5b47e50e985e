"""What goes wrong on other boards, at our table: each docstring says how it went there."""

from __future__ import annotations

from iye.lights import Meaning
from iye.rules import Cell, Kind, Move, Player
from iye.table import (
    Answered,
    Awaiting,
    Button,
    DealDrawn,
    Following,
    MatchOver,
    Moved,
    PaymentWanted,
    Reason,
    Rejected,
    Undone,
)
from table_games import STUCK_WON_BY_ONE, WON_BY_ONE, WON_BY_TWO
from table_hands import OTHER_DEAL, at_turn
from table_phases import AGAINST_THE_MIND

ONE, TWO = Player


def test_a_position_is_latched_however_long_the_drum_rests() -> None:
    """A piece at rest for minutes "vanishes": the chip takes it for its new baseline."""
    hands = at_turn()
    hands.touch("c5")
    hands.wait(1.0)
    hands.release("c5")  # the chip has learned the drum away
    before = hands.table
    assert hands.wait(3600.0) == ()
    assert hands.table.match == before.match


def test_a_slow_slide_does_not_commit_the_cell_passed_over() -> None:
    """A slow slide over one square was taken for a move to it."""
    hands = at_turn()
    hands.slide("c4 c5", each=0.5)
    assert [str(move) for move in hands.table.cycle.moves] == ["c5"]


def test_what_is_touched_out_of_turn_never_rewrites_the_move_before() -> None:
    """A move made while the machine was thinking replaced the machine's own last move."""
    hands = at_turn("c5")
    made = hands.table.cycle.moves
    hands.tap("1S", "1O")  # player 1, whose turn it is not
    hands.put("c5")  # the drum, touched where it stands
    assert hands.table.cycle.moves == made
    hands.put("c4")
    assert hands.table.cycle.moves == (*made, Move(Cell.c4))


def test_a_move_made_while_the_mind_thinks_changes_nothing_and_is_explained() -> None:
    """The same, with a machine that plays: the drum was put down before it had answered."""
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    before = hands.table
    assert hands.put("c4") == (Rejected(Cell.c4, Reason.NOT_THEIR_TURN),)
    assert (hands.table.match, hands.table.phase) == (before.match, before.phase)
    hands.answer("d5")
    hands.put("d5")
    assert [str(move) for move in hands.table.cycle.moves] == ["c5", "d5"]


def test_of_two_quick_moves_neither_is_lost() -> None:
    """Only the latest state was sampled, so the first of two quick moves was lost."""
    hands = at_turn(prompt=False)  # nobody looks in between
    hands.put("c4")
    hands.put("d4")
    hands.touch("1O")
    assert [str(move) for move in hands.table.cycle.moves] == ["c4", "d4"]


def test_of_several_payments_none_is_chosen_for_the_player() -> None:
    """Where several moves fitted what was felt, the wrong one was played."""
    hands = at_turn("b3", "a3", "a4")
    assert hands.put("b5") == (PaymentWanted(Cell.b5, (Kind.WATER, Kind.TREE)),)
    assert hands.wait(600.0) == ()


def test_a_sleeve_beside_the_drum_sets_off_no_correction() -> None:
    """A sleeve on a neighbouring square was taken for a second piece, and "corrected"."""
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.1)
    hands.touch("d5")  # the sleeve, for a second, while the drum is put down
    hands.wait(1.0)
    hands.release("d5")
    hands.wait(0.4)
    hands.release("c5")
    hands.wait(1.0)
    assert [type(effect) for effect in hands.effects] == [Moved]
    assert hands.table.cycle.moves == (Move(Cell.c5),)


def test_an_illegal_move_is_never_answered_with_silence() -> None:
    """After an illegal move the board just waited, and children did not know for what."""
    hands = at_turn()
    assert hands.put("a1") == (Rejected(Cell.a1, Reason.OUT_OF_REACH),)
    assert hands.where(Meaning.WRONG) == {"a1"}
    assert hands.where(Meaning.WAY_BACK) == {"c3"}


def test_taking_back_needs_no_lift_to_be_felt() -> None:
    """A takeback was missed because the lift of the piece had not been felt."""
    hands = at_turn()
    hands.touch("c5")
    hands.wait(1.0)  # and never a release: the drum is felt on c5 all the time
    assert hands.press(Button.UNDO)[0] == Undone(at_turn().position)
    hands.touch("c3")
    hands.release("c5")
    hands.wait(0.4)
    assert not hands.where(Meaning.WAY_BACK)


def test_nothing_of_a_move_taken_back_is_left_anywhere() -> None:
    """The saved game still held the move that had been taken back."""
    before = at_turn(*WON_BY_ONE[:-1])
    hands = at_turn(*WON_BY_ONE)
    assert hands.table.match.wins == (1, 0)
    hands.press(Button.UNDO)
    assert hands.table.match == before.table.match
    assert hands.table.match.wins == (0, 0)
    assert (hands.table.show, hands.table.handover) == (None, None)


def test_chances_answer_to_a_question_taken_back_is_dropped() -> None:
    """A machine's answer to a position since taken back was played after all."""
    hands = at_turn(*WON_BY_ONE)
    hands.tap("1O")
    hands.press(Button.UNDO)
    hands.press(Button.UNDO)
    before = hands.table
    hands.send(DealDrawn(OTHER_DEAL, hands.at))
    assert hands.table == before


def test_an_answer_computed_before_an_undo_is_not_played_after_it() -> None:
    """The machine's move, found for a position taken back, was played in the one after."""
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    asked = hands.position
    hands.press(Button.UNDO)
    hands.put("c3", "b3")
    before = hands.table
    assert before.phase == Awaiting()
    assert hands.answer("c4", asked) == ()
    assert hands.table == before


def test_an_answer_is_for_its_position_whenever_that_stands_again() -> None:
    """It was dropped by the clock, so that a good answer was lost as well."""
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    asked = hands.position
    hands.press(Button.UNDO)
    assert hands.answer("c4", asked) == ()
    hands.put("c3", "c5")
    assert hands.answer("c4", asked) == (Answered(TWO, Move(Cell.c4)),)
    assert hands.table.phase == Following(Move(Cell.c4))


def test_the_board_plays_on_after_an_undo() -> None:
    """After an undo at the wrong moment the board was dead."""
    hands = at_turn("c5")
    hands.touch("d5")
    hands.press(Button.UNDO)  # while a landing is settling
    hands.wait(0.4)
    hands.release("d5")
    hands.wait(0.5)
    assert hands.where(Meaning.WRONG) == {"d5"}
    assert [type(effect) for effect in hands.put("b3")] == [Moved]
    assert hands.position.mover is TWO


def test_the_board_plays_on_after_an_undo_while_the_mind_thinks() -> None:
    """After an undo during the machine's thinking the clock ran on and the board was dead."""
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    hands.press(Button.UNDO)
    hands.wait(3600.0)
    assert hands.position.mover is ONE
    assert [type(effect) for effect in hands.put("c3", "b3")][-1] is Moved
    hands.answer("a3")
    assert [type(effect) for effect in hands.put("a3")] == [Moved]
    assert hands.position.mover is ONE


def test_the_end_of_a_game_leaves_nobody_thinking() -> None:
    """The end of a game was stuck on "thinking"."""
    for moves in (STUCK_WON_BY_ONE, WON_BY_TWO):
        hands = at_turn(*moves, wins=1, seats=AGAINST_THE_MIND)
        assert hands.table.phase == MatchOver()
        hands.wait(20.0)
        assert set(hands.seen().values()) == {Meaning.MATCH_WON}
