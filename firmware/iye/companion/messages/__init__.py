"""What page and board say to each other over the WebSocket: JSON, and frames as bytes.

The law of this module: shapes, checked when read, and nothing that acts on them. A frame of light
is a binary message of 108 bytes: red, green, blue for each pad in the order of `hello.pads`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from iye.companion.messages.shown import (
    Advice,
    Analysis,
    Answer,
    End,
    HandOver,
    History,
    JudgedMove,
    Kinds,
    LastMove,
    Payment,
    PlayedCycle,
    State,
    Verdict,
    Way,
)
from iye.companion.messages.told import (
    Coach,
    Code,
    Hello,
    PadReading,
    Pads,
    Refused,
    Said,
    Tuning,
)
from iye.companion.messages.wished import (
    Abandon,
    Analyse,
    DrumHere,
    Fault,
    Hint,
    Join,
    NewMatch,
    Press,
    Release,
    Seat,
    Sit,
    Speak,
    Tap,
    Touch,
    Tune,
    WatchPads,
    Wish,
)
from iye.companion.rooms import Away

__all__ = [
    "LARGEST_WISH",
    "Abandon",
    "Advice",
    "Analyse",
    "Analysis",
    "Answer",
    "Coach",
    "Code",
    "DrumHere",
    "End",
    "Fault",
    "HandOver",
    "Hello",
    "Hint",
    "History",
    "Join",
    "JudgedMove",
    "Kinds",
    "LastMove",
    "NewMatch",
    "PadReading",
    "Pads",
    "Payment",
    "PlayedCycle",
    "Press",
    "Refused",
    "Release",
    "Said",
    "Seat",
    "Sit",
    "Speak",
    "State",
    "Tap",
    "Touch",
    "Tune",
    "Tuning",
    "Verdict",
    "WatchPads",
    "Way",
    "Wish",
    "Word",
    "decode",
    "encode",
]

Word = Hello | State | History | Analysis | Coach | Away | Said | Pads | Tuning | Code | Refused
"""All that a page is told."""

LARGEST_WISH: Final = 1024
"""Bytes; a pasted deal is the longest thing a page has to say."""

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Wish)


def encode(word: Word) -> str:
    """Write a word as JSON."""
    return _encoder.encode(word).decode()


def decode(text: str | bytes) -> Wish:
    """Read a wish. Raises msgspec.DecodeError in a sentence that names the field."""
    return _decoder.decode(text)
