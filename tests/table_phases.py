"""Hands at a table in each of its phases.

The law of this module: hands led there, so an evening could have.
"""

from __future__ import annotations

from iye.rules import Player
from iye.table import PERSON, DealWay, MatchSetup, Seats, mind
from table_games import STUCK_WON_BY_ONE
from table_hands import DEAL, Hands, at_turn

AGAINST_THE_MIND = (PERSON, mind(3))


def in_each_phase() -> dict[str, Hands]:
    """Hands in every phase of a match and none."""
    asleep, asked, drawing, laid_out = Hands(DEAL), Hands(DEAL), Hands(), Hands(DEAL)
    asked.tap("a1")
    drawing.set_match(MatchSetup(first=Player.ONE))
    laid_out.set_match(MatchSetup(first=Player.ONE))
    by_hand = Hands(DEAL)
    by_hand.set_match(MatchSetup(first=Player.ONE, deal_way=DealWay.LAID))
    payment = at_turn("b3", "a3", "a4")
    payment.put("b5")
    every = {
        "asleep": asleep,
        "choosing_first": asked,
        "drawing": drawing,
        "laying_out": laid_out,
        "laying_by_hand": by_hand,
        "turn": at_turn("c5"),
        "awaiting": awaiting(),
        "following": following(),
        "choosing_payment": payment,
        "match_over": won(),
    }
    for hands in every.values():
        hands.effects.clear()
    return every


def won() -> Hands:
    """Hands at a table where a match to one cycle has been won."""
    hands = at_turn(wins=1)
    hands.play(*STUCK_WON_BY_ONE)
    return hands


def awaiting(seats: Seats = AGAINST_THE_MIND) -> Hands:
    """Player 1 has moved to c5, and whoever answers for player 2 is asked."""
    hands = at_turn("c5", seats=seats)
    hands.wait(10.0)  # until nothing of the last move is told any more
    hands.effects.clear()
    return hands


def following(move: str = "Sa5", seats: Seats = AGAINST_THE_MIND) -> Hands:
    """Player 2's answer has come, and a hand is to follow it."""
    hands = awaiting(seats)
    hands.answer(move)
    hands.effects.clear()
    return hands
