"""Wakes the pages for which something waits, a few at a time.

The law of this module: a touch never waits for all pages. Whatever is sent is sent on the loop that
reads the touch chips, so between any few pages the loop gets to see what else there is.
"""

from __future__ import annotations

import asyncio
from typing import Final

AT_ONCE: Final = 4
"""Pages woken in one turn of the loop; each sends in the next, which takes a tenth of a
millisecond on a PC."""


class Bells:
    """Rings bells in the order in which that is asked for; asked again, one rings once."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Event, None] = {}
        self._turn: asyncio.Handle | None = None

    def ring(self, bell: asyncio.Event) -> None:
        """Set an event soon."""
        self._waiting[bell] = None
        if self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._ring_some)

    def _ring_some(self) -> None:
        for bell in tuple(self._waiting)[:AT_ONCE]:
            del self._waiting[bell]
            bell.set()
        soon = asyncio.get_running_loop().call_soon
        self._turn = soon(self._ring_some) if self._waiting else None
