"""What boards say to each other in a room, below the seal: how they stand, and their logs by pages.

The law of this module: shapes and topics. All messages are retained by the broker, so a board that
comes later, or comes back, hears what it has missed, and hearing anything twice changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from iye.away.entries import MOST, Count, Entry, Log, Name
from iye.away.kept import Stopped
from iye.away.sealed import Id, Number

ROOT: Final = "iye/1"
PAGE: Final = 48
"""Entries of a page; the longest entries make some 8 kilobytes of it."""

Offer = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]


class Status(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a board stands: `life` numbers its connections, `offer` is its part in a match to be.

    `peer` is the board it plays with, `seen` how many entries of that one's log it has. Its table
    is at cycle `cycles`, move `moves`, having gone back `backs` times.
    """

    life: Number
    name: Name = ""
    offer: Offer = ""
    peer: Annotated[str, Meta(pattern="^([0-9a-f]{16})?$")] = ""
    seen: Count = 0
    cycles: Count = 0
    moves: Count = 0
    backs: Count = 0
    stopped: Stopped | None = None


class Gone(Struct, frozen=True, forbid_unknown_fields=True):
    """Said by the broker for a board whose connection `life` has ended: its last will."""

    life: Number


class LogPage(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a log: entries from number `page` times PAGE on."""

    page: Annotated[int, Meta(ge=0, le=MOST // PAGE)]
    entries: Annotated[tuple[Entry, ...], Meta(max_length=PAGE)]


@dataclass(frozen=True, slots=True)
class Topics:
    """Where everything is said in a room."""

    room: str

    @property
    def everything(self) -> tuple[str, ...]:
        """What to listen to."""
        return f"{ROOT}/{self.room}/+/status", f"{ROOT}/{self.room}/+/log/+/+"

    def status(self, board: Id) -> str:
        """Where a board says how it stands."""
        return f"{ROOT}/{self.room}/{board}/status"

    def page(self, board: Id, match: str, page: int) -> str:
        """Where a board keeps a page of its log of a match."""
        return f"{ROOT}/{self.room}/{board}/log/{match[:8]}/{page}"


def shown_topic(room: str, board: Id) -> str:
    """Where a board shows its table to whoever looks on; see `iye.away.shown`."""
    return f"{ROOT}/{room}/{board}/show"


def pages_of(log: Log) -> tuple[LogPage, ...]:
    """Divide a log into pages."""
    return tuple(LogPage(at // PAGE, log[at : at + PAGE]) for at in range(0, len(log), PAGE))


encode: Final = msgspec.json.Encoder().encode
_status: Final = msgspec.json.Decoder(Status)
_gone: Final = msgspec.json.Decoder(Gone)
_page: Final = msgspec.json.Decoder(LogPage)


def read_status(body: bytes) -> Status:
    """Read how a board stands. Raises msgspec.MsgspecError."""
    return _status.decode(body)


def read_gone(body: bytes) -> Gone:
    """Read a last will. Raises msgspec.MsgspecError."""
    return _gone.decode(body)


def read_page(body: bytes) -> LogPage:
    """Read a page of a log. Raises msgspec.MsgspecError."""
    return _page.decode(body)
