"""WS2812B lights at the wire: bits in, colours shown.

The law of this module (WS2812B data sheet): after a reset each light keeps the first 24 bits it
sees and passes the rest on; a light shows what it kept at the next reset. So a short stream leaves
the later lights as they were, and what is too long falls off the end.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from iye_hw.light_chain import LightChainError, frame_seconds
from iye_hw.panel import Timeline
from iye_hw.sentence import sentence

Colour = tuple[int, int, int]
"""Red, green, blue."""

DARK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the chain showed from the moment `at` on, in chain order."""

    at: float
    colours: tuple[Colour, ...]


class LightString:
    """The lights themselves."""

    def __init__(self, count: int) -> None:
        self._shown = [DARK] * count
        self._stream = bytearray()

    def shift(self, data: bytes) -> None:
        """Put bits on the data line: green, red, blue for each light in turn."""
        self._stream += data

    def reset(self) -> None:
        """Hold the line low long enough: every light that got its 24 bits shows them."""
        whole = min(len(self._stream) // 3, len(self._shown))
        for light in range(whole):
            green, red, blue = self._stream[3 * light : 3 * light + 3]
            self._shown[light] = (red, green, blue)
        self._stream.clear()

    def colours(self) -> tuple[Colour, ...]:
        """Give what each light shows, in chain order."""
        return tuple(self._shown)


class SimulatedLightChain:
    """A light chain driver's other end; can be made to fail like a driver that lost its device."""

    def __init__(self, count: int, timeline: Timeline, *, remembered: int = 1000) -> None:
        self._string = LightString(count)
        self._timeline = timeline
        self._broken = False
        self.frame_seconds = frame_seconds(count)
        self.history: deque[Shown] = deque(maxlen=remembered)
        self.closed = False

    def send(self, wire: bytes) -> None:
        """Put bytes on the wire and reset. Raises LightChainError while broken or closed."""
        if self._broken or self.closed:
            raise LightChainError(
                sentence("the light chain does not take data: check its data line")
            )
        self._string.shift(wire)
        self._string.reset()
        self.history.append(Shown(self._timeline.time(), self._string.colours()))

    def close(self) -> None:
        """Let go of the data line."""
        self.closed = True

    def colours(self) -> tuple[Colour, ...]:
        """Give what each light shows, in chain order."""
        return self._string.colours()

    def break_down(self) -> None:
        """Fail from now on; the lights keep what they show."""
        self._broken = True

    def repair(self) -> None:
        """Work again."""
        self._broken = False
