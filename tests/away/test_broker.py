"""The line to the broker, where there is none: what is said of it."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

import pytest

from broker_rig import free_port
from iye.away.address import parse_address
from iye.away.broker import Broker, Manner


@dataclass
class Hearer:
    """Takes note of why there is no connection, until it has been told twice."""

    topics: tuple[str, ...] = ("iye/#",)
    told: list[str] = field(default_factory=list)
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    async def connecting(self) -> None:
        return None

    def online(self) -> None:
        raise AssertionError("nobody is there")

    def offline(self, why: str) -> None:
        self.told.append(why)
        if len(self.told) == 2:
            self.enough.set()

    def heard(self, topic: str, payload: bytes) -> None:
        raise AssertionError(f"nobody is there: {topic} {payload!r}")


@pytest.mark.parametrize(
    ("url", "whys"),
    [
        ("mqtt://127.0.0.1:{port}", {"Connection refused"}),
        (
            "mqtt://nowhere.invalid:{port}",
            {"Name or service not known", "Temporary failure in name resolution"},
        ),
    ],
)
def test_a_broker_that_is_not_there_is_tried_again_and_why_is_said_in_words(
    url: str, whys: set[str]
) -> None:
    async def scene() -> list[str]:
        hearer = Hearer()
        address = parse_address(url.format(port=free_port()))
        line = asyncio.create_task(Broker(address, hearer, Manner(pause=0.01)).run())
        await asyncio.wait_for(hearer.enough.wait(), 30)
        line.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await line
        return hearer.told

    assert set(asyncio.run(scene())) <= whys
