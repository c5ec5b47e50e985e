"""The page's server: static files, the WebSocket, records and rehearsals.

The law of this module: it carries, and decides nothing. It runs on the daemon's loop, so nothing
here waits for a page while the board waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from iye.companion.guard import Guard, Hosts
from iye.companion.guest import Guest
from iye.companion.hub import Companion
from iye.companion.messages import LARGEST_WISH, Refused, encode
from iye.languages import NAMES, Language, language, message, preferred
from iye.record import Record, format_record

STATIC: Final = Path(__file__).parent / "static"
LARGEST_SCRIPT: Final = 2_000_000
"""Bytes of a rehearsal file; an evening is a tenth of that."""
SLOWEST: Final = 10.0
"""Seconds that a page may take to accept what is sent; then it is let go."""

WRONG: Final = 422
"""The status for a script that cannot be played."""

TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code for a board with too many pages."""


class RehearsalError(Exception):
    """A script that cannot be played, in a sentence."""


@dataclass(frozen=True)
class Workshop:
    """What a developer's page may ask for: the touches so far, and a script played apart.

    `rehearse` takes a script and a language's tag, and gives JSON; it raises RehearsalError.
    """

    touches: Callable[[], str]
    rehearse: Callable[[bytes, str], Awaitable[bytes]] | None = None


class Pages:
    """The answers to everything a browser can ask for."""

    def __init__(self, companion: Companion, workshop: Workshop) -> None:
        self._companion = companion
        self._workshop = workshop

    def app(self, hosts: Hosts) -> ASGIApp:
        """Give the whole application, guarded."""
        routes = [
            Route("/", self._index),
            Route("/language/{tag}.json", self._language),
            Route("/record.iye", self._record),
            Route("/touches.jsonl", self._touches),
            Route("/rehearse", self._rehearse, methods=["POST"]),
            WebSocketRoute("/ws", self._talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Guard(Starlette(routes=routes), hosts)

    async def _index(self, _request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def _language(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if tag not in NAMES:
            return PlainTextResponse("This language is not spoken here.\n", 404)
        return JSONResponse(language(tag).catalogue())

    async def _record(self, _request: Request) -> Response:
        table = self._companion.house.board.table
        named = zip(("Player1", "Player2"), table.setup.names, strict=True)
        headers = tuple((header, name) for header, name in named if name)
        return PlainTextResponse(format_record(Record(headers, table.match)))

    async def _touches(self, _request: Request) -> Response:
        return PlainTextResponse(
            self._workshop.touches(),
            headers={"content-disposition": 'attachment; filename="touches.jsonl"'},
        )

    async def _rehearse(self, request: Request) -> Response:
        spoken = _spoken(request.headers.get("accept-language", ""), request.query_params)
        if self._workshop.rehearse is None:
            text = message("Rehearsals are for simulated boards.")
            return JSONResponse({"text": spoken.say(text)}, 403)
        script = b""
        async for part in request.stream():
            script += part
            if len(script) > LARGEST_SCRIPT:
                text = message("This file is too long for a rehearsal.")
                return JSONResponse({"text": spoken.say(text)}, WRONG)
        try:
            pictures = await self._workshop.rehearse(script, spoken.tag)
        except RehearsalError as error:
            return JSONResponse({"text": str(error)}, WRONG)
        return Response(pictures, media_type="application/json")

    async def _talk(self, socket: WebSocket) -> None:
        spoken = _spoken(socket.headers.get("accept-language", ""), socket.query_params)
        await socket.accept()
        if self._companion.full:
            await _turn_away(socket, spoken)
            return
        guest = self._companion.welcome(spoken)
        sending = asyncio.create_task(_send(socket, guest))
        hearing = asyncio.create_task(self._hear(socket, guest))
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._companion.farewell(guest)
            for task in (sending, hearing):
                task.cancel()
            with contextlib.suppress(Exception):
                await socket.close()

    async def _hear(self, socket: WebSocket, guest: Guest) -> None:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            self._companion.wish(guest, text if text is not None else received["bytes"])


async def _send(socket: WebSocket, guest: Guest) -> None:
    """Send what waits for a page, until it goes or falls too far behind."""
    with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        while not guest.too_slow:
            for word in await guest.waiting():
                sent = socket.send_text(word) if isinstance(word, str) else socket.send_bytes(word)
                await asyncio.wait_for(sent, SLOWEST)


async def _turn_away(socket: WebSocket, spoken: Language) -> None:
    text = message("Too many pages are looking at this board: try again later.")
    await socket.send_text(encode(Refused("full", spoken.say(text))))
    await socket.close(TRY_AGAIN_LATER)


def _spoken(accepts: str, query: object) -> Language:
    """Give the language that a page asked for by name, or its browser by preference."""
    asked = query.get("language") if hasattr(query, "get") else None
    return language(asked if asked in NAMES else preferred(accepts))


class Server(uvicorn.Server):
    """uvicorn on a loop that is not its own: it leaves signals to whoever runs the board."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def make_server(app: ASGIApp) -> Server:
    """Make the server; `serve(sockets=[…])` runs it until `should_exit` is set."""
    return Server(
        uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=LARGEST_WISH,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
