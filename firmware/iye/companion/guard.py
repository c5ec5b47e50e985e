"""Keeps strangers' pages away from the board: which hosts and origins are answered, and how.

The law of this module: a page from elsewhere must not reach the board, whether by a name that
somebody lets point here (DNS rebinding) or by a WebSocket opened across sites; and a page from
here runs nothing that is not from here.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    believe that its site is an address; a name has to be this machine's own, or one of `names`.
    """

    loopback_only: bool = True
    names: tuple[str, ...] = ()

    def welcome(self, host: str) -> bool:
        """Tell whether a Host header names this machine."""
        name = _name(host)
        if name == "localhost":
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return not self.loopback_only and name in (*_own_names(), *self.names)
        return address.is_loopback or not self.loopback_only


def same_origin(origin: str | None, host: str) -> bool:
    """Tell whether a browser's Origin is the very host asked; what is no browser sends none."""
    return origin is None or origin == f"http://{host}"


class Guard:
    """Answers only what is meant for this machine and comes from its own page."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the headers added to its answer, or refuse it."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts.welcome(host) and same_origin(headers.get("origin"), host):
            await self._app(scope, receive, _adding(send))
        else:
            refusal = PlainTextResponse("The board answers to its own address only.\n", 403)
            await refusal(scope, receive, _adding(send))


_STARTS: Final = ("http.response.start", "websocket.http.response.start")
"""The beginnings of an answer, and of the refusal of a WebSocket."""


def _adding(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] in _STARTS:
            given = {name for name, _ in message["headers"]}
            more = [(name, value) for name, value in HEADERS.items() if name not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_with_headers


_HOST: Final = re.compile(r"(?:\[([0-9a-z:.%]+)\]|([0-9a-z._-]+))(?::[0-9]{1,5})?", re.ASCII)
"""An IPv6 address in brackets, or a name or IPv4 address; then a port (RFC 9110, 7.2)."""


def _name(host: str) -> str:
    """Give a Host header's name or address; nothing where it is none."""
    found = _HOST.fullmatch(host.lower())
    return (found[1] or found[2]) if found is not None else ""


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().partition(".")[0].lower()
    return (name, f"{name}.local") if name else ()
