"""Sentences for people: every effect and every reason has one, and it reads as one."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from iye.lights import PAD_NAMES, IyePad
from iye.rules import (
    Cell,
    CycleEnd,
    EndReason,
    Hand,
    Kind,
    Move,
    Player,
    parse_deal,
    parse_position,
    score,
)
from iye.sentences import Teller
from iye.table import (
    Abandoned,
    Button,
    ChooseFirst,
    CycleBegan,
    CycleEnded,
    Dealt,
    DealWanted,
    DrumHome,
    Effect,
    FellAsleep,
    FirstChosen,
    Hints,
    HintsSet,
    KindChosen,
    MatchBegan,
    MatchEnded,
    MatchSetup,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SeveralHeld,
    SpendingChosen,
    TileLaid,
    Undone,
    Woke,
)

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
POSITION = parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 2 - -")
SCORED = CycleEnd(
    EndReason.SCORED, Player.ONE, score(Hand.of(1, 2, 2, 3, 3), Hand.of(0, 1, 2, 2, 4))
)

SAID: list[tuple[Effect, str]] = [
    (Woke(), "awake"),
    (FellAsleep(), "touch it"),
    (ChooseFirst(None), "Who begins"),
    (ChooseFirst(Player.TWO), "Player 2 chooses"),
    (FirstChosen(Player.ONE), "Player 1 begins"),
    (TileLaid(Cell.a1, Kind.SUN), "a1 holds Sun"),
    (TileLaid(Cell.a1, None), "a1 is open again"),
    (Dealt(2, DEAL, Player.TWO), "Cycle 2.*c3.*Player 2 begins"),
    (CycleBegan(POSITION), "Player 2's turn"),
    (SpendingChosen(Kind.TREE), "To be spent: Tree"),
    (SpendingChosen(None), "Nothing is going to be spent"),
    (PaymentWanted(Cell.e5, (Kind.WATER, Kind.SUN)), "e5: Water / Sun"),
    (PaymentDropped(Cell.e5), "e5 is taken back"),
    (
        Moved(Player.ONE, Move(Cell.c5, Kind.HORSE), Kind.SUN, POSITION),
        "Player 1: drum to c5, spending Horse. Sun goes to Player 2",
    ),
    (Moved(Player.TWO, Move(Cell.c5), Kind.OWL, POSITION), "to c5. Owl goes to Player 1"),
    (Rejected(Cell.e1, Reason.NO_TILE), "no tile on e1"),
    (Rejected(IyePad(Player.TWO, Kind.HORSE), Reason.NOT_YOUR_PAD), "2H is the opponent's"),
    (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON), "Hold “new”"),
    (SeveralHeld((Cell.a1, Cell.b1)), "a1, b1"),
    (DrumHome(Cell.c3), "back on c3"),
    (Undone(POSITION), "Taken back"),
    (Undone(None), "taken back"),
    (HintsSet(Hints.OFF), "hidden"),
    (HintsSet(Hints.TARGETS), "shown"),
    (CycleEnded(1, SCORED), "Cycle 1 is over. .*11 : 9. It is won by Player 1"),
    (CycleEnded(2, CycleEnd(EndReason.STUCK, Player.TWO, None)), "no legal.*won by Player 2"),
    (
        CycleEnded(3, CycleEnd(EndReason.SCORED, None, score(Hand(0), Hand(0)))),
        "0 : 0. Nobody wins it",
    ),
    (MatchEnded(Player.ONE), "The match is won by Player 1"),
    (Abandoned(), "abandoned"),
]


@pytest.mark.parametrize(("effect", "words"), SAID)
def test_an_effect_is_told_in_a_sentence_with_its_facts(effect: Effect, words: str) -> None:
    said = Teller().tell(effect)
    assert said is not None
    assert re.search(words, said), said
    assert said[0].isupper() or said[:2] in PAD_NAMES
    assert said.endswith((".", "?"))


def test_every_effect_is_told_but_what_only_the_journal_needs() -> None:
    told = {type(effect) for effect, _ in SAID}
    assert set(get_args(Effect)) - told == {DealWanted, MatchBegan, KindChosen}
    for silent in (DealWanted(1), MatchBegan(MatchSetup()), KindChosen(None)):
        assert Teller().tell(silent) is None


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_told_in_a_sentence_with_nothing_left_to_fill_in(reason: Reason) -> None:
    said = Teller().tell(Rejected(Cell.e1, reason))
    assert said is not None
    assert said.endswith(".")
    assert "{" not in said


def test_players_are_called_by_the_names_they_gave() -> None:
    said = Teller(setup=MatchSetup(names=("Umay", ""))).tell(ChooseFirst(Player.ONE))
    assert said is not None
    assert said.startswith("Umay chooses")
