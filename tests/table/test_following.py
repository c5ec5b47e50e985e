"""An answer is awaited, shown and followed: what hands may do meanwhile, and what changes nothing.

The moves are read off `table_hands.DEAL` with the rules in hand. From c5 player 2, who holds a Sun,
goes naturally to a5 b5 d5 e5 c4 c3, and by the Sun to a1 e1 a5 e5.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from iye.lights import Meaning, parse_pad
from iye.rules import Cell, Kind, Move, Player, parse_move, parse_position
from iye.table import (
    PERSON,
    AbandonWanted,
    Answered,
    Asleep,
    Awaiting,
    Button,
    ChoosingFirst,
    CycleBegan,
    DrumHome,
    Following,
    LayingOut,
    MatchSetup,
    Moved,
    PadDeclared,
    Reason,
    Rejected,
    Seats,
    Table,
    Turn,
    Undone,
    mind,
)
from table_games import STUCK_WON_BY_ONE, WON_BY_ONE
from table_hands import DEAL, ELSEWHERE, OTHER_DEAL, Hands, at_turn
from table_phases import AGAINST_THE_MIND, in_each_phase

ONE, TWO = Player
A5 = Move(Cell.a5)
A5_BY_SUN = Move(Cell.a5, Kind.SUN)
AT_C5 = "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"


def awaiting(seats: Seats = AGAINST_THE_MIND) -> Hands:
    """Player 1 has moved to c5, and whoever answers for player 2 is asked."""
    hands = at_turn("c5", seats=seats)
    hands.wait(10.0)  # until nothing of the last move is told any more
    hands.effects.clear()
    return hands


def following(move: str = "Sa5", seats: Seats = AGAINST_THE_MIND) -> Hands:
    hands = awaiting(seats)
    hands.answer(move)
    hands.effects.clear()
    return hands


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


# A drum that had not arrived


def test_a_drum_that_slides_on_from_where_it_was_wanted_has_not_followed() -> None:
    hands = following("Sa5")
    before = hands.position
    effects = hands.slide("a5 a4", each=0.5)
    assert [type(effect) for effect in effects] == [Moved, Undone, Rejected]
    assert effects[1:] == (
        Undone(before, slid=True),
        Rejected(Cell.a4, Reason.FOLLOW_ANSWER),
    )
    assert hands.table.phase == Following(A5_BY_SUN)
    assert hands.position.hand(TWO).count(Kind.SUN) == 1, "the spent tile is back"
    assert hands.where(Meaning.ANSWER) == {"a5"}
    assert [type(effect) for effect in hands.put("a5")] == [Moved]
    assert moves(hands) == ["c5", "Sa5"]


def test_a_drum_that_slides_over_other_spaces_to_where_it_is_wanted_follows() -> None:
    hands = following("Sa5")
    hands.slide("b5 a5", each=0.5)
    assert moves(hands) == ["c5", "Sa5"]


def test_a_slide_takes_the_answer_to_the_cell_passed_over_with_it() -> None:
    """Player 1 slides slowly over c4 to c5, and the answer to c4 is quicker than the hand."""
    hands = at_turn(seats=AGAINST_THE_MIND)
    hands.touch("c4")
    hands.wait(0.4)
    asked = hands.position
    hands.answer("d4")
    hands.touch("c5")
    hands.release("c4")
    hands.wait(0.5)
    assert moves(hands) == ["c5"]
    assert hands.table.phase == Awaiting()
    assert hands.answer("d4", asked) == ()


def test_where_two_minds_play_a_slide_goes_back_to_the_answer_that_was_followed() -> None:
    hands = following("Sa5", seats=(mind(1), mind(2)))
    hands.touch("a5")
    hands.wait(0.4)
    hands.answer("a4")  # the other mind is quick
    hands.touch("a4")
    hands.release("a5")
    hands.wait(0.5)
    assert moves(hands) == ["c5"]
    assert hands.table.phase == Following(A5_BY_SUN)


# Undo


@pytest.mark.parametrize("start", [awaiting, following])
@pytest.mark.parametrize("seats", [AGAINST_THE_MIND, (PERSON, ELSEWHERE)])
def test_undo_goes_back_to_the_persons_own_move_while_an_answer_is_awaited_or_followed(
    start: Callable[..., Hands], seats: Seats
) -> None:
    hands = start(seats=seats)
    assert hands.press(Button.UNDO) == (Undone(DEAL.start(ONE)),)
    assert core(hands.table) == core(at_turn(seats=seats).table)
    assert hands.where(Meaning.TILE_BACK) == {"c5"}
    assert hands.where(Meaning.GIVE_BACK) == {"2S"}
    assert hands.where(Meaning.WAY_BACK) == {"c3"}
    assert not hands.where(Meaning.THINKING) | hands.where(Meaning.ANSWER)


def test_undo_in_ones_own_turn_takes_back_the_answer_and_the_move_before_it() -> None:
    """Going back to the mind's move would only have it answer again."""
    hands = at_turn("c5", "Sa5", seats=AGAINST_THE_MIND)
    assert hands.press(Button.UNDO) == (Undone(DEAL.start(ONE)),)
    assert hands.table.phase == Turn()
    assert hands.where(Meaning.TILE_BACK) == {"a5", "c5"}
    assert hands.where(Meaning.GIVE_BACK) == {"1H"}
    assert hands.where(Meaning.WAY_BACK) == {"c3"}
    assert hands.put("a5") == (Rejected(Cell.a5, Reason.DRUM_BACK_FIRST),)


def test_undo_goes_back_move_by_own_move_to_the_cycles_beginning_and_before() -> None:
    hands = at_turn("c5", "c4", "c3", "b3", "a3", seats=AGAINST_THE_MIND)
    met = []
    while not isinstance(hands.table.phase, LayingOut):
        hands.press(Button.UNDO)
        current = hands.table.match.current
        met.append(None if current is None else len(current.moves))
    assert met == [4, 2, 0, None]


def test_undo_where_the_mind_began_goes_back_to_laying_and_not_to_the_mind() -> None:
    for played in ((), ("c5",)):
        hands = at_turn(*played, seats=(mind(3), PERSON))
        assert hands.press(Button.UNDO) == (Undone(None),)
        assert hands.table.phase == LayingOut(DEAL, ONE)
        assert hands.put("c3") == (CycleBegan(DEAL.start(ONE)),)
        assert core(hands.table) == core(at_turn(seats=(mind(3), PERSON)).table)


def test_undo_of_an_answer_being_followed_at_the_very_beginning_goes_back_to_laying() -> None:
    hands = at_turn(seats=(mind(3), PERSON))
    hands.answer("c5")
    assert hands.press(Button.UNDO) == (Undone(None),)
    assert hands.table.phase == LayingOut(DEAL, ONE)


def test_undo_of_a_landing_that_is_not_paid_for_leaves_the_minds_move_alone() -> None:
    """Player 2, a person, has put the drum from a4 on b5, which a Water and a Tree reach."""
    hands = at_turn("b3", "a3", "a4", seats=(mind(3), PERSON))
    before = core(hands.table)
    hands.put("b5")
    hands.press(Button.UNDO)
    assert core(hands.table) == before


def test_undo_goes_back_across_a_cycles_end_to_ones_own_last_move() -> None:
    """The mind made the last move of the cycle, lost it, and chose to begin the next."""
    hands = at_turn(*WON_BY_ONE, seats=AGAINST_THE_MIND)
    assert isinstance(hands.table.phase, LayingOut)
    hands.press(Button.UNDO)
    assert core(hands.table) == core(at_turn(*WON_BY_ONE[:22], seats=AGAINST_THE_MIND).table)


def test_undo_brings_back_a_match_that_the_mind_had_lost() -> None:
    """Player 1 made the last move, after which the mind was stuck."""
    hands = at_turn(*STUCK_WON_BY_ONE, wins=1, seats=AGAINST_THE_MIND)
    hands.press(Button.UNDO)
    before = at_turn(*STUCK_WON_BY_ONE[:-1], wins=1, seats=AGAINST_THE_MIND)
    assert core(hands.table) == core(before.table)


def test_where_nobody_sits_here_one_undo_is_one_move() -> None:
    hands = at_turn("c5", "c4", "c3", seats=(mind(1), mind(2)))
    for left in (2, 1, 0):
        hands.press(Button.UNDO)
        assert len(hands.table.cycle.moves) == left
        assert hands.table.phase == Awaiting()
    assert hands.where(Meaning.WAY_BACK) == {"c3"}
    hands.answer("c5")
    assert [type(effect) for effect in hands.put("c5")] == [Moved]
    assert not hands.where(Meaning.TILE_BACK)


def test_an_answer_comes_while_the_drum_is_still_on_its_way_back() -> None:
    """Two minds: the same position gives the same answer, and the drum stands on its space."""
    hands = at_turn("c5", seats=(mind(1), mind(2)))
    hands.press(Button.UNDO)
    hands.answer("c5")
    assert hands.put("c5") == (Rejected(Cell.c5, Reason.DRUM_BACK_FIRST),)
    assert hands.put("c3") == (DrumHome(Cell.c3),)
    assert hands.where(Meaning.ANSWER) == {"c5"}
    assert [type(effect) for effect in hands.put("c5")] == [Moved]


def test_answers_take_a_whole_match_to_its_end_with_every_one_of_ones_moves_taken_back() -> None:
    hands = at_turn(wins=1, seats=AGAINST_THE_MIND)
    for own, answered in zip(STUCK_WON_BY_ONE[::2], (*STUCK_WON_BY_ONE[1::2], None), strict=True):
        home, before = hands.position.drum, core(hands.table)
        if answered is not None:
            hands.play(own)
            hands.answer(answered)
            hands.press(Button.UNDO)
            assert core(hands.table) == before
            hands.put(home)
        hands.play(own, *([answered] if answered else []))
    assert hands.table.match.winner is ONE
    assert hands.table.match.cycles[0].moves == tuple(map(parse_move, STUCK_WON_BY_ONE))
