"""The line to the broker: MQTT 5, taken up again whenever it breaks.

The law of this module: it carries bytes, and knows nothing of what they say. Nobody waits for it:
of what is to be said in one place only the latest is kept until it can be. Nothing is said for
ever: the broker forgets it after a while, unless it is said again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from dataclasses import dataclass
from typing import Any, Final, Protocol

import aiomqtt
from paho.mqtt.client import Client
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from iye.away.address import Address
from iye.away.pauses import FIRST_PAUSE, Pauses
from iye.away.sealed import LARGEST
from iye.away.trouble import Trouble, ended, not_heard, not_taken, taken_over, trouble
from iye.ending import first_of

_LOG: Final = logging.getLogger(__name__)

QOS: Final = 1
KEEP_ALIVE: Final = 20
"""Seconds between signs of life; the broker says the last will after half as many again."""
REMEMBERED: Final = 30 * 86_400
"""Seconds for which the broker keeps what is said; see docs/away.md for why so long."""
MOST_LOOKS: Final = 6
"""Times that a line finds its place taken, an hour in all; then it takes it back, since a broker
may keep what somebody said who ended without a last will."""
PATIENCE: Final = 10.0
"""Seconds in which the broker has to answer."""
MOST_WAITING: Final = 256
"""Messages that are kept until the board has time for them; the sender says others again."""
AT_ONCE: Final = 32
"""Messages after which the board gets its turn, however many more there are."""
BREATH: Final = 0.01
_LARGEST_PACKET: Final = LARGEST + 1024
"""Bytes, with the topic; the broker does not send what is larger."""
_REFUSED: Final = 0x80
"""Reason codes of MQTT 5 from here on are refusals."""


class Ears(Protocol):
    """Whoever uses the line."""

    topics: tuple[str, ...]

    async def connecting(self) -> tuple[str, bytes] | None:
        """Get ready for a connection, and give the last will of it: a topic and what to say."""
        ...

    def taken(self, payload: bytes) -> bool:
        """Whether this, at the last will's topic, is of another program in this one's place."""
        ...

    def may_lack(self, topic: str) -> bool:
        """Whether the line is of use though the broker does not take what is said there."""
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


class _Client(aiomqtt.Client):
    """aiomqtt's client, which else keeps to itself what the broker answers to a message."""

    answer: ReasonCode | None = None
    """What it has answered to the last one; MQTT 5, 3.4.2.1."""

    def _on_publish(
        self,
        client: Client,
        userdata: Any,
        mid: int,
        reason_code: ReasonCode,
        properties: Properties,
    ) -> None:
        self.answer = reason_code
        super()._on_publish(client, userdata, mid, reason_code, properties)


class Broker:
    """One line. `run` keeps it up until it is cancelled.

    What the broker does not take ends it, if nothing is of use without that; the next line is one
    when that has been taken.

    By its `name` the broker knows the line, and ends an older one of that name before this one
    speaks; without a name it gives one.
    """

    def __init__(
        self, address: Address, ears: Ears, manner: Manner | None = None, name: str = ""
    ) -> None:
        self._address = address
        self._ears = ears
        self._manner = manner or Manner()
        self._name = name
        self._place = ""
        self._looks = 0
        self._unsaid: dict[str, bytes] = {}
        self._refused: tuple[str, bytes] | None = None
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
        pauses, clock = Pauses(self._manner.pause), asyncio.get_running_loop().time
        while True:
            begun = clock()
            ended = await self._one_life()
            self._unsaid.clear()  # all of it is said again, as it stands then
            self._ears.offline(ended.why)
            chance = random.random()  # noqa: S311 - not a secret
            await asyncio.sleep(pauses.after(clock() - begun, chance, taken_over=ended.taken_over))

    async def _one_life(self) -> Trouble:
        """Connect, and carry messages until the line breaks; say why it did."""
        client = self._client()
        try:
            if self._place and self._looks < MOST_LOOKS and await self._is_taken():
                self._looks += 1
                return taken_over(self._address)
            self._looks = 0
            last = await self._ears.connecting()
            client = self._client(last, self._name)
            async with client:
                self._place = "" if last is None else last[0]
                if not await self._may_hear(client):
                    return not_heard(self._address)
                if self._refused is None or await self._is_taken_up(client, *self._refused):
                    self._ears.online()
                    await first_of(self._listen(client), self._speak(client))
                if self._refused is not None and client.answer is not None:
                    return not_taken(self._address, client.answer)
        except (aiomqtt.MqttError, OSError) as error:
            return trouble(error, self._address)
        finally:
            _hear_of_its_end(client)
        return ended()

    async def _is_taken(self) -> bool:
        """Look, without a name, who speaks in this one's place: to connect by it would end them.

        Not every broker says why it has ended a line: Mosquitto 2.0 does not.
        """
        async with self._client() as client:
            await client.subscribe(self._place, self._manner.qos)
            await client.unsubscribe(self._place)  # what is kept there comes before the answer
            said = await anext(aiter(client.messages)) if len(client.messages) else None
        return said is not None and self._ears.taken(_bytes(said.payload))

    async def _may_hear(self, client: aiomqtt.Client) -> bool:
        """Listen; say whether the broker allows it."""
        topics = [(one, self._manner.qos) for one in self._ears.topics]
        granted = await client.subscribe(topics) if topics else ()
        return all(code.value < _REFUSED for code in granted if isinstance(code, ReasonCode))

    def _client(self, last: tuple[str, bytes] | None = None, name: str = "") -> _Client:
        address, limits = self._address, Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = _LARGEST_PACKET
        return _Client(
            address.host,
            address.port,
            identifier=name or None,
            username=address.user,
            password=address.password,
            tls_context=address.tls,
            will=None if last is None else _will(*last),
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
            self._ears.heard(str(message.topic), _bytes(message.payload))
            heard += 1
            if heard % self._manner.at_once == 0:
                await asyncio.sleep(BREATH)

    async def _speak(self, client: _Client) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._unsaid:
                topic = next(iter(self._unsaid))
                if not await self._is_taken_up(client, topic, self._unsaid.pop(topic)):
                    return
            self._said.set()

    async def _is_taken_up(self, client: _Client, topic: str, payload: bytes) -> bool:
        """Say something; whether the broker takes it, or the line is of use though it does not."""
        await client.publish(topic, payload, QOS, retain=True, properties=_KEPT)
        taken = (
            client.answer is None or client.answer.value < _REFUSED or self._ears.may_lack(topic)
        )
        self._refused = None if taken else (topic, payload)
        return taken


def _bytes(payload: object) -> bytes:
    """Give what came: aiomqtt has it as bytes, and nothing as None."""
    return bytes(payload) if isinstance(payload, bytes | bytearray) else b""


def _remembered(packet: int) -> Properties:
    properties = Properties(packet)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = REMEMBERED
    return properties


_KEPT: Final = _remembered(PacketTypes.PUBLISH)


def _will(topic: str, payload: bytes) -> aiomqtt.Will:
    kept = _remembered(PacketTypes.WILLMESSAGE)
    return aiomqtt.Will(topic, payload, QOS, retain=True, properties=kept)


def _hear_of_its_end(client: aiomqtt.Client) -> None:
    """Take note of how a line ended, which aiomqtt else has the loop complain about at the end."""
    ended = client._disconnected  # noqa: SLF001 - there is no other way to it
    if ended.done() and not ended.cancelled():
        ended.exception()
