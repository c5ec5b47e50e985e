"""The coach in light: where each target leads, which is best, and when nothing is said.

What the advice says is made up; what may be said of a position is read off `table_hands.DEAL`. From
c3 player 1 goes naturally to a3 b3 c1 c2 c4 c5 d3 e3. From c5 player 2, who holds a Sun, goes to a5
b5 d5 e5 c4 c3, and by the Sun to a1 e1 a5 e5.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from iye.lights import Meaning
from iye.rules import Player
from iye.table import (
    Advice,
    Advised,
    Button,
    ButtonPressed,
    ButtonReleased,
    Coached,
    CodeGiven,
    Effect,
    Hints,
    HintsSet,
    HintsWanted,
    MatchSetup,
    Moved,
    Outcome,
    Turn,
)
from table_advice import advice
from table_hands import DEAL, Hands, at_turn
from table_phases import AGAINST_THE_MIND, in_each_phase

LOSS, TIE, WIN = Outcome

PROVED = {LOSS: Meaning.LEADS_TO_LOSS, TIE: Meaning.LEADS_TO_TIE, WIN: Meaning.LEADS_TO_WIN}
ESTIMATED = {
    LOSS: Meaning.MAY_LEAD_TO_LOSS,
    TIE: Meaning.MAY_LEAD_TO_TIE,
    WIN: Meaning.MAY_LEAD_TO_WIN,
}


def coached(*moves: str) -> Hands:
    """Hands in a turn with the coach on, and nothing of the last move told any more."""
    hands = at_turn(*moves)
    hands.press(Button.HINT)
    hands.wait(10.0)
    hands.effects.clear()
    return hands


def advise(hands: Hands, said: Advice) -> tuple[Effect, ...]:
    return hands.send(Advised(said, hands.at))


def test_hint_steps_from_the_targets_to_the_coach_to_nothing_and_round() -> None:
    hands = at_turn()
    steps = [effect for _ in range(4) for effect in hands.press(Button.HINT)]
    assert steps == [
        HintsSet(hints) for hints in (Hints.COACH, Hints.OFF, Hints.TARGETS, Hints.COACH)
    ]


# What is said


def test_every_target_shows_where_it_leads_and_the_best_beats() -> None:
    hands = coached()
    said = advice(hands.position, "c4", WIN, e3=WIN, c5=TIE)
    assert advise(hands, said) == (Coached(said),)
    assert hands.seen() == {
        "c4": Meaning.BEST_WINS,
        "e3": Meaning.LEADS_TO_WIN,
        "c5": Meaning.LEADS_TO_TIE,
        **dict.fromkeys(("a3", "b3", "c1", "c2", "d3"), Meaning.LEADS_TO_LOSS),
    }


def test_what_is_only_estimated_looks_otherwise() -> None:
    hands = coached()
    advise(hands, advice(hands.position, "c4", WIN, sure=False, e3=WIN, c5=TIE))
    assert hands.seen() == {
        "c4": Meaning.LOOKS_BEST,
        "e3": Meaning.MAY_LEAD_TO_WIN,
        "c5": Meaning.MAY_LEAD_TO_TIE,
        **dict.fromkeys(("a3", "b3", "c1", "c2", "d3"), Meaning.MAY_LEAD_TO_LOSS),
    }


@pytest.mark.parametrize(
    ("outcome", "meaning"),
    [(WIN, Meaning.BEST_WINS), (TIE, Meaning.BEST_TIES), (LOSS, Meaning.BEST_LOSES)],
)
def test_the_best_says_what_it_leads_to(outcome: Outcome, meaning: Meaning) -> None:
    hands = coached()
    advise(hands, advice(hands.position, "c4", outcome))
    assert hands.where(meaning) == {"c4"}


def test_of_several_that_are_best_the_first_is_shown() -> None:
    hands = coached()
    said = advice(hands.position, "c4", WIN, e3=WIN)
    two = Advice(said.position, said.verdicts, (*said.best, *advice(hands.position, "e3").best))
    advise(hands, two)
    assert hands.where(Meaning.BEST_WINS) == {"c4"}
    assert hands.where(Meaning.LEADS_TO_WIN) == {"e3"}


def test_a_best_move_that_costs_a_tile_shows_which() -> None:
    hands = coached("c5")
    advise(hands, advice(hands.position, "Sa1", WIN))
    assert hands.where(Meaning.BEST_WINS) == {"a1"}
    assert hands.where(Meaning.BEST_SPENDS) == {"2S"}


def test_where_a_natural_landing_would_not_do_the_pad_of_the_kind_to_spend_beats() -> None:
    """Landing on a5 is a natural movement, unless the Sun is touched first."""
    hands = coached("c5")
    advise(hands, advice(hands.position, "Sa5", WIN))
    assert hands.where(Meaning.BEST_SPENDS) == {"2S"}
    assert not hands.where(Meaning.BEST_WINS), "not before the Sun is chosen"
    assert "a5" in hands.where(Meaning.LEADS_TO_LOSS)
    hands.tap("2S")
    assert hands.seen() == {
        "a5": Meaning.BEST_WINS,
        **dict.fromkeys(("a1", "e1", "e5"), Meaning.LEADS_TO_LOSS),
        "2S": Meaning.SPENDING,
    }


def test_with_a_kind_chosen_what_is_said_is_of_spending_it() -> None:
    hands = coached("c5")
    advise(hands, advice(hands.position, "e5", WIN, Se5=TIE))
    assert hands.where(Meaning.BEST_WINS) == {"e5"}
    hands.tap("2S")
    assert not hands.where(Meaning.BEST_WINS)
    assert hands.where(Meaning.LEADS_TO_TIE) == {"e5"}
    assert hands.where(Meaning.LEADS_TO_LOSS) == {"a1", "e1", "a5"}


def test_of_several_ways_to_pay_the_best_is_said_and_shown_when_it_is_asked() -> None:
    """From a4 player 2 (W1T1) reaches b5 by a Water and by a Tree."""
    hands = coached("b3", "a3", "a4")
    advise(hands, advice(hands.position, "Tb5", WIN, Wb5=TIE))
    assert hands.where(Meaning.BEST_WINS) == {"b5"}
    assert hands.where(Meaning.BEST_SPENDS) == {"2T"}
    hands.put("b5")
    assert hands.where(Meaning.BEST_SPENDS) == {"2T"}
    assert hands.where(Meaning.PAY) == {"2W"}
    (moved,) = hands.tap("2T")
    assert isinstance(moved, Moved)


def test_where_another_space_is_best_all_that_pay_look_alike() -> None:
    hands = coached("b3", "a3", "a4")
    advise(hands, advice(hands.position, "a5", WIN))
    hands.put("b5")
    assert hands.where(Meaning.PAY) == {"2W", "2T"}


def test_advice_may_come_while_a_payment_is_open() -> None:
    hands = coached("b3", "a3", "a4")
    hands.put("b5")
    said = advice(hands.position, "Wb5", WIN)
    assert advise(hands, said) == (Coached(said),)
    assert hands.where(Meaning.BEST_SPENDS) == {"2W"}
    assert hands.where(Meaning.PAY) == {"2T"}


def test_better_advice_replaces_what_was_said_before() -> None:
    hands = coached()
    advise(hands, advice(hands.position, "c4", WIN, sure=False))
    said = advice(hands.position, "c5", TIE)
    assert advise(hands, said) == (Coached(said),)
    assert hands.where(Meaning.BEST_TIES) == {"c5"}
    assert not hands.where(Meaning.LOOKS_BEST)


def test_a_coach_that_says_nothing_leaves_the_targets_as_they_are() -> None:
    hands = coached("c5")
    lit = hands.seen()
    assert Meaning.TARGET in lit.values()
    advise(hands, Advice(hands.position, (), ()))
    assert hands.seen() == lit


def test_the_rules_are_the_same_and_mistakes_are_shown_above_the_advice() -> None:
    hands = coached()
    advise(hands, advice(hands.position, "c4", WIN))
    hands.put("a1")
    assert hands.where(Meaning.WRONG) == {"a1"}
    assert hands.where(Meaning.WAY_BACK) == {"c3"}
    assert hands.where(Meaning.BEST_WINS) == {"c4"}
    assert [type(effect) for effect in hands.put("a3")] == [Moved], "advice is no order"


# When nothing is said


def test_advice_about_a_position_that_no_longer_stands_tells_and_shows_nothing() -> None:
    hands = coached("c5")
    lit = hands.seen()
    assert advise(hands, advice(DEAL.start(Player.ONE), "c4", WIN)) == ()
    assert hands.seen() == lit


def test_advice_goes_out_with_the_move_and_comes_back_with_the_position() -> None:
    hands = coached()
    advise(hands, advice(hands.position, "c4", WIN))
    hands.put("c4")
    hands.wait(10.0)
    assert set(hands.seen().values()) == {
        Meaning.TARGET,
        Meaning.TARGET_BY_SPENDING,
        Meaning.USABLE,
    }
    hands.press(Button.UNDO)
    hands.put("c3")
    assert hands.where(Meaning.BEST_WINS) == {"c4"}


@pytest.mark.parametrize("presses", [1, 2])
def test_advice_for_somebody_who_no_longer_asks_is_kept_to_itself(presses: int) -> None:
    hands = coached()
    for _ in range(presses):
        hands.press(Button.HINT)
    lit = hands.seen()
    assert advise(hands, advice(hands.position, "c4", WIN)) == ()
    assert hands.seen() == lit
    while hands.table.hints is not Hints.COACH:
        hands.press(Button.HINT)
    assert hands.where(Meaning.BEST_WINS) == {"c4"}


@pytest.mark.parametrize("phase", sorted(in_each_phase()))
def test_only_a_person_who_decides_is_told(phase: str) -> None:
    """Nobody is shown what the mind had better play."""
    hands = in_each_phase()[phase]
    hands.table = replace(hands.table, hints=Hints.COACH)
    current = hands.table.match.current
    said = advice(DEAL.start(Player.ONE), "c4", WIN)
    if current is not None:
        said = advice(current.position, "a5", WIN)
    lit = hands.seen()
    deciding = phase in {"turn", "choosing_payment"}
    assert advise(hands, said) == ((Coached(said),) if deciding else ())
    assert (hands.seen() != lit) is (phase == "turn")


@pytest.mark.parametrize("wanted", Hints)
@pytest.mark.parametrize("before", Hints)
@pytest.mark.parametrize("phase", sorted(in_each_phase().keys() - {"choosing_first"}))
def test_hints_that_are_wanted_elsewhere_are_set_in_one_step(
    phase: str, before: Hints, wanted: Hints
) -> None:
    """Nothing between the two is shown, thought about or written down."""
    hands = in_each_phase()[phase]
    hands.table = replace(hands.table, hints=before)
    stood = hands.table.phase
    told = hands.send(HintsWanted(wanted, hands.at))
    assert told == (() if wanted is before else (HintsSet(wanted),))
    assert (hands.table.hints, hands.table.phase) == (wanted, stood)


def test_hints_that_are_wanted_elsewhere_leave_a_hand_on_the_button_alone() -> None:
    hands = coached()
    hands.send(ButtonPressed(Button.HINT, hands.at))
    hands.send(HintsWanted(Hints.TARGETS, hands.at))
    assert hands.send(ButtonReleased(Button.HINT, hands.at)) == (HintsSet(Hints.COACH),)


def test_where_hint_would_seat_somebody_no_hints_are_set_from_elsewhere() -> None:
    hands = in_each_phase()["choosing_first"]
    assert hands.send(HintsWanted(Hints.COACH, hands.at)) == ()
    assert hands.table.hints is Hints.TARGETS


def test_where_the_coach_is_not_allowed_neither_button_nor_page_leads_to_it() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(first=Player.ONE, coach=False))
    assert hands.table.hints_allowed == (Hints.OFF, Hints.TARGETS)
    assert hands.send(HintsWanted(Hints.COACH, hands.at)) == ()
    steps = [effect for _ in range(3) for effect in hands.press(Button.HINT)]
    assert steps == [HintsSet(hints) for hints in (Hints.OFF, Hints.TARGETS, Hints.OFF)]


@pytest.mark.parametrize("phase", sorted(in_each_phase().keys() - {"choosing_first"}))
def test_hint_steps_the_hints_in_every_phase_that_does_not_ask_who_plays(phase: str) -> None:
    hands = in_each_phase()[phase]
    before = hands.table.phase
    assert hands.press(Button.HINT) == (HintsSet(Hints.COACH),)
    assert hands.press(Button.HINT) == (HintsSet(Hints.OFF),)
    assert hands.press(Button.HINT) == (HintsSet(Hints.TARGETS),)
    assert hands.table.phase == before


def test_the_coach_is_silent_while_the_mind_thinks_and_speaks_in_the_turn_after() -> None:
    hands = at_turn("c5", seats=AGAINST_THE_MIND)
    hands.press(Button.HINT)
    assert advise(hands, advice(hands.position, "c4", WIN)) == ()
    hands.play("c4")
    hands.wait(10.0)
    assert hands.table.phase == Turn()
    said = advice(hands.position, "c3", WIN)
    assert advise(hands, said) == (Coached(said),)
    assert hands.where(Meaning.BEST_WINS) == {"c3"}


def test_hint_held_to_read_the_code_leaves_the_coach_on() -> None:
    hands = coached()
    hands.send(CodeGiven("042917", hands.at))
    advise(hands, advice(hands.position, "c4", WIN))
    assert hands.hold(Button.HINT, 1.5) == ()
    assert hands.where(Meaning.BEST_WINS) == {"c4"}


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("sure", [True, False])
def test_a_target_that_is_not_best_shows_its_own_outcome(outcome: Outcome, sure: bool) -> None:  # noqa: FBT001
    hands = coached()
    advise(hands, advice(hands.position, "c4", WIN, sure=sure, c1=outcome))
    assert "c1" in hands.where((PROVED if sure else ESTIMATED)[outcome])
