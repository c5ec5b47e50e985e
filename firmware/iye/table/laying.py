"""Laying by hand: the players tell the board, kind by kind, what they have laid where.

The law of this module: nothing told is final before the drum stands on c3, and every statement
can be corrected by another.
"""

from __future__ import annotations

from dataclasses import replace

from iye.lights import Pad
from iye.rules import Cell, Deal, Kind
from iye.table.effects import Dealt, KindChosen, Reason, Rejected, TileLaid
from iye.table.events import DealWay
from iye.table.state import NOTHING, LayingByHand, LayingOut, Step, Table


def tell(table: Table, pad: Pad, _at: float) -> Step:
    """Take an İye pad as the kind meant from now on, and a cell as holding that kind."""
    phase = table.phase
    assert isinstance(phase, LayingByHand)  # noqa: S101 - for the type checker
    table = replace(table, show=None)
    if not isinstance(pad, Cell):
        return _choose_kind(table, phase, pad.kind)
    if phase.kind is None:
        return table, (Rejected(pad, Reason.CHOOSE_KIND_FIRST),)
    return _tell_cell(table, phase, pad, phase.kind)


def untold(phase: LayingByHand) -> dict[Kind, int]:
    """Count the tiles still to be told, of each kind of which there are any."""
    told = list(phase.layout.values())
    left = {kind: kind.total - told.count(kind) for kind in Kind}
    return {kind: count for kind, count in left.items() if count}


def _choose_kind(table: Table, phase: LayingByHand, kind: Kind) -> Step:
    if phase.kind is not kind:
        return table.entering(replace(phase, kind=kind)), (KindChosen(kind),)
    if phase.drawn is not None and not phase.told:
        return table.entering(LayingOut(phase.drawn, phase.first)), (KindChosen(None),)
    none_chosen = replace(phase, kind=None)
    table, effects = _completed(table.entering(none_chosen), none_chosen)
    return table, (KindChosen(None), *effects)


def _tell_cell(table: Table, phase: LayingByHand, cell: Cell, kind: Kind) -> Step:
    if phase.layout.get(cell) is kind:
        told = (*phase.told, (cell, None))
        return table.entering(replace(phase, told=told)), (TileLaid(cell, None),)
    if kind not in untold(phase):
        return table, (Rejected(cell, Reason.KIND_COMPLETE),)
    after = replace(phase, told=(*phase.told, (cell, kind)))
    if kind not in untold(after):
        after = replace(after, kind=None)
    table, effects = _completed(table.entering(after), after)
    return table, (TileLaid(cell, kind), *effects)


def _completed(table: Table, phase: LayingByHand) -> Step:
    """Go on to the laid-out deal as soon as at most one kind is left, which fills what is free."""
    left = tuple(untold(phase))
    if len(left) > 1:
        return table, NOTHING
    layout = phase.layout
    kinds = tuple(layout[cell] if cell in layout else left[0] for cell in Cell)
    deal = Deal(kinds)
    # The finger still on the last cell is not the drum being put on c3.
    setup = replace(table.setup, deal_way=DealWay.LAID)
    table = replace(table, setup=setup, contact=table.contact.consumed(table.timing))
    laid_out = LayingOut(deal, phase.first, phase.told)
    return table.entering(laid_out), (Dealt(table.next_cycle, deal, phase.first),)
