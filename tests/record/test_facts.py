"""Facts: every effect that is written down reads back the same, in words that stay."""

from __future__ import annotations

from typing import get_args

import pytest

from iye.record.facts import FactError, read_fact, write_fact
from iye.rules import Cell, CycleEnd, EndReason, Kind, Player, parse_move, score
from iye.rules import parse_hand as hand
from iye.table import (
    PERSON,
    Abandoned,
    Answered,
    ChooseFirst,
    CycleBegan,
    CycleEnded,
    Dealt,
    DealWanted,
    DealWay,
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
    Point,
    Seat,
    Sitting,
    SpendingChosen,
    TakenBack,
    TileLaid,
    Undone,
    mind,
)
from iye.table.restore import is_told
from table_hands import DEAL
from table_play import People

DEALT = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
START = f"{DEALT} c3 1 - -"
AFTER_C5 = "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"
AT_C5 = DEAL.start(Player.ONE).play(parse_move("c5"))
SCORED = CycleEnd(EndReason.SCORED, Player.ONE, score(hand("O1W2T2H3S3"), hand("W1T2H2S4")))

WRITTEN: list[tuple[Effect, str, str]] = [
    (MatchBegan(MatchSetup()), "match_began", '{"wins":2,"deals":"drawn","names":["",""]}'),
    (
        MatchBegan(MatchSetup(1, Player.TWO, DealWay.LAID, ("Umay", "İpek"))),
        "match_began",
        '{"wins":1,"deals":"laid","first":2,"names":["Umay","İpek"]}',
    ),
    (ChooseFirst(None), "choose_first", "{}"),
    (ChooseFirst(Player.TWO), "choose_first", '{"player":2}'),
    (FirstChosen(Player.ONE), "first_chosen", '{"player":1}'),
    (DealWanted(2), "deal_wanted", '{"cycle":2}'),
    (KindChosen(Kind.OWL), "kind_chosen", '{"kind":"O"}'),
    (KindChosen(None), "kind_chosen", "{}"),
    (TileLaid(Cell.a1, Kind.SUN), "tile_laid", '{"cell":"a1","kind":"S"}'),
    (TileLaid(Cell.a1, None), "tile_laid", '{"cell":"a1"}'),
    (
        Dealt(1, DEAL, Player.TWO),
        "dealt",
        f'{{"cycle":1,"deal":"{DEALT}","first":2}}',
    ),
    (CycleBegan(DEAL.start(Player.ONE)), "cycle_began", f'{{"position":"{START}"}}'),
    (SpendingChosen(Kind.OWL), "spending_chosen", '{"kind":"O"}'),
    (
        PaymentWanted(Cell.b2, (Kind.OWL, Kind.WATER)),
        "payment_wanted",
        '{"cell":"b2","kinds":"OW"}',
    ),
    (PaymentDropped(Cell.b2), "payment_dropped", '{"cell":"b2"}'),
    (
        MatchBegan(MatchSetup(seats=(PERSON, mind(3)))),
        "match_began",
        '{"wins":2,"deals":"drawn","names":["",""],"seats":["person","mind 3"]}',
    ),
    (
        MatchBegan(MatchSetup(seats=(Seat(Sitting.ELSEWHERE), mind(10)))),
        "match_began",
        '{"wins":2,"deals":"drawn","names":["",""],"seats":["elsewhere","mind 10"]}',
    ),
    (
        MatchBegan(MatchSetup(shared="ab12", coach=False)),
        "match_began",
        '{"wins":2,"deals":"drawn","names":["",""],"shared":"ab12","coach":false}',
    ),
    (Answered(Player.TWO, parse_move("Sa5")), "answered", '{"player":2,"move":"Sa5"}'),
    (
        Moved(Player.ONE, parse_move("c5"), Kind.SUN, AT_C5),
        "moved",
        '{"player":1,"move":"c5","taken":"S","position":"HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"}',
    ),
    (Undone(None), "undone", "{}"),
    (Undone(DEAL.start(Player.ONE), slid=True), "undone", f'{{"position":"{START}","slid":true}}'),
    (
        TakenBack(Point(1, 24), 2, None),
        "taken_back",
        '{"cycles":1,"moves":24,"number":2}',
    ),
    (
        TakenBack(Point(1, 0), 1, DEAL.start(Player.ONE)),
        "taken_back",
        f'{{"cycles":1,"moves":0,"number":1,"position":"{START}"}}',
    ),
    (HintsSet(Hints.OFF), "hints_set", '{"hints":"off"}'),
    (HintsSet(Hints.COACH), "hints_set", '{"hints":"coach"}'),
    (
        CycleEnded(1, SCORED),
        "cycle_ended",
        '{"cycle":1,"reason":"scored","winner":1,"takers":[1,1,null,1,2]}',
    ),
    (
        CycleEnded(3, CycleEnd(EndReason.STUCK, Player.TWO, None)),
        "cycle_ended",
        '{"cycle":3,"reason":"stuck","winner":2}',
    ),
    (MatchEnded(Player.TWO), "match_ended", '{"player":2}'),
    (Abandoned(), "abandoned", "{}"),
    (FellAsleep(), "fell_asleep", "{}"),
]


@pytest.mark.parametrize(("effect", "name", "text"), WRITTEN)
def test_an_effect_is_written_in_the_words_of_the_game_and_reads_back(
    effect: Effect, name: str, text: str
) -> None:
    assert write_fact(effect) == (name, text)
    assert read_fact(name, text) == effect


def test_every_effect_that_changes_match_or_phase_has_its_fact() -> None:
    written = {type(effect) for effect, _, _ in WRITTEN}
    silent = {kind.__name__ for kind in set(get_args(Effect)) - written}
    asking = {"Asked", "Consented", "OtherAsked", "OtherRefused"}  # the room keeps what is asked
    assert silent == {"Woke", "Rejected", "SeveralHeld", "DrumHome", "Coached"} | asking


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_played_reads_back(seed: int) -> None:
    people = People(seed)
    for _ in range(100):
        people.act()
    for effect in filter(is_told, people.hands.effects):
        assert read_fact(*write_fact(effect)) == effect


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("danced", "{}", "'danced' is no fact that this program knows"),
        ("moved", "{", "the fact 'moved' cannot be read: "),
        ("moved", "{}", "missing required field `player`"),
        ("tile_laid", '{"cell":"z9"}', "'z9' is not a cell"),
        ("first_chosen", '{"player":3}', "3"),
        ("first_chosen", "{}", "None"),
        ("undone", '{"position":"nowhere"}', "nowhere"),
        ("abandoned", '{"why":"dinner"}', "unknown field `why`"),
        ("match_began", '{"wins":7,"deals":"drawn"}', "1, 2 or 3 won cycles"),
        ("hints_set", '{"hints":"loud"}', "loud"),
        (
            "match_began",
            '{"wins":2,"deals":"drawn","seats":["person","dog"]}',
            "'dog' is no seat: say person, elsewhere, or mind and a level",
        ),
        (
            "match_began",
            '{"wins":2,"deals":"drawn","seats":["mind 11","person"]}',
            "levels 1 to 10, not 11",
        ),
        ("match_began", '{"wins":2,"deals":"drawn","seats":["person"]}', "seats"),
        ("answered", '{"player":2}', "missing required field `move`"),
        ("answered", '{"player":2,"move":"z9"}', "z9"),
        ("answered", '{"player":0,"move":"c5"}', "0"),
    ],
)
def test_a_fact_that_cannot_be_read_is_refused_in_a_sentence(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(FactError) as caught:
        read_fact(name, text)
    assert sentence in str(caught.value)
