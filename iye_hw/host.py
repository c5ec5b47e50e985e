"""What every driver of the board needs from whoever runs it: pins, time, and an ear.

The law of this module: events reach the ear on the loop's thread only, and what goes wrong in a
planned call ends nothing but that call.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from iye_hw.panel import Cancellable, Complaint, PanelEvent, Timeline
from iye_hw.sentence import sentence

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Host:
    """A gpiozero pin factory, the timeline, and where events go."""

    pin_factory: Any
    timeline: Timeline
    emit: Callable[[PanelEvent], None]
    _stumbled: set[str] = field(default_factory=set)

    def now(self) -> float:
        """Give the present moment of the timeline."""
        return self.timeline.time()

    def complain(
        self, sentence: str, about: str = "", *, mended: bool = False, pads: tuple[str, ...] = ()
    ) -> None:
        """Report a sentence about a part, once whoever complains has finished.

        It is handed over rather than called: the caller may be in the middle of a round of reads,
        and the answer may be another frame of light.
        """
        complaint = Complaint(sentence, self.timeline.time(), about, mended, pads)
        self.timeline.call_soon_threadsafe(self.emit, complaint)

    def later(self, delay: float, call: Callable[[], None]) -> Cancellable:
        """Plan a call in `delay` seconds; whatever it raises is said and goes no further."""
        return self.timeline.call_at(self.now() + delay, self._safely, call)

    def stumbled(self, where: str, error: Exception) -> None:
        """Say and log, once for each place and kind of error, what nobody had reckoned with."""
        what = f"{where} ({type(error).__name__}: {error})"
        key = f"{where} {type(error).__name__}"
        if key in self._stumbled:
            return
        self._stumbled.add(key)
        _LOG.error("the board's driver stumbled in %s; it goes on", what, exc_info=error)
        self.complain(
            sentence(
                "the program stumbled in {what}: the game goes on; "
                "send the log to those who look after the program",
                what=what,
            )
        )

    def _safely(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - whatever it is, the board goes on
            self.stumbled(getattr(call, "__qualname__", repr(call)), error)
