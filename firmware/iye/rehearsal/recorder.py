"""Writes down what hands do at the board, as a script that can be rehearsed.

The law of this module: it looks on. A script begins with the match and ends with the last touch;
what chance gave is in it, so that a rehearsal comes to the same. Where those before left the board
otherwise than a fresh one, a lead-in of ordinary steps brings a fresh one there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from iye.lights import Frame, Pad
from iye.rehearsal import script
from iye.rehearsal.script import ScriptStep
from iye.rules import Deal, Player
from iye.table import (
    AbandonWanted,
    Answered,
    Asleep,
    Button,
    ButtonPressed,
    ButtonReleased,
    DealDrawn,
    Effect,
    Event,
    Hints,
    HintsWanted,
    MatchSet,
    MatchSetup,
    PadDeclared,
    PadReleased,
    PadTouched,
    Table,
)
from iye_hw.panel import Complaint

MOST_STEPS: Final = 50_000
"""Steps kept; hours of play. What comes after them is not written down."""
LONGEST_PAUSE: Final = 900.0
"""Seconds; nothing at the table takes longer, so longer pauses are written down as this one."""
LEAD: Final = 0.6
"""Seconds that a lead-in takes."""


class Recorder:
    """Keeps the script of the match under way, from its first touch on."""

    def __init__(self) -> None:
        self._steps: list[ScriptStep] = []
        self._table = Table()
        self._held: dict[Pad | Button, None] = {}
        self._last = 0.0
        """The moment of the last event written down, and when that is in the script."""
        self._at = 0.0

    def script(self) -> tuple[ScriptStep, ...]:
        """Give the script so far."""
        return tuple(self._steps)

    def sensed(self, event: Event) -> None:
        """Write an event down, if it is something that hands, pages or chance did."""
        if isinstance(event, MatchSet) or self._wakes(event):
            self._begin(event)
        if len(self._steps) < MOST_STEPS:
            self._write(event)
        if isinstance(event, PadTouched | ButtonPressed):
            self._held[_place(event)] = None
        elif isinstance(event, PadReleased | ButtonReleased):
            self._held.pop(_place(event), None)

    def happened(self, effect: Effect, at: float) -> None:
        """Write answers down that counted; all other effects come again by themselves.

        An answer that came too late was to another position: rehearsed, it might seem to fit.
        """
        if isinstance(effect, Answered) and len(self._steps) < MOST_STEPS:
            self._append(at, lambda moment: script.Answer(moment, effect.move))

    def stands(self, table: Table, _frame: Frame, _at: float) -> None:
        """Remember how things stand, for the lead-in of a script that begins here."""
        self._table = table

    def complained(self, complaint: Complaint) -> None:
        """Write no complaints down."""

    def _wakes(self, event: Event) -> bool:
        """Whether an event is the first of an evening; `undo` and `hint` wake nobody."""
        if not isinstance(self._table.phase, Asleep):
            return False
        new = isinstance(event, ButtonPressed) and event.button is Button.NEW
        return new or isinstance(event, PadTouched | PadDeclared)

    def _begin(self, event: Event) -> None:
        self._steps = list(_lead_in(self._table, tuple(self._held), event))
        self._at = LEAD if self._steps else 0.0
        self._last = event.at

    def _write(self, event: Event) -> None:
        write = _WRITERS.get(type(event))
        if isinstance(event, DealDrawn):
            self._foretell(event.deal)
        elif write is not None:
            self._append(event.at, lambda moment: write(moment, event))

    def _append(self, at: float, step: Callable[[float], ScriptStep]) -> None:
        """Append what was done at `at`, with its moment in the script."""
        self._at += min(max(0.0, at - self._last), LONGEST_PAUSE)
        self._last = at
        self._steps.append(step(round(self._at, 4)))

    def _foretell(self, deal: Deal) -> None:
        """Write a deal down where a script has to know it: before what made the board draw it."""
        if not self._steps:
            return
        cause = self._steps.pop()
        if isinstance(cause, script.NewMatch):
            self._steps.append(replace(cause, deals=(deal,)))
        else:
            self._steps += (script.NextDeal(cause.at, deal), cause)


def _place(
    event: PadTouched | PadReleased | ButtonPressed | ButtonReleased,
) -> Pad | Button:
    return event.pad if isinstance(event, PadTouched | PadReleased) else event.button


_PRESSES: Final = {Hints.TARGETS: 0, Hints.COACH: 1, Hints.OFF: 2}
"""How often `hint` is pressed on a fresh board until it shows this."""


def _lead_in(table: Table, held: tuple[Pad | Button, ...], event: Event) -> Iterator[ScriptStep]:
    """Give the steps that bring a fresh board to where `table` is before `event`."""
    for press in range(_PRESSES[table.hints]):
        yield script.Touch(0.1 * press, Button.HINT)
        yield script.Release(round(0.1 * press + 0.05, 2), Button.HINT)
    for place in held:
        yield script.Touch(0.2, place)
    setup = replace(table.setup, first=None)
    if not isinstance(event, MatchSet) and (held or setup != MatchSetup()):
        yield script.NewMatch(0.4, replace(setup, first=Player.ONE))
        yield script.Abandon(0.5)


_WRITERS: Final[dict[type[Event], Callable[[float, Any], ScriptStep]]] = {
    MatchSet: lambda at, event: script.NewMatch(at, event.setup),
    PadTouched: lambda at, event: script.Touch(at, event.pad),
    PadReleased: lambda at, event: script.Release(at, event.pad),
    ButtonPressed: lambda at, event: script.Touch(at, event.button),
    ButtonReleased: lambda at, event: script.Release(at, event.button),
    PadDeclared: lambda at, event: script.Declare(at, event.pad),
    HintsWanted: lambda at, event: script.Hint(at, event.hints),
    AbandonWanted: lambda at, _event: script.Abandon(at),
}
