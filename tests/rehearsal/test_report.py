"""The JSON lines of a rehearsal: every effect has its event, with the fields that were promised."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from iye.lights import DARK, IyePad
from iye.rehearsal.report import Reporter, event_fields, light_fields
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
from iye.table import (
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
    PaymentDropped,
    PaymentWanted,
    Point,
    Reason,
    Rejected,
    SeveralHeld,
    SpendingChosen,
    Table,
    TakenBack,
    TileLaid,
    Undone,
    Woke,
)
from iye_hw.panel import Complaint

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
START = f"{DEAL} c3 1 - -"
POSITION = parse_position(START)
# The rulebook's example: 11 to 9.
SCORED = CycleEnd(
    EndReason.SCORED, Player.ONE, score(Hand.of(1, 2, 2, 3, 3), Hand.of(0, 1, 2, 2, 4))
)
STUCK = CycleEnd(EndReason.STUCK, Player.TWO, None)
TIED = CycleEnd(EndReason.SCORED, None, score(Hand(0), Hand(0)))

CASES: list[tuple[Effect, dict[str, Any]]] = [
    (Woke(), {"event": "woke"}),
    (FellAsleep(), {"event": "fell_asleep"}),
    (ChooseFirst(None), {"event": "choose_first", "player": None}),
    (ChooseFirst(Player.TWO), {"event": "choose_first", "player": 2}),
    (FirstChosen(Player.ONE), {"event": "first_chosen", "player": 1}),
    (TileLaid(Cell.a1, Kind.SUN), {"event": "tile_laid", "cell": "a1", "kind": "S"}),
    (TileLaid(Cell.a1, None), {"event": "tile_laid", "cell": "a1", "kind": None}),
    (
        Dealt(1, parse_deal(DEAL), Player.ONE),
        {"event": "dealt", "cycle": 1, "deal": DEAL, "first": 1},
    ),
    (CycleBegan(POSITION), {"event": "cycle_began", "position": START}),
    (SpendingChosen(Kind.OWL), {"event": "spending_chosen", "kind": "O"}),
    (SpendingChosen(None), {"event": "spending_chosen", "kind": None}),
    (
        PaymentWanted(Cell.e5, (Kind.WATER, Kind.SUN)),
        {"event": "choose_payment", "cell": "e5", "kinds": "WS"},
    ),
    (PaymentDropped(Cell.e5), {"event": "payment_dropped", "cell": "e5"}),
    (
        Moved(Player.ONE, Move(Cell.c5, Kind.HORSE), Kind.SUN, POSITION),
        {"event": "moved", "player": 1, "move": "Hc5", "taken": "S", "position": START},
    ),
    (
        Answered(Player.TWO, Move(Cell.a5, Kind.SUN)),
        {"event": "answered", "player": 2, "move": "Sa5"},
    ),
    (
        Rejected(Cell.c4, Reason.NOT_THEIR_TURN),
        {"event": "rejected", "pad": "c4", "reason": "not_their_turn"},
    ),
    (HintsSet(Hints.COACH), {"event": "hints_set", "hints": "coach"}),
    (
        Rejected(Cell.e1, Reason.NO_TILE),
        {"event": "rejected", "pad": "e1", "reason": "no_tile"},
    ),
    (
        Rejected(IyePad(Player.TWO, Kind.HORSE), Reason.NOT_IN_HAND),
        {"event": "rejected", "pad": "2H", "reason": "not_in_hand"},
    ),
    (
        Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO),
        {"event": "rejected", "pad": "undo", "reason": "nothing_to_undo"},
    ),
    (SeveralHeld((Cell.a1, Cell.b1)), {"event": "several_held", "cells": ["a1", "b1"]}),
    (DrumHome(Cell.c3), {"event": "drum_home", "cell": "c3"}),
    (Undone(POSITION), {"event": "undone", "position": START}),
    (Undone(None), {"event": "undone", "position": None}),
    (TakenBack(Point(1, 2), 1, POSITION), {"event": "taken_back", "position": START}),
    (Asked(Consent.UNDO, Point(1, 2)), {"event": "asked", "for": "undo"}),
    (Consented(agree=True), {"event": "consented", "agree": True}),
    (OtherAsked(Consent.ABANDON), {"event": "other_asked", "for": "abandon"}),
    (OtherRefused(), {"event": "other_refused"}),
    (HintsSet(Hints.OFF), {"event": "hints_set", "hints": "off"}),
    (
        CycleEnded(1, SCORED),
        {"event": "cycle_ended", "cycle": 1, "reason": "scored", "winner": 1, "points": [11, 9]},
    ),
    (
        CycleEnded(2, STUCK),
        {"event": "cycle_ended", "cycle": 2, "reason": "stuck", "winner": 2, "points": None},
    ),
    (
        CycleEnded(3, TIED),
        {"event": "cycle_ended", "cycle": 3, "reason": "scored", "winner": 0, "points": [0, 0]},
    ),
    (MatchEnded(Player.ONE), {"event": "match_ended", "winner": 1}),
    (Abandoned(), {"event": "abandoned"}),
]


@pytest.mark.parametrize(("effect", "fields"), CASES)
def test_an_effect_is_written_with_its_name_and_fields(
    effect: Effect, fields: dict[str, Any]
) -> None:
    assert event_fields(effect) == fields


def test_every_effect_but_what_only_the_journal_needs_or_a_mind_says_is_written() -> None:
    """What a mind says depends on how fast it thinks, and no rehearsal has one."""
    shown = {type(effect) for effect, _ in CASES}
    assert set(get_args(Effect)) - shown == {DealWanted, MatchBegan, KindChosen, Coached}
    said = Coached(Advice(POSITION, (), ()))
    for silent in (DealWanted(1), MatchBegan(MatchSetup()), KindChosen(None), said):
        assert event_fields(silent) is None


def test_lights_are_written_by_pad_as_web_colours() -> None:
    frame = bytearray(DARK)
    frame[3 * 12 : 3 * 12 + 3] = (255, 16, 1)  # c3 is the 13th pad
    pads = light_fields(bytes(frame))["pads"]
    assert len(pads) == 36
    assert pads["c3"] == "#ff1001"
    assert pads["spare"] == "#000000"


def test_moments_are_given_to_a_tenth_of_a_millisecond() -> None:
    lines: list[dict[str, Any]] = []
    Reporter(lines.append).happened(Woke(), 1.23456789)
    assert lines == [{"at": 1.2346, "event": "woke"}]


def test_lights_are_written_only_when_asked_for_and_only_when_they_change() -> None:
    lines: list[dict[str, Any]] = []
    silent, talking = Reporter(lines.append), Reporter(lines.append, lights=True)
    silent.stands(Table(), DARK, 1.0)
    assert lines == []
    talking.stands(Table(), DARK, 1.0)
    talking.stands(Table(), DARK, 2.0)
    assert [line["event"] for line in lines] == ["lights"]


def test_a_complaint_of_the_hardware_is_written_as_a_sentence() -> None:
    lines: list[dict[str, Any]] = []
    Reporter(lines.append).complained(Complaint("touch chip 0x5A does not answer", 3.0))
    assert lines == [
        {"at": 3.0, "event": "complaint", "sentence": "touch chip 0x5A does not answer"}
    ]
