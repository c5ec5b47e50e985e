"""A turn: the drum put down, what pays for it, what is wrong with it, and the move it makes.

The law of this module: the rules say what is legal; this says what a landing means. A wrong
landing changes nothing but what is explained.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from iye.lights import Pad
from iye.rules import Cell, Kind, Move, Position, legal_moves, ways
from iye.table.between import finish_cycle
from iye.table.contact import Landed
from iye.table.effects import (
    Answered,
    DrumHome,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SpendingChosen,
)
from iye.table.events import MoveAnswered
from iye.table.state import (
    NOTHING,
    Awaiting,
    ChoosingPayment,
    Following,
    HandOver,
    Phase,
    Step,
    Table,
    Turn,
)


def land(table: Table, landing: Landed) -> Step:
    """Make of a landing what it means: a move, a payment to choose, the drum home, or nothing."""
    phase = table.phase
    if isinstance(phase, ChoosingPayment) and phase.cell is landing.cell:
        return table, NOTHING
    if landing.cell is table.position.drum:
        return _drum_home(table)
    if table.way_back is not None and landing.cell is table.way_back.drum:
        return table, (Rejected(landing.cell, Reason.DRUM_BACK_FIRST),)
    table, dropped = drop_payment(table)
    table, effects = _LANDINGS[type(table.phase)](table, landing)
    return table, (*dropped, *effects)


def answer(table: Table, event: MoveAnswered) -> Step:
    """Show the move of a mover who does not sit here; a stale or illegal answer changes nothing.

    A drum that was put there before is not wrong any more; touching it there makes the move. In a
    shared match the other board may also remember a move made here that this one has lost.
    """
    open_to_it = (Awaiting, Turn, ChoosingPayment) if table.shared else (Awaiting,)
    asked = isinstance(table.phase, open_to_it) and table.position == event.position
    if not asked or event.move not in legal_moves(table.position):
        return table, NOTHING
    wrong = None if table.wrong is event.move.target else table.wrong
    following = replace(table, phase=Following(event.move), wrong=wrong)
    return following, (Answered(table.position.mover, event.move),)


def payments(table: Table, cell: Cell) -> tuple[Kind | None, ...]:
    """Give the sorts of movement by which the drum may land on `cell` as things stand."""
    return reaching_ways(table.position, chosen_kind(table), cell)


def chosen_kind(table: Table) -> Kind | None:
    """Give the kind that was chosen to be spent, if one was."""
    return table.phase.spending if isinstance(table.phase, Turn) else None


def reaching_ways(position: Position, spending: Kind | None, cell: Cell) -> tuple[Kind | None, ...]:
    """Give the sorts of movement that reach a cell.

    Natural movement stands alone where it reaches, unless a kind was chosen to be spent; then
    that kind stands alone.
    """
    reaching = tuple(way for way in ways(position) if position.targets(way) & cell.bit)
    if spending is not None:
        return tuple(way for way in reaching if way is spending)
    return (None,) if None in reaching else reaching


def touch_to_spend(table: Table, pad: Pad, _at: float) -> Step:
    """Take a touch on the mover's İye pad as: spend that kind, or as taking that back."""
    phase = table.phase
    assert isinstance(phase, Turn)  # noqa: S101 - for the type checker
    if isinstance(pad, Cell):
        return table, NOTHING
    position = table.position
    if pad.player is not position.mover:
        return table, (Rejected(pad, Reason.NOT_YOUR_PAD),)
    if not position.hand(pad.player).count(pad.kind):
        return table, (Rejected(pad, Reason.NOT_IN_HAND),)
    if not position.targets(pad.kind):
        return table, (Rejected(pad, Reason.NO_TARGET),)
    chosen = None if phase.spending is pad.kind else pad.kind
    return table.entering(Turn(chosen)), (SpendingChosen(chosen),)


def touch_to_pay(table: Table, pad: Pad, at: float) -> Step:
    """Take a touch on one of the blinking İye pads as the payment for the landing."""
    phase = table.phase
    assert isinstance(phase, ChoosingPayment)  # noqa: S101 - for the type checker
    if isinstance(pad, Cell):
        return table, NOTHING
    if pad.player is not table.position.mover:
        return table, (Rejected(pad, Reason.NOT_YOUR_PAD),)
    if pad.kind not in phase.kinds:
        return table, (Rejected(pad, Reason.NOT_A_WAY_TO_PAY),)
    return move(table, Move(phase.cell, pad.kind), at)


def _land_on(table: Table, landing: Landed) -> Step:
    cell = landing.cell
    kinds = payments(table, cell)
    if not kinds:
        return _wrong(table, cell), (Rejected(cell, _objection(table, cell)),)
    if len(kinds) == 1:
        return move(table, Move(cell, kinds[0]), landing.at)
    payable = tuple(kind for kind in kinds if kind is not None)
    waiting = replace(table, wrong=None, way_back=None, phase=ChoosingPayment(cell, payable))
    return waiting, (PaymentWanted(cell, payable),)


def _not_yet(table: Table, landing: Landed) -> Step:
    """Explain a landing for a mover who has not answered yet."""
    wrong = _wrong(table, landing.cell)
    return wrong, (Rejected(landing.cell, Reason.NOT_THEIR_TURN),)


def _follow(table: Table, landing: Landed) -> Step:
    """Make the answer's move when the drum is put where it says."""
    phase = table.phase
    assert isinstance(phase, Following)  # noqa: S101 - for the type checker
    if landing.cell is not phase.move.target:
        wrong = _wrong(table, landing.cell)
        return wrong, (Rejected(landing.cell, Reason.FOLLOW_ANSWER),)
    return move(table, phase.move, landing.at)


_LANDINGS: Final[dict[type[Phase], Callable[[Table, Landed], Step]]] = {
    Turn: _land_on,
    Awaiting: _not_yet,
    Following: _follow,
}
"""What a landing elsewhere than at home means."""


def _wrong(table: Table, cell: Cell) -> Table:
    """Explain a wrong landing; the drum is no longer where a move was taken back from."""
    way_back = table.way_back and replace(table.way_back, drum=None)
    return replace(table, wrong=cell, way_back=way_back)


def _objection(table: Table, cell: Cell) -> Reason:
    if not table.position.tiles & cell.bit:
        return Reason.NO_TILE
    chosen = isinstance(table.phase, Turn) and table.phase.spending is not None
    return Reason.NOT_BY_THIS_KIND if chosen else Reason.OUT_OF_REACH


def move(table: Table, made: Move, at: float) -> Step:
    """Make a move, and tell the end of the cycle where it comes to one. Raises IllegalMoveError."""
    before = table.position
    match = table.match.play(made)
    kind = before.layout[made.target]
    assert kind is not None  # noqa: S101 - a legal move lands on a tile
    chosen = table.phase.spending if isinstance(table.phase, Turn) else None
    answered = table.phase.move if isinstance(table.phase, Following) else None
    handover = HandOver(made.target, kind, before.mover.other, at, chosen, answered)
    table = replace(table, match=match, wrong=None, way_back=None, handover=handover, show=None)
    moved = Moved(before.mover, made, kind, match.cycles[-1].position)
    if match.current is not None:
        return table.next_turn(), (moved,)
    table, effects = finish_cycle(table, at)
    return table, (moved, *effects)


def _drum_home(table: Table) -> Step:
    """Forget what was wrong: the drum stands where the game says. A mere touch says nothing."""
    cell = table.position.drum
    table, dropped = drop_payment(table)
    if table.wrong is None and table.way_back is None and not dropped:
        return table, NOTHING
    return replace(table, wrong=None, way_back=None), (*dropped, DrumHome(cell))


def drop_payment(table: Table) -> Step:
    """Forget a landing that has not been paid for; where none waits, do nothing."""
    phase = table.phase
    if not isinstance(phase, ChoosingPayment):
        return table, NOTHING
    return table.entering(Turn()), (PaymentDropped(phase.cell),)
