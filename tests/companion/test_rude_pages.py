"""Rude pages: junk, floods, crowds, and those that do not read; nobody else notices them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from companion_rig import Page, Rig, served, serving
from iye.companion import connections, server
from iye.companion.bells import AT_ONCE, Bells
from iye.companion.guest import MOST_WAITING, Bucket, Guest
from iye.companion.hub import MOST_GUESTS
from iye.languages import ENGLISH
from patience import PATIENCE


async def closed(page: Page) -> None:
    """Wait until a page's line has ended."""
    await page.until(lambda: page.closed)


def chooses(page: Page) -> bool:
    return bool(page.state["phase"] == "choosing_first")


JUNK: list[str | bytes] = [
    "",
    " ",
    "{",
    "{}",
    "[]",
    "null",
    "NaN",
    "1e999",
    '"touch"',
    b"\xff\xfe\x00",
    b'{"do":"speak","language":"\xff"}',
    '\ufeff{"do":"abandon"}',
    '{"do":"abandon"}{"do":"abandon"}',
    '{"do":"fly"}',
    '{"do":null}',
    '{"do":["touch"]}',
    '{"pad":"a1"}',
    '{"do":"touch"}',
    '{"do":"touch","pad":1}',
    '{"do":"touch","pad":"a"}',
    '{"do":"touch","pad":"a1","why":"because"}',
    '{"do":"touch","pad":"\\ud800\\ud800"}',
    '{"do":"speak","language":"\\udfff"}',
    '{"do":"tune","brightness":NaN}',
    '{"do":"tune","brightness":Infinity}',
    '{"do":"tune","brightness":1e999}',
    '{"do":"tune","brightness":' + "9" * 900 + "}",
    '{"do":"sit","seat":3}',
    '{"do":"sit","seat":1.5}',
    '{"do":"sit","seat":true}',
    '{"do":"sit","seat":' + "1" * 900 + "}",
    '{"do":"new_match","wins":4}',
    '{"do":"new_match","names":["a"]}',
    '{"do":"new_match","names":["a","b","c"]}',
    '{"do":"new_match","names":[null,null]}',
    '{"x":' + "[" * 1000,
    '{"x":' + "[" * 500 + "]" * 500 + "}",
    '{"x":' * 150 + "1" + "}" * 150,
    "[" * 1024,
]


@served()
async def test_every_piece_of_junk_is_answered_and_changes_nothing(rig: Rig) -> None:
    table, lights = rig.board.table, rig.board.lights
    async with rig.page() as page:
        for count, junk in enumerate(JUNK, start=1):
            await page.line.send(junk)
            await page.count("refused", count)
            assert page.told("refused")[-1]["reason"] == "bad_message", junk
            assert page.told("refused")[-1]["text"]
        assert (rig.board.table, rig.board.lights) == (table, lights)
        await page.wish("drum_here", cell="a1")  # the line is as good as before
        await page.until(lambda: page.state["phase"] == "choosing_first")


@served()
async def test_text_that_is_no_utf_8_is_answered_like_any_junk(rig: Rig) -> None:
    async with rig.page() as page:
        await page.line.send(b'{"do":"speak","language":"\xff"}', text=True)
        await page.until(lambda: page.told("refused"))


@served()
async def test_any_bytes_at_all_are_answered(rig: Rig) -> None:
    chance = Random(5)
    whole = json.dumps({"do": "new_match", "first": 1, "names": ["a", "b"]}).encode()
    async with rig.page() as page:
        for count in range(1, 101):
            junk = bytearray(whole)
            for _ in range(3):
                junk[chance.randrange(len(junk))] = chance.choice(b'{}[]",:\\\x00\xff')
            await page.line.send(bytes(junk))
            await page.count("refused", count)


@served()
async def test_a_message_over_a_kilobyte_ends_the_line(rig: Rig) -> None:
    async with rig.page() as other:
        for message in ("x" * 1025, ["x" * 600, "x" * 600]):
            async with rig.page() as page:
                await page.line.send(message)
                await closed(page)
                assert page.closed == 1009
        async with rig.page() as page:
            await page.line.send("x" * 1024)
            await page.count("refused", 1)
        await other.answered()


@served()
async def test_a_page_that_wishes_too_fast_is_told_and_in_the_end_let_go(rig: Rig) -> None:
    async with rig.page() as other, rig.page() as page:
        await page.wish("touch", pad="a1")
        await page.until(lambda: page.state["held"])
        with contextlib.suppress(ConnectionClosed):
            while True:
                await page.wish("press", button="hint")
        await other.until(lambda: other.state["held"] == [])
        await other.answered()


@served()
async def test_a_page_that_waits_for_answers_but_not_long_enough_is_told_so(rig: Rig) -> None:
    async with rig.page() as page:
        reasons = [await page.refusal("fly") for _ in range(200)]
        assert reasons[:120] == ["bad_message"] * 120
        assert "too_many" in reasons[120:]
        with contextlib.suppress(ConnectionClosed):
            while page.closed is None:
                await page.wish("fly")
                await page.until(lambda: page.closed or page.words)
                page.words.clear()


def test_a_bucket_gives_its_size_at_once_and_its_rate_from_then_on() -> None:
    bucket = Bucket(rate=2.0, size=3, at=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(100.4), bucket.take(100.6), bucket.take(100.7)] == [False, True, False]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_a_page_gets_the_newest_state_and_frame_and_every_word() -> None:
    async def scene() -> None:
        guest = Guest(ENGLISH, Bells(), joined=True)
        for number in range(3):
            guest.show("state", f"state {number}")
            guest.say(f"word {number}")
            guest.shine(bytes([number]))
        assert await guest.waiting() == ["state 2", "word 0", "word 1", "word 2", b"\x02"]
        guest.say("word 3")
        assert await guest.waiting() == ["word 3"]

    asyncio.run(scene())


def test_a_page_that_falls_too_far_behind_is_let_go() -> None:
    async def scene() -> None:
        guest = Guest(ENGLISH, Bells(), joined=True)
        for _ in range(MOST_WAITING):
            guest.say("word")
        assert not guest.dismissed
        guest.say("one word more")
        assert guest.dismissed

    asyncio.run(scene())


def test_between_any_few_pages_the_loop_sees_to_what_else_there_is() -> None:
    async def scene() -> None:
        bells = Bells()
        pages = [Guest(ENGLISH, bells, joined=True) for _ in range(100)]
        sent: list[int] = []

        async def send(number: int) -> None:
            for _frame in range(2):
                await pages[number].waiting()
                sent.append(number)

        sending = [asyncio.create_task(send(number)) for number in range(100)]
        await asyncio.sleep(0)
        turns = []
        for page in (*pages, *pages):  # rung twice, a bell rings once
            page.shine(b"")
        while len(sent) < 100:
            turns.append(len(sent))
            await asyncio.sleep(0)
        for page in pages:
            page.shine(b"")
        await asyncio.gather(*sending)
        assert max(after - before for before, after in pairwise(turns)) <= AT_ONCE
        assert sent == [*range(100), *range(100)]

    asyncio.run(scene())


@served()
async def test_a_page_that_does_not_read_holds_up_nobody_and_is_let_go(rig: Rig) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "SLOWEST", 0.3)
        async with rig.page() as other:
            raw = await stuck(rig)
            await rig.until(lambda: len(rig.companion._guests) == 2)
            while len(rig.companion._guests) == 2:  # ten kilobytes at a time fill any buffer
                rig.companion._show("state", json.dumps({"type": "state", "x": "x" * 10_000}))
                other.words.clear()
                await other.until(lambda: other.words)
            await other.answered()
            raw.close()


async def stuck(rig: Rig) -> socket.socket:
    """Open a WebSocket, and never read from it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)  # noqa: FBT003
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", rig.port))
    await asyncio.get_running_loop().sock_sendall(
        raw,
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{rig.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode(),
    )
    return raw


@served()
async def test_a_crowd_at_once_is_let_in_up_to_the_limit_and_the_rest_told_so(rig: Rig) -> None:
    async def come() -> Page:
        page = Page(await rig.connect(open_timeout=PATIENCE))
        asyncio.get_running_loop().create_task(page.read())
        await page.until(lambda: page.frames or page.closed)
        return page

    pages = await asyncio.gather(*(come() for _ in range(300)))
    inside = [page for page in pages if page.closed is None]
    outside = [page for page in pages if page.closed is not None]
    assert len(inside) == MOST_GUESTS == 200
    assert {page.closed for page in outside} == {1013}
    assert all(page.told("refused")[0]["reason"] == "full" for page in outside)
    await inside[0].wish("drum_here", cell="a1")
    await asyncio.gather(*(page.until(partial(chooses, page)) for page in inside))
    await inside[0].line.close()
    await rig.until(lambda: not rig.companion.full)
    async with rig.page() as page:
        assert page.state["phase"] == "choosing_first"
    for page in inside:
        page.line.transport.abort()


@served()
async def test_connections_beyond_the_most_are_dropped_and_those_there_served(rig: Rig) -> None:
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(ConnectionResetError):
        patch.setattr(connections, "MOST_CONNECTIONS", 5)
        async with rig.page() as page:
            idle = [await asyncio.open_connection("127.0.0.1", rig.port) for _ in range(10)]
            ended = asyncio.gather(*(reader.read() for reader, _ in idle[5:]))
            assert await asyncio.wait_for(ended, PATIENCE) == [b""] * 5
            await page.answered()
            for _, writer in idle:
                writer.close()


@served()
async def test_pages_that_go_while_they_are_let_in_leave_nothing_behind(rig: Rig) -> None:
    for _ in range(20):
        raw = await stuck(rig)
        raw.close()
    await rig.until(lambda: not rig.companion._guests)
    async with rig.page() as page:
        await page.answered()


CLOSE = bytes((0x88, 0x80, 0, 0, 0, 0))
"""A client's frame by which it says that it goes (RFC 6455, 5.5.1), masked with zeros."""


def test_a_page_that_is_going_when_the_board_ends_is_no_failure() -> None:
    async def scene() -> None:
        async with serving() as rig:
            raw = await stuck(rig)
            await rig.until(lambda: rig.companion._guests)
            (guest,) = rig.companion._guests
            guest.say(json.dumps({"type": "said", "text": "x" * 20_000_000}))
            await rig.until(lambda: not guest._words)  # on its way, which it does not fit: it waits
            await asyncio.get_running_loop().sock_sendall(raw, CLOSE)
            await rig.until(lambda: not rig.companion._guests)
        raw.close()

    asyncio.run(scene())


def test_pages_there_at_the_end_are_told_so_and_those_that_do_not_read_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "GRACE", 10 * PATIENCE)  # it does not end by the server's grace

    async def scene() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            async with serving() as rig:
                page = Page(await rig.connect())
                reading = asyncio.create_task(page.read())
                raw = await stuck(rig)
                await rig.until(lambda: len(rig.companion._guests) == 2)
                for _ in range(150):
                    for guest in rig.companion._guests:
                        guest.say(json.dumps({"type": "said", "text": "x" * 100_000}))
                await page.until(lambda: page.words[100:])
            await reading
            assert page.closed == 1012  # "service restart": come again
            raw.close()

    asyncio.run(scene())
