"""How many perft leaves a second, beside the plain count that plays every move as the game does.

One core, the median of several runs. Positions are the two deals whose counts are published, so
that what is timed is also known to be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from bench.figures import Figure, number
from iye.rules import Position, legal_moves, parse_position, perft

NAMES = ("perft",)
TARGET = 2_000_000
RUNS = 7
STARTS = tuple(
    parse_position(f"{deal} c3 1 - -")
    for deal in ("HOSST/TTHSS/TWSWS/HSHSH/STWHH", "HSSSS/TSHSH/HSOTW/THSHH/WTWST")
)
DEPTH, LEAVES = 5, 135_729 + 153_648
PLAIN_DEPTH, PLAIN_LEAVES = 4, 12_848 + 13_232


def one_by_one(position: Position, depth: int) -> int:
    """Count sequences by playing every one of them to its last move."""
    if depth == 0:
        return 1
    return sum(one_by_one(position.play(move), depth - 1) for move in legal_moves(position))


def pace(count: Callable[[Position, int], int], depth: int, leaves: int) -> float:
    """Give leaves per second: the median of several runs over both deals."""
    seconds = []
    for _ in range(RUNS):
        began = perf_counter()
        counted = sum(count(start, depth) for start in STARTS)
        seconds.append(perf_counter() - began)
        if counted != leaves:
            raise ValueError(f"{counted} leaves were counted at depth {depth}, not {leaves}")
    return leaves / median(seconds)


def measure() -> Iterator[Figure]:
    """Measure both counts."""
    plain = pace(one_by_one, PLAIN_DEPTH, PLAIN_LEAVES)
    fast = pace(perft, DEPTH, LEAVES)
    peer = f"one by one, depth {PLAIN_DEPTH}: {number(plain)} leaves/s, 1/{fast / plain:.0f}"
    yield Figure(NAMES[0], fast, "leaves/s", at_least=TARGET, peer=peer)
