"""The whole board as a panel: touch chips, lights and buttons behind one contract.

The law of this module: it wires, and decides nothing. A light chain that fails is reported once
and tried again until it works; a touch chip that fails, or is not there when the board starts, is
its watch's business. Nothing that happens while the board runs raises.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from iye_hw.board_map import BoardMap
from iye_hw.buttons import Button
from iye_hw.chip_watch import ChipWatch
from iye_hw.chip_wiring import wirings
from iye_hw.host import Host
from iye_hw.light_chain import LightChain, WireOrder
from iye_hw.panel import Cancellable, PadReading, PanelEvent, Sink, Timeline
from iye_hw.sentence import sentence, sentence_of
from iye_hw.touch import TouchGrid
from iye_hw.touch_settings import COUNTS_A_BASELINE, TouchSettings

_LOG: Final = logging.getLogger(__name__)

_LIGHTS = "lights"

LIGHTS_AGAIN: Final = 1.0
"""Seconds between tries at a light chain that has failed."""


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

    Raises ValueError if the calibration lacks a pad; the pads of a whole chip may be missing.
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
        self._given = calibration
        self.parts = parts
        self._settings = settings or TouchSettings()
        self._host = Host(parts.pin_factory, timeline, self._deliver)
        self._order = WireOrder(board)
        self._sink: Sink | None = None
        self._chain_failed = False
        self._again: Cancellable | None = None
        self._closed = False
        self._grid: TouchGrid | None = None
        self.drift_followed: Callable[[], None] = lambda: None
        """Called when all baselines have followed the drift; see `calibration`."""
        self._buttons: list[Button] = []

    @property
    def calibration(self) -> Calibration | None:
        """The baselines in use: as given, measured where none were given, and drift followed.

        The pads of a chip that has not been measured yet are missing.
        """
        if self._grid is None:
            return self._given
        return Calibration(
            {
                pad: watch.baselines[place]
                for watch in self._grid.watches
                if watch.baselines is not None
                for place, pad in watch.wiring.pads.items()
            }
        )

    @property
    def cared_at(self) -> float:
        """The moment at which the chips were last looked after; long ago before they listen."""
        return -math.inf if self._grid is None else self._grid.cared_at

    async def start(self, sink: Sink) -> None:
        """Bring the chips up and report to `sink`, pads already touched first.

        Takes about twenty updates (80 ms) of an empty board where there are no baselines yet. A
        chip that does not answer is complained about, and brought up when it does.
        """
        self._sink, self._chain_failed = sink, False
        baselines = {} if self._given is None else self._given.baselines
        grid = TouchGrid(self.board, self.parts.i2c, baselines, self._settings, self._host)
        self._grid = grid
        grid.drift.followed = self._drift_followed
        await asyncio.gather(*(_bring_up(watch) for watch in grid.watches))
        if self._closed:
            grid.close()
            return
        self._buttons = [
            button for name, pin in self.board.buttons for button in self._button(name, pin)
        ]
        grid.open()

    def show(self, frame: bytes) -> None:
        """Put a frame on the lights; a chain that fails is complained about once.

        It is tried again by itself. Raises ValueError if the frame is not three bytes a pad.
        """
        wire = self._order.wire(frame)
        if self._again is not None:
            self._again.cancel()
            self._again = None
        self._send(wire)

    def _send(self, wire: bytes) -> None:
        if self._closed:
            return
        try:
            self.parts.chain.send(wire)
        except Exception as error:  # noqa: BLE001 - the game goes on without lights, whatever it is
            self._chain_fails(error)
            self._again = self._host.later(LIGHTS_AGAIN, lambda: self._send(wire))
        else:
            self._chain_works()

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now; a pad whose chip does not answer is left out."""
        watches = () if self._grid is None else self._grid.watches
        found = [self._readings_of(watch) for watch in watches]
        return {pad: reading for readings in found for pad, reading in readings.items()}

    def close(self) -> None:
        """Put the lights out and let go of the hardware; closing twice is fine."""
        if self._closed:
            return
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        closing = [button.close for button in self._buttons]
        if self._grid is not None:
            closing.append(self._grid.close)
        dark = bytes(3 * self.board.light_count)
        for step in (*closing, lambda: self.parts.chain.send(dark), self.parts.chain.close):
            with suppress(Exception):  # a dead chain is dark, or beyond help
                step()

    def _drift_followed(self) -> None:
        self.drift_followed()

    def _readings_of(self, watch: ChipWatch) -> dict[str, PadReading]:
        filtered, baselines = watch.readings(), watch.baselines
        if filtered is None or baselines is None:
            return {}
        return {
            pad: PadReading(
                filtered[place],
                baselines[place] * COUNTS_A_BASELINE,
                self._settings.touch_threshold,
            )
            for place, pad in watch.wiring.pads.items()
        }

    def _button(self, name: str, pin: int) -> Iterator[Button]:
        """Give the button, or complain that there is none."""
        try:
            yield Button(name, pin, self._host)
        except Exception as error:  # noqa: BLE001 - each pin factory has errors of its own
            self._host.complain(
                sentence(
                    "button {name} does not work, since GPIO {pin} cannot be had ({error}): "
                    "end what else uses it and start again; the page has it too",
                    name=name,
                    pin=pin,
                    error=error,
                )
            )

    def _chain_fails(self, error: Exception) -> None:
        if not self._chain_failed:
            self._chain_failed = True
            if not isinstance(error, OSError):
                _LOG.error("the light chain failed", exc_info=error)
                what = f"{type(error).__name__}: {error}"
                error = OSError(sentence("the lights do not work ({error})", error=what))
            self._host.complain(sentence_of(error), _LIGHTS)

    def _chain_works(self) -> None:
        if self._chain_failed:
            self._chain_failed = False
            self._host.complain(
                sentence("the lights work again: nothing is to be done"), _LIGHTS, mended=True
            )

    def _deliver(self, event: PanelEvent) -> None:
        if self._sink is None or self._closed:
            return
        try:
            self._sink(event)
        except Exception as error:  # noqa: BLE001 - one event that goes wrong ends nothing
            self._host.stumbled(f"what comes of a {type(event).__name__}", error)


async def _bring_up(watch: ChipWatch) -> None:
    """Bring a chip up for the first time, or leave it to its watch to try again."""
    try:
        for wait in watch.bringing_up():
            await asyncio.sleep(wait)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other chips play on
        watch.begin(error)
    else:
        watch.begin()


def _check_calibration(calibration: Calibration | None, board: BoardMap) -> None:
    """Raise ValueError if a pad is missing; a whole chip may be, and is then measured."""
    known = {} if calibration is None else calibration.baselines
    for wiring in wirings(board):
        missing = set(wiring.pads.values()) - set(known)
        if missing and wiring.baselines(known) is not None:
            raise ValueError(
                f"the calibration lacks pad {min(missing)}: calibrate the empty board again"
            )
