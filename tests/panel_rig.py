"""Benches for the panels' contract: the simulated panel, and the Pi's on simulated chips or real.

Those on simulated chips have hands, and eyes for what the lights show.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from hw_rig import BoardBench
from iye.on_board import open_panel
from iye.settings import read_settings
from iye_hw.board_panel import Parts
from iye_hw.panel import Complaint, Panel, PanelEvent
from iye_hw.pi.lights_ws281x import Ws281xChain
from iye_hw.pi.pi_panel import PiPanel
from iye_hw.simulated.chain import Colour, LightString
from iye_hw.touch_settings import TouchSettings
from ws281x_rig import ws281x


class SimulatedBench(BoardBench):
    """The simulated panel."""

    @property
    def under_test(self) -> Panel:
        return self.panel

    def lights(self) -> dict[str, Colour]:
        return self.panel.lights()


class BlinkasI2C:
    """The simulated bus as Blinka gives it: with an end."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self.ended = False

    def deinit(self) -> None:
        self.ended = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bus, name)


class PiBench(BoardBench):
    """The Pi's panel on simulated chips and pins, with the lights' library on a fake."""

    def __init__(self, settings: TouchSettings | None = None) -> None:
        super().__init__()
        self._fakes = ExitStack()
        self.fake = self._fakes.enter_context(ws281x())
        self.i2c = BlinkasI2C(self.panel.bus)
        board, pins = self.panel.board, self.panel.lines.factory
        self.buzzer_pin: Any = pins.pin(board.buzzer_pin)
        parts = Parts(self.i2c, Ws281xChain(board.light_count), pins)
        self.under_test = PiPanel(board, parts, self.loop, settings=settings)

    def start(self) -> PiBench:
        self.loop.run_until_complete(self.under_test.start(self.events.append))
        self.run_for(0.05)
        return self

    def lights(self) -> dict[str, Colour]:
        string = LightString(self.panel.board.light_count)
        for wire in self.fake.wire:
            string.shift(wire)
            string.reset()
        shown = string.colours()
        return {place.name: shown[place.light] for place in self.panel.board.places}

    def close(self) -> None:
        self.under_test.close()
        self.loop.close()
        self._fakes.close()


class DeviceBench:
    """A real board as this machine's settings have it, empty and untouched, with nobody at it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.events: list[PanelEvent] = []
        try:
            self.under_test = open_panel(read_settings(None), "pi", None, self.loop)
        except BaseException:
            self.loop.close()
            raise

    def start(self) -> DeviceBench:
        self.loop.run_until_complete(self.under_test.start(self.events.append))
        self.run_for(0.5)
        return self

    def run_for(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    @property
    def sentences(self) -> list[str]:
        return [event.sentence for event in self.events if isinstance(event, Complaint)]

    def close(self) -> None:
        self.under_test.close()
        self.loop.close()
