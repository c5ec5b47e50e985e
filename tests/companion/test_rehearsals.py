"""Rehearsals that a page asks for: albums, wrong scripts, and ends that come in time."""

from __future__ import annotations

import asyncio
import contextlib
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import httpx

from companion_rig import DEAL, Rig, run, served
from iye.companion.server import LARGEST_SCRIPT, LARGEST_UPLOAD

SCRIPT = "\n".join(
    [
        json.dumps({"at": 0, "new_match": {"deals": [DEAL], "first": 1, "names": ["Işıl", ""]}}),
        '{"at":1.0,"touch":"c3"}',
        '{"at":1.6,"release":"c3"}',
        '{"at":2.0,"touch":"c5"}',
        '{"at":2.6,"release":"c5"}',
    ]
)
ENDLESS = "\n".join(
    [
        '{"at":0,"new_match":{"first":1}}',
        *(f'{{"at":{at},"touch":"e1"}}\n{{"at":{at}.5,"release":"e1"}}' for at in range(1, 25_000)),
    ]
)
"""More touches than can be played in the time that a rehearsal has."""


TOO_LONG = "This rehearsal takes too long: shorten its script."


async def post(rig: Rig, script: str | bytes, **options: Any) -> tuple[int, dict[str, Any]]:
    content = script.encode() if isinstance(script, str) else script
    answer = await rig.get("/rehearse", method="POST", content=content, **options)
    return answer.status_code, answer.json()


@served()
async def test_an_album_has_a_picture_of_every_change(rig: Rig) -> None:
    before = rig.board.table
    status, album = await post(rig, b"\xef\xbb\xbf" + SCRIPT.encode())
    assert status == 200
    assert len(album["pads"]) == 36
    assert all(len(b64decode(step["frame"])) == 3 * 36 for step in album["steps"])
    moments = [step["at"] for step in album["steps"]]
    assert moments == sorted(moments)
    said = [step["text"] for step in album["steps"] if step["text"]]
    assert any(text.startswith("Işıl: drum to c5") for text in said)
    assert album["steps"][-1]["state"]["mover"] == 2
    assert rig.board.table == before  # the board itself has not been touched


WRONG: list[tuple[str | bytes, str]] = [
    ("{", "line 1: "),
    ('{"at":0,"touch":"a1"}\n\n{"at":0,"touch":"z9"}', "line 3: 'z9' is not a pad"),
    ('{"at":2,"touch":"a1"}\n{"at":1,"touch":"a1"}', "line 2: time goes back"),
    ('{"at":1e10,"touch":"a1"}', "line 1: a script ends within 1000000000 s"),
    ('{"at":1e400,"touch":"a1"}', "line 1: "),
    ('{"at":-1,"touch":"a1"}', "line 1: a step's moment is 0 s or later"),
    ('{"at":' + "[" * 100_000, "line 1: "),
    ('{"at":0,"new_match":{"wins":99999999999999999999}}', "line 1: "),
    (b'{"at":0,"touch":"\xff"}', "line 1: "),
    (b"\x00\x01\x02", "line 1: "),
]


@served()
async def test_a_wrong_script_is_told_by_its_line(rig: Rig) -> None:
    for script, said in WRONG:
        status, answer = await post(rig, script)
        assert status == 422
        assert answer["text"].startswith(said)
        assert "\n" not in answer["text"]


@served()
async def test_a_file_that_is_too_long_is_refused_also_by_far(rig: Rig) -> None:
    for length in (LARGEST_SCRIPT + 1, 3 * LARGEST_SCRIPT):
        status, answer = await post(rig, b"x" * length)
        assert (status, answer["text"]) == (422, "This file is too long for a rehearsal.")


@served(longest=1.0)
async def test_as_many_steps_as_fit_end_within_the_limits(rig: Rig) -> None:
    step = '{"at":1,"touch":"a1"}\n{"at":1,"release":"a1"}\n'
    script = step * (LARGEST_SCRIPT // len(step))
    status, answer = await post(rig, script)
    assert (status, answer["text"]) == (422, TOO_LONG)


@served(longest=0.5)
async def test_a_rehearsal_that_takes_too_long_is_ended_with_a_sentence(rig: Rig) -> None:
    status, answer = await post(rig, ENDLESS)
    assert (status, answer["text"]) == (422, TOO_LONG)
    assert (await post(rig, ""))[0] in {200, 422}  # the stage is free again


@served()
async def test_a_rehearsal_ends_with_whoever_wanted_it(rig: Rig) -> None:
    first = asyncio.create_task(post(rig, ENDLESS))
    await rig.until(lambda: len(processes()) == 1)
    second = asyncio.create_task(post(rig, SCRIPT))
    await asyncio.sleep(0.2)
    assert len(processes()) == 1  # one at a time
    assert not second.done()
    first.cancel()
    assert (await second)[0] == 200
    await rig.until(lambda: not processes())


def test_a_rehearsal_ends_with_the_server() -> None:
    async def scene(rig: Rig) -> None:
        asyncio.create_task(post(rig, ENDLESS)).add_done_callback(_ended)
        await rig.until(lambda: len(processes()) == 1)

    run(scene)
    assert processes() == []


def _ended(task: asyncio.Task[object]) -> None:
    """Whoever asked is cut off."""
    if not task.cancelled():
        task.exception()


def processes() -> list[int]:
    """Give this process's children that rehearse, whichever thread has begun them."""
    threads = Path("/proc/self/task").glob("*/children")
    children = [int(child) for thread in threads for child in _content(thread).split()]
    return [
        child
        for child in children
        if b"iye.rehearsal.pictures" in _content(Path("/proc") / str(child) / "cmdline")
    ]


def _content(file: Path) -> bytes:
    """Read a file of a thread or process that may have ended meanwhile."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


@served()
async def test_a_body_that_never_ends_is_given_up_with_its_sender(rig: Rig) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
    head = f"POST /rehearse HTTP/1.1\r\nHost: 127.0.0.1:{rig.port}\r\nContent-Length: 100\r\n\r\n"
    writer.write(head.encode() + b"{")
    await writer.drain()
    await asyncio.sleep(0.05)
    writer.transport.abort()
    del reader
    assert (await post(rig, "{"))[0] == 422


@served()
async def test_a_body_without_end_is_not_heard_out(rig: Rig) -> None:
    with contextlib.suppress(httpx.HTTPError):  # it may be cut off before it reads why
        status, _ = await post(rig, b"x" * (LARGEST_UPLOAD + 1_000_000))
        assert status == 422
    assert (await post(rig, "{"))[0] == 422


@served(real=True)
async def test_a_real_board_rehearses_nothing(rig: Rig) -> None:
    assert await post(rig, SCRIPT) == (403, {"text": "Rehearsals are for simulated boards."})
