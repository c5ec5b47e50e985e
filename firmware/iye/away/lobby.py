"""What a board says of itself while it is in no room: that it is there, and what it is called.

The law of this module: from a moment to a message. Nobody plays by it; the club looks at it.
"""

from __future__ import annotations

from typing import Final

from iye.away.code import Keys
from iye.away.outputs import Publish
from iye.away.sealed import Opened, Sort, seal
from iye.away.words import Gone, Status, Topics, encode

LOBBY: Final = Keys("lobby", b"")
"""Where boards show themselves that are in no room; anybody may seal there."""


def here(board: str, name: str, life: int, now: int) -> Publish:
    """Say that a board is there in the connection `life`; nanoseconds, `now`, number its words."""
    return _said(board, "status", encode(Status(life, name[:40])), now)


def gone(board: str, life: int, now: int) -> Publish:
    """Give the last will of the connection `life`."""
    return _said(board, "gone", encode(Gone(life)), now)


def _said(board: str, sort: Sort, body: bytes, now: int) -> Publish:
    sealed = seal(LOBBY.seal, Opened(board, now >> 8, "", sort, body))
    return Publish(Topics(LOBBY.room).status(board), sealed)
