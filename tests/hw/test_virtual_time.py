"""The virtual loop: the same moments at every pace, and real files and threads served."""

from __future__ import annotations

import asyncio
import os
import selectors
import socket
import threading
import time

import pytest

from iye_hw.simulated.virtual_time import VirtualClock, VirtualTimeLoop
from patience import PATIENCE


def run(pace: float | None, *delays: float) -> list[float]:
    """Give the virtual moments at which calls planned for `delays` come."""
    moments: list[float] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        for delay in delays:
            loop.call_later(delay, lambda: moments.append(loop.time()))
        await asyncio.sleep(max(delays) + 0.001)

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(pace=pace)) as runner:
        runner.run(main())
    return moments


def test_a_night_passes_in_no_time() -> None:
    began = time.monotonic()
    assert run(None, 8 * 3600.0) == [8 * 3600.0]
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("years", [1, 2, 30])
def test_years_pass_in_no_time_and_moments_are_still_told_apart(years: int) -> None:
    later = years * 365 * 86400.0
    moments = run(None, later, later + 0.3, later + 0.304)
    assert moments == pytest.approx([later, later + 0.3, later + 0.304], rel=0, abs=1e-6)


def test_calls_come_in_order_at_their_moments() -> None:
    assert run(None, 0.3, 0.1, 0.2) == [0.1, 0.2, 0.3]


def test_pace_changes_how_long_it_takes_and_nothing_else() -> None:
    delays = (0.05, 0.01, 0.1)
    began = time.monotonic()
    paced = run(2.0, *delays)
    took = time.monotonic() - began
    assert paced == run(None, *delays)
    assert took >= 0.05  # 0.101 virtual seconds at twice the pace of life


@pytest.mark.parametrize("pace", [0, -1.0])
def test_a_pace_that_is_none_is_refused(pace: float) -> None:
    with pytest.raises(ValueError, match="a pace must be above zero"):
        VirtualTimeLoop(pace=pace)


@pytest.mark.parametrize("pace", [None, 1.0])
def test_another_thread_wakes_a_loop_with_nothing_planned(pace: float | None) -> None:
    async def main() -> str:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        thread = threading.Thread(
            target=lambda: loop.call_soon_threadsafe(answer.set_result, "here")
        )
        thread.start()
        try:
            return await answer
        finally:
            thread.join()

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(pace=pace)) as runner:
        assert runner.run(main()) == "here"


@pytest.mark.parametrize("pace", [None, 1.0])
def test_with_nothing_planned_the_clock_waits_for_files(pace: float | None) -> None:
    ours, theirs = socket.socketpair()
    clock = VirtualClock(pace)
    with ours, theirs:
        clock.register(ours, selectors.EVENT_READ)
        theirs.send(b"hello")
        [(key, _mask)] = clock.select(None)
        assert key.fileobj is ours
    clock.close()
    assert 0 <= clock.now < 60


@pytest.mark.parametrize("pace", [None, 1000.0])
def test_files_are_served_between_planned_calls(pace: float | None) -> None:
    async def main() -> bytes:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.setblocking(False)  # noqa: FBT003 - its only parameter
            theirs.send(b"hello")
            read = asyncio.create_task(loop.sock_recv(ours, 5))
            await asyncio.sleep(1)
            assert read.done()
            return await read

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(pace=pace)) as runner:
        assert runner.run(main()) == b"hello"


def test_a_file_that_becomes_ready_ends_a_paced_wait_early() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        reader, writer = os.pipe()
        came: asyncio.Future[float] = loop.create_future()

        def ready() -> None:
            loop.remove_reader(reader)
            came.set_result(loop.time())

        loop.add_reader(reader, ready)
        alarm = loop.call_later(3600, came.set_result, 3600.0)
        thread = threading.Thread(target=os.write, args=(writer, b"x"))
        thread.start()
        moment = await came
        thread.join()
        alarm.cancel()
        os.close(reader)
        os.close(writer)
        return moment

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(pace=1.0)) as runner:
        assert 0 <= runner.run(main()) < 60


def test_time_stands_still_while_another_thread_works() -> None:
    async def main() -> tuple[list[float], float]:
        loop = asyncio.get_running_loop()
        ticks: list[float] = []
        release = threading.Event()
        for tick in range(1, 100):
            loop.call_at(tick, ticks.append, tick)
        loop.call_soon(release.set)
        await loop.run_in_executor(None, release.wait)
        return list(ticks), loop.time()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        assert runner.run(main()) == ([], 0.0)


def test_time_stands_still_while_code_runs() -> None:
    async def main() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        before = loop.time()
        sum(range(100_000))
        return before, loop.time()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        before, after = runner.run(main())
    assert before == after


def test_many_handed_over_calls_do_not_choke_the_loop() -> None:
    count = 0

    async def main() -> None:
        nonlocal count
        loop = asyncio.get_running_loop()

        def again(left: int) -> None:
            nonlocal count
            count += 1
            if left:
                loop.call_soon_threadsafe(again, left - 1)

        again(1000)
        await asyncio.sleep(1)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(main())
    assert count == 1001
