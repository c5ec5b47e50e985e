"""What an MPR121 reads of a capacitance, and what a reading says of it.

The law of this module: arithmetic alone, that of application note AN3889. A current CDC for a time
CDT puts the charge Q = CDC × CDT on a pad of the capacitance C, and the converter sees Q / C of its
3.3 V supply in 1024 steps:

    counts = Q × 1024 / (3.3 V × C)

With 16 µA and 0.5 µs, Q is 8 pC: a pad of 9 pF charges to 8/9 V and reads 275 counts.
"""

from __future__ import annotations

from typing import Final

from iye_hw.mpr121_registers import charge_current, charge_time

SUPPLY_VOLTS: Final = 3.3
ADC_STEPS: Final = 1024
FULL_SCALE: Final = ADC_STEPS - 1
"""The highest reading of ten bits."""
MOST_COUNTS: Final = 750
"""What bare pads should read at most. The chip holds its current up to 0.7 V below its supply, at
806 counts; beyond them a pad charges no further, and a touch hardly shows."""


def charge(config1: int, config2: int) -> float:
    """Give the charge in pC that CONFIG1 and CONFIG2 put on every pad."""
    return charge_current(config1) * charge_time(config2 >> 5)


def reading_of(picocoulombs: float, picofarads: float) -> float:
    """Give the counts that a charge on a capacitance reads, before they are cut to ten bits."""
    return picocoulombs * ADC_STEPS / (SUPPLY_VOLTS * picofarads)


def picofarads_of(picocoulombs: float, counts: float) -> float:
    """Give the capacitance on which a charge reads so many counts, which are not 0."""
    return picocoulombs * ADC_STEPS / (SUPPLY_VOLTS * counts)


def charge_for(counts: float, picofarads: float) -> float:
    """Give the charge in pC that reads so many counts on a capacitance."""
    return counts * SUPPLY_VOLTS * picofarads / ADC_STEPS
