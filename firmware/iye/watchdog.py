"""Tells systemd that the board is ready, and goes on telling it as long as the board lives.

The law of this module: the watchdog is fed only while touch and table are both alive, so that a
board which only seems to run is started again; its game is in the journal.
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Mapping
from typing import Final, Protocol

from iye_hw.panel import Cancellable, Timeline

_LOG: Final = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds by which touch or table may be late; a start of the Pi's own is never that slow."""


class Alive(Protocol):
    """What is asked whether it lives. Moments are the timeline's."""

    def cared_at(self) -> float:
        """Give the moment at which the touch chips were last looked after."""
        ...

    def due(self) -> float:
        """Give the moment for which the table has asked to be told the time."""
        ...


class Notifier(Protocol):
    """systemd's ear, as sdnotify gives it."""

    def notify(self, state: str) -> None:
        """Say something in systemd's words (sd_notify(3))."""
        ...


class Watchdog:
    """Feeds the watchdog every `every` seconds; None where systemd asks for no feeding."""

    def __init__(
        self, timeline: Timeline, alive: Alive, notifier: Notifier, every: float | None
    ) -> None:
        self._timeline = timeline
        self._alive = alive
        self._notifier = notifier
        self._every = every
        self._planned: Cancellable | None = None
        self._hungry = False

    def begin(self) -> None:
        """Say that the board is ready, and begin to feed."""
        self._notifier.notify("READY=1\nSTATUS=the board is alive")
        if self._every is not None:
            self._feed(self._every)

    def end(self) -> None:
        """Say that the board ends, and feed no more."""
        if self._planned is not None:
            self._planned.cancel()
        self._notifier.notify("STOPPING=1")

    def trouble(self) -> str:
        """Say what does not live; nothing when all is well."""
        now = self._timeline.time()
        if now - self._alive.cared_at() > PATIENCE:
            return "the touch chips are no longer looked after"
        if now - self._alive.due() > PATIENCE:
            return "the table no longer moves on"
        return ""

    def _feed(self, every: float) -> None:
        trouble = self.trouble()
        if not trouble:
            self._notifier.notify("WATCHDOG=1")
        elif not self._hungry:
            _LOG.error("%s: the watchdog is not fed", trouble)
            self._notifier.notify(f"STATUS={trouble}")
        self._hungry = bool(trouble)
        self._planned = self._timeline.call_at(self._timeline.time() + every, self._feed, every)


def pace(environment: Mapping[str, str] = os.environ) -> float | None:
    """Give how often to feed, half of what systemd allows; None where it does not ask for it."""
    try:
        seconds = int(environment.get("WATCHDOG_USEC", "")) / 2e6
    except ValueError:
        return None
    meant_for = environment.get("WATCHDOG_PID")
    mine = meant_for is None or meant_for == str(os.getpid())
    return seconds if mine and 0 < seconds < math.inf else None
