"""Measures the empty board and a touch of each pad, and proposes thresholds: `iye calibrate`.

The law of this module: it measures and proposes; thresholds that would not tell a touch from noise
are not proposed, but said to be impossible, by the pad.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from iye.workbench.bench import PATIENCE, Workbench
from iye_hw.board_map import SPARE
from iye_hw.chip_wiring import wirings
from iye_hw.panel import PadReading
from iye_hw.patient_bus import PatientBus
from iye_hw.touch_chip import TouchChip, TouchChipError
from iye_hw.touch_settings import COUNTS_A_BASELINE, TouchSettings

NOISE_SAMPLES: Final = 120
"""Readings by which noise is measured: half a second."""
TOUCH_SAMPLES: Final = 50
"""Readings by which a touch is measured once it is felt."""
CLEAR: Final = 3
"""How many times stronger than noise a touch has to be."""
_MISSED: Final = 5
"""Updates in a row in which a chip may fail to answer before it is said to be gone."""
_FAINTEST: Final = 4
"""Counts below the baseline that can be a touch, however quiet the board is."""


class UnclearError(ValueError):
    """No thresholds would do; the sentence names the pads."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was found of each pad, in counts; a baseline is a register's value.

    `depths` has how far a touch takes a pad below its baseline; those not touched are missing.
    """

    baselines: Mapping[str, int]
    noise: Mapping[str, int]
    depths: Mapping[str, int]

    @property
    def untouched(self) -> tuple[str, ...]:
        """The pads that felt nothing."""
        return tuple(pad for pad in self.baselines if pad != SPARE and pad not in self.depths)

    def thresholds(self) -> tuple[int, int]:
        """Propose counts to touch and to release, the same for all pads.

        Touched is half of the weakest touch, which leaves as much room for a weaker finger as for
        noise; released is half of that, and above all noise. Raises UnclearError.
        """
        if not self.depths:
            raise UnclearError("no pad was touched, so there is nothing to go by: begin again")
        noise = max(self.noise.values())
        unclear = [pad for pad, depth in self.depths.items() if depth < CLEAR * noise + _FAINTEST]
        if unclear:
            raise UnclearError(
                f"a touch of {', '.join(unclear)} is hardly stronger than noise ({noise} counts): "
                "shorten the wires, thin the wood above, or try another power supply"
            )
        touch = min(255, round(min(self.depths.values()) / 2))
        return touch, max(noise + 1, touch // 2)


class Calibration:
    """Measures a board. Raises TouchChipError when a chip does not do as it was told."""

    def __init__(self, bench: Workbench, settings: TouchSettings) -> None:
        self._bench = bench
        self._settings = settings
        self._chips: tuple[TouchChip, ...] = ()
        self._baselines: dict[str, int] = {}

    async def run(self, pads: Iterable[str] | None = None) -> Measurement:
        """Measure the empty board, then ask for a touch of each of `pads`, or of all."""
        bench = self._bench
        bench.light()
        bench.say("the board is measured: leave it empty for a second")
        noise = await self._measure()
        depths = {}
        asked = [pad for pad in bench.board.pads if pad != SPARE] if pads is None else list(pads)
        for pad in asked:
            depth = await self._touch(pad, _FAINTEST + 2 * max(noise.values()))
            if depth is None:
                bench.say(f"{pad} felt nothing: go on with the next; iye panel-test says more")
            else:
                depths[pad] = depth
        bench.light()
        return Measurement(self._baselines, noise, depths)

    async def _measure(self) -> dict[str, int]:
        """Measure the baselines, and give each pad's noise, in counts either way."""
        board = self._bench.board
        bus = PatientBus(self._bench.parts.i2c, asyncio.get_running_loop().time)
        self._chips = tuple(TouchChip(bus, address) for address in board.chips)
        measured = [await chip.measure_baselines(self._settings) for chip in self._chips]
        self._baselines = {
            place.name: measured[place.chip][place.electrode] for place in board.places
        }
        for chip, baselines in zip(self._chips, measured, strict=True):
            chip.configure(self._settings, baselines)
        await asyncio.sleep(self._settings.settling_time)
        samples = [await self._next() for _ in range(NOISE_SAMPLES)]
        self._check()
        return {pad: _noise([sample[pad] for sample in samples]) for pad in board.pads}

    async def _touch(self, pad: str, felt: int) -> int | None:
        """Ask for a touch and give how deep it is; None when nobody touches in time."""
        self._bench.light(pad)
        self._bench.person.asked(pad)
        until = self._out_of_patience()
        while not until():
            if self._depth(await self._next(), pad) > felt:
                depth = await self._deepest(pad)
                await self._let_go(pad, felt)
                self._check()
                return depth
        self._check()
        return None

    async def _deepest(self, pad: str) -> int:
        """Give the depth of a touch under way: the middle of its deeper half."""
        depths = sorted([self._depth(await self._next(), pad) for _ in range(TOUCH_SAMPLES)])
        return depths[3 * TOUCH_SAMPLES // 4]

    async def _let_go(self, pad: str, felt: int) -> None:
        quiet: deque[bool] = deque(maxlen=5)
        until = self._out_of_patience()
        while not until():
            quiet.append(self._depth(await self._next(), pad) <= felt)
            if len(quiet) == quiet.maxlen and all(quiet):
                return

    @staticmethod
    def _out_of_patience() -> Callable[[], bool]:
        """Give what tells when a pad has been waited for long enough, however slow the bus is."""
        now = asyncio.get_running_loop().time
        end = now() + PATIENCE
        return lambda: now() >= end

    def _check(self) -> None:
        """See that what was just measured was not a chip that had lost its settings."""
        for chip, wiring in zip(self._chips, wirings(self._bench.board), strict=True):
            with _answering(chip):
                if chip.status().over_current:
                    raise TouchChipError(wiring.cut_out)
                if not chip.keeps_settings():
                    raise TouchChipError(wiring.lost_settings)

    def _depth(self, readings: Mapping[str, int], pad: str) -> int:
        return self._baselines[pad] * COUNTS_A_BASELINE - readings[pad]

    async def _filtered(self) -> list[tuple[int, ...]]:
        """Read every chip; on a disturbed bus an update may be missed. Raises TouchChipError."""
        for _ in range(_MISSED):
            await asyncio.sleep(self._settings.period)
            with suppress(TouchChipError):
                return [_read(chip) for chip in self._chips]
        return [_read(chip) for chip in self._chips]

    async def _next(self) -> dict[str, int]:
        """Wait for the next update, and give what every pad reads."""
        filtered = await self._filtered()
        readings = {
            place.name: filtered[place.chip][place.electrode] for place in self._bench.board.places
        }
        self._bench.watch(
            {
                pad: PadReading(
                    read, self._baselines[pad] * COUNTS_A_BASELINE, self._settings.touch_threshold
                )
                for pad, read in readings.items()
            }
        )
        return readings


@contextmanager
def _answering(chip: TouchChip) -> Iterator[None]:
    """Have a chip that stops answering be a sentence. Raises TouchChipError."""
    try:
        yield
    except OSError as error:
        raise TouchChipError(chip.not_answering) from error


def _read(chip: TouchChip) -> tuple[int, ...]:
    with _answering(chip):
        return chip.readings()


def _noise(readings: Sequence[int]) -> int:
    middle = sorted(readings)[len(readings) // 2]
    return max(abs(reading - middle) for reading in readings)
