"""The line to the broker: MQTT 5, taken up again whenever it breaks.

The law of this module: it carries bytes, and knows nothing of what they say. Nobody waits for it:
of what is to be said in one place only the latest is kept until it can be.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Final, Protocol

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from iye.away.address import Address
from iye.away.sealed import LARGEST

_LOG: Final = logging.getLogger(__name__)

QOS: Final = 1
KEEP_ALIVE: Final = 20
"""Seconds between signs of life; the broker says the last will after half as many again."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds between attempts to connect; twice as long every time."""
PATIENCE: Final = 10.0
"""Seconds in which the broker has to answer."""
MOST_WAITING: Final = 256
"""Messages that are kept until the board has time for them; the sender says others again."""
AT_ONCE: Final = 32
"""Messages after which the board gets its turn, however many more there are."""
BREATH: Final = 0.01
_LARGEST_PACKET: Final = LARGEST + 1024
"""Bytes, with the topic; the broker does not send what is larger."""


class Ears(Protocol):
    """Whoever uses the line."""

    topics: tuple[str, ...]

    async def connecting(self) -> tuple[str, bytes] | None:
        """Get ready for a connection, and give the last will of it: a topic and what to say."""
        ...

    def online(self) -> None:
        """Take note that there is a connection."""
        ...

    def offline(self, why: str) -> None:
        """Take note that there is none, and why."""
        ...

    def heard(self, topic: str, payload: bytes) -> None:
        """Take a message in."""
        ...


@dataclass(frozen=True, slots=True)
class Manner:
    """How a line is kept: the first `pause` between attempts, how surely and how much is heard.

    `waiting` messages are kept until there is time for them, `at_once` come without a breath.
    """

    pause: float = FIRST_PAUSE
    qos: int = QOS
    waiting: int = MOST_WAITING
    at_once: int = AT_ONCE


def _in_words(error: Exception) -> str:
    """Say what broke the line as the system does, without its number."""
    told = error if isinstance(error, OSError) else error.__context__
    return (told.strerror if isinstance(told, OSError) else None) or str(error)


class Broker:
    """One line. `run` keeps it up until it is cancelled."""

    def __init__(self, address: Address, ears: Ears, manner: Manner | None = None) -> None:
        self._address = address
        self._ears = ears
        self._manner = manner or Manner()
        self._unsaid: dict[str, bytes] = {}
        self._news = asyncio.Event()
        self._said = asyncio.Event()
        self._said.set()

    def say(self, topic: str, payload: bytes) -> None:
        """Say something as soon as can be, for those who listen and those who come later."""
        self._unsaid.pop(topic, None)
        self._unsaid[topic] = payload
        self._said.clear()
        self._news.set()

    async def all_said(self, patience: float) -> None:
        """Wait until everything has been said, or for so many seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._said.wait(), patience)

    async def run(self) -> None:
        """Keep the line up."""
        pause = self._manner.pause
        while True:
            begun = asyncio.get_running_loop().time()
            why = await self._one_life()
            self._unsaid.clear()  # all of it is said again, as it stands then
            self._ears.offline(why)
            if asyncio.get_running_loop().time() - begun > LONGEST_PAUSE:
                pause = self._manner.pause
            # Boards that lost the same broker do not all come back at once.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - not a secret
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _one_life(self) -> str:
        """Connect, and carry messages until the line breaks; say why it did."""
        last = await self._ears.connecting()
        client = self._client(None if last is None else aiomqtt.Will(*last, QOS, retain=True))
        try:
            async with client:
                await client.subscribe([(one, self._manner.qos) for one in self._ears.topics])
                self._ears.online()
                await _first_to_end(self._listen(client), self._speak(client))
        except (aiomqtt.MqttError, OSError) as error:
            return _in_words(error)
        finally:
            _hear_of_its_end(client)
        return "the broker has ended it"

    def _client(self, will: aiomqtt.Will | None) -> aiomqtt.Client:
        address, limits = self._address, Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = _LARGEST_PACKET
        return aiomqtt.Client(
            address.host,
            address.port,
            username=address.user,
            password=address.password,
            tls_context=address.tls,
            will=will,
            protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEP_ALIVE,
            timeout=PATIENCE,
            max_queued_incoming_messages=self._manner.waiting,
            properties=limits,
            logger=_LOG,
        )

    async def _listen(self, client: aiomqtt.Client) -> None:
        heard = 0
        async for message in client.messages:
            payload = message.payload
            if isinstance(payload, bytes | bytearray):
                self._ears.heard(str(message.topic), bytes(payload))
            heard += 1
            if heard % self._manner.at_once == 0:
                await asyncio.sleep(BREATH)

    async def _speak(self, client: aiomqtt.Client) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._unsaid:
                topic = next(iter(self._unsaid))
                await client.publish(topic, self._unsaid.pop(topic), QOS, retain=True)
            self._said.set()


def _hear_of_its_end(client: aiomqtt.Client) -> None:
    """Take note of how a line ended, which aiomqtt else has the loop complain about at the end."""
    ended = client._disconnected  # noqa: SLF001 - there is no other way to it
    if ended.done() and not ended.cancelled():
        ended.exception()


async def _first_to_end(*works: Coroutine[None, None, None]) -> None:
    """Do all works until one ends or fails; the others are cancelled."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
