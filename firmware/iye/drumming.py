"""What the buzzer beats when something happens at the table.

The law of this module: it looks on, and beats say nothing that the lights do not show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from iye.lights import Frame
from iye.table import (
    Answered,
    CycleEnded,
    Dealt,
    Effect,
    Event,
    MatchEnded,
    Moved,
    Rejected,
    Table,
    Woke,
)
from iye_hw.panel import Complaint
from iye_hw.pi.buzzer import Beat

_LOW, _HIGH = 110.0, 165.0
_STROKE: Final = Beat(_LOW, 0.06)
_RIM: Final = Beat(_HIGH, 0.03)
_REST: Final = Beat(0.0, 0.09)

_BEATS: Final[dict[type[Effect], tuple[Beat, ...]]] = {
    Woke: (_STROKE, _REST, _STROKE),
    Dealt: (_STROKE, _REST, _RIM, _RIM),
    Answered: (_RIM, _STROKE),
    Moved: (_STROKE,),
    Rejected: (_RIM, _REST, _RIM),
    CycleEnded: (_STROKE, _REST, _STROKE, _REST, _STROKE),
    MatchEnded: (_STROKE, _RIM, _STROKE, _RIM, _STROKE, _REST, Beat(_LOW, 0.3)),
}


class Drumming:
    """Has the panel beat, as one of the daemon's observers."""

    def __init__(self, play: Callable[[Sequence[Beat]], None]) -> None:
        self._play = play

    def sensed(self, _event: Event) -> None:
        """Beat for nothing that may come to nothing."""

    def happened(self, effect: Effect, _at: float) -> None:
        """Beat for what happened, if it has a beat."""
        beats = _BEATS.get(type(effect))
        if beats is not None:
            self._play(beats)

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        """Beat for no rhythm of the lights."""

    def complained(self, _complaint: Complaint) -> None:
        """Complain in light and words only."""
