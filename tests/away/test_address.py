"""Addresses of brokers: whatever is taken for one can be asked for."""

from __future__ import annotations

import asyncio

import pytest

from broker_rig import until
from iye.away.address import AddressError, check_address, parse_address
from line_rig import Ears, line

LETTERS = 63  # of a part of a name: RFC 1035, 2.3.4


@pytest.mark.parametrize(
    "name",
    [
        "broker..example",
        ".example",
        "...",
        f"{'a' * (LETTERS + 1)}.example",
        f"a.{'☃' * LETTERS}",
        "broker\u202e.example",
    ],
)
def test_a_name_that_no_network_can_be_asked_for_is_refused(name: str) -> None:
    with pytest.raises(AddressError, match="look at the dots of its name"):
        check_address(f"mqtt://{name}:1883")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("mqtt://broker.example.", "broker.example."),
        (f"mqtt://{'a' * LETTERS}.example", f"{'a' * LETTERS}.example"),
        ("mqtts://tahta.örnek", "tahta.örnek"),
        ("mqtt://my_broker", "my_broker"),
        ("mqtt://[fe80::1%lo]:1884", "fe80::1%lo"),
        ("mqtt://192.0.2.1", "192.0.2.1"),
    ],
)
def test_a_name_that_one_can_be_asked_for_is_taken(url: str, host: str) -> None:
    assert check_address(url)[1] == host


@pytest.mark.parametrize("name", ["tahta.invalid", "a b.invalid", "-.invalid", f"{'a.' * 100}b"])
def test_whatever_is_taken_for_a_name_keeps_the_line_going(name: str) -> None:
    async def evening() -> None:
        ears = Ears()
        async with line(parse_address(f"mqtt://{name}"), ears):
            await until(lambda: len(ears.troubles) == 2)

    asyncio.run(evening())
