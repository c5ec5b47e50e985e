"""What was written gives the table back exactly, at every moment; what does not fit is said."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from iye.lights import Meaning
from iye.rules import Cell, Kind, Match, Move, Player, parse_move
from iye.table import (
    PERSON,
    Abandoned,
    Answered,
    Awaiting,
    Button,
    ChoosingPayment,
    CycleBegan,
    CycleEnded,
    Dealt,
    Effect,
    FellAsleep,
    FirstChosen,
    Following,
    Hints,
    HintsSet,
    KindChosen,
    MatchBegan,
    MatchOver,
    MatchSetup,
    Moved,
    PaymentDropped,
    PaymentWanted,
    RestoreError,
    SpendingChosen,
    Table,
    TileLaid,
    TimePassed,
    Turn,
    Undone,
    handle,
    mind,
    restore,
)
from iye.table.restore import Fold, is_told
from table_games import STUCK_WON_BY_ONE, WON_BY_ONE, WON_BY_TWO
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
    """Field note 17: a machine moved before the history had been replayed."""
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
    """Field note 18: after a restart the board ignored touches."""
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


# What does not fit


def a_turn(*moves: str) -> list[Effect]:
    """Give what is written of a cycle from DEAL, player 1 first."""
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(2, Player.ONE))
    hands.put("c3")
    hands.play(*moves)
    return [effect for _, effect in told(hands.effects)]


def an_answer(*moves: str) -> list[Effect]:
    """Give what is written of the same cycle against the mind."""
    hands = against_the_mind()
    hands.play(*moves)
    return [effect for _, effect in told(hands.effects)]


AT_C5 = DEAL.start(Player.ONE).play(parse_move("c5"))
AT_C4 = AT_C5.play(parse_move("c4"))
ANSWER = Answered(Player.TWO, Move(Cell.c4, None))
SCORED = next(e for e in a_turn(*WON_BY_TWO) if isinstance(e, CycleEnded))
STUCK = next(e for e in a_turn(*STUCK_WON_BY_ONE) if isinstance(e, CycleEnded))

MISFITS: dict[str, tuple[list[Effect], str]] = {
    "an illegal move": (
        [*a_turn(), Moved(Player.ONE, Move(Cell.a1, None), Kind.SUN, AT_C5)],
        "a1",
    ),
    "a move whose position differs": (
        [
            *a_turn(),
            Moved(Player.ONE, Move(Cell.c5, None), Kind.SUN, replace(AT_C5, drum=Cell.c4)),
        ],
        "c4 2 - S1) is written",
    ),
    "a move of the other player": (
        [*a_turn(), Moved(Player.TWO, Move(Cell.c5, None), Kind.SUN, AT_C5)],
        "player 1, c5",
    ),
    "an undo that gives another position": ([*a_turn("c5"), Undone(AT_C5)], "HOSST"),
    "an undo of nothing": ([Undone(None)], "nothing of the kind"),
    "a slide without a move": ([*a_turn(), Undone(None, slid=True)], "nothing of the kind"),
    "a match begun over another": ([*a_turn(), MatchBegan(MatchSetup())], "Abandoned"),
    "a first player where none is chosen": ([FirstChosen(Player.ONE)], "phase Asleep"),
    "a deal nobody asked for": ([Dealt(1, DEAL, Player.ONE)], "phase Asleep"),
    "a deal of another cycle": (
        [*a_turn()[:2], Dealt(2, DEAL, Player.ONE)],
        "Dealt",
    ),
    "a cycle begun from another deal": (
        [*a_turn()[:3], CycleBegan(OTHER_DEAL.start(Player.ONE))],
        "HSSSS",
    ),
    "a kind spent that is not held": ([*a_turn(), SpendingChosen(Kind.OWL)], "SpendingChosen"),
    "nothing spent after all": ([*a_turn(), SpendingChosen(None)], "SpendingChosen"),
    "a payment nobody can make": (
        [*a_turn(), PaymentWanted(Cell.a1, (Kind.OWL, Kind.SUN))],
        "PaymentWanted",
    ),
    "a payment dropped that was not wanted": ([*a_turn(), PaymentDropped(Cell.a1)], "phase Turn"),
    "a tile told in a turn": ([*a_turn(), TileLaid(Cell.a1, Kind.OWL)], "phase Turn"),
    "no kind where none was chosen": ([*a_turn()[:3], KindChosen(None)], "KindChosen"),
    "a cycle's end out of nowhere": ([*a_turn(), STUCK], "nothing before it leads to it"),
    "another end than the rules say": ([*a_turn(*WON_BY_TWO)[:-2], STUCK], "CycleEnded"),
    "an answer of a person": ([*a_turn("c5"), ANSWER], "phase Turn"),
    "an illegal answer": (
        [*an_answer("c5"), Answered(Player.TWO, Move(Cell.b4, None))],
        "nothing of the kind",
    ),
    "an answer of the other player": (
        [*an_answer("c5"), Answered(Player.ONE, Move(Cell.c4, None))],
        "Answered",
    ),
    "two answers": ([*an_answer("c5"), ANSWER, ANSWER], "phase Following"),
    "a move nobody has answered": (
        [*an_answer("c5"), Moved(Player.TWO, Move(Cell.c4, None), Kind.HORSE, AT_C4)],
        "phase Awaiting",
    ),
    "another move than was answered": (
        [
            *an_answer("c5"),
            Answered(Player.TWO, Move(Cell.d5, None)),
            Moved(Player.TWO, Move(Cell.c4, None), Kind.HORSE, AT_C4),
        ],
        "nothing of the kind",
    ),
    "a kind chosen for the mind": (
        [*an_answer("c5"), SpendingChosen(Kind.SUN)],
        "phase Awaiting",
    ),
    "the first player chosen for a mind that chose itself": (
        [*an_answer(*WON_BY_ONE)[:-2], FirstChosen(Player.ONE)],
        "FirstChosen",
    ),
    "a match abandoned that is not played": ([Abandoned()], "Abandoned"),
    "a board asleep in a match": ([*a_turn(), FellAsleep()], "phase Turn"),
    "a board asleep twice": ([FellAsleep()], "phase Asleep"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_an_entry_that_does_not_fit_is_refused_with_its_number(name: str) -> None:
    effects, sentence = MISFITS[name]
    entries = list(enumerate(effects, start=500))
    last = 499 + len(effects)
    with pytest.raises(RestoreError, match=rf"^entry {last} does not fit: ") as caught:
        restore(entries)
    assert caught.value.number == last
    assert sentence in caught.value.reason
    restore(entries[:-1])


def test_hints_come_back() -> None:
    table = restore([(1, HintsSet(Hints.OFF))])
    assert (table.hints, table.match) == (Hints.OFF, Match())


def test_what_changes_neither_match_nor_phase_is_not_written() -> None:
    hands = at_turn()
    hands.put("a1", "c3")
    assert hands.effects
    assert told(hands.effects) == []
    assert hands.table.phase == Turn()
