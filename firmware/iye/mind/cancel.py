"""Telling a search under way to stop, from another thread.

The law of this module: what is cancelled stays cancelled, and whoever begins to watch later is
told at once, so that no cancelling falls between two searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock


class Cancel:
    """A wish to stop. Any thread may set it, once or more often."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._set = False
        self._told: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._set

    def set(self) -> None:
        """Ask every search that watches to stop."""
        with self._lock:
            self._set = True
            for tell in self._told:
                tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Call `tell`, which must not wait, when this is set in the meantime or already is."""
        with self._lock:
            self._told.append(tell)
            if self._set:
                tell()
        try:
            yield
        finally:
            with self._lock:
                self._told.remove(tell)
