"""Seats: who answers for a player, in words, and who is waited for because of it."""

from __future__ import annotations

from random import Random

import pytest

from iye.rules import Cell, Player, legal_moves
from iye.table import (
    PEOPLE,
    PERSON,
    Answered,
    Awaiting,
    ChooseFirst,
    ChoosingFirst,
    ChoosingPayment,
    CycleEnded,
    Dealt,
    DealWanted,
    DealWay,
    FirstChosen,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    MatchSetup,
    Moved,
    Phase,
    Seat,
    Seats,
    Sitting,
    Turn,
    mind,
    parse_seat,
)
from strategies import random_deal
from table_games import STUCK_WON_BY_ONE, TIED, WON_BY_ONE, WON_BY_TWO
from table_hands import DEAL, ELSEWHERE, SEATINGS, Hands, at_turn

ONE, TWO = Player


# In words


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("person", PERSON),
        ("elsewhere", ELSEWHERE),
        ("mind 1", Seat(Sitting.MIND, 1)),
        ("mind 10", Seat(Sitting.MIND, 10)),
    ],
)
def test_a_seat_is_written_in_words_and_reads_back(text: str, seat: Seat) -> None:
    assert str(seat) == text
    assert parse_seat(text) == seat


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no seat: say person, elsewhere, or mind and a level, mind 3"),
        ("somebody", "'somebody' is no seat"),
        ("mind x", "'mind x' is no seat"),
        ("mind ٣", "'mind ٣' is no seat"),
        ("mind -3", "'mind -3' is no seat"),
        ("Person", "'Person' is no seat"),
        ("mind", "the mind plays at levels 1 to 10, not 0"),
        ("mind 0", "the mind plays at levels 1 to 10, not 0"),
        ("mind 11", "the mind plays at levels 1 to 10, not 11"),
        ("person 3", "only the mind has a level, not person"),
        ("elsewhere 1", "only the mind has a level, not elsewhere"),
    ],
)
def test_what_is_no_seat_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}"):
        parse_seat(text)


def test_the_mind_has_ten_levels() -> None:
    assert [mind(level).level for level in range(1, 11)] == list(range(1, 11))
    for level in (-1, 0, 11):
        with pytest.raises(ValueError, match=f"levels 1 to 10, not {level}"):
            mind(level)


def test_only_a_person_answers_with_a_hand_on_this_board() -> None:
    assert [seat.here for seat in (PERSON, mind(5), ELSEWHERE)] == [True, False, False]


def test_people_sit_at_a_match_unless_it_is_said_otherwise() -> None:
    assert MatchSetup().seats == (PERSON, PERSON) == PEOPLE


# Who is waited for


@pytest.mark.parametrize(
    ("seats", "phases"),
    [
        (PEOPLE, [Turn, Turn, Turn]),
        ((PERSON, mind(3)), [Turn, Awaiting, Turn]),
        ((mind(3), PERSON), [Awaiting, Turn, Awaiting]),
        ((mind(1), mind(9)), [Awaiting, Awaiting, Awaiting]),
        ((PERSON, ELSEWHERE), [Turn, Awaiting, Turn]),
        ((ELSEWHERE, mind(2)), [Awaiting, Awaiting, Awaiting]),
    ],
)
def test_a_hand_is_waited_for_where_a_person_is_to_move_and_an_answer_elsewhere(
    seats: Seats, phases: list[type[Phase]]
) -> None:
    hands = at_turn(seats=seats)
    met = [type(hands.table.phase)]
    for move in ("c5", "c4"):
        hands.play(move)
        met.append(type(hands.table.phase))
    assert met == phases
    assert [str(move) for move in hands.table.cycle.moves] == ["c5", "c4"]


@pytest.mark.parametrize("seats", SEATINGS)
@pytest.mark.parametrize("moves", [STUCK_WON_BY_ONE, WON_BY_TWO])
def test_a_match_that_is_over_waits_for_nobody(moves: tuple[str, ...], seats: Seats) -> None:
    """The player who would be next has no move, or there is one tile left."""
    assert at_turn(*moves, wins=1, seats=seats).table.phase == MatchOver()


# Who begins


def test_people_say_who_begins_a_match_whoever_plays() -> None:
    hands = Hands(DEAL)
    assert hands.set_match(MatchSetup(seats=(mind(3), mind(4))))[-1] == ChooseFirst(None)
    assert hands.table.phase == ChoosingFirst(None)


def test_the_mind_that_lost_a_cycle_chooses_itself_and_waits_for_nobody() -> None:
    hands = at_turn(*WON_BY_ONE[:-1], seats=(PERSON, mind(3)))
    effects = hands.play(WON_BY_ONE[-1])
    assert [type(effect) for effect in effects] == [
        Answered,
        Moved,
        CycleEnded,
        FirstChosen,
        DealWanted,
        Dealt,
    ]
    assert effects[3] == FirstChosen(TWO)
    assert isinstance(hands.table.phase, LayingOut)
    assert hands.table.phase.first is TWO
    hands.put("c3")
    assert isinstance(hands.table.phase, Awaiting)
    assert hands.position.mover is TWO


def test_the_mind_that_lost_has_the_tiles_told_where_people_lay_them() -> None:
    hands = at_turn(*WON_BY_ONE[:-1], seats=(PERSON, mind(3)))
    setup = MatchSetup(2, ONE, DealWay.LAID, seats=(PERSON, mind(3)))
    told = Hands()
    told.set_match(setup)
    for kind in "OWTH":
        told.tap(f"1{kind}", *(cell for cell in Cell if DEAL.kinds[cell].letter == kind))
    told.put("c3")
    told.play(*WON_BY_ONE)
    assert told.table.match.cycles[0].moves[:-1] == hands.table.cycle.moves
    assert FirstChosen(TWO) in told.effects
    assert told.table.phase == LayingByHand(TWO)


@pytest.mark.parametrize(
    ("moves", "seats", "asked"),
    [
        (WON_BY_TWO, (PERSON, mind(3)), ONE),
        (WON_BY_ONE, (mind(3), PERSON), TWO),
        (WON_BY_ONE, (PERSON, ELSEWHERE), TWO),
    ],
)
def test_a_loser_who_is_not_the_mind_is_asked(
    moves: tuple[str, ...], seats: Seats, asked: Player
) -> None:
    assert at_turn(*moves, seats=seats).table.phase == ChoosingFirst(asked)


def test_after_a_tie_the_rules_say_who_begins_whoever_plays() -> None:
    """Player 1 began the tied cycle, so player 2 begins the next: nobody chooses."""
    hands = at_turn(*TIED[:-1], seats=(mind(1), mind(2)))
    assert not any(isinstance(effect, FirstChosen) for effect in hands.play(TIED[-1]))
    assert isinstance(hands.table.phase, LayingOut)
    assert hands.table.phase.first is TWO


@pytest.mark.parametrize("seats", [seats for seats in SEATINGS if not any(s.here for s in seats)])
@pytest.mark.parametrize("seed", range(3))
def test_where_nobody_sits_here_a_hand_only_follows_through_a_whole_match(
    seats: Seats, seed: int
) -> None:
    rng = Random(seed)
    hands = Hands(*(random_deal(rng) for _ in range(30)))
    hands.set_match(MatchSetup(2, ONE, seats=seats))
    met: set[type[Phase]] = set()
    while hands.table.match.winner is None:
        met.add(type(hands.table.phase))
        if isinstance(hands.table.phase, Awaiting):
            hands.answer(rng.choice(legal_moves(hands.position)))
        elif isinstance(hands.table.phase, Following):
            hands.put(hands.table.phase.move.target)
        elif isinstance(hands.table.phase, ChoosingFirst):
            hands.tap("1O")
        else:
            hands.put("c3")
    assert {Awaiting, Following, LayingOut} <= met
    assert not met & {Turn, ChoosingPayment}
