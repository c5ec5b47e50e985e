"""The touch chips' joined interrupt output, and whether it can be trusted.

The law of this module: a line is not trusted any more when it has kept silent about a chip's news
several times running, when it stays low whatever is read, or when there is no pin to look at; and
it is trusted again as soon as it does its work. While it is not, somebody has to look at the chips
now and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from gpiozero import DigitalInputDevice

from iye_hw.host import Host
from iye_hw.sentence import Sentence, sentence

SILENCES: Final = 3
"""News of one chip running that the line was silent about; fewer may be chance, since a chip can
have news just between a look at the line and a read."""

_ABOUT: Final = "interrupt line"


class InterruptLine:
    """The line on `pin` (BCM number), active low; `fell` is handed to the loop at each edge.

    `low_for` is how many seconds it may stay low before that is spoken of.
    """

    def __init__(self, pin: int, low_for: float, host: Host, fell: Callable[[], None]) -> None:
        self._pin = pin
        self._low_for = low_for
        self._host = host
        self._fell = fell
        self._silent: Counter[str] = Counter()
        self._low_since: float | None = None
        self._said = ""
        self._device = self._open()

    @property
    def is_low(self) -> bool:
        """Whether some chip wants to be read; False where that cannot be known."""
        try:
            return self._device is not None and bool(self._device.is_active)
        except Exception as error:  # noqa: BLE001 - each pin factory has errors of its own
            self._host.stumbled(f"GPIO {self._pin}", error)
            return False

    @property
    def trusted(self) -> bool:
        """Whether it is enough to wait for the line to fall."""
        return self._device is not None and not self._said

    def news(self, chips: Collection[str], *, was_low: bool) -> None:
        """Take note of chips that had news for whoever read them, the line being low or not."""
        for chip in chips:
            self._silent[chip] = 0 if was_low else self._silent[chip] + 1
        silent = [chip for chip, times in self._silent.items() if times >= SILENCES]
        if silent:
            self._say(
                sentence(
                    "the touch chips' interrupt line (GPIO {pin}) does not fall when {chip} has "
                    "something to say: check the wire from the chip's IRQ pin to it; until then "
                    "pads are felt a little later",
                    pin=self._pin,
                    chip=silent[0],
                )
            )
        elif self._low_since is None:
            self._take_back()

    def stays_low(self) -> None:
        """Take note that it is low although every chip there is has just been read."""
        now = self._host.now()
        if self._low_since is None:
            self._low_since = now
        elif now - self._low_since >= self._low_for:
            self._say(
                sentence(
                    "the touch chips' interrupt line (GPIO {pin}) stays low: check its wire for a "
                    "short to ground, and its pull-up; until then pads are felt a little later",
                    pin=self._pin,
                )
            )

    def is_high(self) -> None:
        """Take note that it has risen."""
        if self._low_since is None:
            return
        self._low_since = None
        self.news((), was_low=False)

    def close(self) -> None:
        """Let go of the pin; closing twice is fine."""
        if self._device is not None:
            with suppress(Exception):  # nothing can be done about it any more
                self._device.close()

    def _open(self) -> DigitalInputDevice | None:
        try:
            device = DigitalInputDevice(self._pin, pull_up=True, pin_factory=self._host.pin_factory)
            device.when_activated = self._edge
        except Exception as error:  # noqa: BLE001 - each pin factory has errors of its own
            self._say(
                sentence(
                    "GPIO {pin} cannot be had ({error}): end what else uses it and start again; "
                    "until then pads are felt a little later",
                    pin=self._pin,
                    error=error,
                )
            )
            return None
        return device

    def _edge(self) -> None:
        # An exception here would end lgpio's only event thread for good. What can go wrong is a
        # loop that has closed meanwhile; then nobody is left to tell.
        with suppress(Exception):
            self._host.timeline.call_soon_threadsafe(self._fell)

    def _say(self, said: Sentence) -> None:
        if not self._said:
            self._said = said
            self._host.complain(said, _ABOUT)

    def _take_back(self) -> None:
        if self._said and self._device is not None:
            self._said = ""
            self._host.complain(
                sentence(
                    "the touch chips' interrupt line (GPIO {pin}) works again: "
                    "nothing is to be done",
                    pin=self._pin,
                ),
                _ABOUT,
                mended=True,
            )
