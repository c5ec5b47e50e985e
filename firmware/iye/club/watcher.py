"""The club's line to the broker: it listens, and says nothing.

The law of this module: it carries. What is heard goes to the window, and whether anything can be.
"""

from __future__ import annotations

import logging
from typing import Final

from iye.away.address import Address
from iye.away.broker import Broker, Manner
from iye.club.heard import TOPICS
from iye.club.window import Window

_LOG: Final = logging.getLogger(__name__)

MANNER: Final = Manner(qos=0, waiting=20_000, at_once=256)
"""All that a broker has kept comes at once; what is lost is shown again with the next move."""


class Watcher:
    """Listens for a window, for as long as `run` runs."""

    topics: tuple[str, ...] = TOPICS

    def __init__(self, address: Address, window: Window, manner: Manner = MANNER) -> None:
        self._address, self._window = address, window
        self._broker = Broker(address, self, manner)
        self._trouble = ""

    async def run(self) -> None:
        """Listen until cancelled; a line that breaks is taken up again."""
        await self._broker.run()

    async def connecting(self) -> tuple[str, bytes] | None:
        """Leave no last will: nobody waits for whoever looks on."""
        return None

    def taken(self, _payload: bytes) -> bool:
        """Look on, however many do."""
        return False

    def may_lack(self, _topic: str) -> bool:
        """Say nothing that could be missed."""
        return True

    def online(self) -> None:
        """Take note that there is a connection."""
        self._trouble = ""
        _LOG.info("the broker %s is reached", self._address)
        self._window.found()

    def offline(self, why: str) -> None:
        """Take note that there is none; what is known stays."""
        if why != self._trouble:
            _LOG.warning("the broker %s is not reached, and is tried again: %s", self._address, why)
        self._trouble = why
        self._window.lost(why)

    def heard(self, topic: str, payload: bytes) -> None:
        """Take a message in."""
        self._window.heard(topic, payload)
