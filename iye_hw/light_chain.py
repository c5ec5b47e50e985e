"""A chain of WS2812B lights, and how a frame in pad order becomes bytes in chain order.

The law of this module: a chain only ever sees wire bytes (green, red, blue for each light, first
light first), and nobody else needs to know that order.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Protocol

from iye_hw.board_map import BoardMap

BIT_SECONDS = 1.25e-6
"""One bit on the wire (WS2812B data sheet: 1.25 µs ± 0.6 µs)."""

RESET_SECONDS = 300e-6
"""Low time after which the lights show what they were sent (newer parts need 280 µs)."""


class LightChainError(OSError):
    """The chain cannot be driven; the sentence says what to do."""


class LightChain(Protocol):
    """Something that puts bytes on the lights' data line. Drivers of real chains slot in here."""

    def send(self, wire: bytes) -> None:
        """Send green, red, blue for each light in chain order, then the reset pause.

        Raises LightChainError if the chain cannot be driven.
        """
        ...

    def close(self) -> None:
        """Let go of the data line; closing twice is fine. The lights keep what they show."""
        ...


class WireOrder:
    """Turns frames (red, green, blue for each pad, in pad order) into wire bytes."""

    def __init__(self, board: BoardMap) -> None:
        self._length = 3 * len(board.places)
        self._pick = itemgetter(*_sources(board))

    def wire(self, frame: bytes) -> bytes:
        """Give the wire bytes of a frame; lights that are no pad's stay dark.

        Raises ValueError if the frame is not three bytes a pad.
        """
        if len(frame) != self._length:
            raise ValueError(
                f"a frame of this board has {self._length} bytes, three a pad, not {len(frame)}"
            )
        return bytes(self._pick(frame + b"\0"))


def frame_seconds(lights: int) -> float:
    """Give the time one frame takes on the wire: 24 bits a light, then the reset pause."""
    return lights * 24 * BIT_SECONDS + RESET_SECONDS


def _sources(board: BoardMap) -> list[int]:
    """For each wire byte, where in the frame it comes from; past its end means dark."""
    dark = 3 * len(board.places)
    sources = [dark] * (3 * board.light_count)
    for pad, place in enumerate(board.places):
        green, red, blue = 3 * pad + 1, 3 * pad, 3 * pad + 2
        sources[3 * place.light : 3 * place.light + 3] = green, red, blue
    return sources
