"""One MPR121 as this board uses it, on Adafruit's own class.

The law of this module: settings are written in stop mode, the chip runs with baseline tracking
off, and what was written is read back. Adafruit's `_write_register_byte` and threshold setters
restart the chip with ECR 0x8F, which reloads every baseline and makes a standing drum disappear;
so after start-up nothing here goes through them but ECR itself.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from iye_hw.adafruit import MPR121
from iye_hw.chip_wiring import chip_name, lost_settings, not_answering
from iye_hw.mpr121_registers import (
    ECR_PADS,
    ECR_STOP,
    ELECTRODES,
    OVCF,
    CalibrationLock,
    Register,
    ecr_run,
)
from iye_hw.sentence import Sentence, sentence
from iye_hw.touch_settings import (
    COUNTS_A_BASELINE,
    HIGHEST_BASELINE,
    Block,
    TouchSettings,
    register_blocks,
)

MEASURED_UPDATES = 16
"""Updates averaged into a measured baseline; the first ones after a start are left out."""

_SKIPPED_UPDATES = 4
_NEVER_SET = 0x6000
"""Bits 6 and 5 of the status's second byte: the data sheet has nothing there."""
_PLAY = ecr_run(CalibrationLock.NO_TRACKING)
_MEASURE = ecr_run(CalibrationLock.LOAD_TEN_BITS)


class TouchChipError(RuntimeError):
    """A touch chip is absent or does not do what it was told; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class ChipStatus:
    """What one status read says: a bit for each touched electrode, and the over-current flag."""

    touched: int
    over_current: bool


class TouchChip(MPR121):  # type: ignore[misc]  # Adafruit's class has no types
    """An MPR121 at `address` on an I²C object of the Blinka kind.

    Raises TouchChipError if the chip does not answer, or not as an MPR121. The reads
    used while playing (`status`, `readings`, `keeps_settings`) raise OSError if it stops answering;
    everything else raises TouchChipError.
    """

    def __init__(self, i2c: Any, address: int) -> None:
        self.name = chip_name(address)
        self._blocks: tuple[Block, ...] = ()
        with self._must_answer():
            super().__init__(i2c, address)

    @property
    def not_answering(self) -> str:
        """What to tell a person when the chip does not answer."""
        return not_answering(self.name)

    def configure(self, settings: TouchSettings, baselines: Sequence[int]) -> None:
        """Stop, write all settings and baselines, run with tracking off, and read all back.

        `baselines` are twelve register values (high 8 of 10 bits). Raises TouchChipError naming
        chip and register if one did not keep what was written; ValueError if the baselines are
        not twelve bytes.
        """
        self._blocks = register_blocks(settings, baselines)
        with self._must_answer():
            self._apply()

    def restore(self) -> None:
        """Reset the chip, then do again what `configure` did, after it had lost its settings.

        Raises TouchChipError if the chip does not answer as an MPR121, or as `configure` does.
        """
        self.come_to_itself()
        with self._must_answer():
            self._apply()

    def come_to_itself(self) -> None:
        """Reset the chip, whatever had happened to it. Raises TouchChipError as `restore` does."""
        with self._must_answer():
            self._write(Register.TOUCH_STATUS_H, bytes([OVCF]))  # or it would refuse to run
            self.reset()

    async def measure_baselines(self, settings: TouchSettings) -> tuple[int, ...]:
        """Measure as `measuring` does, and wait for it."""
        steps = self.measuring(settings)
        while True:
            try:
                wait = next(steps)
            except StopIteration as done:
                measured: tuple[int, ...] = done.value
                return measured
            await asyncio.sleep(wait)

    def measuring(self, settings: TouchSettings) -> Generator[float, None, tuple[int, ...]]:
        """Measure an empty board: give twelve baseline register values; leaves the chip stopped.

        A generator of the seconds to wait before it goes on, about twenty updates in all. Run mode
        begins with CL = 11, so what already lies there raises no interrupt. Raises TouchChipError
        if the chip stops answering, or was reset meanwhile: then it has read zeros.
        """
        blocks = register_blocks(settings, bytes(ELECTRODES))
        with self._must_answer():
            self._stop_and_write(blocks)
            self._write_register_byte(Register.ECR, _MEASURE)
            yield settings.period * _SKIPPED_UPDATES
            sums = [0] * ELECTRODES
            for _ in range(MEASURED_UPDATES):
                yield settings.period
                sums = [total + data for total, data in zip(sums, self.readings(), strict=True)]
            self._check_that_it_measures(dict(blocks)[Register.DEBOUNCE])
            self._write_register_byte(Register.ECR, ECR_STOP)
        steps = (round(total / MEASURED_UPDATES / COUNTS_A_BASELINE) for total in sums)
        return tuple(min(step, HIGHEST_BASELINE) for step in steps)  # 1023 counts round to 256

    def _check_that_it_measures(self, charge: bytes) -> None:
        """See that 0x5B–5D are as written, and the pads on.

        Of ECR's lock the data sheet promises nothing once the baselines are loaded.
        """
        self._check(Register.DEBOUNCE, charge)
        if not self._read(Register.ECR, 1)[0] & ECR_PADS:
            raise TouchChipError(lost_settings(self.name))

    def status(self) -> ChipStatus:
        """Read the touch status: one transaction of five bytes, which also ends the interrupt.

        Raises OSError if the chip does not answer, or what it says cannot be.
        """
        word = self.touched()
        if word & _NEVER_SET:
            raise OSError(errno.EIO, f"{self.name} says 0x{word:04X}, which is no status")
        return ChipStatus(word & 0x0FFF, bool(word >> 8 & OVCF))

    def readings(self) -> tuple[int, ...]:
        """Read the twelve filtered data (10 bits, counts) in one transaction."""
        raw = self._read(Register.FILTERED_DATA, 2 * ELECTRODES)
        return tuple(low | high << 8 for low, high in zip(raw[::2], raw[1::2], strict=True))

    def self_test(self, names: Mapping[int, str]) -> dict[str, Sentence]:
        """Look for pads that cannot work; give a sentence for each, by name.

        `names` says which electrodes are pads, and what a person calls them. A baseline of 0 can
        never be undercut, so that pad would never fire; out of range is what 0x02–03 say.
        """
        with self._must_answer():
            baselines = self._read(Register.BASELINE, ELECTRODES)
            low, high = self._read(Register.OOR_STATUS_L, 2)
        out_of_range = low | high << 8
        never_fires = {
            name: sentence(
                "pad {pad} can never fire: its baseline on {chip} is 0; "
                "empty the board and calibrate it",
                pad=name,
                chip=self.name,
            )
            for electrode, name in names.items()
            if baselines[electrode] == 0
        }
        outside = {
            name: sentence(
                "pad {pad} reads out of range on {chip}: check its wire for a break or a short",
                pad=name,
                chip=self.name,
            )
            for electrode, name in names.items()
            if out_of_range >> electrode & 1
        }
        return outside | never_fires

    def keeps_settings(self) -> bool:
        """Read 0x5B–5E and tell whether they are still as `configure` left them.

        A chip whose supply has dipped answers as if nothing had happened, with reset values.
        """
        expected = dict(self._blocks)[Register.DEBOUNCE] + bytes([_PLAY])
        return self._read(Register.DEBOUNCE, len(expected)) == expected

    @contextmanager
    def _must_answer(self) -> Iterator[None]:
        """Turn every way in which the chip or Adafruit's class gives up into one sentence."""
        try:
            yield
        except TouchChipError:
            raise
        except (OSError, RuntimeError, ValueError) as error:
            raise TouchChipError(self.not_answering) from error

    def _apply(self) -> None:
        self._stop_and_write(self._blocks)
        self._write_register_byte(Register.ECR, _PLAY)
        for first, values in (*self._blocks, (Register.ECR, bytes([_PLAY]))):
            self._check(first, values)

    def _stop_and_write(self, blocks: Sequence[Block]) -> None:
        self._write_register_byte(Register.ECR, ECR_STOP)
        for first, values in blocks:
            self._write(first, values)

    def _check(self, first: Register, values: bytes) -> None:
        for place, (wrote, reads) in enumerate(
            zip(values, self._read(first, len(values)), strict=True)
        ):
            if wrote != reads:
                raise TouchChipError(
                    sentence(
                        "{chip} did not keep register {register}: {wrote} was written, it reads "
                        "{reads}; check its supply and start again",
                        chip=self.name,
                        register=f"0x{first + place:02X} ({first.name}+{place})",
                        wrote=f"0x{wrote:02X}",
                        reads=f"0x{reads:02X}",
                    )
                )

    def _write(self, first: Register, values: bytes) -> None:
        with self._i2c:
            self._i2c.write(bytes([first]) + values)

    def _read(self, first: Register, count: int) -> bytes:
        answer = bytearray(count)
        self._read_register_bytes(first, answer)
        return bytes(answer)
