"""Keeps strangers' pages away from the board: which hosts and origins are answered, and how.

The law of this module: a page from elsewhere must not reach the board, whether by a name that
somebody lets point here (DNS rebinding) or by a WebSocket opened across sites; and a page from
here runs nothing that is not from here.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

HEADERS: Final = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        b" connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
        b" frame-ancestors 'none'"
    ),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"cache-control": b"no-cache",
}
"""Sent with every answer."""


@dataclass(frozen=True)
class Hosts:
    """Which Host headers are answered: loopback alone, or whatever names this machine rightly has.

    On a network, an address is fine whatever it is, since no stranger's page can make a browser
    believe that its site is an address; a name has to be this machine's own.
    """

    loopback_only: bool = True

    def welcome(self, host: str) -> bool:
        """Tell whether a Host header names this machine."""
        name = _name(host)
        if name == "localhost":
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return not self.loopback_only and name in _own_names()
        return address.is_loopback or not self.loopback_only


def same_origin(origin: str | None, host: str) -> bool:
    """Tell whether a browser's Origin is the very host asked; what is no browser sends none."""
    return origin is None or urlsplit(origin).netloc == host


class Guard:
    """Answers only what is meant for this machine and comes from its own page."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the headers added to its answer, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts.welcome(host) and same_origin(headers.get("origin"), host):
            await self._app(scope, receive, _adding(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(4403, "other hosts' pages cannot reach the board")(
                scope, receive, send
            )
        else:
            refusal = PlainTextResponse("The board answers to its own address only.\n", 403)
            await refusal(scope, receive, _adding(send))


def _adding(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            more = [(name, value) for name, value in HEADERS.items() if name not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_with_headers


def _name(host: str) -> str:
    """Take the port off a Host header."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().partition(".")[0]
    return (name, f"{name}.local")
