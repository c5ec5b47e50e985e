"""Writes down what hands do at the board, as a script that can be rehearsed.

The law of this module: it looks on. A script begins with the match and ends with the last touch;
what chance gave is in it, so that a rehearsal comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from iye.lights import Frame
from iye.rehearsal import script
from iye.rehearsal.script import ScriptStep
from iye.table import (
    AbandonWanted,
    Asleep,
    ButtonPressed,
    ButtonReleased,
    DealDrawn,
    Effect,
    Event,
    MatchSet,
    PadDeclared,
    PadReleased,
    PadTouched,
    Table,
)
from iye_hw.panel import Complaint

MOST_STEPS: Final = 50_000
"""Steps kept; hours of play. What comes after them is not written down."""


class Recorder:
    """Keeps the script of the match under way, from its first touch on."""

    def __init__(self) -> None:
        self._steps: list[ScriptStep] = []
        self._began = 0.0
        self._asleep = True

    def script(self) -> tuple[ScriptStep, ...]:
        """Give the script so far, with moments from its first step on."""
        return tuple(self._steps)

    def sensed(self, event: Event) -> None:
        """Write an event down, if it is something that hands, pages or chance did."""
        if isinstance(event, MatchSet) or (self._asleep and _wakes(event)):
            self._steps.clear()
            self._began = event.at
        step = self._step(event)
        if step is None or len(self._steps) >= MOST_STEPS:
            return
        # Chance answers after the touch that asked it; a script has to know before.
        place = -1 if isinstance(event, DealDrawn) and self._steps else len(self._steps)
        self._steps.insert(place, step)

    def happened(self, effect: Effect, at: float) -> None:
        """Write no effects down: they come again by themselves."""

    def stands(self, table: Table, _frame: Frame, _at: float) -> None:
        """Notice whether the next touch is the first of an evening."""
        self._asleep = isinstance(table.phase, Asleep)

    def complained(self, complaint: Complaint) -> None:
        """Write no complaints down."""

    def _step(self, event: Event) -> ScriptStep | None:
        write = _WRITERS.get(type(event))
        return write(round(event.at - self._began, 4), event) if write is not None else None


_WRITERS: Final[dict[type[Event], Callable[[float, Any], ScriptStep]]] = {
    MatchSet: lambda at, event: script.NewMatch(at, event.setup),
    DealDrawn: lambda at, event: script.NextDeal(at, event.deal),
    PadTouched: lambda at, event: script.Touch(at, event.pad),
    PadReleased: lambda at, event: script.Release(at, event.pad),
    ButtonPressed: lambda at, event: script.Touch(at, event.button),
    ButtonReleased: lambda at, event: script.Release(at, event.button),
    PadDeclared: lambda at, event: script.Declare(at, event.pad),
    AbandonWanted: lambda at, _event: script.Abandon(at),
}


def _wakes(event: Event) -> bool:
    return isinstance(event, PadTouched | ButtonPressed | PadDeclared)
