"""The MPR121's auto-configuration: the charge that brings each electrode to a target reading.

The law of this module: it answers one question, CDC and CDT for a capacitance, and tells when no
pair will do. The data sheet (5.11) gives the limits and the target but not the order of the
search; here the shortest charge time whose current fits in six bits is taken. Readings here are
free of noise, so the retries (RETRY) change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from iye_hw.capacitance import charge_for, reading_of
from iye_hw.mpr121_registers import charge_time
from iye_hw.simulated.registers import AutoConfig

STRONGEST = 63
"""The largest charge current in µA that six bits hold."""


@dataclass(frozen=True, slots=True)
class Found:
    """A charge: CDC in µA, the three-bit code of CDT, and whether it reads within the limits."""

    current: int
    time_code: int
    in_range: bool


def find_charge(capacitance: float, auto: AutoConfig, fixed_time: int) -> Found:
    """Find the charge for `capacitance` pF; `fixed_time` is the code kept when SCTS is set."""
    codes = (fixed_time or 1,) if auto.keep_time else range(1, 8)
    best = Found(STRONGEST, codes[-1], in_range=False)
    for code in codes:
        wanted = charge_for(auto.target, capacitance) / charge_time(code)
        if wanted <= STRONGEST:
            best = Found(max(1, round(wanted)), code, in_range=False)
            break
    reads = reading_of(best.current * charge_time(best.time_code), capacitance)
    return Found(best.current, best.time_code, auto.holds(reads))
