"""The club's page: static files, the WebSocket, records.

The law of this module: it carries, and decides nothing. What the board's own page has, this one has
from there: how a board is drawn, the symbols, the stylesheets.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Final

from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from iye.club.window import Window
from iye.companion import server as companion
from iye.companion.guard import Guard, Hosts
from iye.companion.guest import Guest
from iye.ending import first_of
from iye.languages import NAMES, language
from iye.record import Record, format_record

STATIC: Final = Path(__file__).parent / "static"
SYMBOLS: Final = "<!-- symbols -->"
"""Stands in the club's page for the symbols of the board's own."""


class Pages:
    """The answers to everything a browser can ask for."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._page = page()

    def app(self, hosts: Hosts) -> ASGIApp:
        """Give the whole application, guarded."""
        routes = [
            Route("/", self._index),
            Route("/language/{tag}.json", self._language),
            Route("/record/{name}.iye", self._record),
            WebSocketRoute("/ws", self._talk),
            Mount("/static", companion.Files(directory=companion.STATIC, check_dir=False)),
            Mount("/club", companion.Files(directory=STATIC, check_dir=False)),
        ]
        return Guard(ExceptionMiddleware(Router(routes)), hosts)

    async def _index(self, _request: Request) -> Response:
        return HTMLResponse(self._page)

    async def _language(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if tag not in NAMES:
            return PlainTextResponse("This language is not spoken here.\n", 404)
        return JSONResponse(language(tag).catalogue())

    async def _record(self, request: Request) -> Response:
        found = self._window.record_of(request.path_params["name"])
        if found is None:
            return PlainTextResponse("There is no such match here.\n", 404)
        names, match = found
        named = zip(("Player1", "Player2"), names, strict=True)
        headers = tuple((header, name) for header, name in named if name)
        return PlainTextResponse(format_record(Record(headers, match)))

    async def _talk(self, socket: WebSocket) -> None:
        accepts = socket.headers.get("accept-language", "")
        spoken = companion.spoken_by(accepts, socket.query_params)
        with contextlib.suppress(*companion.GONE):
            await socket.accept()
            if self._window.full:
                await companion.turn_away(socket, spoken)
            else:
                await self._entertain(socket, self._window.welcome(spoken))

    async def _entertain(self, socket: WebSocket, guest: Guest) -> None:
        """Send and hear, until the page goes or has to."""
        try:
            await first_of(companion.send_waiting(socket, guest), self._hear(socket, guest))
        finally:
            self._window.farewell(guest)
        if not guest.dismissed:
            await asyncio.wait_for(socket.close(), companion.SLOWEST)

    async def _hear(self, socket: WebSocket, guest: Guest) -> None:
        while not guest.dismissed:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            self._window.wish(guest, received["bytes"])


def page() -> str:
    """Give the club's page, with the symbols that the board's own page draws with."""
    board = (companion.STATIC / "index.html").read_text(encoding="utf-8")
    start = board.index("<svg hidden")
    end = board.index("</svg>\n<header", start) + len("</svg>")
    club = (STATIC / "club.html").read_text(encoding="utf-8")
    return club.replace(SYMBOLS, board[start:end])
