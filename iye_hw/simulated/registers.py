"""The MPR121's register file: what reset leaves, what may be written when, and what settings say.

The law of this module: a register file is bytes and the rule of who may change them. It senses
nothing; `settings` is read once, when run mode begins, since nothing it reads can change before
the next stop.
"""

from __future__ import annotations

from dataclasses import dataclass

from iye_hw.mpr121_registers import (
    CalibrationLock,
    Register,
    charge_current,
    charge_time,
    sample_interval,
    second_filter_samples,
)

SIZE = 0x80
"""Registers 0x00 to 0x7F are stored; 0x80 only resets."""

RESET_VALUES = {Register.CONFIG1: 0x10, Register.CONFIG2: 0x24}
"""All other registers are zero after reset (data sheet, table 2)."""

MODE_BITS = 0x3F
"""ECR bits 5–0: any of them set means run mode."""

_FREE_IN_RUN_MODE = frozenset({Register.ECR, *range(Register.GPIO_CTL0, Register.GPIO_TOGGLE + 1)})
_READ_ONLY = range(Register.TOUCH_STATUS_L, Register.BASELINE)


@dataclass(frozen=True, slots=True)
class FilterScenario:
    """One scenario of the baseline filter (data sheet 5.6, application note AN3891)."""

    mhd: int
    nhd: int
    ncl: int
    fdl: int


@dataclass(frozen=True, slots=True)
class AutoConfig:
    """Registers 0x7B–0x7F; limits in 10-bit counts."""

    configure: bool
    reconfigure: bool
    keep_time: bool
    baseline_adjust: int
    interrupts: int
    upper: int
    lower: int
    target: int

    def holds(self, counts: float) -> bool:
        """Tell whether a reading lies between the limits."""
        return self.lower <= counts <= self.upper


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings registers as run mode finds them. Times in seconds."""

    lock: CalibrationLock
    electrodes: int
    interval: float
    samples: int
    touch_debounce: int
    release_debounce: int
    rising: FilterScenario
    falling: FilterScenario
    touched: FilterScenario
    auto: AutoConfig

    @property
    def tracking(self) -> bool:
        """Whether the baselines follow the readings."""
        return self.lock is not CalibrationLock.NO_TRACKING

    @property
    def period(self) -> float:
        """Seconds between updates: ESI × SFI."""
        return self.interval * self.samples


class RegisterFile:
    """Registers 0x00 to 0x7F with the chip's write protection."""

    def __init__(self) -> None:
        self._bytes = bytearray(SIZE)
        self.reset()

    def reset(self) -> None:
        """Bring every register to its reset value."""
        self._bytes[:] = bytes(SIZE)
        for register, value in RESET_VALUES.items():
            self._bytes[register] = value

    def __getitem__(self, register: int) -> int:
        return self._bytes[register]

    def __setitem__(self, register: int, value: int) -> None:
        """Change a register from inside the chip, whatever the mode."""
        self._bytes[register] = value

    @property
    def running(self) -> bool:
        """Whether the chip is in run mode."""
        return bool(self._bytes[Register.ECR] & MODE_BITS)

    def accepts(self, register: int) -> bool:
        """Tell whether a write from the bus to `register` takes effect in the present mode."""
        if register in _READ_ONLY or register >= SIZE:
            return False
        return register in _FREE_IN_RUN_MODE or not self.running

    def settings(self) -> Settings:
        """Read the settings registers (data sheet 5.6 to 5.12)."""
        config2, debounce = self[Register.CONFIG2], self[Register.DEBOUNCE]
        return Settings(
            lock=CalibrationLock(self[Register.ECR] >> 6),
            electrodes=min(self[Register.ECR] & 0x0F, 12),
            interval=sample_interval(config2),
            samples=second_filter_samples(config2),
            touch_debounce=debounce & 0x07,
            release_debounce=debounce >> 4 & 0x07,
            rising=FilterScenario(*self._bytes[Register.MHDR : Register.MHDF]),
            falling=FilterScenario(*self._bytes[Register.MHDF : Register.NHDT]),
            touched=FilterScenario(0, *self._bytes[Register.NHDT : Register.FDLT + 1]),
            auto=self._auto_config(),
        )

    def _auto_config(self) -> AutoConfig:
        control0, control1 = self[Register.AUTO_CONFIG0], self[Register.AUTO_CONFIG1]
        return AutoConfig(
            configure=bool(control0 & 0x01),
            reconfigure=bool(control0 & 0x02),
            keep_time=bool(control1 & 0x80),
            baseline_adjust=control0 >> 2 & 0x03,
            interrupts=control1 & 0x07,
            upper=self[Register.USL] * 4,
            lower=self[Register.LSL] * 4,
            target=self[Register.TL] * 4,
        )

    def charge(self, electrode: int) -> float:
        """Give the charge CDC × CDT in pC; an electrode's own values go before the global ones."""
        current = self[Register.CDC + electrode] & 0x3F
        time = self._time_code(electrode)
        return (current or charge_current(self[Register.CONFIG1])) * charge_time(
            time or self[Register.CONFIG2] >> 5
        )

    def set_charge(self, electrode: int, current: int, time_code: int) -> None:
        """Store what auto-configuration found: CDC in µA and the three-bit code of CDT."""
        self[Register.CDC + electrode] = current
        register, shift = Register.CDT + electrode // 2, 4 * (electrode % 2)
        self[register] = self[register] & ~(0x07 << shift) & 0xFF | time_code << shift

    def _time_code(self, electrode: int) -> int:
        return self[Register.CDT + electrode // 2] >> 4 * (electrode % 2) & 0x07

    def thresholds(self, electrode: int) -> tuple[int, int]:
        """Give an electrode's touch and release thresholds in counts."""
        place = 2 * electrode
        return self[Register.TOUCH_THRESHOLD + place], self[Register.RELEASE_THRESHOLD + place]
