"""Options of every command that has the mind think.

The law of this module: options and what they allow; it asks the mind nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def memory_option(default: int | None, shown: str = "") -> Callable[[Command], Command]:
    """Give the option of how many megabytes the mind may take; `shown` says what None means."""
    return click.option(
        "--memory",
        type=click.IntRange(8, 1 << 20),
        default=default,
        show_default=shown or True,
        metavar="MB",
        help="Take no more memory than this; more solves early positions sooner.",
    )


def threads_option(shown: str) -> Callable[[Command], Command]:
    """Give the option of how many threads search; None is what `shown` says."""
    return click.option(
        "--threads",
        type=click.IntRange(1, 64),
        show_default=shown,
        metavar="N",
        help="Search in so many threads.",
    )


def processors() -> int:
    """Count the processors this program may use."""
    import os  # noqa: PLC0415 - the law of this room

    if hasattr(os, "sched_getaffinity"):
        return min(64, len(os.sched_getaffinity(0)))
    return min(64, os.cpu_count() or 1)


def plenty_of_memory() -> int:
    """Give a quarter of the machine's memory in megabytes, but 64 at least and 1024 at most.

    With four times as much a deal takes hardly fewer nodes, and each of them longer.
    """
    import os  # noqa: PLC0415 - the law of this room

    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1024
    return max(64, min(1024, pages * size >> 22))


def seconds_checked(
    context: click.Context, _option: click.Parameter, seconds: float | None
) -> float | None:
    """Refuse what is no number, which a range lets through. Raises click.UsageError."""
    if seconds is not None and isnan(seconds):
        raise click.UsageError("--seconds is a number", context)
    return seconds
