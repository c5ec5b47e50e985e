"""Between cycles: a match set up, who begins, the arrangement drawn, the drum put on c3, the end.

The law of this module: it leads from one cycle to the next and makes no move.
"""

from __future__ import annotations

from dataclasses import replace

from iye.lights import IyePad, Pad
from iye.rules import CENTRE, Cell, Match, Player
from iye.table.consents import Standing
from iye.table.contact import Landed
from iye.table.effects import (
    Abandoned,
    ChooseFirst,
    CycleBegan,
    CycleEnded,
    Dealt,
    DealWanted,
    Effect,
    FellAsleep,
    FirstChosen,
    HintsSet,
    KindChosen,
    MatchBegan,
    MatchEnded,
    Reason,
    Rejected,
    Woke,
)
from iye.table.events import DealDrawn, DealWay, Hints, MatchSet
from iye.table.seats import Sitting
from iye.table.state import (
    NOTHING,
    Asleep,
    ChoosingFirst,
    CycleShow,
    Drawing,
    LayingByHand,
    LayingOut,
    MatchOver,
    Step,
    Table,
)


def wake(table: Table, _pad: Pad, at: float) -> Step:
    """Wake up at a touch and ask who begins; the touch itself chooses nothing."""
    return another_match(table, at)


def set_match(table: Table, event: MatchSet) -> Step:
    """Begin a match from nothing, giving up one that is under way.

    What the hands hold just now, a cell or `new`, was not meant for this match.
    """
    setup = event.setup
    fresh = replace(
        _cleared(table),
        setup=setup,
        match=Match(setup.wins_needed),
        contact=table.contact.consumed(table.timing),
        last_touch=event.at,
        new_held_since=None,
        taken_back=0,
    )
    fresh, hints = _without_coach(fresh)
    asked, effects = ask_first(fresh)
    return asked, (*_before_match(table), MatchBegan(setup), *hints, *effects)


def _without_coach(table: Table) -> Step:
    """Show targets alone where the coach is not allowed."""
    if table.setup.coach or table.hints is not Hints.COACH:
        return table, NOTHING
    return replace(table, hints=Hints.TARGETS), (HintsSet(Hints.TARGETS),)


def _before_match(table: Table) -> tuple[Effect, ...]:
    """Tell what becomes of the table as it is by a match being set up."""
    if table.playing:
        return (Abandoned(),)
    return (Woke(),) if isinstance(table.phase, Asleep) else NOTHING


def abandon(table: Table) -> Step:
    """Give the match up, for good, and fall asleep."""
    fresh = replace(_cleared(table), match=Match(table.setup.wins_needed), new_held_since=None)
    return fresh.entering(Asleep()), (Abandoned(),)


def fall_asleep(table: Table) -> Step:
    """Fall asleep where there is no match to lose."""
    fresh = replace(_cleared(table), match=Match(table.setup.wins_needed))
    return fresh.entering(Asleep()), (FellAsleep(),)


def ask_first(table: Table) -> Step:
    """Find out who begins the next cycle: by the set-up, the rules or a choice.

    The mind chooses to begin: in every deal that has been solved whole, who begins can win.
    """
    beginner = table.match.beginner
    decided = table.setup.first if not table.match.cycles else beginner.decided
    if decided is not None:
        return deal(table, decided, table.setup.deal_way)
    if beginner.chooser is not None and table.seat(beginner.chooser).sitting is Sitting.MIND:
        dealt, effects = deal(table, beginner.chooser, table.setup.deal_way)
        return dealt, (FirstChosen(beginner.chooser), *effects)
    return table.entering(ChoosingFirst(beginner.chooser)), (ChooseFirst(beginner.chooser),)


def choose_first(table: Table, pad: Pad, _at: float) -> Step:
    """Take a touch on a side as the choice of that player."""
    if isinstance(pad, Cell):
        return table, NOTHING
    # Where there was nothing to abandon, `new` was not held to abandon what begins now.
    held = table.new_held_since if table.playing else None
    begun = replace(table, show=None, new_held_since=held)
    dealt, effects = deal(begun, pad.player, table.setup.deal_way)
    return dealt, (FirstChosen(pad.player), *effects)


def refuse_cell(table: Table, landing: Landed) -> Step:
    """Say that a side has to be touched, not a cell."""
    return table, (Rejected(landing.cell, Reason.CHOOSE_WHO_BEGINS),)


def deal(table: Table, first: Player, way: DealWay) -> Step:
    """Set about dealing the next cycle."""
    if way is DealWay.LAID:
        return table.entering(LayingByHand(first)), NOTHING
    return table.entering(Drawing(first)), (DealWanted(table.next_cycle),)


def draw_again(table: Table, _at: float) -> Step:
    """Let the board draw an arrangement, whatever was being laid."""
    phase = table.phase
    assert isinstance(phase, LayingOut | LayingByHand)  # noqa: S101 - for the type checker
    table = replace(table, setup=replace(table.setup, deal_way=DealWay.DRAWN), show=None)
    return deal(table, phase.first, DealWay.DRAWN)


def drawn(table: Table, event: DealDrawn) -> Step:
    """Show the arrangement that chance gave; an answer nobody waits for changes nothing."""
    if not isinstance(table.phase, Drawing):
        return table, NOTHING
    first = table.phase.first
    laid_out = table.entering(LayingOut(event.deal, first))
    return laid_out, (Dealt(table.next_cycle, event.deal, first),)


def lay_ourselves(table: Table, pad: Pad, _at: float) -> Step:
    """Take a touch on an İye pad as: we laid the tiles ourselves, and these are of that kind."""
    phase = table.phase
    assert isinstance(phase, LayingOut)  # noqa: S101 - for the type checker
    if not isinstance(pad, IyePad):
        return table, NOTHING
    drawn_deal = None if phase.told else phase.deal
    telling = LayingByHand(phase.first, phase.told, pad.kind, drawn_deal)
    return replace(table, show=None).entering(telling), (KindChosen(pad.kind),)


def begin_cycle(table: Table, landing: Landed) -> Step:
    """Begin the cycle when the drum is put on c3; other cells are tiles being laid."""
    phase = table.phase
    assert isinstance(phase, LayingOut)  # noqa: S101 - for the type checker
    if landing.cell is not CENTRE:
        return table, NOTHING
    match = table.match.begin(phase.deal, phase.first)
    begun = replace(_cleared(table), match=match).next_turn()
    return begun, (CycleBegan(begun.position),)


def finish_cycle(table: Table, at: float) -> Step:
    """Tell how the cycle ended that has just ended, and go on to the next one or to the end."""
    cycle = table.match.cycles[-1]
    assert cycle.end is not None  # noqa: S101 - the caller has seen it end
    table = replace(table, show=CycleShow(cycle.end, cycle.position, at))
    ended = CycleEnded(len(table.match.cycles), cycle.end)
    winner = table.match.winner
    if winner is not None:
        return table.entering(MatchOver()), (ended, MatchEnded(winner))
    asked, effects = ask_first(table)
    return asked, (ended, *effects)


def another_match(table: Table, at: float) -> Step:
    """Begin another match with the same wishes, asking who begins."""
    return set_match(table, MatchSet(at, replace(table.setup, first=None)))


def _cleared(table: Table) -> Table:
    """Explain nothing any more, and wait for nothing that was declared."""
    return replace(
        table,
        said=None,
        wrong=None,
        way_back=None,
        handover=None,
        show=None,
        consent=Standing(),
    )
