"""The whole board on a Raspberry Pi.

The law of this module: it opens what the Pi has and wires it to the panel's code, which is the one
that the simulated board runs. Bus and pins have to be there; lights and buzzer may be missing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from iye_hw.board_map import BoardMap
from iye_hw.board_panel import BoardPanel, Calibration, Parts
from iye_hw.panel import Timeline
from iye_hw.pi.buzzer import Beat, Buzzer
from iye_hw.pi.i2c import open_i2c
from iye_hw.pi.lights import Backend, choose_lights
from iye_hw.pi.lights_pio import DEVICE
from iye_hw.pi.model import read_model
from iye_hw.pi.pins import open_pins
from iye_hw.touch_settings import TouchSettings

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LightWishes:
    """Which way the lights are to be driven, and the Pi 5's device."""

    backend: Backend = Backend.AUTO
    device: Path = DEVICE


class PiPanel(BoardPanel):
    """A panel on a Pi's parts, which are handed in and let go of with it."""

    def __init__(  # noqa: PLR0913 - each is a choice of whoever runs the board
        self,
        board: BoardMap,
        parts: Parts,
        timeline: Timeline,
        *,
        calibration: Calibration | None = None,
        settings: TouchSettings | None = None,
        sound: bool = True,
    ) -> None:
        super().__init__(board, parts, timeline, calibration=calibration, settings=settings)
        self._buzzer = _buzzer(board, parts, timeline) if sound else None

    def play(self, beats: Sequence[Beat]) -> None:
        """Play beats on the buzzer, if there is one."""
        if self._buzzer is not None:
            self._buzzer.play(beats)

    def close(self) -> None:
        """Put the lights out and let go of everything; closing twice is fine."""
        if self._buzzer is not None:
            self._buzzer.close()
        super().close()
        for let_go in (self.parts.pin_factory.close, getattr(self.parts.i2c, "deinit", None)):
            if let_go is not None:
                with suppress(OSError):
                    let_go()


def open_parts(board: BoardMap, lights: LightWishes, *, root: Path = Path("/")) -> Parts:
    """Open a Pi's bus, pins and lights.

    Raises I2CError or PinsError if there is no bus or there are no pins; lights that are missing
    are a chain that says so.
    """
    with ExitStack() as undo:
        i2c = open_i2c(board.bus, root=root)
        undo.callback(i2c.deinit)
        pins = open_pins()
        undo.pop_all()
    chain = choose_lights(lights.backend, read_model(root), board.light_count, device=lights.device)
    return Parts(i2c, chain, pins)


def _buzzer(board: BoardMap, parts: Parts, timeline: Timeline) -> Buzzer | None:
    try:
        return Buzzer(board.buzzer_pin, parts.pin_factory, timeline)
    except Exception as error:  # noqa: BLE001 - gpiozero and lgpio have their own; a drum is no reason
        _LOG.warning("buzzer: none, because %s", error)
        return None
