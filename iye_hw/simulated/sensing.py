"""One electrode of a simulated MPR121: from picofarads to counts, touched or not, and a baseline.

The law of this module: an electrode is a function of update numbers, not of a clock. It says until
when its status cannot change (`calm_until`), so that a quiet board costs nothing.

A reading is what `iye_hw.capacitance` says. With 8 pC a bare pad of 9 pF reads 275 counts; with a
finger of 2 pF more 225: 50 below, far beyond a threshold of 12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from iye_hw.capacitance import FULL_SCALE, picofarads_of, reading_of
from iye_hw.simulated.registers import Settings
from iye_hw.simulated.tracking import BaselineTracker

CALM_FOR_EVER = math.inf
RESTLESS = -math.inf


@dataclass(slots=True)
class Surroundings:
    """What all electrodes share: noise in counts (bounded), drift of the capacitance in pF/s."""

    seed: int = 0
    noise: float = 0.5
    drift: float = 0.0
    _gathered: float = 0.0
    _since: float = 0.0

    def offset(self, when: float) -> float:
        """Give the pF that drift has added by `when`."""
        return self._gathered + self.drift * (when - self._since)

    def set_drift(self, rate: float, now: float) -> None:
        """Let the capacitance drift by `rate` pF a second from now on."""
        self._gathered, self._since, self.drift = self.offset(now), now, rate

    def noise_at(self, electrode: int, update: int) -> float:
        """Give the noise of one update: always the same for the same seed, never beyond bounds."""
        return self.noise * _spread(self.seed, electrode, update)


def _spread(seed: int, electrode: int, update: int) -> float:
    """Mix three integers into a number in [-1, 1)."""
    mixed = (seed * 0x9E3779B1 ^ electrode * 0x85EBCA6B ^ update * 0xC2B2AE35) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 16) * 0x45D9F3B & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 0x80000000 - 1.0


class Electrode:
    """One sensing input: capacitance in, filtered data, baseline and touch status out."""

    def __init__(self, number: int, surroundings: Surroundings) -> None:
        self.number = number
        self.steady = 10.0
        self.calm_until = CALM_FOR_EVER
        self._world = surroundings
        self.power_off()

    def power_off(self) -> None:
        """Forget everything, as after a reset."""
        self.data = 0
        self.updated = 0
        self.baseline = 0
        self.touched = False
        self.charge = 0.0
        self.thresholds = (0, 0)
        self.load_mask = 0
        self._agreeing = 0
        self._before: tuple[float, int] = (0.0, 0)
        self._tracker = BaselineTracker()

    def begin(self, charge: float, thresholds: tuple[int, int], load_mask: int) -> None:
        """Enter run mode; `load_mask` says which bits of the first reading become the baseline."""
        self.charge = charge
        self.thresholds = thresholds
        self.load_mask = load_mask
        self.updated = 0
        self.touched = False
        self._agreeing = 0
        self._before = (0.0, 0)
        self._tracker = BaselineTracker()

    def level(self, when: float) -> float:
        """Give the noiseless reading in counts at `when`."""
        return self.counts(self.charge, when)

    def counts(self, charge: float, when: float) -> float:
        """Give what `charge` pC would read at `when`."""
        return reading_of(charge, self.capacitance(when))

    def capacitance(self, when: float) -> float:
        """Give the capacitance in pF at `when`."""
        return self.steady + self._world.offset(when)

    def feel(self, picofarads: float, now: float, taken: int) -> None:
        """Change the capacitance after `taken` samples of the present update.

        The second filter averages SFI samples, so an update in which a finger arrives reads
        somewhere between bare and touched.
        """
        total, counted = self._before
        self._before = (total + (taken - counted) * self.level(now), taken)
        self.steady = picofarads

    def quiet_reading(self, update: int, when: float) -> int:
        """Give the filtered data of an update during which nothing has changed."""
        return self._digitise(self.level(when), update)

    def _mixed_reading(self, update: int, when: float, samples: int) -> int:
        """Give the filtered data of an update: the mean of its samples."""
        total, counted = self._before
        self._before = (0.0, 0)
        return self._digitise((total + (samples - counted) * self.level(when)) / samples, update)

    def _digitise(self, level: float, update: int) -> int:
        noisy = math.floor(level + self._world.noise_at(self.number, update))
        return max(0, min(FULL_SCALE, noisy))

    def update(self, number: int, when: float, settings: Settings) -> bool:
        """Take one update: filtered data, touch status, baseline. Tell if the status changed."""
        self.data = self._mixed_reading(number, when, settings.samples)
        self.updated = number
        if self.load_mask:
            self.baseline, self.load_mask = self.data & self.load_mask, 0
        changed = self._detect(settings)
        if settings.tracking:
            self.baseline = self._tracker.follow(
                self.baseline, self.data, touched=self.touched, settings=settings
            )
        return changed

    def _detect(self, settings: Settings) -> bool:
        """Compare with the thresholds; a status bit waits for DEBOUNCE further agreeing updates."""
        delta = self.baseline - self.data
        touch, release = self.thresholds
        crossed = delta < release if self.touched else delta > touch
        self._agreeing = self._agreeing + 1 if crossed else 0
        needed = settings.release_debounce if self.touched else settings.touch_debounce
        if self._agreeing <= needed:
            return False
        self.touched, self._agreeing = not self.touched, 0
        return True

    def judge(self, now: float, settings: Settings) -> None:
        """Work out until when the status cannot change, whatever the noise does."""
        self.calm_until = self._calm_until(now, settings)
        if self.calm_until > now:
            self._agreeing = 0

    def _calm_until(self, now: float, settings: Settings) -> float:
        if self.load_mask or self._before[1]:
            return RESTLESS
        if settings.tracking:
            return self._calm_while_tracking(now, settings)
        if self.touched:
            return self._calm_touched(now)
        return self._calm_untouched(now, self.baseline)

    def _calm_untouched(self, now: float, baseline: float) -> float:
        """Stay calm while even the lowest reading is no more than the touch threshold below."""
        lowest = baseline - self.thresholds[0] + self._world.noise
        if lowest <= 0:
            return CALM_FOR_EVER
        return self._time_below(picofarads_of(self.charge, lowest), now)

    def _calm_touched(self, now: float) -> float:
        """Stay calm while even the highest reading is the release threshold below, or more."""
        highest = self.baseline - self.thresholds[1] + 1 - self._world.noise
        if highest <= 0:
            return RESTLESS
        return self._time_above(picofarads_of(self.charge, highest), now)

    def _calm_while_tracking(self, now: float, settings: Settings) -> float:
        """Baselines only move towards the readings, so the worst baseline is known."""
        if self._world.drift:
            return RESTLESS
        if not self.touched:
            highest = max(float(self.baseline), self.level(now) + self._world.noise)
            return self._calm_untouched(now, highest)
        return RESTLESS if settings.touched.nhd else self._calm_touched(now)

    def _time_below(self, limit: float, now: float) -> float:
        """Give the time until which the capacitance stays at or below `limit` pF."""
        room = limit - self.capacitance(now)
        if room < 0:
            return RESTLESS
        return now + room / self._world.drift if self._world.drift > 0 else CALM_FOR_EVER

    def _time_above(self, limit: float, now: float) -> float:
        """Give the time until which the capacitance stays above `limit` pF."""
        room = self.capacitance(now) - limit
        if room <= 0:
            return RESTLESS
        return now - room / self._world.drift if self._world.drift < 0 else CALM_FOR_EVER
