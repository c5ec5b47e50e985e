"""Ending what runs beside: tasks that are to be over, and to be over for certain.

The law of this module: it waits for what it ends. On Python 3.11 `asyncio.wait_for` loses a
cancellation that comes together with what was waited for, so one is not always enough.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

Result = TypeVar("Result")

AGAIN: Final = 1.0
"""Seconds that a task has for ending in order, before it is told again."""


async def end(*tasks: asyncio.Future[Any], again: float = AGAIN) -> None:
    """Cancel tasks until all of them are over, however they end."""
    for task in tasks:
        task.add_done_callback(_look_at)
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)


def _look_at(task: asyncio.Future[Any]) -> None:
    """Take note of an error, of which the loop else complains that nobody did."""
    if not task.cancelled():
        task.exception()


async def first_of(*works: Awaitable[Result]) -> Result:
    """Do several things until one has ended, end the others, and give what that one gave."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task.done()).result()
    finally:
        await end(*tasks)
