"""What every driver of the board needs from whoever runs it: pins, time, and an ear.

The law of this module: events reach the ear on the loop's thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from iye_hw.panel import Complaint, PanelEvent, Timeline


@dataclass(frozen=True, slots=True)
class Host:
    """A gpiozero pin factory, the timeline, and where events go."""

    pin_factory: Any
    timeline: Timeline
    emit: Callable[[PanelEvent], None]

    def complain(self, sentence: str, about: str = "", *, mended: bool = False) -> None:
        """Report a sentence about a part, once whoever complains has finished.

        It is handed over rather than called: the caller may be in the middle of a round of reads,
        and the answer may be another frame of light.
        """
        complaint = Complaint(sentence, self.timeline.time(), about, mended)
        self.timeline.call_soon_threadsafe(self.emit, complaint)
