"""The whole board as a panel: touch chips, lights and buttons behind one contract.

The law of this module: it wires, and decides nothing. A light chain that fails is reported once
and tried again with every frame; a touch chip that fails is its watch's business.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from iye_hw.board_map import BoardMap
from iye_hw.buttons import Button
from iye_hw.host import Host
from iye_hw.light_chain import LightChain, WireOrder
from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.panel import PadReading, PanelEvent, Sink, Timeline
from iye_hw.touch import TouchGrid
from iye_hw.touch_chip import TouchChip
from iye_hw.touch_settings import COUNTS_A_BASELINE, TouchSettings

_LIGHTS = "lights"


@dataclass(frozen=True, slots=True)
class Calibration:
    """The empty board's baselines: for each pad a register value, high 8 of 10 bits.

    Raises ValueError, naming the pad, if one is not 0 to 255.
    """

    baselines: Mapping[str, int]

    def __post_init__(self) -> None:
        for pad, baseline in self.baselines.items():
            if not 0 <= baseline <= 0xFF:
                raise ValueError(f"the baseline of pad {pad} is {baseline}: it goes from 0 to 255")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a panel drives, real or simulated: an I²C object of the Blinka kind, lights, pins."""

    i2c: Any
    chain: LightChain
    pin_factory: Any


class BoardPanel:
    """A panel made of parts that are handed in.

    Raises ValueError if the calibration lacks a pad.
    """

    def __init__(
        self,
        board: BoardMap,
        parts: Parts,
        timeline: Timeline,
        *,
        calibration: Calibration | None = None,
        settings: TouchSettings | None = None,
    ) -> None:
        _check_calibration(calibration, board)
        self.board = board
        self.pads = board.pads
        self.calibration = calibration
        """The baselines in use; measured by `start` if none were given."""
        self.parts = parts
        self._settings = settings or TouchSettings()
        self._host = Host(parts.pin_factory, timeline, self._deliver)
        self._order = WireOrder(board)
        self._sink: Sink | None = None
        self._chain_failed = False
        self._closed = False
        self._chips: tuple[TouchChip, ...] = ()
        self._open: list[TouchGrid | Button] = []
        self._grid: TouchGrid | None = None

    @property
    def cared_at(self) -> float:
        """The moment at which the chips were last looked after; long ago before they listen."""
        return -math.inf if self._grid is None else self._grid.cared_at

    async def start(self, sink: Sink) -> None:
        """Bring the chips up and report to `sink`, pads already touched first.

        Takes about twenty updates (80 ms) of an empty board if there is no calibration yet.
        Raises TouchChipError if a chip does not answer or does not keep its settings.
        """
        self._sink, self._chain_failed = sink, False
        chips = [TouchChip(self.parts.i2c, address) for address in self.board.chips]
        if self.calibration is None:
            self.calibration = await self._measure(chips)
        for number, chip in enumerate(chips):
            self._set_up(number, chip, self.calibration)
        await asyncio.sleep(self._settings.settling_time)
        self._listen(chips)

    def show(self, frame: bytes) -> None:
        """Put a frame on the lights; a chain that fails is complained about once.

        Raises ValueError if the frame is not three bytes a pad.
        """
        wire = self._order.wire(frame)
        try:
            self.parts.chain.send(wire)
        except OSError as error:
            self._chain_fails(error)
        else:
            self._chain_works()

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now; a pad whose chip does not answer is left out."""
        found = [self._readings_of(number, chip) for number, chip in enumerate(self._chips)]
        return {pad: reading for readings in found for pad, reading in readings.items()}

    def close(self) -> None:
        """Put the lights out and let go of the hardware; closing twice is fine."""
        if self._closed:
            return
        self._closed = True
        for device in self._open:
            device.close()
        with suppress(OSError):  # a dead chain is dark, or beyond help
            self.parts.chain.send(bytes(3 * self.board.light_count))
        self.parts.chain.close()

    def _readings_of(self, number: int, chip: TouchChip) -> dict[str, PadReading]:
        if self.calibration is None:
            return {}
        try:
            filtered = chip.readings()
        except OSError:
            return {}
        return {
            place.name: PadReading(
                filtered[place.electrode],
                self.calibration.baselines[place.name] * COUNTS_A_BASELINE,
                self._settings.touch_threshold,
            )
            for place in self.board.on_chip(number)
        }

    def _set_up(self, number: int, chip: TouchChip, calibration: Calibration) -> None:
        """Configure a chip; an electrode that is no pad's gets the baseline 0 and never fires."""
        places = self.board.on_chip(number)
        baselines = [0] * ELECTRODES
        for place in places:
            baselines[place.electrode] = calibration.baselines[place.name]
        chip.configure(self._settings, baselines)
        for finding in chip.self_test({place.electrode: place.name for place in places}):
            self._host.complain(finding)

    def _listen(self, chips: Sequence[TouchChip]) -> None:
        if self._closed:
            return
        self._chips = tuple(chips)
        grid = TouchGrid(self.board, chips, self._settings, self._host)
        self._grid = grid
        self._open = [grid]
        self._open += [Button(name, pin, self._host) for name, pin in self.board.buttons]
        grid.look()

    async def _measure(self, chips: Sequence[TouchChip]) -> Calibration:
        measured = await asyncio.gather(*(chip.measure_baselines(self._settings) for chip in chips))
        return Calibration(
            {place.name: measured[place.chip][place.electrode] for place in self.board.places}
        )

    def _chain_fails(self, error: OSError) -> None:
        if not self._chain_failed:
            self._chain_failed = True
            self._host.complain(str(error), _LIGHTS)

    def _chain_works(self) -> None:
        if self._chain_failed:
            self._chain_failed = False
            self._host.complain(
                "the lights work again: nothing is to be done", _LIGHTS, mended=True
            )

    def _deliver(self, event: PanelEvent) -> None:
        if self._sink is not None and not self._closed:
            self._sink(event)


def _check_calibration(calibration: Calibration | None, board: BoardMap) -> None:
    missing = set() if calibration is None else set(board.pads) - set(calibration.baselines)
    if missing:
        raise ValueError(
            f"the calibration lacks pad {min(missing)}: calibrate the empty board again"
        )
