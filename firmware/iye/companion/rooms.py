"""What pages wish for and are told of the room where another board is met.

The law of this module: from how things stand between two boards to one word, and from wishes to
the room. The code is told to joined pages alone: whoever has it can play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import msgspec
from msgspec import Meta

from iye.companion.patterns import Pattern, pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from iye.away.view import AwayView
    from iye.table import Table

What = Literal["undo", "abandon", "new"]


class Room(Protocol):
    """The line to the other board, as pages see it."""

    changed: Callable[[AwayView], None]

    @property
    def view(self) -> AwayView:
        """How things stand."""
        ...

    def meet(self, code: str) -> None:
        """Enter a room, or a new one without a code. Raises ValueError when the code is none."""
        ...

    def leave(self) -> None:
        """Leave the room and the match in it."""
        ...


class Meet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="meet"):
    """Enter the room of this code; without one, make a new room."""

    code: Annotated[str, Meta(max_length=24)] = ""


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="leave"):
    """Leave the room, and the match that is played in it."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="answer"):
    """Agree to what the other board asks, or refuse it."""

    agree: bool


class Dispute(msgspec.Struct, frozen=True):
    """Why a match has stopped, and from which cycle and move the boards disagree."""

    why: str
    cycle: int
    move: int


class Away(msgspec.Struct, frozen=True, tag_field="type", tag="away"):
    """How things stand between this board and the other, sent when that changes.

    `online` is whether the broker is reached, and `trouble` why it is not. `room` is the code, and
    `picture` its QR code, for joined pages. `other` is whether the other board is there, None if
    there is none yet, and `followed` whether its tiles lie as they should. `asks` is what the other
    asks, `asked` what was asked here. `wrong` counts messages that changed nothing.
    """

    broker: str
    online: bool
    trouble: Pattern | None
    in_room: bool
    room: str
    picture: str
    taken: bool
    other: bool | None
    name: str
    followed: bool
    stopped: Dispute | None
    asks: What | None
    asked: What | None
    shared: bool
    wrong: int


def away_word(view: AwayView, table: Table, *, joined: bool) -> Away:
    """Put how things stand into a word for pages that have joined, or have not."""
    room, stopped = view.room if joined else "", view.stopped
    here, elsewhere = table.consent.here, table.consent.elsewhere
    return Away(
        broker=view.broker,
        online=view.online,
        trouble=pattern_of(view.trouble) if view.trouble else None,
        in_room=bool(view.room),
        room=room,
        picture=_picture(room) if room else "",
        taken=view.taken,
        other=view.other,
        name=view.name,
        followed=view.followed,
        stopped=None if stopped is None else Dispute(stopped.why, stopped.cycle, stopped.move),
        asks=None if elsewhere is None else elsewhere.value,
        asked=None if here is None else here.value,
        shared=table.shared,
        wrong=sum(count for _, count in view.wrong),
    )


@lru_cache(maxsize=4)
def _picture(code: str) -> str:
    import segno  # noqa: PLC0415 - only boards that meet others draw one

    uri: str = segno.make(code).svg_data_uri(scale=4, border=2)
    return uri
