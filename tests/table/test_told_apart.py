"""Every meaning is shown at some time, and marks side by side are told apart without colour.

Nobody can list by hand what may stand beside what, so a table is played and fumbled at for a
long while and looked at after every touch.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest

from iye.lights import IyePad, Mark, Meaning
from iye.lights.looks import LOOKS
from iye.rules import Cell, Kind, Player, legal_moves
from iye.table import (
    PERSON,
    Advised,
    Awaiting,
    BackTo,
    Button,
    ButtonPressed,
    ChoosingFirst,
    CodeGiven,
    Consent,
    ConsentStands,
    DealWay,
    Following,
    Hints,
    MatchSetup,
    MoveAnswered,
    Point,
    Seat,
    Sitting,
    Standing,
)
from strategies import random_match
from table_advice import random_advice
from table_games import STUCK_WON_BY_ONE, TIED, WON_BY_ONE
from table_hands import DEAL, SEATINGS, Hands, at_turn, junk

Place = Player | None
"""Where a mark stands: on a player's İye pads, or on the cells (None)."""

BY_THE_HAND = {Meaning.TOUCHED, Meaning.ABANDONING, Meaning.DARK}
"""These need no telling apart: the hand that touches the cell, or holds the button, is there."""

CLEARLY = 1.5
"""By how much one steady light must be stronger than another, as the eye sees it."""


class Looker:
    """Looks at a table over and over, and remembers what stood beside what."""

    def __init__(self) -> None:
        self.meanings: set[Meaning] = set()
        self.beside: set[tuple[Meaning, Meaning]] = set()

    def look(self, hands: Hands) -> None:
        marks = hands.marks()
        self.meanings |= {mark.meaning for mark in marks}
        for one, other in combinations(marks, 2):
            if place(one) == place(other) and one.meaning is not other.meaning:
                first, second = sorted((one.meaning, other.meaning), key=lambda m: m.value)
                self.beside.add((first, second))

    def over_time(self, hands: Hands, seconds: float) -> None:
        for _ in range(int(seconds / 0.25)):
            self.look(hands)
            hands.wait(0.25)


def place(mark: Mark) -> Place:
    return mark.pad.player if isinstance(mark.pad, IyePad) else None


def fumble(hands: Hands, rng: Random, looker: Looker) -> None:
    """Do something a hand may do while a cycle is played, and look while it lasts."""
    position = hands.position
    if hands.table.hints is Hints.COACH:
        hands.send(Advised(random_advice(rng, position), hands.at))
        looker.look(hands)
    doing = rng.randrange(7)
    if doing == 0:
        hands.press(Button.UNDO)
    elif doing == 1:
        hands.touch(*rng.sample(tuple(Cell), 2))
        looker.over_time(hands, 2.5)
        hands.release(*hands.table.contact.felt)
    elif doing == 2:
        hands.tap(IyePad(position.mover, rng.choice(tuple(Kind))))
    elif doing == 3:
        hands.put(rng.choice(tuple(Cell)))
    elif doing == 4:
        junk(hands, rng)
    else:
        go_on(hands, rng)
    looker.look(hands)


def go_on(hands: Hands, rng: Random) -> None:
    """Do what the phase asks for."""
    answer = rng.choice(legal_moves(hands.position))
    if isinstance(hands.table.phase, Awaiting):
        hands.answer(answer)
    elif isinstance(hands.table.phase, Following):
        hands.put(hands.table.phase.move.target)
    else:
        hands.put(answer.target)


def fumble_through(seed: int, looker: Looker) -> None:
    """Fumble from somewhere within a match until its cycle ends, and look at the end of it."""
    rng = Random(seed)
    match = random_match(rng)
    hands = Hands(*(cycle.deal for cycle in match.cycles))
    seats = SEATINGS[seed % len(SEATINGS)]
    hands.set_match(MatchSetup(match.wins_needed, match.cycles[0].first, seats=seats))
    hands.put("c3")
    if rng.random() < 0.5:
        hands.press(Button.HINT)
    hands.play(*match.cycles[0].moves[: rng.randrange(20)])
    for _ in range(60):
        if hands.table.match.current is None:
            break
        fumble(hands, rng, looker)
    looker.over_time(hands, 12.0)


def deal_both_ways(looker: Looker) -> None:
    """Lay a deal by hand, then let one be drawn."""
    hands = Hands(DEAL)
    looker.look(hands)
    hands.set_match(MatchSetup(deal_way=DealWay.LAID))
    looker.look(hands)
    hands.tap("1O")
    for kind in tuple(Kind)[:-1]:
        hands.tap(IyePad(Player.TWO, kind))
        for cell in Cell:
            if DEAL.kinds[cell] is kind:
                hands.tap(cell)
                looker.look(hands)
    hands.press(Button.NEW)
    looker.look(hands)


def choose_the_mind(looker: Looker) -> None:
    """Seat the mind, try its levels, and a person again."""
    hands = Hands(DEAL)
    hands.tap("c3")
    for cell in ("a1", "a4", "e3", "c3"):
        hands.press(Button.HINT)
        looker.look(hands)
        hands.touch(cell)
        looker.over_time(hands, 0.5)
        hands.release(cell)
    hands.tap("1O")
    looker.look(hands)


def be_asked(looker: Looker) -> None:
    """Play with somebody elsewhere, who asks for things at every turn."""
    hands = Hands(DEAL)
    elsewhere = Seat(Sitting.ELSEWHERE)
    hands.set_match(MatchSetup(1, Player.ONE, seats=(PERSON, elsewhere), shared="match"))
    hands.put("c3")
    for consent in Consent:
        hands.send(ConsentStands(Standing(elsewhere=consent), hands.at))
        looker.look(hands)
        hands.send(ConsentStands(Standing(), hands.at))
    hands.play(legal_moves(hands.table.position)[0])
    hands.send(ConsentStands(Standing(elsewhere=Consent.UNDO), hands.at))
    looker.over_time(hands, 6.0)
    answer = legal_moves(hands.table.position)[0]
    hands.send(MoveAnswered(hands.table.position, answer, hands.at))
    looker.look(hands)
    hands.send(BackTo(Point(1, 0), 1, hands.at))
    hands.send(ConsentStands(Standing(elsewhere=Consent.ABANDON), hands.at))
    looker.look(hands)


@cache
def looked_long() -> Looker:
    """Look at all of it once."""
    looker = Looker()
    deal_both_ways(looker)
    choose_the_mind(looker)
    be_asked(looker)
    for seed in range(60):
        fumble_through(seed, looker)
    for moves, wins in ((STUCK_WON_BY_ONE, 1), (TIED, 2), (WON_BY_ONE, 2)):
        hands = at_turn(*moves[:-1], wins=wins)
        hands.play(moves[-1])
        looker.over_time(hands, 12.0)
        if isinstance(hands.table.phase, ChoosingFirst):
            hands.tap("1O")
            hands.press(Button.UNDO)
            hands.press(Button.UNDO)
            looker.look(hands)
    hands = at_turn("c5")
    hands.send(ButtonPressed(Button.NEW, hands.at))
    looker.over_time(hands, 2.0)
    hands.send(CodeGiven("0123456789", hands.at))
    hands.send(ButtonPressed(Button.HINT, hands.at))
    looker.over_time(hands, 14.0)
    return looker


def told_apart(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings differ by rhythm, or steadily by strength."""
    looks = LOOKS[one], LOOKS[other]
    if looks[0].rhythm != looks[1].rhythm:
        return True
    weaker, stronger = sorted(look.strength for look in looks)
    return stronger >= CLEARLY * weaker


def test_every_meaning_appears_in_some_scene() -> None:
    by_the_daemon = {Meaning.DEAF}  # the table knows nothing of hardware
    assert set(Meaning) - looked_long().meanings == by_the_daemon


def test_marks_side_by_side_differ_by_rhythm_or_strength_and_not_by_colour_alone() -> None:
    alike = {
        (one.name, other.name)
        for one, other in looked_long().beside
        if not told_apart(one, other) and not {one, other} & BY_THE_HAND
    }
    assert alike == set()


@pytest.mark.parametrize("best", [Meaning.BEST_WINS, Meaning.BEST_TIES, Meaning.BEST_LOSES])
def test_what_looks_best_never_looks_as_if_it_were_proved(best: Meaning) -> None:
    """They are never side by side, so the rhythm itself has to say it."""
    assert LOOKS[best].rhythm != LOOKS[Meaning.LOOKS_BEST].rhythm


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Meaning.TARGET, Meaning.TARGET_BY_SPENDING),
        (Meaning.USABLE, Meaning.SPENDING),
        (Meaning.WRONG, Meaning.WAY_BACK),
        (Meaning.UNPAID, Meaning.WAY_BACK),
        (Meaning.TILE_BACK, Meaning.WAY_BACK),
        (Meaning.TARGET, Meaning.WRONG),
        (Meaning.GIVE_BACK, Meaning.USABLE),
        (Meaning.SCORE_TAKEN, Meaning.SCORE_LOST),
        (Meaning.THINKING, Meaning.HAND_OVER),
        (Meaning.THINKING, Meaning.GIVE_BACK),
        (Meaning.ANSWER, Meaning.WAY_BACK),
        (Meaning.ANSWER, Meaning.WRONG),
        (Meaning.ANSWER, Meaning.TILE_BACK),
        (Meaning.ANSWER_SPENDS, Meaning.HAND_OVER),
        (Meaning.BEST_WINS, Meaning.WAY_BACK),
        (Meaning.BEST_WINS, Meaning.LEADS_TO_WIN),
        (Meaning.BEST_SPENDS, Meaning.HAND_OVER),
        (Meaning.BEST_SPENDS, Meaning.PAY),
        (Meaning.LEADS_TO_WIN, Meaning.LEADS_TO_TIE),
        (Meaning.LEADS_TO_TIE, Meaning.LEADS_TO_LOSS),
        (Meaning.MAY_LEAD_TO_WIN, Meaning.LEADS_TO_WIN),
        (Meaning.MAY_LEAD_TO_TIE, Meaning.MAY_LEAD_TO_LOSS),
        (Meaning.MAY_LEAD_TO_WIN, Meaning.SEVERAL_HELD),
        (Meaning.LEVEL, Meaning.HIGHER_LEVEL),
    ],
)
def test_the_look_was_long_enough_to_meet_pairs_known_to_meet(one: Meaning, other: Meaning) -> None:
    assert {(one, other), (other, one)} & looked_long().beside
