"""The light chain by rpi_ws281x: a frame as SPI, PWM or PCM bits (every Pi before the Pi 5).

The law of this module: the library's strip is either begun and cleaned up here, or forgotten. Its
own clean-up at exit reads freed memory when begin() has failed, which ends the interpreter; so it
is called off. Frames come linear in light and dimmed: there is no gamma and no brightness here.
"""

from __future__ import annotations

import atexit
import re
import sys
from enum import IntEnum
from typing import Any, Final

from iye_hw.light_chain import LightChainError
from iye_hw.sentence import sentence

DMA_CHANNEL: Final = 10
"""The library's own choice. Channel 5 belongs to the card's controller on some Pis, and using it
destroys what is on the card."""

_FULL: Final = 255
_HERTZ: Final = 800_000
_FORBIDDEN_DMA: Final = 5


class Output(IntEnum):
    """How the bits leave the Pi, by the pin (BCM number) that means it to the library."""

    SPI = 10
    PWM = 18
    PCM = 21


NO_ROOT: Final = sentence(
    'set lights.backend to "spi", with the data line on GPIO 10, or give the service root by'
    " systemd/root-for-lights.conf"
)
"""What to do where PWM or PCM is wanted and nobody is root."""

_ROOT: Final = sentence("PWM and PCM need root, which the service lacks; {remedy}", remedy=NO_ROOT)
_REMEDIES: Final = {
    -2: sentence("the Pi is out of memory: end other programs"),
    -3: sentence(
        'the library does not know this Pi: on a Pi 5 set lights.backend to "pio", else install a'
        " newer rpi_ws281x"
    ),
    -4: _ROOT,
    -5: _ROOT,
    -6: _ROOT,
    -7: sentence("its pins cannot be reached: add this user to the group gpio"),
    -8: sentence(
        "the PWM is taken: put dtparam=audio=off into the boot file, since sound uses it too"
    ),
    -9: _ROOT,
    -10: sentence('the DMA channel is taken: set lights.backend to "spi", which uses none'),
    -11: sentence("the data line is on a pin that cannot do this: use GPIO 10, 18 or 21"),
    -12: sentence("the PCM is taken: take the sound card's overlay out of the boot file"),
    -13: sentence(
        "/dev/spidev0.0 cannot be used: put dtparam=spi=on into the boot file, add this user to the"
        " groups spi and gpio, and start again"
    ),
    -14: sentence("the SPI did not take the frame: put spidev.bufsiz=32768 into cmdline.txt"),
}
"""What to do about each of the library's codes (ws2811.h); SPI is the way that needs no root."""
_UNKNOWN: Final = sentence("check the data line and the boot file")


class Ws281xChain:
    """A chain of `count` lights on the pin of `output`.

    Raises LightChainError, saying what to do, if the library is absent or does not begin;
    ValueError for DMA channel 5.
    """

    def __init__(self, count: int, output: Output = Output.SPI, *, dma: int = DMA_CHANNEL) -> None:
        if dma == _FORBIDDEN_DMA:
            raise ValueError("DMA channel 5 may belong to the card: take 10")
        self._strip: Any = None
        strip = _strip_class()(count, output.value, _HERTZ, dma, False, _FULL)  # noqa: FBT003
        try:
            strip.begin()
        except RuntimeError as error:
            _forget(strip)
            _free(strip)
            raise _explained(error) from error
        self._strip = strip

    def send(self, wire: bytes) -> None:
        """Send green, red, blue for each light. Raises LightChainError if it cannot be sent."""
        if self._strip is None:
            raise LightChainError(sentence("the light chain is closed: start the program again"))
        for light in range(len(wire) // 3):
            green, red, blue = wire[3 * light : 3 * light + 3]
            self._strip[light] = red << 16 | green << 8 | blue
        try:
            self._strip.show()
        except RuntimeError as error:
            raise _explained(error) from error

    def close(self) -> None:
        """Let go of the data line; closing twice is fine."""
        strip, self._strip = self._strip, None
        if strip is not None:
            _forget(strip)
            strip._cleanup()  # noqa: SLF001 - the library has no other way to end


def _strip_class() -> Any:
    try:
        from rpi_ws281x import PixelStrip  # noqa: PLC0415 - the law of this package
    except ImportError as error:
        raise LightChainError(
            sentence(
                "the lights' library rpi_ws281x is not installed: install the program with its pi "
                "extra"
            )
        ) from error
    return PixelStrip


def _forget(strip: Any) -> None:
    """Call off what the strip would do when the interpreter ends."""
    atexit.unregister(strip._cleanup)  # noqa: SLF001 - the law of this module


def _free(strip: Any) -> None:
    """Free what a strip that did not begin holds, or the library complains of it at the end."""
    compiled = sys.modules["_rpi_ws281x"]
    compiled.delete_ws2811_t(strip._leds)  # noqa: SLF001 - the law of this module
    strip._leds = None  # noqa: SLF001 - the same


def _explained(error: RuntimeError) -> LightChainError:
    found = re.search(r"code (-?\d+)", str(error))
    code = int(found[1]) if found else 0
    remedy = _REMEDIES.get(code, _UNKNOWN)
    return LightChainError(
        sentence("the lights do not work (code {code}): {remedy}", code=code, remedy=remedy)
    )
