"""Taking back: the last step, whatever it was, to any depth, across a cycle's end too.

The law of this module: it goes back to exactly the match and phase there were, and it never waits
for the drum to be lifted: the state is back at once, the board shows what the hands still owe.
"""

from __future__ import annotations

from dataclasses import replace

from iye.rules import Cycle, Hand
from iye.table.between import ask_first
from iye.table.effects import Reason, Rejected, TileLaid, Undone
from iye.table.events import Button
from iye.table.state import (
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Following,
    HandOver,
    LayingByHand,
    LayingOut,
    Step,
    Table,
    Turn,
    WayBack,
)


def nothing(table: Table) -> Step:
    """Say that there is nothing to take back."""
    return table, (Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO),)


def landing(table: Table) -> Step:
    """Take back a landing that has not been paid for."""
    phase = table.phase
    assert isinstance(phase, ChoosingPayment)  # noqa: S101 - for the type checker
    as_it_is = table.position
    way_back = WayBack(phase.cell, as_it_is.tiles, (as_it_is.hand1, as_it_is.hand2))
    return replace(table, phase=Turn(), way_back=way_back), (Undone(as_it_is),)


def move_or_beginning(table: Table) -> Step:
    """Take back the cycle's last move; where there is none, the drum's being put on c3."""
    return _own_move(table) if table.cycle.moves else _beginning(table)


def _beginning(table: Table) -> Step:
    cycle = table.cycle
    table = replace(table, match=table.match.undo(), wrong=None, way_back=None)
    return table.entering(LayingOut(cycle.deal, cycle.first)), (Undone(None),)


def statement_or_deal(table: Table) -> Step:
    """Take back what was told last while laying by hand; where nothing was, the way of dealing."""
    phase = table.phase
    assert isinstance(phase, LayingByHand)  # noqa: S101 - for the type checker
    if not phase.told:
        if phase.drawn is None:
            return leave_deal(table)
        return table.entering(LayingOut(phase.drawn, phase.first)), (Undone(None),)
    cell = phase.told[-1][0]
    before = replace(phase, told=phase.told[:-1])
    laid = TileLaid(cell, before.layout.get(cell))
    return table.entering(before), (Undone(None), laid)


def telling_or_deal(table: Table) -> Step:
    """Go back from a deal told by hand to telling it; from one drawn, to what came before."""
    phase = table.phase
    assert isinstance(phase, LayingOut)  # noqa: S101 - for the type checker
    if not phase.told:
        return leave_deal(table)
    return statement_or_deal(table.entering(LayingByHand(phase.first, phase.told)))


def leave_deal(table: Table) -> Step:
    """Go back from a deal to the choice of who begins, or to the cycle before if none was made."""
    if not table.match.cycles and table.setup.first is not None:
        return nothing(table)
    asked, effects = ask_first(table)
    if isinstance(asked.phase, ChoosingFirst):
        choosing = replace(asked.phase, relaid=True)
        return replace(asked, phase=choosing, handover=None, show=None), (Undone(None), *effects)
    return _own_move(table, relaid=True)


def choice(table: Table) -> Step:
    """Go back from the choice of who begins to the last cycle's last move."""
    phase = table.phase
    if not table.match.cycles:
        return nothing(table)
    return _own_move(table, relaid=isinstance(phase, ChoosingFirst) and phase.relaid)


def slide(table: Table, slid_on: float | None) -> Step:
    """Take back the move of a drum that had not arrived: it slid on from there at once.

    `slid_on` is the moment of the landing it slid on from. Nothing happens if that made no move.
    A kind that had been chosen to be spent is chosen still.
    """
    handover = table.handover
    if slid_on is None or handover is None or handover.at != slid_on:
        return table, ()
    return slid_move(table, handover)


def slid_move(table: Table, handover: HandOver) -> Step:
    """Take back the move that made `handover`, since the drum had not arrived there."""
    table, _ = _last_move(table)
    followed = handover.answer
    phase = Turn(handover.chosen) if followed is None else Following(followed)
    table = replace(table, phase=phase, way_back=None)
    return table, (Undone(table.position, slid=True),)


def _own_move(table: Table, *, relaid: bool = False) -> Step:
    """Take back to where somebody at the board decides: the mind would only answer again.

    Where nobody sits at the board, or nobody has decided anything yet, one step is one step.
    """
    table, effects = _last_move(table, relaid=relaid)
    if not any(seat.here for seat in table.setup.seats):
        return table, effects
    while isinstance(table.phase, Awaiting) and table.cycle.moves:
        table, effects = _last_move(table)
    return _beginning(table) if isinstance(table.phase, Awaiting) else (table, effects)


def _last_move(table: Table, *, relaid: bool = False) -> Step:
    match = table.match.undo()
    cycle = table.match.cycles[-1]
    table = replace(
        table,
        match=match,
        wrong=None,
        way_back=way_back_from(table, cycle, relaid=relaid),
        handover=None,
        show=None,
    ).next_turn()
    return table, (Undone(table.position),)


def way_back_from(table: Table, cycle: Cycle, *, relaid: bool) -> WayBack:
    """Tell where drum, tiles and hands still are, now that the cycle's last move is taken back."""
    if relaid:
        return WayBack(None, 0, (Hand(0), Hand(0)))
    stood = cycle.position
    as_it_is = table.way_back or WayBack(stood.drum, stood.tiles, (stood.hand1, stood.hand2))
    return as_it_is if table.wrong is None else replace(as_it_is, drum=table.wrong)
