"""uvicorn's connections, held to what a board needs: few enough, and sure to end.

The law of this module: a peer that does not read can keep a connection open, but not for long
after the board is done with it.
"""

from __future__ import annotations

import asyncio
from email.utils import formatdate
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

MOST_CONNECTIONS: Final = 500
"""Connections of all kinds; below what a program may have open, so that the board has the rest."""
LINGER: Final = 0.5
"""Seconds that the last bytes may take on their way."""


class Connection(H11Protocol):
    """A connection that speaks HTTP."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room for another."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hear what the peer says, and date the answer."""
        dated = [(b"date", formatdate(usegmt=True).encode())]
        self.server_state.default_headers = dated + self.config.encoded_headers
        super().data_received(data)

    def shutdown(self) -> None:
        """End with the server, whether or not the peer reads what is left."""
        super().shutdown()
        self.loop.call_later(LINGER, self.transport.abort)


class Line(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket.

    Text is handed on as bytes: whoever reads it says in a word what is no UTF-8.
    """

    def handle_text(self, event: Frame) -> None:
        """Take a text message like a binary one."""
        self.handle_bytes(event)

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the program says; a handshake that is refused is complete, too."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Serve the page, and hang up when that has ended."""
        await super().run_asgi()
        self.loop.call_later(LINGER, self.transport.abort)

    def shutdown(self) -> None:
        """End with the server, whether or not the page reads what is left, or is going itself."""
        if self._is_left:
            self.transport.close()
        else:
            super().shutdown()
        self.loop.call_later(LINGER, self.transport.abort)

    @property
    def _is_left(self) -> bool:
        """Whether the page has said that it goes: uvicorn would fail in telling it to go."""
        return self.handshake_complete and not self.close_sent and self.conn.state is not State.OPEN
