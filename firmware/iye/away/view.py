"""How things stand between this board and the other, for the page.

The law of this module: it looks at a session, and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from iye.away.kept import Stopped
from iye.away.session import Session
from iye.names import clean_name


@dataclass(frozen=True, slots=True)
class AwayView:
    """How things stand. `trouble` is why the broker is not reached, in a sentence.

    `room` is the code of the room, empty in none. `other` is whether the other board is there, None
    if there is no other; `followed` whether its table is as far as what was played. `wrong` counts
    messages that changed nothing, by what was wrong with them.
    """

    broker: str
    online: bool = False
    trouble: str = ""
    room: str = ""
    taken: bool = False
    other: bool | None = None
    name: str = ""
    followed: bool = False
    stopped: Stopped | None = None
    wrong: tuple[tuple[str, int], ...] = ()


def view_of(session: Session | None, broker: str, *, online: bool, trouble: str) -> AwayView:
    """See how things stand at a broker; in no room there is no session."""
    if session is None:
        return AwayView(broker, online, trouble)
    peer = session.peer
    return AwayView(
        broker,
        online,
        trouble,
        session.kept.code,
        session.taken,
        session.peer_here if session.kept.match else None,
        "" if peer is None else clean_name(peer.name),
        session.followed,
        session.kept.stopped,
        tuple(sorted(session.wrong.items())),
    )
