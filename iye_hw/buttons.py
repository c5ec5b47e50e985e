"""The board's push buttons as events.

The law of this module: a button has changed when its contact has kept still for a settling time in
another state than the one last reported. gpiozero's thread only hands over.

gpiozero's DigitalInputDevice is used rather than its Button, which keeps a thread awake ten times a
second for each button, pressed or not.
"""

from __future__ import annotations

from contextlib import suppress

from gpiozero import DigitalInputDevice

from iye_hw.host import Host
from iye_hw.panel import ButtonPressed, ButtonReleased, Cancellable

SETTLING_SECONDS = 0.02
"""How long a contact must keep still; usual push buttons bounce for less than 10 ms."""


class Button:
    """One button between a pin and ground. A button held at start is reported as pressed."""

    def __init__(self, name: str, pin: int, host: Host) -> None:
        self._name = name
        self._host = host
        self._pressed = False
        self._closed = False
        self._planned: Cancellable | None = None
        self._contact = DigitalInputDevice(pin, pull_up=True, pin_factory=host.pin_factory)
        self._contact.when_activated = self._contact_changed
        self._contact.when_deactivated = self._contact_changed
        self._wait_until_still()

    def close(self) -> None:
        """Let go of the pin; closing twice is fine."""
        self._closed = True
        self._call_off()
        self._contact.close()

    def _contact_changed(self) -> None:
        # An exception here would end lgpio's only event thread for good.
        with suppress(Exception):
            self._host.timeline.call_soon_threadsafe(self._wait_until_still)

    def _wait_until_still(self) -> None:
        if self._closed:
            return
        self._call_off()
        when = self._host.timeline.time() + SETTLING_SECONDS
        self._planned = self._host.timeline.call_at(when, self._report)

    def _report(self) -> None:
        pressed = bool(self._contact.is_active)
        if pressed == self._pressed:
            return
        self._pressed = pressed
        kind = ButtonPressed if pressed else ButtonReleased
        self._host.emit(kind(self._name, self._host.timeline.time()))

    def _call_off(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
