"""What page and board say to each other over the WebSocket: JSON, and frames as bytes.

The law of this module: shapes, checked when read, and nothing that acts on them. A frame of light
is a binary message of 108 bytes: red, green, blue for each pad in the order of `hello.pads`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Player = Literal[1, 2]
PadName = Annotated[str, Meta(min_length=2, max_length=5)]
Name = Annotated[str, Meta(max_length=40)]
Deal = Annotated[str, Meta(max_length=29)]
Kinds = dict[str, int]
"""Counts by kind letter, all five of them."""


class _Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a page wants; `do` says what."""


class Touch(_Wish, frozen=True, tag="touch"):
    """A hand touches a pad or button of a simulated panel."""

    pad: PadName


class Release(_Wish, frozen=True, tag="release"):
    """The hand lets go again."""

    pad: PadName


class Press(_Wish, frozen=True, tag="press"):
    """Press a button of the board from the page."""

    button: Literal["undo", "hint", "new"]


class Tap(_Wish, frozen=True, tag="tap"):
    """Touch an İye pad from the page, or say on a cell what is told there while laying by hand."""

    pad: PadName


class DrumHere(_Wish, frozen=True, tag="drum_here"):
    """The drum really is on this cell, whatever the pads feel."""

    cell: PadName


class NewMatch(_Wish, frozen=True, tag="new_match"):
    """Begin a match; `deal` is used for its first cycle if given. One under way is abandoned."""

    wins: Literal[1, 2, 3] = 2
    first: Player | None = None
    laid: bool = False
    deal: Deal | None = None
    names: tuple[Name, Name] = ("", "")


class Abandon(_Wish, frozen=True, tag="abandon"):
    """Give the match up, for good."""


class Tune(_Wish, frozen=True, tag="tune"):
    """Set the lights; what is absent stays as it is."""

    brightness: Annotated[float, Meta(ge=0.0, le=1.0)] | None = None
    palette: str | None = None


class WatchPads(_Wish, frozen=True, tag="watch_pads"):
    """Send every pad's readings from now on, or no more."""

    on: bool


class Fault(_Wish, frozen=True, tag="fault"):
    """Let something go wrong in a simulated panel, or be right again."""

    name: Annotated[str, Meta(max_length=20)]
    on: bool
    pad: PadName | None = None


class Join(_Wish, frozen=True, tag="join"):
    """Say the six digits that the board shows."""

    code: Annotated[str, Meta(max_length=12)]


class Sit(_Wish, frozen=True, tag="sit"):
    """Take a player's seat, or none: then one helps both."""

    seat: Player | None


class Speak(_Wish, frozen=True, tag="speak"):
    """Be told sentences in another language."""

    language: Annotated[str, Meta(max_length=10)]


Wish = (
    Touch
    | Release
    | Press
    | Tap
    | DrumHere
    | NewMatch
    | Abandon
    | Tune
    | WatchPads
    | Fault
    | Join
    | Sit
    | Speak
)


class _Word(msgspec.Struct, frozen=True, tag_field="type"):
    """Something the board tells a page; `type` says what."""


class Hello(_Word, frozen=True, tag="hello"):
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


class Payment(msgspec.Struct, frozen=True):
    """The landing that has to be paid for, and the kinds that would do."""

    cell: str
    kinds: str


class Way(msgspec.Struct, frozen=True):
    """Where the drum and tiles go back to after moves were taken back."""

    home: str
    tiles: dict[str, str]
    given: list[str]
    """İye pads of the hands that tiles come back out of, like 2S."""
    regained: list[str]


class HandOver(msgspec.Struct, frozen=True):
    """The tile of `cell` goes to player `to`."""

    cell: str
    kind: str
    to: Player


class LastMove(msgspec.Struct, frozen=True):
    """The last move of the cycle; `start` is where the drum came from."""

    player: Player
    move: str
    start: str
    target: str


class End(msgspec.Struct, frozen=True):
    """How a cycle ended; `winner` 0 is a tie; the rest is None where nothing was scored.

    `takers` says who takes the points of Owl, Water, Tree, Horse and Sun: 1, 2, or 0 for nobody.
    """

    reason: Literal["scored", "stuck"]
    winner: Literal[0, 1, 2]
    points: tuple[int, int] | None
    takers: list[int] | None


class State(_Word, frozen=True, tag="state"):
    """Everything at the table, sent whole whenever it changes."""

    phase: str
    cycle: int
    wins: tuple[int, int]
    wins_needed: int
    winner: Player | None
    names: tuple[str, str]
    asked: Player | None
    """Who chooses who begins; None in that phase: the players agree."""
    first: Player | None
    """Who begins the cycle under way or being dealt."""
    mover: Player | None
    tiles: str
    """25 characters, a1 first: a kind's letter, or '.'."""
    drum: str | None
    hands: tuple[Kinds, Kinds]
    discards: Kinds
    targets: dict[str, str]
    """Where the drum may land now: '' naturally, or the letters of the kinds that would pay."""
    spending: str | None
    payment: Payment | None
    telling: str | None
    """Laying by hand: the kind that touched cells are told to hold."""
    untold: Kinds
    """Laying by hand: how many tiles of each kind are still to be told."""
    wrong: str | None
    way_back: Way | None
    handover: HandOver | None
    last_move: LastMove | None
    end: End | None
    """How the last cycle ended, while that is being shown."""
    held: list[str]
    hints: str


class PlayedCycle(msgspec.Struct, frozen=True):
    """A cycle's deal and moves, and the position before the first and after each of them."""

    deal: str
    first: Player
    moves: list[str]
    positions: list[str]
    end: End | None


class History(_Word, frozen=True, tag="history"):
    """All cycles of the match, sent when they change."""

    cycles: list[PlayedCycle]


class Said(_Word, frozen=True, tag="said"):
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


class Pads(_Word, frozen=True, tag="pads"):
    """Every pad's readings, while they are watched."""

    readings: dict[str, PadReading]


class Tuning(_Word, frozen=True, tag="tuning"):
    """How the lights are set, and which faults are on (on a simulated board)."""

    brightness: float
    palette: str
    faults: list[str]


class Code(_Word, frozen=True, tag="code"):
    """How another page joins: by six digits at an address; only joined pages are told.

    `picture` is the address as a QR code, an SVG image as a data URI.
    """

    digits: str
    address: str
    picture: str


class Refused(_Word, frozen=True, tag="refused"):
    """A wish that was not granted, and why, as a sentence; nothing has changed."""

    reason: str
    text: str


Word = Hello | State | History | Said | Pads | Tuning | Code | Refused

LARGEST_WISH = 1024
"""Bytes; a pasted deal is the longest thing a page has to say."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Wish)


def encode(word: Word) -> str:
    """Write a word as JSON."""
    return _encoder.encode(word).decode()


def decode(text: str | bytes) -> Wish:
    """Read a wish. Raises msgspec.DecodeError in a sentence that names the field."""
    return _decoder.decode(text)
