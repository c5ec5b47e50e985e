"""What was written gives the table back exactly, at every moment; what does not fit is said."""

from __future__ import annotations

import math

import pytest

from iye.lights import Meaning
from iye.rules import Cell, Kind, Match, Player, parse_move
from iye.table import (
    PERSON,
    Answered,
    Awaiting,
    Button,
    ChoosingPayment,
    Effect,
    FellAsleep,
    Following,
    Hints,
    HintsSet,
    MatchOver,
    MatchSetup,
    Moved,
    Table,
    TimePassed,
    Turn,
    Undone,
    handle,
    mind,
    restore,
)
from iye.table.restore import Fold, is_told
from table_games import WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands, at_turn
from table_play import People


def told(effects: list[Effect]) -> list[tuple[int, Effect]]:
    """Give those effects that are written down, numbered."""
    return list(enumerate(filter(is_told, effects), start=1))


def essence(table: Table) -> tuple[object, ...]:
    """Give what has to come back."""
    return table.match, table.phase, table.setup, table.hints


def resumed(hands: Hands) -> Hands:
    """Go on from what was written of a table, with hands that know nothing."""
    again = Hands(DEAL, OTHER_DEAL)
    again.table = restore(told(hands.effects))
    again.at = hands.at + 1000.0
    return again


@pytest.mark.parametrize("seed", range(40))
def test_at_every_moment_what_was_written_gives_back_the_very_table(seed: int) -> None:
    people = People(seed)
    fold, count = Fold(), 0
    for _ in range(150):
        people.act()
        for effect in filter(is_told, people.hands.effects[count:]):
            fold = fold.take(effect)
        count = len(people.hands.effects)
        assert essence(fold.table) == essence(people.hands.table)
        assert fold.expected == ()
    assert essence(restore(told(people.hands.effects))) == essence(people.hands.table)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_cut_off_anywhere_gives_back_a_table_too(seed: int) -> None:
    people = People(seed)
    for _ in range(40):
        people.act()
    entries = told(people.hands.effects)
    for count in range(len(entries)):
        table = restore(entries[:count])
        handle(table, TimePassed(1.0))


@pytest.mark.parametrize("seed", range(10))
def test_undo_goes_on_past_the_restart_to_the_very_beginning(seed: int) -> None:
    people = People(seed, steady=True)
    for _ in range(60):
        people.act()
    before, after = people.hands, resumed(people.hands)
    for _ in range(200):
        before.press(Button.UNDO)
        after.press(Button.UNDO)
        assert essence(before.table) == essence(after.table)
    assert after.table.match.cycles == ()


# After a restart


def test_after_a_restart_the_space_pulses_where_the_drum_must_be_and_touching_it_goes_on() -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    hands.play("c5")
    after = resumed(hands)
    assert after.where(Meaning.WAY_BACK) == {"c5"}
    assert not after.where(Meaning.TILE_BACK)
    after.put("c5")
    assert not after.where(Meaning.WAY_BACK)
    after.put("d5")
    assert after.table.match.cycles[0].moves == (parse_move("c5"), parse_move("d5"))


def test_after_a_restart_a_target_goes_on_at_once() -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    after = resumed(hands)
    assert isinstance(after.put("c5")[0], Moved)
    assert after.table.way_back is None


def test_after_a_restart_a_wrong_landing_is_judged_as_ever() -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    after = resumed(hands)
    after.put("a1")
    assert after.where(Meaning.WRONG) == {"a1"}
    assert after.where(Meaning.WAY_BACK) == {"c3"}


def test_after_a_restart_an_undo_shows_which_tile_goes_back() -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    hands.play("c5")
    after = resumed(hands)
    after.press(Button.UNDO)
    assert after.where(Meaning.TILE_BACK) == {"c5"}
    assert after.where(Meaning.GIVE_BACK) == {"2S"}


def test_a_payment_that_was_waited_for_is_waited_for_again() -> None:
    begun = Hands(DEAL, OTHER_DEAL)
    begun.set_match(MatchSetup(2, Player.ONE))
    begun.put("c3")
    begun.play("b3", "a3", "Tb4", "Wa4", "c4", "c5", "b5")
    begun.put(_payable_by_several(begun))
    assert isinstance(begun.table.phase, ChoosingPayment)
    after = resumed(begun)
    assert after.where(Meaning.PAY) == begun.where(Meaning.PAY)


def test_after_a_restart_the_answer_is_awaited_again_and_an_older_one_dropped() -> None:
    """On other boards a machine moved before the history had been replayed."""
    hands = against_the_mind()
    hands.play("c5", "c4", "c3")
    asked = hands.table.cycle.positions[1]
    after = resumed(hands)
    assert after.table.phase == Awaiting()
    assert after.where(Meaning.WAY_BACK) == {"c3"}
    assert after.where(Meaning.THINKING) == {"2S", "2H", "2T", "2W", "2O"}
    before = after.table
    assert after.answer("c4", asked) == ()
    assert after.table == before
    assert after.answer("b3") == (Answered(Player.TWO, parse_move("b3")),)


def test_after_a_restart_the_journal_brings_the_answer_back_and_a_hand_can_follow_it() -> None:
    """On other boards, after a restart the board ignored touches."""
    hands = against_the_mind()
    hands.play("c5")
    hands.answer("Sa5")
    after = resumed(hands)
    assert after.table.phase == Following(parse_move("Sa5"))
    assert after.seen() == {
        "a5": Meaning.ANSWER,
        "2S": Meaning.ANSWER_SPENDS,
        "c5": Meaning.WAY_BACK,
    }
    assert after.answer("c4") == (), "it has been answered"
    assert [type(effect) for effect in after.put("a5")] == [Moved]
    assert after.position.mover is Player.ONE
    assert not after.where(Meaning.WAY_BACK)


def test_after_a_restart_the_drum_can_come_home_first_and_the_answer_stays() -> None:
    hands = against_the_mind()
    hands.play("c5")
    hands.answer("Sa5")
    after = resumed(hands)
    after.put("c4")
    assert after.where(Meaning.WRONG) == {"c4"}
    after.put("c5")
    assert after.seen() == {"a5": Meaning.ANSWER, "2S": Meaning.ANSWER_SPENDS}


@pytest.mark.parametrize("answered", [False, True])
def test_after_a_restart_undo_goes_back_to_ones_own_move(answered: bool) -> None:  # noqa: FBT001
    hands = against_the_mind()
    hands.play("c5")
    if answered:
        hands.answer("Sa5")
    after = resumed(hands)
    assert after.press(Button.UNDO) == (Undone(DEAL.start(Player.ONE)),)
    assert after.table.phase == Turn()
    assert after.where(Meaning.TILE_BACK) == {"c5"}
    assert after.where(Meaning.GIVE_BACK) == {"2S"}


def test_a_followed_move_that_slid_on_comes_back_as_the_answer_it_was() -> None:
    hands = against_the_mind()
    hands.play("c5")
    hands.answer("Sa5")
    hands.slide("a5 a4", each=0.5)
    assert resumed(hands).table.phase == Following(parse_move("Sa5"))


def test_seats_chosen_at_the_board_come_back() -> None:
    hands = Hands(DEAL)
    hands.tap("a1")
    hands.press(Button.HINT)
    hands.tap("e3")
    assert restore(told(hands.effects)).setup == MatchSetup(seats=(PERSON, mind(10)))


def against_the_mind() -> Hands:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, seats=(PERSON, mind(3))))
    hands.put("c3")
    return hands


def _payable_by_several(hands: Hands) -> Cell:
    """Find a cell that several kinds reach and natural movement does not."""
    position = hands.position
    for cell in Cell:
        ways = [kind for kind in Kind if position.targets(kind) & cell.bit]
        held = [kind for kind in ways if position.hand(position.mover).count(kind)]
        if len(held) > 1 and not position.targets(None) & cell.bit:
            return cell
    raise AssertionError("there is no such cell here")


def test_a_finished_match_is_asleep_once_time_passes_and_a_match_under_way_is_not() -> None:
    over = Hands(DEAL)
    over.set_match(MatchSetup(1, Player.ONE))
    over.put("c3")
    over.play(*WON_BY_TWO)
    table = restore(told(over.effects))
    assert table.phase == MatchOver()
    assert handle(table, TimePassed(0.0))[1] == (FellAsleep(),)

    under_way = restore(told(over.effects)[:9])
    assert handle(under_way, TimePassed(1e9)) == (under_way, ())
    assert under_way.last_touch == -math.inf


def test_nothing_written_is_a_table_asleep() -> None:
    assert essence(restore([])) == essence(Table())


def test_hints_come_back() -> None:
    table = restore([(1, HintsSet(Hints.OFF))])
    assert (table.hints, table.match) == (Hints.OFF, Match())


def test_what_changes_neither_match_nor_phase_is_not_written() -> None:
    hands = at_turn()
    hands.put("a1", "c3")
    assert hands.effects
    assert told(hands.effects) == []
    assert hands.table.phase == Turn()
