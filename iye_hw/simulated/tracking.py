"""The MPR121's third filter, which lets the baselines follow slow changes.

The law of this module: a baseline moves only towards the readings, never past them.

After application note AN3891: the filter runs on the mean of FDL + 1 updates. A difference of at
most twice MHD passes straight through. A larger one is taken for noise until it has been seen on
the same side more than NCL times running; then the baseline takes one step of NHD. While a pad is
touched there is no MHD, and an NHD of 0 holds the baseline still.
"""

from __future__ import annotations

from iye_hw.simulated.registers import FilterScenario, Settings


class BaselineTracker:
    """The baseline filter of one electrode."""

    def __init__(self) -> None:
        self._scenario: FilterScenario | None = None
        self._readings: list[int] = []
        self._count = 0

    def follow(self, baseline: int, data: int, *, touched: bool, settings: Settings) -> int:
        """Take one update's reading and give the baseline after it (both in 10 bits)."""
        scenario = _scenario(baseline, data, touched=touched, settings=settings)
        if scenario is not self._scenario:
            self._scenario, self._readings, self._count = scenario, [], 0
        self._readings.append(data)
        if len(self._readings) <= scenario.fdl:
            return baseline
        mean = round(sum(self._readings) / len(self._readings))
        self._readings = []
        return self._run(scenario, baseline, mean)

    def _run(self, scenario: FilterScenario, baseline: int, mean: int) -> int:
        difference = mean - baseline
        if abs(difference) <= 2 * scenario.mhd:
            self._count = 0
            return mean
        self._count += 1
        if self._count <= scenario.ncl:
            return baseline
        self._count = 0
        return baseline + max(-scenario.nhd, min(scenario.nhd, difference))


def _scenario(baseline: int, data: int, *, touched: bool, settings: Settings) -> FilterScenario:
    if touched:
        return settings.touched
    return settings.rising if data >= baseline else settings.falling
