"""An answer and going back: a drum that slides on from it, and undo before, while and after it.

The moves are read off `table_hands.DEAL` with the rules in hand, as in `test_following`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from iye.lights import Meaning
from iye.rules import Cell, Kind, Move, Player, parse_move
from iye.table import (
    PERSON,
    Awaiting,
    Button,
    CycleBegan,
    DrumHome,
    Following,
    LayingOut,
    Moved,
    Reason,
    Rejected,
    Seats,
    Table,
    Turn,
    Undone,
    mind,
)
from table_games import STUCK_WON_BY_ONE, WON_BY_ONE
from table_hands import DEAL, ELSEWHERE, Hands, at_turn
from table_phases import AGAINST_THE_MIND, awaiting, following

ONE, TWO = Player
A5_BY_SUN = Move(Cell.a5, Kind.SUN)


def core(table: Table) -> tuple[object, object]:
    return table.match, table.phase


def moves(hands: Hands) -> list[str]:
    return [str(move) for move in hands.table.match.cycles[-1].moves]


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
