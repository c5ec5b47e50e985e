"""Which way the lights are driven on this Pi.

The law of this module: the choice and its reason are said in the log, and no choice ends a game.
Lights that cannot be had are a chain that complains with every frame and stays dark until they can.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

from iye_hw.light_chain import LightChain, LightChainError
from iye_hw.pi.lights_pio import DEVICE, PioChain
from iye_hw.pi.lights_ws281x import Output, Ws281xChain
from iye_hw.pi.model import PiModel
from iye_hw.sentence import sentence, sentence_of

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


SOON: Final = 5.0
SELDOM: Final = 300.0
"""Seconds before lights that could not be had are tried again: the first time, and at most. Each
try that fails doubles them, since the library writes a line of its own into the log."""


class DarkChain:
    """A chain that could not be had: frames are refused with the sentence why, until it can be.

    `open_chain` is tried again when a frame comes and the time for it, by `clock`, has.
    """

    def __init__(
        self,
        why: str,
        open_chain: Callable[[], LightChain],
        clock: Callable[[], float],
    ) -> None:
        self._why = why
        self._open_chain = open_chain
        self._clock = clock
        self._wait = SOON
        self._next = clock() + SOON
        self._chain: LightChain | None = None

    def send(self, wire: bytes) -> None:
        """Send a frame as soon as there is a chain. Raises LightChainError until then."""
        if self._chain is None:
            self._chain = self._tried()
        self._chain.send(wire)

    def close(self) -> None:
        """Let go of what may have been had in the end; closing twice is fine."""
        self._next = math.inf
        if self._chain is not None:
            self._chain.close()

    def _tried(self) -> LightChain:
        if self._clock() < self._next:
            raise LightChainError(self._why)
        self._wait = min(2 * self._wait, SELDOM)
        self._next = self._clock() + self._wait
        try:
            chain = self._open_chain()
        except LightChainError as error:
            self._why = sentence_of(error)
            raise
        _LOG.info("lights: they can be had now")
        return chain


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
    wanted: Backend,
    model: PiModel | None,
    count: int,
    *,
    device: Path = DEVICE,
    clock: Callable[[], float] = time.monotonic,
) -> LightChain:
    """Open a chain of `count` lights; one that cannot be opened is a `DarkChain`."""
    chosen, why = (
        (wanted, "the settings say so") if wanted is not Backend.AUTO else (fitting_backend(model))
    )
    _LOG.info("lights: %s, because %s", chosen.value, why)
    open_chain = partial(_open, chosen, count, device)
    try:
        return open_chain()
    except LightChainError as error:
        _LOG.warning("lights: none, because %s", error)
        return DarkChain(sentence_of(error), open_chain, clock)


def _open(chosen: Backend, count: int, device: Path) -> LightChain:
    """Open a chain. Raises LightChainError, whatever a library of its own make may raise."""
    try:
        return _opened(chosen, count, device)
    except LightChainError:
        raise
    except Exception as error:
        _LOG.exception("lights: their driver failed")
        what = f"{type(error).__name__}: {error}"
        raise LightChainError(sentence("the lights do not work ({error})", error=what)) from error


def _opened(chosen: Backend, count: int, device: Path) -> LightChain:
    if chosen is Backend.NONE:
        return NoChain()
    if chosen is Backend.PIO:
        return PioChain(count, device)
    return Ws281xChain(count, _OUTPUTS[chosen])
