"""Pins of a simulated board: pulled up by the host, pulled down by whoever is wired to them.

The law of this module: a line is high only while nobody pulls it low (wired AND). gpiozero's own
mock pins do the rest, so the host's side is the real gpiozero.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPWMPin

REMEMBERED: Final = 100
"""Changes of a pin that it can still tell of."""

ZERO_2_W = "902120"
"""The Pi this board is meant for, by its revision code."""


class WiredPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin with open-drain outputs, buttons or a buzzer wired to it."""

    def __init__(self, factory: object, info: object, **details: Any) -> None:
        self._pullers: set[object] = set()
        self._cut = False
        super().__init__(factory, info, **details)

    def clear_states(self) -> None:
        """Forget what the pin did; of what it will do, only the latest is remembered.

        gpiozero's own mock remembers everything, which is too much for a board that runs for days.
        """
        super().clear_states()
        self.states: deque[Any] = deque(self.states, maxlen=REMEMBERED)

    def drive_high(self) -> None:
        """Let the pull-up raise the line, if nobody holds it low."""
        if self._cut or not self._pullers:
            super().drive_high()

    def open_drain(self, who: object, *, low: bool) -> None:
        """Let `who` begin or cease to pull the line low."""
        if low:
            self._pullers.add(who)
        else:
            self._pullers.discard(who)
        self._follow()

    def cut(self, *, cut: bool) -> None:
        """Let the wire to the host be broken, or whole again: broken, the pin stays high."""
        self._cut = cut
        self._follow()

    def _follow(self) -> None:
        if self._pullers and not self._cut:
            self.drive_low()
        else:
            self.drive_high()


class Lines:
    """A board's pins by BCM number, with the factory to hand to gpiozero."""

    def __init__(self) -> None:
        self.factory = MockFactory(revision=ZERO_2_W, pin_class=WiredPin)

    def pull(self, pin: int, who: object, *, low: bool) -> None:
        """Let `who` begin or cease to pull `pin` low."""
        self.factory.pin(pin).open_drain(who, low=low)

    def cut(self, pin: int) -> None:
        """Break the wire to `pin`."""
        self.factory.pin(pin).cut(cut=True)

    def mend(self, pin: int) -> None:
        """Mend the wire to `pin`."""
        self.factory.pin(pin).cut(cut=False)

    def is_low(self, pin: int) -> bool:
        """Tell whether `pin` is low now."""
        return not self.factory.pin(pin).state
