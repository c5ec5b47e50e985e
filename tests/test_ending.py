"""Tasks that are ended are over, whatever they make of being cancelled."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import pytest

from iye.ending import end, first_of
from patience import PATIENCE

SOON = 0.001


async def deaf(times: int) -> None:
    """Lose so many cancellations, as wait_for does on Python 3.11."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            times -= 1
            if times < 0:
                raise


async def failing() -> None:
    raise OSError("nobody looks")


async def sleeping() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("times", [0, 1, 5])
def test_a_task_that_loses_cancellations_is_ended(times: int) -> None:
    async def scene() -> None:
        task = asyncio.ensure_future(deaf(times))
        await asyncio.sleep(0)
        await asyncio.wait_for(end(task, again=SOON), PATIENCE)
        assert task.cancelled()

    asyncio.run(scene())


def test_a_cancellation_that_comes_with_what_was_waited_for_is_not_lost_for_good() -> None:
    """The very case: the wait is over, and cancelled, in the same turn of the loop."""

    async def waiting(news: asyncio.Event) -> None:
        await asyncio.wait_for(news.wait(), PATIENCE)
        await sleeping()

    async def scene() -> None:
        news = asyncio.Event()
        task = asyncio.ensure_future(waiting(news))
        await asyncio.sleep(0)
        news.set()
        await asyncio.sleep(0)
        await asyncio.wait_for(end(task, again=SOON), PATIENCE)
        assert task.cancelled()

    asyncio.run(scene())


async def failing_late() -> None:
    try:
        await sleeping()
    finally:
        await asyncio.sleep(SOON)
        raise OSError("nobody looks")


def complaints_of(scene: Callable[[], Awaitable[None]]) -> list[object]:
    """Run it, and give what the loop complains of; tasks are forgotten before it is closed."""
    complaints: list[object] = []

    async def heard() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: complaints.append(context))
        await scene()
        await asyncio.sleep(10 * SOON)
        gc.collect()

    asyncio.run(heard())
    return complaints


def test_tasks_that_failed_or_are_over_or_are_none_end_at_once() -> None:
    async def scene() -> None:
        failed, over = asyncio.ensure_future(failing()), asyncio.ensure_future(asyncio.sleep(0))
        await asyncio.sleep(SOON)
        await end(failed, over)
        await end()

    assert complaints_of(scene) == []


def test_nobody_complains_of_what_fails_while_whoever_ends_it_is_ended() -> None:
    async def scene() -> None:
        task = asyncio.ensure_future(failing_late())
        await asyncio.sleep(0)
        ending = asyncio.ensure_future(end(task))
        await asyncio.sleep(0)
        ending.cancel()
        await asyncio.wait((ending,))
        assert ending.cancelled()

    assert complaints_of(scene) == []


def test_the_first_to_end_gives_its_result_and_the_others_are_over() -> None:
    async def seven() -> int:
        return 7

    async def scene() -> tuple[int, int]:
        before = len(asyncio.all_tasks())
        return await first_of(seven(), _never()), len(asyncio.all_tasks()) - before

    async def _never() -> int:
        await sleeping()
        return 0

    assert asyncio.run(scene()) == (7, 0)
