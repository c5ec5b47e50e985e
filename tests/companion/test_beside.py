"""A program beside the board ends in time, whenever nobody wants it any more."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from subprocess import DEVNULL, Popen
from typing import Any

import pytest

from iye.companion import beside
from iye.companion.analyst import Analyst
from iye.companion.beside import Program
from iye.companion.workshop import RehearsalError
from iye.rehearsal.apart import Stage
from iye.rules import Cycle, Match, Player, parse_deal, parse_move
from patience import PATIENCE

ENDLESS = (sys.executable, "-c", "input()")
"""A program that waits for a word."""
KILLED = -9
DEAL = parse_deal("SHWSH/TTHSH/SSSHS/TWHWS/TTOSH")
MATCH = Match(2, (Cycle.begin(DEAL, Player.ONE).play(parse_move("e3")),))
"""Of a deal that takes a minute and more to be solved."""


class Begun:
    """Begins programs as subprocess does, and lets a test act just before and just after."""

    def __init__(self) -> None:
        self.processes: list[Popen[bytes]] = []
        self.before: Callable[[], object] = lambda: None
        self.after: Callable[[], object] = lambda: None

    def __call__(self, *arguments: Any, **options: Any) -> Popen[bytes]:
        self.before()
        self.processes.append(Popen(*arguments, **options))
        self.after()
        return self.processes[-1]


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begun]:
    begun = Begun()
    monkeypatch.setattr(beside, "Popen", begun)
    yield begun
    assert all(process.returncode is not None for process in begun.processes)


def in_time(scene: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Let a loop live through a scene, and see that it closes in time."""
    life = threading.Thread(target=lambda: asyncio.run(scene()), daemon=True)
    life.start()
    life.join(PATIENCE)
    assert not life.is_alive()


def read(process: Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return process.stdout.read()


def test_it_is_talked_with_and_its_exit_code_is_given() -> None:
    program = Program(sys.executable, "-c", "print(input()); exit(3)")
    told = asyncio.run(program.run(lambda process: process.communicate(b"word\n")))
    assert told == ((b"word\n", b""), 3)


def test_one_that_cannot_be_begun_is_an_oserror() -> None:
    with pytest.raises(OSError, match="no/such/program"):
        asyncio.run(Program("/no/such/program").run(read))


def test_a_talk_that_fails_ends_it(begun: Begun) -> None:
    def fail(_process: Popen[bytes]) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(Program(*ENDLESS).run(fail))
    assert begun.processes[0].returncode == KILLED


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("cancelled", [False, True])
def test_it_ends_though_nobody_wants_it_any_more_while_it_is_being_begun(
    begun: Begun,
    moment: str,
    cancelled: bool,  # noqa: FBT001
) -> None:
    async def scene() -> None:
        loop, program = asyncio.get_running_loop(), Program(*ENDLESS, stderr=DEVNULL)
        running = loop.create_task(program.run(read))
        done = threading.Event()

        def stop() -> None:
            if cancelled:
                running.cancel()
            else:
                program.end()
            loop.call_soon(done.set)

        def act() -> None:
            loop.call_soon_threadsafe(stop)
            done.wait(PATIENCE)

        setattr(begun, moment, act)
        if cancelled:
            with pytest.raises(asyncio.CancelledError):
                await running
        else:
            assert await running == (b"", KILLED)

    in_time(scene)
    assert [process.returncode for process in begun.processes] == [KILLED]


async def analysing() -> None:
    assert Analyst().begin(MATCH, 60)


async def analysing_and_closing() -> None:
    analyst = Analyst()
    assert analyst.begin(MATCH, 60)
    for _ in range(3):
        await asyncio.sleep(0)
    await analyst.close()


async def rehearsing() -> None:
    asyncio.get_running_loop().create_task(_rehearse())


async def _rehearse() -> None:
    with contextlib.suppress(RehearsalError):
        await Stage().play(b"{", "en")


@pytest.mark.parametrize("turns", range(9))
@pytest.mark.parametrize("begin", [analysing, analysing_and_closing, rehearsing])
def test_a_loop_that_closes_at_any_moment_of_the_start_closes_in_time(
    begin: Callable[[], Coroutine[Any, Any, None]], turns: int
) -> None:
    async def scene() -> None:
        await begin()
        for _ in range(turns):
            await asyncio.sleep(0)

    in_time(scene)


HALF_A_WORD = "import sys; sys.stdin.readline(); print('{\"number\":0,', end='')"


def test_a_word_that_was_cut_off_is_no_word(monkeypatch: pytest.MonkeyPatch, begun: Begun) -> None:
    whole = Popen
    halved = [sys.executable, "-c", HALF_A_WORD]
    monkeypatch.setattr(beside, "Popen", lambda _command, **options: whole(halved, **options))

    async def scene() -> None:
        analyst = Analyst()
        assert analyst.begin(MATCH, 60)
        async with asyncio.timeout(PATIENCE):
            while analyst.running:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        assert analyst.word().cycles == [[]]

    asyncio.run(scene())
    assert begun.processes == []
