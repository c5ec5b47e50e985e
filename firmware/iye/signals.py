"""The signals that ask a program to end.

The law of this module: it names them and handles none.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Final

_ALL: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C; a system that shuts down; a terminal, or a connection to a Pi, that is gone."""


def ending_signals() -> Iterator[signal.Signals]:
    """Give the signals, but for those that this program was told to outlive, as by nohup."""
    for number in _ALL:
        if signal.getsignal(number) is not signal.SIG_IGN:
            yield number
