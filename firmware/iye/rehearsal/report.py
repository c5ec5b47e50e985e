"""What happened at the table, as JSON lines: each with its moment and the name of the event.

The law of this module: one table from effects to names and fields. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from iye.lights import PAD_NAMES, Frame
from iye.rehearsal.script import place_name
from iye.rules import (
    CycleEnd,
    Kind,
    Player,
    Position,
    format_deal,
    format_position,
)
from iye.table import (
    Abandoned,
    Answered,
    Asked,
    ChooseFirst,
    Consented,
    CycleBegan,
    CycleEnded,
    Dealt,
    DrumHome,
    Effect,
    Event,
    FellAsleep,
    FirstChosen,
    HintsSet,
    MatchEnded,
    Moved,
    OtherAsked,
    OtherRefused,
    PaymentDropped,
    PaymentWanted,
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

Fields = dict[str, Any]


def event_fields(effect: Effect) -> Fields | None:
    """Give an effect's name and fields, or None for one that is only between table and daemon."""
    if type(effect) not in _WRITERS:
        return None
    name, write = _WRITERS[type(effect)]
    return {"event": name, **write(effect)}


def light_fields(frame: Frame) -> Fields:
    """Give a frame as the colour of every pad, `#rrggbb`."""
    colours = {
        name: f"#{frame[3 * place : 3 * place + 3].hex()}" for place, name in enumerate(PAD_NAMES)
    }
    return {"event": "lights", "pads": colours}


class Reporter:
    """Writes down everything that happens, each as a dictionary with its moment `at`."""

    def __init__(self, write: Callable[[Fields], None], *, lights: bool = False) -> None:
        self._write = write
        self._lights = lights
        self._shown: Frame | None = None

    def sensed(self, _event: Event) -> None:
        """Write no events down, only what comes of them."""

    def happened(self, effect: Effect, at: float) -> None:
        """Write an effect down, if it is for people and not only for the daemon."""
        fields = event_fields(effect)
        if fields is not None:
            self._report(fields, at)

    def stands(self, _table: Table, frame: Frame, at: float) -> None:
        """Write a new frame down, if lights are wanted."""
        if self._lights and frame != self._shown:
            self._shown = frame
            self._report(light_fields(frame), at)

    def complained(self, complaint: Complaint) -> None:
        """Write down what is wrong with the hardware."""
        self._report({"event": "complaint", "sentence": complaint.sentence}, complaint.at)

    def _report(self, fields: Fields, at: float) -> None:
        self._write({"at": round(at, 4), **fields})


def _player(player: Player | None) -> int | None:
    return None if player is None else int(player)


def _kind(kind: Kind | None) -> str | None:
    return None if kind is None else kind.letter


def _position(position: Position | None) -> str | None:
    return None if position is None else format_position(position)


def _end(end: CycleEnd) -> Fields:
    points = None
    if end.score is not None:
        points = [end.score.points(player) for player in Player]
    return {"reason": end.reason.value, "winner": end.winner or 0, "points": points}


_WRITERS: Final[dict[type[Effect], tuple[str, Callable[[Any], Fields]]]] = {
    Woke: ("woke", lambda _: {}),
    FellAsleep: ("fell_asleep", lambda _: {}),
    ChooseFirst: ("choose_first", lambda e: {"player": _player(e.player)}),
    FirstChosen: ("first_chosen", lambda e: {"player": _player(e.player)}),
    TileLaid: ("tile_laid", lambda e: {"cell": str(e.cell), "kind": _kind(e.kind)}),
    Dealt: (
        "dealt",
        lambda e: {"cycle": e.cycle, "deal": format_deal(e.deal), "first": _player(e.first)},
    ),
    CycleBegan: ("cycle_began", lambda e: {"position": format_position(e.position)}),
    SpendingChosen: ("spending_chosen", lambda e: {"kind": _kind(e.kind)}),
    PaymentWanted: (
        "choose_payment",
        lambda e: {"cell": str(e.cell), "kinds": "".join(kind.letter for kind in e.kinds)},
    ),
    PaymentDropped: ("payment_dropped", lambda e: {"cell": str(e.cell)}),
    Answered: (
        "answered",
        lambda e: {"player": _player(e.player), "move": str(e.move)},
    ),
    Moved: (
        "moved",
        lambda e: {
            "player": _player(e.player),
            "move": str(e.move),
            "taken": _kind(e.taken),
            "position": format_position(e.position),
        },
    ),
    Rejected: ("rejected", lambda e: {"pad": place_name(e.pad), "reason": e.reason.value}),
    SeveralHeld: ("several_held", lambda e: {"cells": [str(cell) for cell in e.cells]}),
    DrumHome: ("drum_home", lambda e: {"cell": str(e.cell)}),
    TakenBack: ("taken_back", lambda e: {"position": _position(e.position)}),
    Asked: ("asked", lambda e: {"for": e.consent.value}),
    Consented: ("consented", lambda e: {"agree": e.agree}),
    OtherAsked: ("other_asked", lambda e: {"for": e.consent.value}),
    OtherRefused: ("other_refused", lambda _: {}),
    Undone: ("undone", lambda e: {"position": _position(e.position)}),
    HintsSet: ("hints_set", lambda e: {"hints": e.hints.value}),
    CycleEnded: ("cycle_ended", lambda e: {"cycle": e.cycle, **_end(e.end)}),
    MatchEnded: ("match_ended", lambda e: {"winner": _player(e.winner)}),
    Abandoned: ("abandoned", lambda _: {}),
}
