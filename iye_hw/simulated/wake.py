"""One planned wake-up on a timeline, replaced as plans change.

The law of this module: at most one call is planned, and none when nothing can happen.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from iye_hw.panel import Cancellable, Timeline


class WakeUp:
    """Calls `callback` at the moment planned last."""

    def __init__(self, timeline: Timeline, callback: Callable[[], object]) -> None:
        self._timeline = timeline
        self._callback = callback
        self._planned: Cancellable | None = None
        self._when = math.inf

    def plan(self, when: float) -> None:
        """Plan the call for `when`, or for never (infinity), instead of what was planned."""
        if when == self._when:
            return
        self.cancel()
        if when < math.inf:
            self._when = when
            self._planned = self._timeline.call_at(when, self._ring)

    def cancel(self) -> None:
        """Plan nothing."""
        if self._planned is not None:
            self._planned.cancel()
        self._planned, self._when = None, math.inf

    def _ring(self) -> None:
        self._planned, self._when = None, math.inf
        self._callback()
