"""What was written and does not fit what stands before it is refused, with its number and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from iye.rules import Cell, Kind, Move, Player, parse_move
from iye.table import (
    PEOPLE,
    PERSON,
    Abandoned,
    Answered,
    CycleBegan,
    CycleEnded,
    Dealt,
    Effect,
    FellAsleep,
    FirstChosen,
    KindChosen,
    MatchBegan,
    MatchSetup,
    Moved,
    PaymentDropped,
    PaymentWanted,
    RestoreError,
    Seats,
    SpendingChosen,
    TileLaid,
    Undone,
    mind,
    restore,
)
from iye.table.restore import is_told
from iye_hw.sentence import Sentence
from table_games import STUCK_WON_BY_ONE, WON_BY_ONE, WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands


def a_turn(*moves: str, seats: Seats = PEOPLE) -> list[Effect]:
    """Give what is written of a cycle from DEAL, player 1 first."""
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(2, Player.ONE, seats=seats))
    hands.put("c3")
    hands.play(*moves)
    return list(filter(is_told, hands.effects))


def an_answer(*moves: str) -> list[Effect]:
    """Give what is written of the same cycle against the mind."""
    return a_turn(*moves, seats=(PERSON, mind(3)))


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
    assert isinstance(caught.value.reason, Sentence)  # every page can say it in its language
    restore(entries[:-1])
