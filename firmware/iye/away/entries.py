"""The entries of a board's log: everything that one player has said in a match.

The law of this module: shapes, checked when read, and nothing that acts on them. A log is only
ever added to. Each entry says in which state it was made, `on`, and how many entries of the other
had been `seen`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

MOST: Final = 2_000
"""Entries of one log; a match that goes on for longer than that is a fault, or an attack."""

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Count = Annotated[int, Meta(ge=0, le=MOST)]
Name = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(min_length=2, max_length=3)]
What = Literal["undo", "abandon", "new"]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """What every entry has in common."""

    on: Digest
    seen: Count


class Begin(_Entry, frozen=True, tag="begin"):
    """The first entry: who plays, to how many wins, and whether the coach is welcome."""

    name: Name = ""
    wins: Literal[1, 2, 3] = 2
    coach: bool = False


class Commit(_Entry, frozen=True, tag="commit"):
    """The hash of a number drawn for the deal, to be revealed when both have committed."""

    hash: Hash


class Reveal(_Entry, frozen=True, tag="reveal"):
    """The number that was drawn."""

    nonce: Nonce


class First(_Entry, frozen=True, tag="first"):
    """The loser of the last cycle says who begins the next."""

    player: Literal[1, 2]


class Made(_Entry, frozen=True, tag="move"):
    """A move, as text."""

    move: MoveText


class Ask(_Entry, frozen=True, tag="ask"):
    """What it takes both for; an undo says to which cycle, and to how many moves of it."""

    what: What
    cycles: Count = 0
    moves: Annotated[int, Meta(ge=0, le=24)] = 0


class Agree(_Entry, frozen=True, tag="agree"):
    """Yes to what the other asked in their entry number `ask`."""

    what: What
    ask: Count


class Refuse(_Entry, frozen=True, tag="refuse"):
    """No to what the other asked in their entry number `ask`."""

    ask: Count


class Leave(_Entry, frozen=True, tag="leave"):
    """Good-bye, and the match with it."""


Entry = Begin | Commit | Reveal | First | Made | Ask | Agree | Refuse | Leave
Log = tuple[Entry, ...]
Logs = tuple[Log, Log]
"""The logs of player 1 and player 2."""
