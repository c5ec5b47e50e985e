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
    PERSON,
    Abandoned,
    Advice,
    Answered,
    Asked,
    Button,
    ChooseFirst,
    Coached,
    Consent,
    Consented,
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
    OtherAsked,
    OtherRefused,
    Outcome,
    PaymentDropped,
    PaymentWanted,
    Point,
    Reason,
    Rejected,
    Seat,
    SeveralHeld,
    Sitting,
    SpendingChosen,
    TakenBack,
    TileLaid,
    Undone,
    Verdict,
    Woke,
    mind,
)

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
POSITION = parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 2 - -")
SCORED = CycleEnd(
    EndReason.SCORED, Player.ONE, score(Hand.of(1, 2, 2, 3, 3), Hand.of(0, 1, 2, 2, 4))
)

SA5 = Move(Cell.a5, Kind.SUN)


def advice(outcome: Outcome, *, sure: bool = True) -> Advice:
    """Advise a move that leads somewhere."""
    return Advice(POSITION, (Verdict(SA5, outcome, sure),), (SA5,))


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
    (Answered(Player.TWO, Move(Cell.c4)), "Player 2 wants the drum on c4: put it there"),
    (Answered(Player.TWO, SA5), "Player 2 wants the drum on a5 and spends Sun: discard"),
    (Coached(advice(Outcome.WIN)), "Best: a5, spending Sun. It wins the cycle"),
    (Coached(advice(Outcome.TIE)), "Best: a5, spending Sun. It ties the cycle"),
    (Coached(advice(Outcome.LOSS)), "Best: a5, spending Sun. The cycle is lost"),
    (Coached(advice(Outcome.WIN, sure=False)), "Looks best: a5, spending Sun. .*not proved"),
    (
        MatchBegan(MatchSetup(seats=(PERSON, mind(3)))),
        "The board plays too, at level 3 of 10",
    ),
    (MatchBegan(MatchSetup(seats=(mind(2), mind(9)))), "at level 2 / 9 of 10"),
    (
        Moved(Player.ONE, Move(Cell.c5, Kind.HORSE), Kind.SUN, POSITION),
        "Player 1: drum to c5, spending Horse. Sun goes to Player 2",
    ),
    (Moved(Player.TWO, Move(Cell.c5), Kind.OWL, POSITION), "to c5. Owl goes to Player 1"),
    (Rejected(Cell.e1, Reason.NO_TILE), "no tile on e1"),
    (Rejected(Cell.c4, Reason.NOT_THEIR_TURN), "still thinking: put the drum back"),
    (Rejected(Cell.c4, Reason.FOLLOW_ANSWER), "elsewhere than on c4: .*space that beats"),
    (Rejected(IyePad(Player.TWO, Kind.HORSE), Reason.NOT_YOUR_PAD), "2H is the opponent's"),
    (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON), "Hold “new”"),
    (SeveralHeld((Cell.a1, Cell.b1)), "a1, b1"),
    (DrumHome(Cell.c3), "back on c3"),
    (Undone(POSITION), "Taken back"),
    (Undone(None), "taken back"),
    (TakenBack(Point(1, 2), 1, POSITION), "Both agreed: put the tiles and the drum back"),
    (TakenBack(Point(1, 24), 1, None), "Both agreed: that step is taken back"),
    (Asked(Consent.UNDO, Point(1, 2)), "asked whether your last move may be taken back"),
    (Asked(Consent.ABANDON), "asked whether to give the match up"),
    (Asked(Consent.NEW), "asked for another match"),
    (Consented(agree=True), "You agree"),
    (Consented(agree=False), "You refuse"),
    (OtherAsked(Consent.UNDO), "wants to take a move back"),
    (OtherAsked(Consent.ABANDON), "wants to give the match up"),
    (OtherAsked(Consent.NEW), "wants another match"),
    (OtherRefused(), "The other player refuses"),
    (HintsSet(Hints.OFF), "hidden"),
    (HintsSet(Hints.TARGETS), "shown"),
    (HintsSet(Hints.COACH), "The coach colours the targets"),
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
    assert set(get_args(Effect)) - told == {DealWanted, KindChosen}
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


def test_the_mind_is_called_the_board_and_its_level() -> None:
    teller = Teller(setup=MatchSetup(names=("Umay", ""), seats=(PERSON, mind(7))))
    assert teller.player(Player.ONE) == "Umay"
    assert teller.player(Player.TWO) == "Board (level 7)"
    said = teller.tell(Answered(Player.TWO, Move(Cell.c4)))
    assert said == "Board (level 7) wants the drum on c4: put it there."


def test_a_player_elsewhere_is_called_by_name_or_number() -> None:
    seats = (Seat(Sitting.ELSEWHERE), Seat(Sitting.ELSEWHERE))
    teller = Teller(setup=MatchSetup(names=("Umay", ""), seats=seats))
    assert [teller.player(player) for player in Player] == ["Umay", "Player 2"]


def test_a_coach_that_names_no_move_is_silent() -> None:
    assert Teller().tell(Coached(Advice(POSITION, (), ()))) is None
