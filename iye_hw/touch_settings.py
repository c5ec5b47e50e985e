"""How a touch chip is to sense, and the register values that say so.

The law of this module: every register the chip's behaviour hangs on is in `register_blocks`, so
what is written and what is checked afterwards are the same table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iye_hw.mpr121_registers import ELECTRODES, Register, update_period

COUNTS_A_BASELINE = 4
"""A baseline register holds the high 8 of 10 bits: one step is four counts."""
HIGHEST_BASELINE = 0xFF

_MAX_DEBOUNCE = 7


@dataclass(frozen=True, slots=True)
class BaselineFilter:
    """MHD, NHD, NCL and FDL of one scenario (data sheet 5.6)."""

    max_half_delta: int
    noise_half_delta: int
    noise_count_limit: int
    filter_delay_limit: int

    def registers(self) -> bytes:
        """Give the four register values in their order."""
        return bytes(
            (
                self.max_half_delta,
                self.noise_half_delta,
                self.noise_count_limit,
                self.filter_delay_limit,
            )
        )


@dataclass(frozen=True, slots=True)
class Care:
    """How touch chips are looked after. Times in seconds.

    `retries`: the pauses before each retry of a read; `revive_first`: before the first attempt to
    bring a lost chip back, `revive_every`: between those after it; a chip lost again within
    `falters` of coming back has to work for `proves_itself` before that is said; `start_up`:
    allowed to a chip brought back beyond its settling time, since the data sheet gives no figure
    for leaving stop mode and an early read would be a false release.

    `look_again`: before the next look at an interrupt line that stays low; `line_low`: after which
    one that never rises is spoken of; `net`: between looks at the chips while the line cannot be
    trusted, which is the most that this costs; `health_check`: between reads of the settings and
    the status, which also find what the line did not tell (None: never).

    `held_alone`: between looks at pads whose chip, set up anew, does not feel any more what they
    still carry; `stuck_after`: after which a pad that stays touched while others are used is
    spoken of; `drift`: between looks at the slow drift (None: never).
    """

    retries: tuple[float, ...] = (0.005, 0.02, 0.1)
    revive_first: float = 0.1
    revive_every: float = 1.0
    falters: float = 3.0
    proves_itself: float = 10.0
    start_up: float = 0.03
    look_again: float = 0.05
    line_low: float = 1.0
    net: float = 0.1
    health_check: float | None = None
    held_alone: float = 0.25
    stuck_after: float = 60.0
    drift: float | None = None


@dataclass(frozen=True, slots=True)
class TouchSettings:
    """How all pads of the board sense, and how their chips are looked after.

    Thresholds are in ADC counts below the baseline; debounce is in further agreeing updates. The
    charge, 16 µA for 0.5 µs, and the 4 ms update are those Adafruit's class sets; the filters are
    those of NXP's quick start guide (AN3944). The filters rest while tracking is off, and hold
    back the baseline, should anything ever turn it on. Raises ValueError for what a register
    cannot hold, and for a release threshold that is not below the touch threshold.
    """

    touch_threshold: int = 12
    release_threshold: int = 6
    touch_debounce: int = 1
    release_debounce: int = 1
    config1: int = 0x10
    config2: int = 0x20
    rising: BaselineFilter = BaselineFilter(1, 1, 0, 0)
    falling: BaselineFilter = BaselineFilter(1, 1, 0xFF, 2)
    care: Care = Care()

    def __post_init__(self) -> None:
        if not 0 <= self.release_threshold < self.touch_threshold <= 0xFF:
            raise ValueError(
                f"thresholds {self.touch_threshold} to touch and {self.release_threshold} to "
                "release leave no room between: set release below touch, both within 0 to 255"
            )
        for debounce in (self.touch_debounce, self.release_debounce):
            if not 0 <= debounce <= _MAX_DEBOUNCE:
                raise ValueError(f"debounce {debounce} does not fit: it goes from 0 to 7")

    @property
    def configs(self) -> tuple[int, int]:
        """CONFIG1 and CONFIG2: the charge by which pads are measured, and the filters."""
        return self.config1, self.config2

    @property
    def period(self) -> float:
        """Seconds between updates of the filtered data."""
        return update_period(self.config2)

    @property
    def settling_time(self) -> float:
        """Seconds from the beginning of run mode until a touched pad shows in the status."""
        return self.period * (max(self.touch_debounce, self.release_debounce) + 2)


Block = tuple[Register, bytes]
"""Values for a register and the ones after it."""


def register_blocks(settings: TouchSettings, baselines: Sequence[int]) -> tuple[Block, ...]:
    """Give what to write in stop mode; `baselines` are twelve register values, 0 to 255.

    Raises ValueError if there are not twelve of them or one does not fit.
    """
    if len(baselines) != ELECTRODES:
        raise ValueError(f"a chip has {ELECTRODES} baselines, not {len(baselines)}")
    thresholds = bytes((settings.touch_threshold, settings.release_threshold))
    debounce = settings.release_debounce << 4 | settings.touch_debounce
    touched_holds_still = bytes(3)
    no_charge_of_their_own = bytes(Register.GPIO_CTL0 - Register.CDC)
    auto_config_off = bytes(2)
    return (
        (Register.BASELINE, bytes(baselines)),
        (
            Register.MHDR,
            settings.rising.registers() + settings.falling.registers() + touched_holds_still,
        ),
        (Register.TOUCH_THRESHOLD, thresholds * ELECTRODES),
        (Register.DEBOUNCE, bytes((debounce, settings.config1, settings.config2))),
        (Register.CDC, no_charge_of_their_own),
        (Register.AUTO_CONFIG0, auto_config_off),
    )
