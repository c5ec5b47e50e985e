"""The whole board as a panel: touch chips, lights and buttons behind one contract.

The law of this module: it wires, and decides nothing. A light chain that fails is reported once
and tried again with every frame; a touch chip that fails is its watch's business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from iye_hw.board_map import BoardMap
from iye_hw.buttons import Button
from iye_hw.light_chain import LightChain, WireOrder
from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.panel import Complaint, PanelEvent, Sink, Timeline
from iye_hw.touch import GridTimes, TouchGrid
from iye_hw.touch_chip import TouchChip
from iye_hw.touch_settings import TouchSettings


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


class BoardPanel:
    """A panel of real parts, or of simulated ones: `i2c`, chain and pin factory are handed in."""

    def __init__(
        self,
        board: BoardMap,
        *,
        i2c: Any,
        chain: LightChain,
        pin_factory: Any,
        timeline: Timeline,
        calibration: Calibration | None = None,
        settings: TouchSettings | None = None,
        times: GridTimes | None = None,
    ) -> None:
        _check_calibration(calibration, board)
        self.board = board
        self.pads = board.pads
        self.calibration = calibration
        """The baselines in use; measured by `start` if none were given."""
        self._settings = settings or TouchSettings()
        self._i2c = i2c
        self._chain = chain
        self._pin_factory = pin_factory
        self._timeline = timeline
        self._times = times
        self._order = WireOrder(board)
        self._sink: Sink | None = None
        self._chain_failed = False
        self._closed = False
        self._grid: TouchGrid | None = None
        self._buttons: list[Button] = []

    async def start(self, sink: Sink) -> None:
        """Bring the chips up and report to `sink`, pads already touched first.

        Takes about twenty updates (80 ms) of an empty board if there is no calibration yet.
        Raises TouchChipError if a chip does not answer or does not keep its settings.
        """
        self._sink = sink
        chips = [TouchChip(self._i2c, address) for address in self.board.chips]
        if self.calibration is None:
            self.calibration = await self._measure(chips)
        baselines = [self._baselines(chip, self.calibration) for chip in range(len(chips))]
        for number, chip in enumerate(chips):
            chip.configure(self._settings, baselines[number])
            for finding in chip.self_test(self._names(number)):
                self._complain(finding)
        await asyncio.sleep(self._settings.settling_time)
        self._listen(chips, baselines)

    def show(self, frame: bytes) -> None:
        """Put a frame on the lights; a chain that fails is complained about once.

        Raises ValueError if the frame is not three bytes a pad.
        """
        wire = self._order.wire(frame)
        try:
            self._chain.send(wire)
        except OSError as error:
            self._chain_fails(error)
        else:
            self._chain_failed = False

    def close(self) -> None:
        """Put the lights out and let go of the hardware; closing twice is fine."""
        if self._closed:
            return
        self._closed = True
        if self._grid is not None:
            self._grid.close()
        for button in self._buttons:
            button.close()
        with suppress(OSError):  # a dead chain is dark, or beyond help
            self._chain.send(bytes(3 * self.board.light_count))
        self._chain.close()

    def _listen(self, chips: Sequence[TouchChip], baselines: Sequence[Sequence[int]]) -> None:
        if self._closed:
            return
        self._grid = TouchGrid(
            self.board,
            chips,
            baselines,
            self._settings,
            pin_factory=self._pin_factory,
            timeline=self._timeline,
            emit=self._deliver,
            complain=self._complain,
            times=self._times,
        )
        self._buttons = [
            Button(
                name,
                pin,
                pin_factory=self._pin_factory,
                timeline=self._timeline,
                emit=self._deliver,
            )
            for name, pin in self.board.buttons
        ]
        self._grid.look()

    async def _measure(self, chips: Sequence[TouchChip]) -> Calibration:
        measured = await asyncio.gather(*(chip.measure_baselines(self._settings) for chip in chips))
        return Calibration(
            {place.name: measured[place.chip][place.electrode] for place in self.board.places}
        )

    def _baselines(self, chip: int, calibration: Calibration) -> list[int]:
        """Give a chip's twelve baselines; an electrode that is no pad's gets 0 and never fires."""
        baselines = [0] * ELECTRODES
        for place in self.board.on_chip(chip):
            baselines[place.electrode] = calibration.baselines[place.name]
        return baselines

    def _names(self, chip: int) -> dict[int, str]:
        return {place.electrode: place.name for place in self.board.on_chip(chip)}

    def _chain_fails(self, error: OSError) -> None:
        if not self._chain_failed:
            self._chain_failed = True
            self._complain(str(error))

    def _complain(self, sentence: str) -> None:
        # Handed over rather than called: who complains may be in the middle of something, and the
        # sink may answer with another frame.
        complaint = Complaint(sentence, self._timeline.time())
        self._timeline.call_soon_threadsafe(self._deliver, complaint)

    def _deliver(self, event: PanelEvent) -> None:
        if self._sink is not None and not self._closed:
            self._sink(event)


def _check_calibration(calibration: Calibration | None, board: BoardMap) -> None:
    missing = set() if calibration is None else set(board.pads) - set(calibration.baselines)
    if missing:
        raise ValueError(
            f"the calibration lacks pad {min(missing)}: calibrate the empty board again"
        )
