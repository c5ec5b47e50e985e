"""A match on two boards: what a hand here only asks for, and what both have agreed on.

The law of this module: nothing is taken back, given up or begun anew by one alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from iye.lights import Pad
from iye.rules import Match
from iye.table import between, undo
from iye.table.consents import Consent, Point, Standing
from iye.table.effects import (
    Asked,
    Consented,
    FirstChosen,
    OtherAsked,
    OtherRefused,
    Reason,
    Rejected,
    TakenBack,
)
from iye.table.events import (
    BackTo,
    Button,
    ConsentSaid,
    ConsentStands,
    FirstAnswered,
    MatchSetup,
    Parted,
)
from iye.table.state import (
    NOTHING,
    Asleep,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    LayingOut,
    MatchOver,
    Step,
    Table,
    WayBack,
)

_CAN_BE_FOLLOWED: Final = (ChoosingFirst, Drawing)
"""Phases in which nothing has been dealt yet."""


def press_undo(table: Table) -> Step:
    """Agree to what the other asked; else take a landing back, or ask for the last own move."""
    if table.consent.elsewhere is not None:
        return table, (Consented(agree=True),)
    if isinstance(table.phase, ChoosingPayment):
        return undo.landing(table)
    point = before_own_move(table)
    if point is None or isinstance(table.phase, Asleep):
        return undo.nothing(table)
    return _ask(table, Consent.UNDO, Button.UNDO, point)


def press_new(table: Table) -> Step:
    """Refuse what the other asked; else ask for another match, where none is under way."""
    resting = isinstance(table.phase, Asleep | MatchOver)
    if table.consent.elsewhere is not None and not resting:
        return table, (Consented(agree=False),)
    if resting:
        return want_another(table)
    return table, (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON),)


def want_another(table: Table) -> Step:
    """Ask for another match."""
    return _ask(table, Consent.NEW, Button.NEW)


def wake(table: Table, _pad: Pad, _at: float) -> Step:
    """Take a touch on a board that sleeps as the wish for another match; one touch is enough."""
    return (table, NOTHING) if table.consent.here is not None else want_another(table)


def want_abandoned(table: Table) -> Step:
    """Ask for the match to be given up."""
    return _ask(replace(table, new_held_since=None), Consent.ABANDON, Button.NEW)


def _ask(table: Table, consent: Consent, button: Button, point: Point | None = None) -> Step:
    """Ask, unless the other has been asked already. A drum that stood while asking has arrived."""
    if table.consent.here is not None:
        return table, (Rejected(button, Reason.ASKED_ALREADY),)
    return replace(table, handover=None), (Asked(consent, point),)


def before_own_move(table: Table) -> Point | None:
    """Give the point before the last move that was made for a player who sits here."""
    for number, cycle in reversed(tuple(enumerate(table.match.cycles, 1))):
        for count in reversed(range(len(cycle.moves))):
            if table.seat(cycle.positions[count].mover).here:
                return Point(number, count)
    return None


def stands(table: Table, event: ConsentStands) -> Step:
    """Take note of what is asked; say what is new of it."""
    before, after = table.consent, event.standing
    if not table.shared or before == after:
        return table, NOTHING
    table = replace(table, consent=after)
    if after.elsewhere is not None and after.elsewhere is not before.elsewhere:
        return table, (OtherAsked(after.elsewhere),)
    if after.refused and not before.refused:
        return table, (OtherRefused(),)
    return table, NOTHING


def said(table: Table, event: ConsentSaid) -> Step:
    """Hand on what a person says to what the other asked, if anything is."""
    return table, (Consented(event.agree),) if table.consent.elsewhere is not None else NOTHING


def first_answered(table: Table, event: FirstAnswered) -> Step:
    """Take the choice of who begins from the player who sits elsewhere, or from before."""
    if not (table.shared and isinstance(table.phase, ChoosingFirst)):
        return table, NOTHING
    table = replace(table, show=None)
    dealt, effects = between.deal(table, event.player, table.setup.deal_way)
    return dealt, (FirstChosen(event.player), *effects)


def parted(table: Table, event: Parted) -> Step:
    """Give the shared match up; a board that has left the room is its people's again."""
    if not table.shared:
        return table, NOTHING
    table, effects = between.abandon(table) if table.playing else (table, NOTHING)
    table = replace(table, consent=Standing())
    if not event.left:
        return table, effects
    if isinstance(table.phase, MatchOver):
        table, effects = between.fall_asleep(table)
    own = MatchSetup(table.setup.wins_needed)
    return replace(table, setup=own, match=Match(own.wins_needed)), effects


def back_to(table: Table, event: BackTo) -> Step:
    """Go back to where both agreed to; to no purpose where the table is not as far as that."""
    if not table.shared or event.number <= table.taken_back:
        return table, NOTHING
    beyond = table.point > event.point or isinstance(table.phase, _CAN_BE_FOLLOWED)
    counted = replace(table, said=None, taken_back=event.number, consent=Standing(), handover=None)
    back, effects = _truncated(counted, event.point) if beyond else (_unanswered(counted), NOTHING)
    current = back.match.current
    position = None if current is None else current.position
    return back, (TakenBack(event.point, event.number, position), *effects)


def _unanswered(table: Table) -> Table:
    """Ask again for an answer that may no longer be wanted."""
    return table.next_turn() if isinstance(table.phase, Following) else table


def _truncated(table: Table, point: Point) -> Step:
    """Take steps back until the match is as far as `point`, and go on from there."""
    way_back = _way_back(table, point)
    match = table.match
    while _point(match) > point:
        match = match.undo()
    table = replace(table, match=match, way_back=None, wrong=None, show=None)
    if match.current is not None:
        return replace(table, way_back=way_back).next_turn(), NOTHING
    if match.winner is not None:
        return table.entering(MatchOver()), NOTHING
    return between.ask_first(table)


def _point(match: Match) -> Point:
    return Point(len(match.cycles), len(match.cycles[-1].moves) if match.cycles else 0)


def _way_back(table: Table, point: Point) -> WayBack | None:
    """Tell where drum, tiles and hands are, as they were before anything was taken back."""
    if not table.match.cycles:
        return None
    relaid = isinstance(table.phase, LayingOut) or len(table.match.cycles) > point.cycles
    back = undo.way_back_from(table, table.match.cycles[-1], relaid=relaid)
    unpaid = table.phase.cell if isinstance(table.phase, ChoosingPayment) else None
    return back if unpaid is None else replace(back, drum=unpaid)
