"""A spell of run mode: update after update of all active electrodes, skipping the quiet ones.

The law of this module: update n happens at the moment run mode began plus n periods of ESI × SFI;
what is skipped could not have changed a status bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from iye_hw.simulated.ranging import RangeKeeper
from iye_hw.simulated.registers import Settings
from iye_hw.simulated.sensing import RESTLESS, Electrode

_SLACK = 1e-6
"""Part of a period by which a clock may be early, so that rounding never loses an update."""


class RunMode:
    """The updates since run mode began at `began`."""

    def __init__(
        self,
        settings: Settings,
        electrodes: Sequence[Electrode],
        began: float,
        in_range: RangeKeeper,
    ) -> None:
        self._settings = settings
        self._electrodes = electrodes
        self._began = began
        self._done = 0
        self._range = in_range

    def catch_up(self, now: float) -> bool:
        """Take the updates due by `now`; tell whether the interrupt is to be raised."""
        due = self._updates_by(now)
        raised = False
        while self._done < due:
            calm_to = min(due, self._last_calm_update())
            if calm_to > self._done:
                self._done = calm_to
            else:
                self._done += 1
                raised |= self._update()
        return raised

    def judge(self, now: float) -> None:
        """Work out anew how long each electrode stays calm."""
        for electrode in self._electrodes:
            self._judge(electrode, now)

    def next_possible_change(self) -> float:
        """Give the moment of the first update at which the status may change, or infinity."""
        calm_until = self._calm_until()
        if calm_until == math.inf:
            return math.inf
        return self._time_of(max(self._done, self._updates_by(calm_until)) + 1)

    def samples_taken(self, now: float) -> int:
        """Give the samples already taken for the update under way."""
        since = now - self._time_of(self._done)
        taken = int(since / self._settings.interval + _SLACK)
        return min(taken, self._settings.samples - 1)

    def data(self, electrode: Electrode) -> int:
        """Give the filtered data of an electrode's latest update."""
        if self._done == 0 or electrode.number >= self._settings.electrodes:
            return electrode.data
        return self._latest(electrode)

    def stop(self, now: float) -> None:
        """Leave run mode: the latest data stay, the touch status is cleared."""
        self.catch_up(now)
        for electrode in self._electrodes:
            electrode.data = self.data(electrode)
            electrode.touched = False

    def _latest(self, electrode: Electrode) -> int:
        if electrode.updated == self._done:
            return electrode.data
        return electrode.quiet_reading(self._done, self._time_of(self._done))

    def _update(self) -> bool:
        when = self._time_of(self._done)
        raised = False
        for electrode in self._electrodes:
            if self._settings.tracking or electrode.calm_until < when:
                raised |= electrode.update(self._done, when, self._settings)
                raised |= self._range.check(electrode, when, self._settings.auto)
                self._judge(electrode, when)
        return raised

    def _judge(self, electrode: Electrode, now: float) -> None:
        if self._range.wants(electrode, now, self._settings.auto):
            electrode.calm_until = RESTLESS
        else:
            electrode.judge(now, self._settings)

    def _last_calm_update(self) -> int:
        """Give the last update that may be skipped; with tracking on, none may."""
        if self._settings.tracking:
            return self._done
        calm_until = self._calm_until()
        if calm_until == math.inf:
            return 1 << 62
        return self._updates_by(calm_until)

    def _calm_until(self) -> float:
        return min((e.calm_until for e in self._electrodes), default=math.inf)

    def _time_of(self, update: int) -> float:
        return self._began + update * self._settings.period

    def _updates_by(self, now: float) -> int:
        if now == RESTLESS:
            return 0
        return math.floor((now - self._began) / self._settings.period + _SLACK)
