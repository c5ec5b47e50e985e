"""Stands in for the other board where no broker is named, so that a match with it can be given up.

The law of this module: it answers one wish, and needs no network.
"""

from __future__ import annotations

from typing import Protocol

from iye.lights import Frame
from iye.table import Asked, Consent, Effect, Event, Parted, Table


class Board(Protocol):
    """The daemon, as this needs it."""

    def post(self, event: Event) -> None:
        """Let the table handle an event."""
        ...


class Alone:
    """Subscribe it to a daemon that meets nobody."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def sensed(self, _event: Event) -> None:
        """See what comes of events instead."""

    def happened(self, effect: Effect, at: float) -> None:
        """Give up what a person wants given up: there is nobody else to ask."""
        if isinstance(effect, Asked) and effect.consent is not Consent.UNDO:
            self._board.post(Parted(left=True, at=at))

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        """Nobody is to be told."""

    def complained(self, complaint: object) -> None:
        """Nobody is to be told."""
