"""The page's server: static files, the WebSocket, records and rehearsals.

The law of this module: it carries, and decides nothing. It runs on the daemon's loop, so nothing
here waits for a page while the board waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import uvicorn
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from iye.companion.connections import Connection, Line
from iye.companion.guard import Guard, Hosts
from iye.companion.guest import Guest
from iye.companion.hub import Companion
from iye.companion.messages import LARGEST_WISH, Refused, encode
from iye.companion.workshop import RehearsalError, Workshop
from iye.ending import first_of
from iye.languages import NAMES, Language, language, message, preferred
from iye.record import Record, format_record

STATIC: Final = Path(__file__).parent / "static"
LARGEST_SCRIPT: Final = 2_000_000
"""Bytes of a rehearsal file; an evening is a tenth of that."""
LARGEST_UPLOAD: Final = 10 * LARGEST_SCRIPT
"""Bytes that are heard out, so that whoever sends too many of them can be told."""
GRACE: Final = 2
"""Whole seconds that lines have to end of themselves when the server ends."""
SLOWEST: Final = 10.0
"""Seconds that a page may take to accept what is sent; then it is let go."""

WRONG: Final = 422
"""The status for a script that cannot be played."""

TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code for a board with too many pages."""


class Pages:
    """The answers to everything a browser can ask for."""

    def __init__(self, companion: Companion, workshop: Workshop, *, static: Path = STATIC) -> None:
        self._companion = companion
        self._workshop = workshop
        self._static = static

    def app(self, hosts: Hosts) -> ASGIApp:
        """Give the whole application, guarded."""
        routes = [
            Route("/", self._index),
            Route("/language/{tag}.json", self._language),
            Route("/record.iye", self._record),
            Route("/touches.jsonl", self._touches),
            Route("/rehearse", self._rehearse, methods=["POST"]),
            WebSocketRoute("/ws", self._talk),
            Mount("/static", Files(directory=self._static, check_dir=False)),
        ]
        # Starlette's application would bring a page of HTML for errors, and a megabyte with it;
        # an error nobody reckoned with is logged and answered by uvicorn.
        return Guard(ExceptionMiddleware(Router(routes)), hosts)

    async def _index(self, _request: Request) -> Response:
        return FileResponse(self._static / "index.html")

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
        spoken = spoken_by(request.headers.get("accept-language", ""), request.query_params)
        if self._workshop.rehearse is None:
            text = message("Rehearsals are for simulated boards.")
            return JSONResponse({"text": spoken.say(text)}, 403)
        try:
            script = await _heard_out(request)
        except ClientDisconnect:
            return Response(status_code=WRONG)  # nobody is there to read it
        if len(script) > LARGEST_SCRIPT:
            text = message("This file is too long for a rehearsal.")
            return JSONResponse({"text": spoken.say(text)}, WRONG)
        playing = self._workshop.rehearse(script, spoken.tag)
        try:
            pictures = await first_of(playing, _gone(request)) or b""
        except RehearsalError as error:
            return JSONResponse({"text": spoken.say(error.text, **error.values)}, WRONG)
        return Response(pictures, media_type="application/json")

    async def _talk(self, socket: WebSocket) -> None:
        spoken = spoken_by(socket.headers.get("accept-language", ""), socket.query_params)
        with contextlib.suppress(*GONE):
            await socket.accept()
            if self._companion.full:
                await turn_away(socket, spoken)
            else:
                await self._entertain(socket, self._companion.welcome(spoken))

    async def _entertain(self, socket: WebSocket, guest: Guest) -> None:
        """Send and hear, until the page goes or has to."""
        try:
            await first_of(send_waiting(socket, guest), self._hear(socket, guest))
        finally:
            self._companion.farewell(guest)
        if not guest.dismissed:
            await asyncio.wait_for(socket.close(), SLOWEST)

    async def _hear(self, socket: WebSocket, guest: Guest) -> None:
        while not guest.dismissed:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            self._companion.wish(guest, received["bytes"])


class Files(StaticFiles):
    """Static files; a path that no file can have is just not found."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Look a file up."""
        return ("", None) if "\0" in path else super().lookup_path(path)


GONE: Final = (TimeoutError, WebSocketDisconnect, RuntimeError, OSError)
"""What is raised when something is sent to a page that has gone, or does not read."""


async def send_waiting(socket: WebSocket, guest: Guest) -> None:
    """Send what waits for a page, until it goes or falls too far behind."""
    try:
        while not guest.dismissed:
            for word in await guest.waiting():
                sent = socket.send_text(word) if isinstance(word, str) else socket.send_bytes(word)
                async with asyncio.timeout(SLOWEST):  # and no task for every word
                    await sent
                await asyncio.sleep(0)  # others' turn; and to hear of it, should the page be gone
    except GONE:
        guest.dismiss()


async def turn_away(socket: WebSocket, spoken: Language) -> None:
    """Tell a page that there are too many, and hang up."""
    text = message("Too many pages are looking at this board: try again later.")
    await socket.send_text(encode(Refused("full", spoken.say(text))))
    await socket.close(TRY_AGAIN_LATER)


async def _heard_out(request: Request) -> bytes:
    """Read a body; of one that is too long only the beginning, but that to its end."""
    script, length = bytearray(), 0
    async for part in request.stream():
        script += part[: LARGEST_SCRIPT + 1 - len(script)]
        length += len(part)
        if length > LARGEST_UPLOAD:
            break
    return bytes(script)


async def _gone(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def spoken_by(accepts: str, query: object) -> Language:
    """Give the language that a page asked for by name, or its browser by preference."""
    asked = query.get("language") if hasattr(query, "get") else None
    return language(asked if asked in NAMES else preferred(accepts))


class Server(uvicorn.Server):
    """uvicorn on a loop that is not its own, nor only its own.

    It leaves signals to whoever runs the board, and where uvicorn looks ten times a second whether
    it should end, it waits to be told. The date it looks up then is `Connection`'s business.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        self._ended = asyncio.Event()
        super().__init__(config)

    @property
    def should_exit(self) -> bool:
        """Whether the server has been told to end; setting it to true does so."""
        return self._ended.is_set()

    @should_exit.setter
    def should_exit(self, end: bool) -> None:
        if end:
            self._ended.set()

    async def main_loop(self) -> None:
        """Serve until told to end."""
        await self._ended.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def make_server(app: ASGIApp) -> Server:
    """Make the server; `serve(sockets=[…])` runs it until `should_exit` is set."""
    return Server(
        uvicorn.Config(
            app,
            http=Connection,
            ws=Line,
            ws_max_size=LARGEST_WISH,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
    )
