"""One line to a broker, somebody who listens at it, and what the broker has kept.

The law of this module: it stands in for whoever uses a line, and for nothing of the line itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import aiomqtt

from broker_rig import LOOPBACK, Line, Mosquitto, Weather
from iye.away.address import Address
from iye.away.broker import REMEMBERED, Broker, Manner
from iye.away.code import Keys
from iye.ending import end

QUICK = Manner(pause=0.02)
BOARD = "ab" * 8
KEYS = Keys("0" * 32, b"k" * 32)

Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Ears:
    """Notes what a line tells."""

    def __init__(self, *topics: str) -> None:
        self.topics = topics
        self.attempts = self.ups = 0
        self.up = False
        self.troubles: list[str] = []
        self.said: list[tuple[str, bytes]] = []

    async def connecting(self) -> tuple[str, bytes]:
        self.attempts += 1
        return f"iye/1/room/{BOARD}/status", f"gone {self.attempts}".encode()

    def taken(self, payload: bytes) -> bool:
        return payload == b"here, and newer"

    def may_lack(self, topic: str) -> bool:
        return topic.endswith("/show")

    def online(self) -> None:
        self.up = True
        self.ups += 1

    def offline(self, why: str) -> None:
        self.up = False
        self.troubles.append(why)

    def heard(self, topic: str, payload: bytes) -> None:
        self.said.append((topic, payload))


@contextlib.asynccontextmanager
async def line(address: Address, ears: Ears, name: str = "") -> AsyncIterator[Broker]:
    kept = Broker(address, ears, QUICK, name)
    running = asyncio.create_task(kept.run())
    try:
        yield kept
    finally:
        await end(running)


def straight(server: Mosquitto, rng: Random) -> Line:
    """Give a line that carries everything as it is."""
    made = Line(server.port, Weather(), rng)
    made.port = server.port
    return made


@contextlib.asynccontextmanager
async def running(*brokers: Mosquitto) -> AsyncIterator[None]:
    try:
        for one in brokers:
            await one.start()
        yield
    finally:
        for one in brokers:
            one.kill()


GRANTED, NOT_ALLOWED = 1, 0x87
"""MQTT 5, 3.9: what a broker answers to who wants to listen."""
PUBLISH = 3
"""MQTT 5, 2.1.2."""


async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: int) -> None:
    """Let a line in, and answer its wish to listen, as a broker does: MQTT 5, 3.2 and 3.9."""
    await reader.read(1024)
    writer.write(b"\x20\x03\x00\x00\x00")
    asked = await reader.read(1024)
    if asked:
        writer.write(bytes((0x90, 4, *asked[2:4], 0, answer)))


async def taken_with(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: int
) -> None:
    """Let a line in that listens to nothing, and answer all that it says: MQTT 5, 3.3 and 3.4."""
    await reader.read(1024)
    writer.write(b"\x20\x03\x00\x00\x00")
    while (kind := await reader.read(1)) and kind[0] >> 4 == PUBLISH:
        [length] = await reader.readexactly(1)  # of what is shorter than 128 bytes
        said = await reader.readexactly(length)
        end = 2 + int.from_bytes(said[:2], "big")  # the topic's
        writer.write(bytes((0x40, 3, *said[end : end + 2], answer)))
    writer.close()


@contextlib.asynccontextmanager
async def line_to(answering: Answering, ears: Ears) -> AsyncIterator[Broker]:
    """Have a line to something that does as a broker does."""
    server = await asyncio.start_server(answering, LOOPBACK, 0)
    async with server, line(Address(LOOPBACK, server.sockets[0].getsockname()[1]), ears) as kept:
        yield kept


async def retained(server: Mosquitto, *topics: str) -> list[tuple[str, bytes, int | None]]:
    """Give what the broker has kept: topic, message, and seconds until it is forgotten, about."""
    found: list[tuple[str, bytes, int | None]] = []
    async with aiomqtt.Client(LOOPBACK, server.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.subscribe([(one, 1) for one in (*topics, "end")])
        await client.publish("end", b"", 1)
        async for message in client.messages:
            if str(message.topic) == "end":
                return found
            left = getattr(message.properties, "MessageExpiryInterval", None)
            payload = message.payload
            assert isinstance(payload, bytes)
            near = left is not None and REMEMBERED - 60 < left <= REMEMBERED
            found.append((str(message.topic), payload, REMEMBERED if near else left))
    raise AssertionError("the broker has gone")
