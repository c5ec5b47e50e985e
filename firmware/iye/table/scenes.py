"""What the board shows for the state of the table: a scene for every phase and explanation.

The law of this module: it says meanings and moments, never colours, and it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from iye.lights import DIGITS, PADS, SIDES, IyePad, Mark, Meaning, Pad, Scene
from iye.rules import CENTRE, Cell, Kind, Player, Position, cells_in, ways
from iye.table.coaching import best_payment, coach_marks
from iye.table.endings import END_SHOWN, end_marks
from iye.table.events import Hints
from iye.table.laying import untold
from iye.table.opposing import LEVEL_CELLS, level_of
from iye.table.state import (
    Asleep,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    Phase,
    Table,
    Turn,
    WayBack,
)
from iye.table.turns import chosen_kind, reaching_ways

Marks = Iterator[Mark]

_TAKEN_SHOWN: Final = 1.5
"""Seconds for which the cell flashes that a tile was taken from."""
_HAND_OVER_SHOWN: Final = 5.0
"""Seconds for which the pad pulses of the player who gets it; no longer than any cycle's end is
told, since the side asked next pulses too."""
_ABANDON_STEPS: Final = (Cell.a3, Cell.b3, Cell.c3, Cell.d3, Cell.e3)
"""The cells that fill up while `new` is held."""

_DIGIT_TAKES: Final = 1.2
"""Seconds from one digit of the code to the next."""
_DIGIT_SHOWN: Final = 0.9
"""Seconds of them for which the digit is lit: two alike have to be told apart."""
_SPELLED_TIMES: Final = 5
"""How often the code is spelled, unless `hint` is let go before."""

_WON_CELLS: Final = (Cell.c4, Cell.b3, Cell.c3, Cell.d3, Cell.c2)
"""The cells that beat like a drum in the winner's colour, in the shape of one."""


def scene(table: Table) -> Scene:
    """Give everything that is to be seen, the more urgent marks later and so on top."""
    return Scene(
        (
            *_while_no_show(table, _PHASES[type(table.phase)](table)),
            *_handed_over(table),
            *_shown(table),
            *_explained(table),
            *_paying(table),
            *_asked(table),
            *_touched(table),
            *_abandoning(table),
            *_spelled(table),
        ),
        calm_from=table.last_touch + table.timing.calm,
    )


def _while_no_show(table: Table, marks: Marks) -> Marks:
    """Hold the coming phase's marks back until the end of the cycle has been told."""
    if table.show is None:
        yield from marks
        return
    begin = table.show.at + END_SHOWN[table.show.end.reason]
    for mark in marks:
        yield mark.during(begin, mark.end)


def _asleep(_table: Table) -> Marks:
    yield Mark(CENTRE, Meaning.ASLEEP)


def _choosing_first(table: Table) -> Marks:
    phase = table.phase
    assert isinstance(phase, ChoosingFirst)  # noqa: S101 - for the type checker
    for player, pads in SIDES.items():
        asked = phase.asked in (None, player)
        meaning = Meaning.ASKED_SIDE if asked else Meaning.OTHER_SIDE
        for pad in pads:
            yield Mark(pad, meaning, player=player)
    level = level_of(table)
    if level is not None:
        for cell, number in LEVEL_CELLS.items():
            yield Mark(cell, Meaning.LEVEL if number <= level else Meaning.HIGHER_LEVEL)


def _drawing(_table: Table) -> Marks:
    yield Mark(CENTRE, Meaning.WAY_BACK)


def _laying_out(table: Table) -> Marks:
    phase = table.phase
    assert isinstance(phase, LayingOut)  # noqa: S101 - for the type checker
    for cell, kind in zip(Cell, phase.deal.kinds, strict=True):
        meaning = Meaning.DRUM_ON_TILE if cell is CENTRE else Meaning.TILE
        yield Mark(cell, meaning, kind=kind)
    yield from _side(phase.first, Meaning.OTHER_SIDE)


def _laying_by_hand(table: Table) -> Marks:
    phase = table.phase
    assert isinstance(phase, LayingByHand)  # noqa: S101 - for the type checker
    for cell, kind in phase.layout.items():
        yield Mark(cell, Meaning.LAID_NOW if kind is phase.kind else Meaning.LAID, kind=kind)
    for kind in untold(phase):
        for player in Player:
            yield Mark(IyePad(player, kind), Meaning.KIND_OPEN, kind=kind)
    if phase.kind is not None:
        for player in Player:
            yield Mark(IyePad(player, phase.kind), Meaning.KIND_CHOSEN, kind=phase.kind)


def _turn(table: Table) -> Marks:
    if table.hints is Hints.OFF:
        return
    yield from _targets(table)
    if table.advised is not None:
        yield from coach_marks(table, table.advised)


def _targets(table: Table) -> Marks:
    yield from _targets_of(table.position, chosen_kind(table))


@lru_cache(maxsize=16)
def _targets_of(position: Position, spending: Kind | None) -> tuple[Mark, ...]:
    """Give the marks of all targets; they stay the same while hands touch and let go."""
    mover = position.mover
    paid_by = {cell: reaching_ways(position, spending, cell) for cell in cells_in(position.tiles)}
    targets = (
        Mark(cell, Meaning.TARGET if ways_ == (None,) else Meaning.TARGET_BY_SPENDING, player=mover)
        for cell, ways_ in paid_by.items()
        if ways_
    )
    usable = (
        Mark(IyePad(mover, kind), Meaning.USABLE, kind=kind)
        for kind in ways(position)
        if kind is not None and position.targets(kind)
    )
    return (*targets, *usable)


def _awaiting(table: Table) -> Marks:
    """Beat on the side that is thought for, like a drum."""
    mover = table.position.mover
    for pad in SIDES[mover]:
        yield Mark(pad, Meaning.THINKING, player=mover)


def _following(table: Table) -> Marks:
    phase = table.phase
    assert isinstance(phase, Following)  # noqa: S101 - for the type checker
    mover, move = table.position.mover, phase.move
    yield Mark(move.target, Meaning.ANSWER, player=mover)
    if move.spent is not None:
        yield Mark(IyePad(mover, move.spent), Meaning.ANSWER_SPENDS, kind=move.spent)


def _choosing_payment(table: Table) -> Marks:
    phase = table.phase
    assert isinstance(phase, ChoosingPayment)  # noqa: S101 - for the type checker
    mover = table.position.mover
    yield Mark(table.position.drum, Meaning.WAY_BACK)
    yield Mark(phase.cell, Meaning.UNPAID, player=mover)


def _match_over(table: Table) -> Marks:
    winner = table.match.winner
    assert winner is not None  # noqa: S101 - the phase says so
    pads: tuple[Pad, ...] = (*SIDES[winner], *_WON_CELLS)
    for pad in pads:
        yield Mark(pad, Meaning.MATCH_WON, player=winner)


def _side(player: Player, meaning: Meaning) -> Marks:
    for pad in SIDES[player]:
        yield Mark(pad, meaning, player=player)


_PHASES: Final[dict[type[Phase], Callable[[Table], Marks]]] = {
    Asleep: _asleep,
    ChoosingFirst: _choosing_first,
    Drawing: _drawing,
    LayingOut: _laying_out,
    LayingByHand: _laying_by_hand,
    Turn: _turn,
    Awaiting: _awaiting,
    Following: _following,
    ChoosingPayment: _choosing_payment,
    MatchOver: _match_over,
}


def _shown(table: Table) -> Marks:
    if table.show is not None:
        yield from end_marks(table.show)


def _explained(table: Table) -> Marks:
    if table.way_back is not None:
        yield from _owed(table.way_back, table.position)
    if table.wrong is not None or table.way_back is not None:
        yield Mark(table.position.drum, Meaning.WAY_BACK)
    if table.wrong is not None:
        yield Mark(table.wrong, Meaning.WRONG)


def _handed_over(table: Table) -> Marks:
    """Flash where a tile was taken and pulse whose it is, below what else there is to tell."""
    handover = table.handover
    if handover is None:
        return
    cell, kind, at = handover.cell, handover.kind, handover.at
    pad = IyePad(handover.to, kind)
    yield Mark(cell, Meaning.TAKEN, kind=kind, start=at, end=at + _TAKEN_SHOWN)
    yield Mark(pad, Meaning.HAND_OVER, kind=kind, start=at, end=at + _HAND_OVER_SHOWN)


def _owed(way_back: WayBack, position: Position) -> Marks:
    """Mark what differs between where everything is and where it belongs."""
    for cell in cells_in(position.tiles & ~way_back.tiles):
        yield Mark(cell, Meaning.TILE_BACK, kind=position.layout[cell])
    for player, kind, surplus in way_back.surplus(position):
        meaning = Meaning.GIVE_BACK if surplus > 0 else Meaning.REGAIN
        yield Mark(IyePad(player, kind), meaning, kind=kind)


def _paying(table: Table) -> Marks:
    """Mark the pads that decide what a landing costs: always, and over the tile just got."""
    phase = table.phase
    if isinstance(phase, Turn) and phase.spending is not None:
        pad = IyePad(table.position.mover, phase.spending)
        yield Mark(pad, Meaning.SPENDING, kind=phase.spending)
    if isinstance(phase, ChoosingPayment):
        best = best_payment(table, phase)
        for kind in phase.kinds:
            meaning = Meaning.BEST_SPENDS if kind is best else Meaning.PAY
            yield Mark(IyePad(table.position.mover, kind), meaning, kind=kind)


def _asked(table: Table) -> Marks:
    """Let the side call that asks for what it takes both for."""
    if table.consent.elsewhere is None:
        return
    for player in Player:
        if not table.seat(player).here:
            yield from _side(player, Meaning.OTHER_ASKS)


def _touched(table: Table) -> Marks:
    """Answer a hand at once, before it is clear what it means."""
    several = len(table.contact.cells) > 1 and table.contact.judged
    for cell in table.contact.cells:
        if several:
            yield Mark(cell, Meaning.SEVERAL_HELD)
        elif not table.contact.judged:
            yield Mark(cell, Meaning.TOUCHED)
    for pad in table.contact.fresh:
        yield Mark(pad, Meaning.TOUCHED)


def _abandoning(table: Table) -> Marks:
    since = table.new_held_since
    if since is None or not table.playing:
        return
    step = table.timing.abandon / len(_ABANDON_STEPS)
    for place, cell in enumerate(_ABANDON_STEPS):
        yield Mark(cell, Meaning.ABANDONING, start=since + place * step)


def _spelled(table: Table) -> Marks:
    """Spell the code digit by digit while `hint` is held, with all else dark.

    A button that is never let go, or whose release is lost, does not leave the board dark.
    """
    if table.hint_held_since is None or not table.code:
        return
    begin = table.hint_held_since + table.timing.spell
    digits = table.code * _SPELLED_TIMES
    for pad in PADS:
        yield Mark(pad, Meaning.DARK, start=begin, end=begin + len(digits) * _DIGIT_TAKES)
    for place, digit in enumerate(digits):
        start = begin + place * _DIGIT_TAKES
        for cell in DIGITS[digit]:
            yield Mark(cell, Meaning.DIGIT, start=start, end=start + _DIGIT_SHOWN)
