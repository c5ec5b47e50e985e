"""What people say on the page instead of at the board: "the drum is here", "give it up".

A chip that senses badly must not stop a game: what is declared counts as if it had been felt.
"""

from __future__ import annotations

import pytest

from iye.lights import Meaning, parse_pad
from iye.rules import Cell, Kind, Match, Move, Player
from iye.table import (
    Abandoned,
    AbandonWanted,
    ChooseFirst,
    CycleBegan,
    DealWay,
    DrumHome,
    Effect,
    FellAsleep,
    FirstChosen,
    MatchBegan,
    MatchSetup,
    Moved,
    PadDeclared,
    PaymentWanted,
    Reason,
    Rejected,
    SpendingChosen,
    TileLaid,
    Woke,
)
from iye.table.state import Asleep
from table_games import STUCK_WON_BY_ONE
from table_hands import DEAL, Hands, at_turn


def declare(hands: Hands, pad: str) -> tuple[Effect, ...]:
    return hands.send(PadDeclared(parse_pad(pad), hands.at))


def test_a_drum_declared_on_a_target_moves_there_at_once() -> None:
    hands = at_turn()
    (moved,) = declare(hands, "c5")
    assert isinstance(moved, Moved)
    assert (moved.move, moved.taken) == (Move(Cell.c5), Kind.SUN)


def test_a_phantom_touch_does_not_hold_up_a_declared_drum() -> None:
    """Weak sensing made phantom touches elsewhere, and then rejected all that was real."""
    hands = at_turn()
    hands.touch("a1")  # and never let go: nobody is there
    hands.wait(5.0)
    hands.touch("c5")
    hands.wait(60.0)
    assert not hands.table.cycle.moves
    assert [type(effect) for effect in declare(hands, "c5")] == [Moved]
    assert [type(effect) for effect in declare(hands, "d5")] == [Moved]


def test_the_finger_that_is_felt_after_all_makes_no_second_move() -> None:
    hands = at_turn()
    hands.touch("c5")
    declare(hands, "c5")
    assert hands.wait(5.0) == ()
    assert hands.table.cycle.moves == (Move(Cell.c5),)


def test_a_wrong_cell_declared_is_explained_and_the_drum_declared_home_settles_it() -> None:
    hands = at_turn()
    assert declare(hands, "a1") == (Rejected(Cell.a1, Reason.OUT_OF_REACH),)
    assert hands.where(Meaning.WRONG) == {"a1"}
    assert declare(hands, "c3") == (DrumHome(Cell.c3),)


def test_iye_pads_can_be_declared_touched() -> None:
    assert declare(at_turn("c5"), "2S") == (SpendingChosen(Kind.SUN),)
    hands = at_turn("b3", "a3", "a4")
    assert declare(hands, "b5") == (PaymentWanted(Cell.b5, (Kind.WATER, Kind.TREE)),)
    (moved,) = declare(hands, "2T")
    assert isinstance(moved, Moved)
    assert moved.move == Move(Cell.b5, Kind.TREE)


def test_a_whole_deal_can_be_told_and_begun_from_elsewhere() -> None:
    hands = Hands()
    hands.set_match(MatchSetup(deal_way=DealWay.LAID))
    assert declare(hands, "2O")[0] == FirstChosen(Player.TWO)
    for kind in tuple(Kind)[:-1]:
        declare(hands, f"1{kind.letter}")
        for cell in Cell:
            if DEAL.kinds[cell] is kind:
                assert declare(hands, str(cell))[0] == TileLaid(cell, kind)
    assert declare(hands, "c3") == (CycleBegan(DEAL.start(Player.TWO)),)


@pytest.mark.parametrize("pad", ["c3", "1O"])
def test_a_pad_declared_wakes_the_board_and_chooses_nothing(pad: str) -> None:
    hands = Hands()
    assert declare(hands, pad) == (Woke(), MatchBegan(MatchSetup()), ChooseFirst(None))
    assert hands.wait(60.0) == ()


def test_a_pad_declared_puts_sleep_off() -> None:
    hands = Hands()
    hands.tap("a1")
    hands.wait(500.0)
    declare(hands, "a1")
    assert FellAsleep() not in hands.wait(500.0)


def test_a_match_under_way_can_be_given_up_from_elsewhere() -> None:
    hands = at_turn("c5")
    assert hands.send(AbandonWanted(hands.at)) == (Abandoned(),)
    assert (hands.table.phase, hands.table.match) == (Asleep(), Match(2))


def test_where_there_is_no_match_to_give_up_nothing_happens() -> None:
    asleep, won = Hands(), at_turn(*STUCK_WON_BY_ONE, wins=1)
    before = won.table
    assert asleep.send(AbandonWanted(asleep.at)) == won.send(AbandonWanted(won.at)) == ()
    assert won.table == before
