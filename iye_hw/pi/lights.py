"""Which way the lights are driven on this Pi.

The law of this module: the choice and its reason are said in the log, and no choice ends a game.
Lights that cannot be had are a chain that complains with every frame and stays dark.
"""

from __future__ import annotations

import logging
from enum import Enum
from pathlib import Path
from typing import Final

from iye_hw.light_chain import LightChain, LightChainError
from iye_hw.pi.lights_pio import DEVICE, PioChain
from iye_hw.pi.lights_ws281x import Output, Ws281xChain
from iye_hw.pi.model import PiModel

_LOG: Final = logging.getLogger(__name__)


class Backend(Enum):
    """The ways there are; `AUTO` takes the one that fits the Pi, `NONE` is a board without."""

    AUTO = "auto"
    SPI = "spi"
    PWM = "pwm"
    PCM = "pcm"
    PIO = "pio"
    NONE = "none"


_OUTPUTS: Final = {
    Backend.SPI: Output.SPI,
    Backend.PWM: Output.PWM,
    Backend.PCM: Output.PCM,
}


class DarkChain:
    """A chain that cannot be had: every frame is refused with the sentence why."""

    def __init__(self, why: str) -> None:
        self.why = why

    def send(self, _wire: bytes) -> None:
        """Raise LightChainError."""
        raise LightChainError(self.why)

    def close(self) -> None:
        """There is nothing to let go of."""


class NoChain:
    """A board that has no lights, and is asked for none."""

    def send(self, _wire: bytes) -> None:
        """Show nothing."""

    def close(self) -> None:
        """There is nothing to let go of."""


def fitting_backend(model: PiModel | None) -> tuple[Backend, str]:
    """Give the backend for a Pi that is not told which, and why it is that one."""
    if model is None:
        return Backend.SPI, "it needs no root, though this is no Raspberry Pi that we know"
    if model.has_pio:
        return Backend.PIO, f"the {model.name} has it, and rpi_ws281x does not drive this Pi"
    return Backend.SPI, f"it needs no root on the {model.name}"


def choose_lights(
    wanted: Backend, model: PiModel | None, count: int, *, device: Path = DEVICE
) -> LightChain:
    """Open a chain of `count` lights; one that cannot be opened is a `DarkChain`."""
    chosen, why = (
        (wanted, "the settings say so") if wanted is not Backend.AUTO else (fitting_backend(model))
    )
    _LOG.info("lights: %s, because %s", chosen.value, why)
    try:
        return _open(chosen, count, device)
    except LightChainError as error:
        _LOG.warning("lights: none, because %s", error)
        return DarkChain(str(error))


def _open(chosen: Backend, count: int, device: Path) -> LightChain:
    if chosen is Backend.NONE:
        return NoChain()
    if chosen is Backend.PIO:
        return PioChain(count, device)
    return Ws281xChain(count, _OUTPUTS[chosen])
