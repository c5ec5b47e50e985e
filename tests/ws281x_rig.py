"""A stand-in for the compiled half of rpi_ws281x: the twenty names that its strip uses.

It keeps what the library would, and turns the lights into wire bytes as ws2811.c does: each colour
times (brightness + 1) / 256, then through the gamma table, in the order of the strip type. Where
the real module would end the interpreter (a light set, or a clean-up, before it has begun) it
raises `Crash`.
"""

from __future__ import annotations

import atexit
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

GRB = 0x00081000
"""WS2811_STRIP_GRB of ws2811.h: how far red, green and blue are shifted, by byte."""

SENTENCES = {
    -3: "Hardware revision is not supported",
    -5: "mmap() failed",
    -13: "Unable to initialize SPI",
    -14: "SPI transfer error",
}


class Crash(BaseException):
    """The interpreter would be gone."""


@dataclass
class Channel:
    count: int = 0
    gpionum: int = 0
    invert: int = 0
    brightness: int = 0
    gamma: list[int] = field(default_factory=list)
    strip_type: int = 0
    leds: list[int] | None = None


@dataclass
class Leds:
    freq: int = 0
    dmanum: int = 0
    channels: tuple[Channel, Channel] = field(default_factory=lambda: (Channel(), Channel()))
    deleted: bool = False


class FakeWs281x(ModuleType):
    """The module `_rpi_ws281x`; `code` is what begin answers, `render_code` what show does."""

    WS2811_STRIP_GRB = GRB

    def __init__(self, code: int = 0) -> None:
        super().__init__("_rpi_ws281x")
        self.code = code
        self.render_code = 0
        self.made: list[Leds] = []
        self.wire: list[bytes] = []

    def new_ws2811_t(self) -> Leds:
        self.made.append(Leds())
        return self.made[-1]

    def delete_ws2811_t(self, leds: Leds) -> None:
        leds.deleted = True

    def ws2811_channel_get(self, leds: Leds, number: int) -> Channel:
        return leds.channels[number]

    def ws2811_init(self, leds: Leds) -> int:
        if self.code == 0:
            for channel in leds.channels:
                channel.leds = [0] * channel.count
        return self.code

    def ws2811_fini(self, leds: Leds) -> None:
        if leds.channels[0].leds is None:
            raise Crash("clean-up of a strip that has not begun")

    def ws2811_render(self, leds: Leds) -> int:
        if self.render_code == 0:
            self.wire.append(b"".join(_coloured(leds.channels[0])))
        return self.render_code

    def ws2811_get_return_t_str(self, code: int) -> str:
        return SENTENCES.get(code, "another")

    def ws2811_led_get(self, channel: Channel, light: int) -> int:
        return _lights(channel)[light]

    def ws2811_led_set(self, channel: Channel, light: int, colour: int) -> int:
        _lights(channel)[light] = colour
        return 0

    def ws2811_channel_t_brightness_set(self, channel: Channel, value: int) -> None:
        if not 0 <= value <= 255:
            raise OverflowError("brightness is one byte")
        channel.brightness = value

    def __getattr__(self, name: str) -> Any:
        """Give the plain setters and getters of the two structures, by the library's naming."""
        for prefix in ("ws2811_channel_t_", "ws2811_t_"):
            if name.startswith(prefix):
                what, _, how = name.removeprefix(prefix).rpartition("_")
                if how == "set":
                    return lambda thing, value: setattr(thing, what, value)
                if how == "get":
                    return lambda thing: getattr(thing, what)
        raise AttributeError(name)


def _lights(channel: Channel) -> list[int]:
    if channel.leds is None:
        raise Crash("a light set before the strip has begun")
    return channel.leds


def _coloured(channel: Channel) -> Iterator[bytes]:
    # The bytes go out from the highest shift's place: red, green, blue are places in the colour.
    shifts = [channel.strip_type >> place & 0xFF for place in (16, 8, 0)]
    for colour in _lights(channel):
        levels = ((colour >> shift & 0xFF) * (channel.brightness + 1) >> 8 for shift in shifts)
        yield bytes(channel.gamma[level] for level in levels)


class StandInStrip:
    """What rpi_ws281x.PixelStrip does with that module, for machines that cannot build it."""

    def __init__(  # noqa: PLR0917 - the library's signature
        self,
        num: int,
        pin: int,
        freq_hz: int = 800000,
        dma: int = 10,
        invert: bool = False,  # noqa: FBT001, FBT002
        brightness: int = 255,
    ) -> None:
        self._ws: Any = sys.modules["_rpi_ws281x"]
        self._leds: Any = self._ws.new_ws2811_t()
        self._channel = self._ws.ws2811_channel_get(self._leds, 0)
        settings = (
            ("gamma", list(range(256))),
            ("count", num),
            ("gpionum", pin),
            ("invert", int(invert)),
            ("brightness", brightness),
            ("strip_type", self._ws.WS2811_STRIP_GRB),
        )
        for what, value in settings:
            getattr(self._ws, f"ws2811_channel_t_{what}_set")(self._channel, value)
        self._ws.ws2811_t_freq_set(self._leds, freq_hz)
        self._ws.ws2811_t_dmanum_set(self._leds, dma)
        atexit.register(self._cleanup)

    def __setitem__(self, light: int, colour: int) -> None:
        self._ws.ws2811_led_set(self._channel, light, colour)

    def begin(self) -> None:
        self._check("init", self._ws.ws2811_init(self._leds))

    def show(self) -> None:
        self._check("render", self._ws.ws2811_render(self._leds))

    def _check(self, what: str, code: int) -> None:
        if code:
            sentence = self._ws.ws2811_get_return_t_str(code)
            raise RuntimeError(f"ws2811_{what} failed with code {code} ({sentence})")

    def _cleanup(self) -> None:
        if self._leds is not None:
            self._ws.ws2811_fini(self._leds)
            self._ws.delete_ws2811_t(self._leds)
            self._leds = None


def real_strip() -> Any:
    """Load the library's own pure half afresh, on whatever `_rpi_ws281x` is there."""
    spec = importlib.util.find_spec("rpi_ws281x.rpi_ws281x")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PixelStrip


@contextmanager
def ws281x(*, real: bool = False, code: int = 0) -> Iterator[FakeWs281x]:
    """Put the fake in place of the compiled half, under the library's own strip or the stand-in."""
    fake = FakeWs281x(code)
    with pytest.MonkeyPatch.context() as patched:
        strip = None
        if real:
            import rpi_ws281x  # noqa: F401, PLC0415
        patched.setitem(sys.modules, "_rpi_ws281x", fake)
        strip = real_strip() if real else StandInStrip
        library = ModuleType("rpi_ws281x")
        library.PixelStrip = strip  # type: ignore[attr-defined]
        patched.setitem(sys.modules, "rpi_ws281x", library)
        yield fake
