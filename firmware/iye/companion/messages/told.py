"""What a page is told beside the table: what board this is, what happened, how it is set.

The law of this module: shapes, and nothing that fills them.
"""

from __future__ import annotations

import msgspec

from iye.companion.messages.shown import Message
from iye.companion.messages.wished import Player


class Hello(Message, frozen=True, tag="hello"):
    """The first word: what board this is, and what this page may do on it."""

    version: str
    pads: list[str]
    simulated: bool
    joined: bool
    seat: Player | None
    language: str
    languages: dict[str, str]
    palettes: list[str]
    faults: list[str]
    """Names of faults that can be let happen; empty on a real board."""
    pad_faults: list[str]
    """Those of them that are about one pad, which has to be named."""


class Said(Message, frozen=True, tag="said"):
    """Something happened: the event's name, and a sentence in the page's language.

    `urgent` is for what a player has to act on, like a rejection.
    """

    event: str
    text: str
    urgent: bool


class PadReading(msgspec.Struct, frozen=True):
    """What a pad reads, in counts of the touch chip: touched when baseline - filtered > touch."""

    filtered: int
    baseline: int
    touch: int


class Pads(Message, frozen=True, tag="pads"):
    """Every pad's readings, while they are watched."""

    readings: dict[str, PadReading]


class Tuning(Message, frozen=True, tag="tuning"):
    """How the lights are set, and which faults are on (on a simulated board)."""

    brightness: float
    palette: str
    faults: list[str]


class Code(Message, frozen=True, tag="code"):
    """How another page joins: by six digits at an address; only joined pages are told.

    `picture` is the address as a QR code, an SVG image as a data URI.
    """

    digits: str
    address: str
    picture: str


class Coach(Message, frozen=True, tag="coach"):
    """What the coach says, as sentences in the page's language; empty when it says nothing."""

    text: str


class Refused(Message, frozen=True, tag="refused"):
    """A wish that was not granted, and why, as a sentence; nothing has changed."""

    reason: str
    text: str
