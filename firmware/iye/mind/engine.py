"""What a search has to offer, and which one is there: the native core or its twin in Python.

The law of this module: both answer the same, and one is always there. That the native core is
missing is said in the log, once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, Protocol

from iye.mind.key import kinds_of, state_of
from iye.mind.proof import Proof
from iye.mind.reference import Reference
from iye.rules import Position

try:
    from iye.mind._core import Core
except ImportError:  # it was built without a compiler
    Core = None  # type: ignore[assignment, misc]

WIN: Final = 1
TIE: Final = 0
"""The goals a mover can be asked about: to win, and at least to tie."""

Listen = Callable[[], object]


class Engine(Protocol):
    """A search that proves whether a mover reaches a goal."""

    def ask(self, position: Position, goal: int, listen: Listen | None = None) -> bool | None:
        """Say whether the mover wins, or ties at least; None when stopped before that is known.

        `listen` is called now and then meanwhile.
        """

    def stop(self) -> None:
        """Stop within 20 ms, from any thread, and answer None until `resume`."""

    def resume(self) -> None:
        """Search again."""

    def proofs(self) -> list[Proof]:
        """Give what has been proved since the last call, as far as it took long."""

    def learn(self, position: Position, proofs: Iterable[Proof]) -> None:
        """Take back what an earlier run proved about a position's tiles. Raises ValueError."""

    @property
    def nodes(self) -> int:
        """Count the positions searched since this was made."""

    @property
    def path(self) -> list[tuple[int, int]]:
        """Say how far it is: in the first plies, which move of how many is being searched."""


class Native:
    """The native core. It searches without the interpreter's lock, in so many threads."""

    def __init__(self, memory_mb: int = 64, *, threads: int = 1, milestone: int = 0) -> None:
        self._core = Core(memory_mb, threads, milestone)
        self.stop = self._core.stop
        self.resume = self._core.resume

    def ask(self, position: Position, goal: int, listen: Listen | None = None) -> bool | None:
        """See Engine."""
        return self._core.ask(kinds_of(position), *state_of(position), goal, listen)

    def proofs(self) -> list[Proof]:
        """See Engine. Those that took `milestone` nodes; 0 keeps none."""
        return [Proof(*proof) for proof in self._core.proofs()]

    def learn(self, position: Position, proofs: Iterable[Proof]) -> None:
        """See Engine."""
        kinds = kinds_of(position)
        for proof in proofs:
            self._core.learn(kinds, position.tiles, proof)

    @property
    def nodes(self) -> int:
        """See Engine."""
        return self._core.nodes

    @property
    def path(self) -> list[tuple[int, int]]:
        """See Engine."""
        return self._core.path


def native_is_there() -> bool:
    """Say whether the native core has been built."""
    return Core is not None


def make_engine(memory_mb: int = 64, *, threads: int = 1, milestone: int = 0) -> Engine:
    """Make the fastest search there is; it takes so many megabytes at most.

    The native core searches in so many threads, and puts aside what took `milestone` nodes to
    prove. Raises ValueError for less than 8 MB and for other than 1 to 64 threads, and MemoryError.
    """
    if native_is_there():
        return Native(memory_mb, threads=threads, milestone=milestone)
    _say_it_is_missing()
    return Reference(memory_mb)


@cache
def _say_it_is_missing() -> None:
    logging.getLogger(__name__).warning(
        "the mind's native core has not been built: it searches in Python, and far slower"
    )
