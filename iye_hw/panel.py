"""What a panel is: pads touched and let go, buttons, and a frame of light.

The law of this module: words only. It imports no driver, and it knows nothing of the game; a pad
is a name on the board's face (`"c5"`, `"2H"`, `"spare"`), as board.toml spells it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PadTouched:
    """A touch chip began to see something on `pad`; `at` in seconds of the panel's timeline."""

    pad: str
    at: float


@dataclass(frozen=True, slots=True)
class PadReleased:
    """A touch chip sees nothing on `pad` any more."""

    pad: str
    at: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The button called `button` in board.toml went down."""

    button: str
    at: float


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """The button called `button` in board.toml came up."""

    button: str
    at: float


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something a person should know about the hardware, as a sentence that says what to do.

    `about` names the part, where it can come right again by itself; then another complaint about
    it says so, and is `mended`. `pads` are those that cannot feel meanwhile.
    """

    sentence: str
    at: float
    about: str = ""
    mended: bool = False
    pads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PadReading:
    """What a pad reads now, in counts of its touch chip.

    It counts as touched when `baseline` - `filtered` is above `touch_threshold`.
    """

    filtered: int
    baseline: int
    touch_threshold: int


PanelEvent = PadTouched | PadReleased | ButtonPressed | ButtonReleased | Complaint
Sink = Callable[[PanelEvent], None]


class Cancellable(Protocol):
    """A call that has been planned and can be called off."""

    def cancel(self) -> None:
        """Call it off; after it has happened, do nothing."""
        ...


class Timeline(Protocol):
    """The time a panel lives in: an asyncio loop, whether on the real clock or a virtual one."""

    def time(self) -> float:
        """Give the present moment in seconds; only differences mean anything."""
        ...

    def call_at(self, when: float, callback: Callable[..., object], *args: object) -> Cancellable:
        """Plan a call for a moment of `time()`."""
        ...

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> Cancellable:
        """Hand a call over from any thread."""
        ...


class Panel(Protocol):
    """The board's face, real or simulated."""

    pads: tuple[str, ...]
    """The pads' names in the order of a frame."""

    async def start(self, sink: Sink) -> None:
        """Bring the chips up and report every event to `sink`, in order, on the loop's thread."""
        ...

    def show(self, frame: bytes) -> None:
        """Put a frame on the lights: red, green, blue for each pad, in the order of `pads`.

        Raises ValueError if the frame is not three bytes a pad.
        """
        ...

    def readings(self) -> dict[str, PadReading]:
        """Read what every pad feels now, for a person to look at.

        A pad whose chip does not answer is left out.
        """
        ...

    def close(self) -> None:
        """Put the lights out and let go of the hardware; closing twice is fine."""
        ...
