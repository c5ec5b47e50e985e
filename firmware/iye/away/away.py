"""Wires a board to a room at a broker: what happens at the table in, what the other does out.

The law of this module: it looks on, and decides nothing. Nothing here holds up a light.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Final, Protocol

from msgspec import structs

from iye.away import lobby
from iye.away.broker import Broker
from iye.away.carrier import Carrier
from iye.away.code import draw_code, keys_of, line_name, parse_code
from iye.away.kept import Kept, read_kept
from iye.away.lobby import LOBBY
from iye.away.outputs import Output, Post, Publish, Report, Save
from iye.away.peers import speaks
from iye.away.session import Session
from iye.away.shown import Showing
from iye.away.view import AwayView, view_of
from iye.away.wishes import AwayWishes
from iye.away.words import Topics, shown_topic
from iye.ending import end
from iye.lights import Frame
from iye.table import Effect, Event, Parted, Table

_LOG: Final = logging.getLogger(__name__)

RENEWAL: Final = 86_400.0
"""Seconds after which everything is said again, long before the broker forgets it."""
FAREWELL: Final = 2.0
"""Seconds that the end of the program waits for what is still to be said."""


class Board(Protocol):
    """The daemon, as the room needs it."""

    table: Table

    def post(self, event: Event) -> None:
        """Let the table handle an event."""
        ...

    def now(self) -> float:
        """Give the present moment."""
        ...


class Away:
    """Subscribe it to the daemon, then `begin`. `changed` is told whenever the view is another."""

    def __init__(
        self,
        board: Board,
        loop: asyncio.AbstractEventLoop,
        wishes: AwayWishes,
        folder: Path | None,
        tell: Callable[[str], None],
    ) -> None:
        self._board, self._loop, self._wishes, self._tell = board, loop, wishes, tell
        kept = None if folder is None else read_kept(folder)
        self._kept = kept or Kept(board=secrets.token_hex(8))
        self._carrier = Carrier(folder, self._say, tell)
        if kept is None:
            self._carrier.put(Save(self._kept))  # else the board were another one the next time
        self._keys = LOBBY
        self._session: Session | None = None
        self._broker: Broker | None = None
        self._line: asyncio.Task[None] | None = None
        self._works: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._renewal: asyncio.TimerHandle | None = None
        self._online, self._trouble = False, ""
        self._will = Publish("", b"")
        self._showing = Showing(self._kept.board, self._say)
        self._life = 0
        self._unshown = False
        self._view = self.view
        self.changed: Callable[[AwayView], None] = lambda _view: None
        self.topics: tuple[str, ...] = ()

    # For whoever looks on, and for people.

    @property
    def view(self) -> AwayView:
        """How things stand."""
        broker = str(self._wishes.address)
        return view_of(self._session, broker, online=self._online, trouble=self._trouble)

    def begin(self) -> None:
        """Connect, and enter the room that is wished for, or the one the board was in."""
        self._work(self._carrier.run())
        code = self._wishes.room or self._kept.code
        self._work(self._enter(self.new_code() if self._wishes.invite and not code else code))

    def new_code(self) -> str:
        """Draw the code of a new room."""
        return draw_code(secrets.choice)

    def meet(self, code: str) -> None:
        """Enter a room. Raises ValueError in a sentence when the code is none."""
        self._work(self._enter(parse_code(code) if code else self.new_code()))

    def leave(self) -> None:
        """Leave the room, and the match in it."""
        self._work(self._enter(""))

    async def close(self) -> None:
        """Say what is still to be said, and end; the room is remembered."""
        await self._carrier.all_done(FAREWELL)
        await self._say_good_bye()
        await self.drop()

    async def drop(self) -> None:
        """End at once, as it stands."""
        await end(*self._works, *([self._line] if self._line else []))
        for timer in (self._alarm, self._renewal):
            if timer is not None:
                timer.cancel()
        self._carrier.close()

    # What the daemon tells.

    def sensed(self, _event: Event) -> None:
        """See what comes of events instead."""

    def happened(self, effect: Effect, at: float) -> None:
        """Take wishes and answers from the table."""
        if self._session is not None:
            self._session.happened(effect, self._board.table, at)

    def stands(self, table: Table, _frame: Frame, at: float) -> None:
        """See how things stand."""
        if self._session is not None:
            self._session.stands(table, at)
        self._show(table)
        self._do()

    def complained(self, _complaint: object) -> None:
        """Go on, whatever is wrong with the hardware."""

    # What the broker tells; see `iye.away.broker.Ears`.

    async def connecting(self) -> tuple[str, bytes]:
        """Get ready for a connection; its number is remembered before it is used."""
        if self._session is None:
            self._life = int(time.time())
            self._will = lobby.gone(self._kept.board, self._life, time.time_ns())
        else:
            self._will = self._session.connecting(int(time.time()))
            self._do()
            await self._carrier.all_done()
        return self._will.topic, self._will.payload

    def taken(self, payload: bytes) -> bool:
        """Whether another program says that it is this board, in a connection after this one's."""
        life = self._life if self._session is None else self._session.kept.life
        return speaks(payload, self._keys, self._kept.board, life)

    def may_lack(self, topic: str) -> bool:
        """Play on where only what is shown to others is not taken; that is said once."""
        if topic != shown_topic(self._keys.room, self._kept.board):
            return False
        if not self._unshown:
            _LOG.warning("the broker %s does not let the board be shown", self._wishes.address)
        self._unshown = True
        return True

    def online(self) -> None:
        """Say everything anew."""
        self._online, self._trouble = True, ""
        _LOG.info("the broker %s is reached", self._wishes.address)
        self._say_all()

    def offline(self, why: str) -> None:
        """Go on alone."""
        if self._online or why != self._trouble:
            _LOG.warning(
                "the broker %s is not reached, and is tried again: %s", self._wishes.address, why
            )
        self._online, self._trouble = False, why
        if self._session is not None:
            self._session.offline(self._board.now())
        self._do()

    def heard(self, topic: str, payload: bytes) -> None:
        """Hear what is said in the room."""
        if self._session is not None:
            self._session.hear(topic, payload, self._board.now())
            self._do()

    # Rooms.

    async def _enter(self, code: str) -> None:
        """Leave the room there is, if it is another, and enter this one; empty: none."""
        if self._session is not None and code == self._session.kept.code:
            return
        if self._session is None and self._kept.code not in ("", code):
            await self._open(self._kept.code)  # it is left as one leaves a room
        if self._session is not None:
            await self._leave_room()
        await self._open(code)

    async def _leave_room(self) -> None:
        assert self._session is not None  # noqa: S101 - the caller has looked
        self._session.leave(self._board.now())
        self._do()
        await self._carrier.all_done()
        self._kept, self._session = self._session.kept, None

    async def _open(self, code: str) -> None:
        await self._hang_up()
        if code:
            self._keys = await self._carrier.apart(keys_of, code)
            fresh = self._kept.code != code
            self._kept = structs.replace(self._kept, code=code)
            session = Session(self._keys, self._kept, self._wishes.play, _nonce)
            self.topics = Topics(self._keys.room).everything
            self._session = session
            session.stands(self._board.table, self._board.now())
            if fresh:
                session.offer(self._board.now())
            self._tell(f"the room's code is {code}: type it at the other board")
        else:
            self._keys, self.topics = LOBBY, ()
            if self._board.table.shared:  # what the board knew of that room is lost
                self._board.post(Parted(left=True, at=self._board.now()))
        self._do()
        name = line_name(self._keys, self._kept.board)
        self._broker = Broker(self._wishes.address, self, name=name)
        self._line = self._loop.create_task(self._broker.run())

    async def _say_good_bye(self) -> None:
        """Say the last will: for a board that hangs up the broker does not."""
        if self._broker is not None and self._online:
            self._broker.say(self._will.topic, self._will.payload)
            await self._broker.all_said(FAREWELL)

    async def _hang_up(self) -> None:
        self._showing.end(self._keys.room)  # it is shown elsewhere now
        await self._say_good_bye()
        if self._line is not None:
            await end(self._line)
            self._online = False

    # Doing.

    def _do(self) -> None:
        """Do what the session wants done: events at once, the rest in order, as it can be."""
        session = self._session
        if session is not None:
            for output in session.take():
                self._do_one(output)
            self._kept = session.kept
            self._plan(session.due)
        if self.view != self._view:
            self._view = self.view
            self.changed(self._view)

    def _do_one(self, output: Output) -> None:
        match output:
            case Post(event):
                self._board.post(event)
            case Report(code, count):
                _LOG.warning("%s message(s) from the room changed nothing: %s", count, code)
            case Save() | Publish():
                self._carrier.put(output)

    def _say_all(self) -> None:
        """Say everything, for a broker that has forgotten it or is about to."""
        if self._renewal is not None:
            self._renewal.cancel()
        self._renewal = self._loop.call_later(RENEWAL, self._renew)
        if self._session is not None:
            self._session.online(self._board.now())
        else:
            name = self._wishes.play.name
            said = lobby.here(self._kept.board, name, self._life, time.time_ns())
            self._say(said.topic, said.payload)
        self._showing.repeat()
        self._show(self._board.table)
        self._do()

    def _renew(self) -> None:
        if self._online:
            self._say_all()

    def _say(self, topic: str, payload: bytes) -> None:
        if self._broker is not None and self._online:
            self._broker.say(topic, payload)

    def _show(self, table: Table) -> None:
        """Let everybody at the broker see the table, if it may be seen."""
        if self._wishes.show and self._online:
            self._showing.show(self._keys.room, table)

    def _plan(self, due: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if due == float("inf") else self._loop.call_at(due, self._wake)

    def _wake(self) -> None:
        if self._session is not None:
            self._session.time(self._board.now())
            self._do()

    def _work(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._works.discard(task)
        with contextlib.suppress(asyncio.CancelledError):
            error = task.exception()
            if error is not None:
                _LOG.error("the line to the other board failed", exc_info=error)


def _nonce() -> str:
    return secrets.token_hex(16)
