"""The MPR121's registers, by the names of its data sheet.

The law of this module: addresses and bit fields only, as NXP's data sheet (rev. 4, section 5)
lays them out. The driver and the simulated chip both speak through it, and neither adds to it.
"""

from __future__ import annotations

from enum import IntEnum

ELECTRODES = 12
"""Sensing electrodes of one chip; the thirteenth, proximity channel is not used here."""

OVCF = 0x80
"""Over-current flag: bit 7 of TOUCH_STATUS_H; writing 1 to it clears it."""

CHARGE_TIMES = (0.5, 1, 2, 4, 8, 16, 32)
"""What CDT can be, in µs."""

Configs = tuple[int, int]
"""CONFIG1 and CONFIG2."""

SOFT_RESET_KEY = 0x63
"""The only value SOFT_RESET listens to."""


class Register(IntEnum):
    """Register addresses; a block of several registers is named by its first."""

    TOUCH_STATUS_L = 0x00
    TOUCH_STATUS_H = 0x01
    OOR_STATUS_L = 0x02
    OOR_STATUS_H = 0x03
    FILTERED_DATA = 0x04
    BASELINE = 0x1E
    MHDR = 0x2B
    NHDR = 0x2C
    NCLR = 0x2D
    FDLR = 0x2E
    MHDF = 0x2F
    NHDF = 0x30
    NCLF = 0x31
    FDLF = 0x32
    NHDT = 0x33
    NCLT = 0x34
    FDLT = 0x35
    TOUCH_THRESHOLD = 0x41
    RELEASE_THRESHOLD = 0x42
    DEBOUNCE = 0x5B
    CONFIG1 = 0x5C
    CONFIG2 = 0x5D
    ECR = 0x5E
    CDC = 0x5F
    CDT = 0x6C
    GPIO_CTL0 = 0x73
    GPIO_TOGGLE = 0x7A
    AUTO_CONFIG0 = 0x7B
    AUTO_CONFIG1 = 0x7C
    USL = 0x7D
    LSL = 0x7E
    TL = 0x7F
    SOFT_RESET = 0x80


class CalibrationLock(IntEnum):
    """What ECR bits 7–6 (CL) make of the baselines when run mode begins."""

    TRACK_FROM_REGISTER = 0
    NO_TRACKING = 1
    LOAD_FIVE_BITS = 2
    LOAD_TEN_BITS = 3


ECR_STOP = 0x00
"""Stop mode: nothing is sensed and every setting can be written."""


ECR_PADS = 0x3F
"""The bits of ECR that are not all 0 in run mode."""


def ecr_run(lock: CalibrationLock) -> int:
    """Give the ECR value that runs all twelve electrodes under `lock`."""
    return lock << 6 | ELECTRODES


def update_period(config2: int) -> float:
    """Give the seconds between updates of the filtered data: ESI × SFI, from CONFIG2.

    ESI (bits 2–0) is 1 ms doubled n times; SFI (bits 4–3) is 4, 6, 10 or 18 samples.
    """
    return sample_interval(config2) * second_filter_samples(config2)


def sample_interval(config2: int) -> float:
    """Give ESI, the electrode sample interval, in seconds."""
    return float(1 << (config2 & 0x07)) / 1000


def second_filter_samples(config2: int) -> int:
    """Give SFI, the samples the second filter averages into one update."""
    return (4, 6, 10, 18)[config2 >> 3 & 0x03]


def charge_current(config1: int) -> int:
    """Give CDC, the charge current in µA: 0 (off) to 63."""
    return config1 & 0x3F


def charge_time(code: int) -> float:
    """Give CDT in µs from its three-bit code: 0 is off, then 0.5 doubled to 32."""
    return 2.0 ** (code - 2) if code else 0.0


def with_charge(config1: int, config2: int, microamperes: int, microseconds: float) -> Configs:
    """Give CONFIG1 and CONFIG2 with another charge: 1 to 63 µA, for one of `CHARGE_TIMES`."""
    code = CHARGE_TIMES.index(microseconds) + 1
    return config1 & ~0x3F | microamperes, config2 & 0x1F | code << 5
