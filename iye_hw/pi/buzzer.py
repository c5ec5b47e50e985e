"""The buzzer as a drum: short low tones, one after the other.

The law of this module: a beat is begun and left; the timeline ends it, and nobody waits. A buzzer
that fails is silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from iye_hw.panel import Cancellable, Timeline


@dataclass(frozen=True, slots=True)
class Beat:
    """One stroke: a frequency in hertz (0 is a rest), and how long it lasts in seconds."""

    hertz: float
    seconds: float


LOWEST: Final = 110.0
HIGHEST: Final = 1760.0
"""What the buzzer is asked for at most: two octaves either way of A4."""

_OCTAVES: Final = 2


class Buzzer:
    """A passive buzzer between a pin and ground."""

    def __init__(self, pin: int, pin_factory: Any, timeline: Timeline) -> None:
        self._timeline = timeline
        self._planned: Cancellable | None = None
        self._tone: Any = TonalBuzzer(
            pin, mid_tone=Tone.from_note("A4"), octaves=_OCTAVES, pin_factory=pin_factory
        )

    def play(self, beats: Sequence[Beat]) -> None:
        """Play beats one after the other, instead of any that are playing."""
        self._call_off()
        self._go_on(tuple(beats))

    def close(self) -> None:
        """Be silent and let go of the pin; closing twice is fine."""
        self._call_off()
        tone, self._tone = self._tone, None
        if tone is not None:
            tone.close()

    def _go_on(self, beats: tuple[Beat, ...]) -> None:
        self._planned = None
        if self._tone is None:
            return
        if not beats:
            self._sound(0.0)
            return
        self._sound(beats[0].hertz)
        when = self._timeline.time() + beats[0].seconds
        self._planned = self._timeline.call_at(when, self._go_on, beats[1:])

    def _sound(self, hertz: float) -> None:
        with suppress(Exception):  # lgpio raises a class of its own; a drum is no reason to end
            if hertz:
                self._tone.play(Tone.from_frequency(min(max(hertz, LOWEST), HIGHEST)))
            else:
                self._tone.stop()

    def _call_off(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
        self._planned = None
