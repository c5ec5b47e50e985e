"""What a board has to remember of a room, so that any interruption is only that.

The law of this module: one small file beside the journal, written aside and put in place in one
step. Nothing is said to the other board before it is in here. Of moves the journal has the say.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from iye.away.entries import Entry
from iye.record.aside import write_aside

NAME: Final = "away.json"
"""The file, in the data folder."""

Why = Literal["journals", "forgotten", "table", "commitment", "other"]


class Stopped(Struct, frozen=True):
    """A match that cannot go on: why, and from which cycle and move the boards disagree."""

    why: Why
    cycle: int
    move: int


class Said(Struct, frozen=True):
    """All that this board has said in a match."""

    match: str
    log: tuple[Entry, ...]


class Kept(Struct, frozen=True, kw_only=True):
    """What is remembered. Empty strings stand for nothing: no room, nobody met, no match.

    `life` counts the connections to the broker. `nonce` is what this board has committed
    to last. `before` is what it said last in the match before, which the other may not know yet.
    `disputed` is what the other said that contradicts what they had said before.
    """

    v: Literal[1] = 1
    board: str
    code: str = ""
    life: int = 0
    offer: str = ""
    peer: str = ""
    match: str = ""
    own: tuple[Entry, ...] = ()
    others: tuple[Entry, ...] = ()
    nonce: str = ""
    before: Said | None = None
    stopped: Stopped | None = None
    disputed: tuple[Entry, ...] = ()


def read_kept(folder: Path) -> Kept | None:
    """Read what is remembered; None where nothing is, or nothing that can be read.

    A file that cannot be read is kept beside, under another name. Raises OSError.
    """
    path = folder / NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeError):
        with contextlib.suppress(OSError):
            path.replace(path.with_suffix(".unread.json"))
        return None


def write_kept(folder: Path, kept: Kept) -> None:
    """Remember it, durably, and readable by this user alone: the room's code is in it.

    Raises OSError.
    """
    path = folder / NAME
    if not path.exists():
        path.touch(mode=0o600)
    write_aside(path, msgspec.json.encode(kept))
