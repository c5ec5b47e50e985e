"""Options of every command that has the mind think.

The law of this module: options and what they allow; it asks the mind nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def memory_option(default: int) -> Callable[[Command], Command]:
    """Give the option of how many megabytes the mind may take."""
    return click.option(
        "--memory",
        type=click.IntRange(8, 1 << 20),
        default=default,
        show_default=True,
        metavar="MB",
        help="Take no more memory than this; more solves early positions sooner.",
    )


def seconds_checked(
    context: click.Context, _option: click.Parameter, seconds: float | None
) -> float | None:
    """Refuse what is no number, which a range lets through. Raises click.UsageError."""
    if seconds is not None and isnan(seconds):
        raise click.UsageError("--seconds is a number", context)
    return seconds
