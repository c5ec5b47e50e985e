"""Auto-configuration at work: charges found, out-of-range flags kept, baselines adjusted.

The law of this module: only it writes the out-of-range status (0x02–03) and the charges that
auto-configuration finds (0x5F–72), as sections 5.11 and 5.12 of the data sheet say.
"""

from __future__ import annotations

from collections.abc import Iterable

from iye_hw.mpr121_registers import Register
from iye_hw.simulated.auto_config import Found, find_charge
from iye_hw.simulated.registers import AutoConfig, RegisterFile
from iye_hw.simulated.sensing import Electrode

ACFF, ARFF = 0x80, 0x40
"""Bits 7 and 6 of OOR_STATUS_H: auto-configuration and auto-reconfiguration failed."""

ACFIE, ARFIE, OORIE = 0x01, 0x02, 0x04
"""Bits of AUTO_CONFIG1 that let those flags, and the out-of-range bits, raise the interrupt."""

_BASELINE_KEEP, _BASELINE_CLEAR, _BASELINE_HIGH_BITS = 0, 1, 2


class RangeKeeper:
    """The out-of-range status of a chip, and the search that avoids it."""

    def __init__(self, registers: RegisterFile) -> None:
        self._registers = registers

    def clear(self) -> None:
        """Clear the out-of-range status."""
        self._registers[Register.OOR_STATUS_L] = 0
        self._registers[Register.OOR_STATUS_H] = 0

    def configure(self, electrodes: Iterable[Electrode], now: float, auto: AutoConfig) -> bool:
        """Find every electrode's charge; tell whether a failure is to raise the interrupt."""
        self.clear()
        fits = [self._search(electrode, now, auto) for electrode in electrodes]
        if all(fits):
            return False
        self._registers[Register.OOR_STATUS_H] |= ACFF
        return bool(auto.interrupts & (ACFIE | OORIE))

    def wants(self, electrode: Electrode, now: float, auto: AutoConfig) -> bool:
        """Tell whether auto-reconfiguration has something to do for an electrode."""
        if not auto.reconfigure:
            return False
        if self._is_out(electrode.number):
            return self._find(electrode, now, auto).in_range
        return not auto.holds(electrode.level(now))

    def check(self, electrode: Electrode, now: float, auto: AutoConfig) -> bool:
        """Reconfigure an electrode if need be; tell whether a failure raises the interrupt."""
        if not self.wants(electrode, now, auto):
            return False
        fits = self._search(electrode, now, auto)
        electrode.charge = self._registers.charge(electrode.number)
        if fits:
            return False
        self._registers[Register.OOR_STATUS_H] |= ARFF
        return bool(auto.interrupts & (ARFIE | OORIE))

    def _search(self, electrode: Electrode, now: float, auto: AutoConfig) -> bool:
        found = self._find(electrode, now, auto)
        self._registers.set_charge(electrode.number, found.current, found.time_code)
        self._flag(electrode.number, out=not found.in_range)
        reading = electrode.counts(self._registers.charge(electrode.number), now)
        _adjust_baseline(electrode, int(min(reading, 1023)), auto.baseline_adjust)
        return found.in_range

    def _find(self, electrode: Electrode, now: float, auto: AutoConfig) -> Found:
        fixed_time = self._registers[Register.CONFIG2] >> 5
        return find_charge(electrode.capacitance(now), auto, fixed_time)

    def _is_out(self, number: int) -> bool:
        return bool(self._registers[Register.OOR_STATUS_L + number // 8] >> number % 8 & 1)

    def _flag(self, number: int, *, out: bool) -> None:
        register, bit = Register.OOR_STATUS_L + number // 8, 1 << number % 8
        kept = self._registers[register] & ~bit & 0xFF
        self._registers[register] = kept | bit if out else kept


def _adjust_baseline(electrode: Electrode, reading: int, adjust: int) -> None:
    """Fill in the baseline as BVA (AUTO_CONFIG0 bits 3–2) says."""
    if adjust == _BASELINE_KEEP:
        return
    masks = {_BASELINE_CLEAR: 0, _BASELINE_HIGH_BITS: 0x3F8}
    electrode.baseline = reading & masks.get(adjust, 0x3FF)
