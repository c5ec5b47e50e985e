"""What a page may wish for.

The law of this module: shapes, checked when read, and nothing that acts on them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from iye.companion.rooms import Leave, Meet, Reply

Player = Literal[1, 2]
PadName = Annotated[str, Meta(min_length=2, max_length=5)]
Name = Annotated[str, Meta(max_length=40)]
SeatName = Annotated[str, Meta(max_length=12)]
"""Who answers for a player: person, mind 3, elsewhere."""
Deal = Annotated[str, Meta(max_length=29)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a page wants; `do` says what."""


class Touch(Asked, frozen=True, tag="touch"):
    """A hand touches a pad or button of a simulated panel."""

    pad: PadName


class Release(Asked, frozen=True, tag="release"):
    """The hand lets go again."""

    pad: PadName


class Press(Asked, frozen=True, tag="press"):
    """Press a button of the board from the page."""

    button: Literal["undo", "hint", "new"]


class Tap(Asked, frozen=True, tag="tap"):
    """Touch an İye pad from the page, or say on a cell what is told there while laying by hand."""

    pad: PadName


class DrumHere(Asked, frozen=True, tag="drum_here"):
    """The drum really is on this cell, whatever the pads feel."""

    cell: PadName


class NewMatch(Asked, frozen=True, tag="new_match"):
    """Begin a match; `deal` is used for its first cycle if given. One under way is abandoned."""

    wins: Literal[1, 2, 3] = 2
    first: Player | None = None
    laid: bool = False
    deal: Deal | None = None
    names: tuple[Name, Name] = ("", "")
    seats: tuple[SeatName, SeatName] = ("person", "person")


class Seat(Asked, frozen=True, tag="seat"):
    """Let others answer for the players, as long as no cycle has begun."""

    seats: tuple[SeatName, SeatName]


class Hint(Asked, frozen=True, tag="hint"):
    """Have the board show the mover this much."""

    hints: Literal["off", "targets", "coach"]


class Analyse(Asked, frozen=True, tag="analyse"):
    """Have every move of the match judged, thinking so long about a position; or no more."""

    on: bool = True
    seconds: Annotated[float, Meta(gt=0.0, le=60.0)] = 5.0


class Abandon(Asked, frozen=True, tag="abandon"):
    """Give the match up, for good."""


class Tune(Asked, frozen=True, tag="tune"):
    """Set the lights; what is absent stays as it is."""

    brightness: Annotated[float, Meta(ge=0.0, le=1.0)] | None = None
    palette: str | None = None


class WatchPads(Asked, frozen=True, tag="watch_pads"):
    """Send every pad's readings from now on, or no more."""

    on: bool


class Fault(Asked, frozen=True, tag="fault"):
    """Let something go wrong in a simulated panel, or be right again."""

    name: Annotated[str, Meta(max_length=20)]
    on: bool
    pad: PadName | None = None


class Join(Asked, frozen=True, tag="join"):
    """Say the six digits that the board shows."""

    code: Annotated[str, Meta(max_length=12)]


class Sit(Asked, frozen=True, tag="sit"):
    """Take a player's seat, or none: then one helps both."""

    seat: Player | None


class Speak(Asked, frozen=True, tag="speak"):
    """Be told sentences in another language."""

    language: Annotated[str, Meta(max_length=10)]


Wish = (
    Touch
    | Release
    | Press
    | Tap
    | DrumHere
    | NewMatch
    | Seat
    | Hint
    | Analyse
    | Abandon
    | Tune
    | WatchPads
    | Fault
    | Join
    | Sit
    | Speak
    | Meet
    | Leave
    | Reply
)
