"""The search in plain Python: what the native core has to agree with, and its stand-in.

The law of this module: clear before fast. It is alpha-beta with only two answers, so there is no
window: does the player to move reach a goal, 1 to win or 0 to tie at least? They do if after one
of their moves the opponent does not reach the other goal. Positions are kept under their exact
key. It leaves out what docs/mind.md proves to be never better, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from iye.mind.key import State, kinds_of, pack, state_of
from iye.mind.proof import Proof
from iye.rules import CENSUS, Hand, Kind, Position
from iye.rules.board import NATURAL, REACH
from iye.rules.tiles import KINDS_HELD, ONE_OF

_BYTES_A_PROOF: Final = 160
"""What one entry of the dictionary takes: its slot and its number."""
_LISTEN_EVERY: Final = 1 << 13


class Stopped(Exception):  # noqa: N818 - it is an order carried out, not an error
    """The search has been stopped."""


class Reference:
    """Alpha-beta over exact positions, each proof kept in a dictionary."""

    def __init__(self, memory_mb: int = 64) -> None:
        self.nodes = 0
        self.path: list[tuple[int, int]] = []
        self._most = (memory_mb << 20) // _BYTES_A_PROOF
        self._known: dict[int, bool] = {}
        self._kinds = b""
        self._stopped = False
        self._listen: Callable[[], object] | None = None

    def ask(
        self, position: Position, goal: int, listen: Callable[[], object] | None = None
    ) -> bool | None:
        """Say whether the mover reaches the goal; None when stopped."""
        kinds = kinds_of(position)
        if kinds != self._kinds:
            self._known.clear()
        self._kinds, self._listen = kinds, listen
        try:
            return self._reaches(state_of(position), goal)
        except Stopped:
            return None

    def stop(self) -> None:
        """Stop, and answer None until `resume`."""
        self._stopped = True

    def resume(self) -> None:
        """Search again."""
        self._stopped = False

    def proofs(self) -> list[Proof]:
        """Give none: what the native core proves is about regions of hands."""
        return []

    def learn(self, position: Position, proofs: Iterable[Proof]) -> None:
        """Do without them: proving it again is slow here, and never wrong."""

    def _reaches(self, state: State, goal: int) -> bool:
        self._count()
        tiles = state.tiles
        if not tiles & (tiles - 1):
            return _lead(state.own, state.other) >= goal
        key = pack(state) << 1 | goal
        known = self._known.get(key)
        if known is not None:
            return known
        found = any(not self._reaches(after, 1 - goal) for after in self._in_order(state))
        self._keep(key, found)
        return found

    def _count(self) -> None:
        self.nodes += 1
        if self._stopped:
            raise Stopped
        if self._listen is not None and self.nodes % _LISTEN_EVERY == 0:
            self._listen()

    def _keep(self, key: int, found: bool) -> None:  # noqa: FBT001 - it is what is kept
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = found

    def _in_order(self, state: State) -> list[State]:
        """Give the positions after each move, those that leave the opponent least choice first."""
        return sorted(_after_moves(state, self._kinds), key=_choice)


def _after_moves(state: State, kinds: bytes) -> Iterator[State]:
    """Go through the positions after each movement that may be the best, natural ones first."""
    tiles, drum, own, other = state
    natural = NATURAL[drum] & tiles
    yield from _landings(natural, tiles, kinds, own, other)
    for kind in KINDS_HELD[own]:
        further = REACH[kind][drum] & tiles & ~natural
        yield from _landings(further, tiles, kinds, own - ONE_OF[kind], other)


def _landings(targets: int, tiles: int, kinds: bytes, own: int, other: int) -> Iterator[State]:
    while targets:
        low = targets & -targets
        cell = low.bit_length() - 1
        yield State(tiles ^ low, cell, other + ONE_OF[kinds[cell]], own)
        targets ^= low


def _choice(state: State) -> int:
    """Count the spaces the mover reaches; a space reached naturally counts three times."""
    tiles, drum, own, _ = state
    natural = NATURAL[drum] & tiles
    reached = natural
    for kind in KINDS_HELD[own]:
        reached |= REACH[kind][drum] & tiles
    return reached.bit_count() + 2 * natural.bit_count()


@lru_cache(maxsize=1 << 16)
def _lead(own: int, other: int) -> int:
    """Give the mover's points less the opponent's."""
    mine, theirs = Hand(own), Hand(other)
    return sum(
        CENSUS[kind] * ((ahead > 0) - (ahead < 0))
        for kind in Kind
        for ahead in (mine.count(kind) - theirs.count(kind),)
    )
