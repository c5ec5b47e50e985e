"""How fast the mind solves: against a plain search, and the native core against its twin.

The plain search is built by this bench with the machine's compiler, as the core was. Every search
has 64 MB, forgets what it knew before each position, and proves its value for the mover. Seconds
are the processor's.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from bench.figures import Figure, number
from iye.mind.engine import TIE, WIN, Engine, Native, native_is_there
from iye.mind.key import kinds_of, state_of
from iye.mind.reference import Reference
from iye.rules import Player, Position, legal_moves
from strategies import random_cycle

PLAIN_TARGET, TWIN_TARGET = 1 / 5, 25
SOURCE = Path(__file__).with_name("plain_search.c")


Solving = Callable[[Position], tuple[int, int]]


class Run(NamedTuple):
    """What a search took for a set of positions, and what it found."""

    values: tuple[int, ...]
    nodes: int
    seconds: float


def fixed_positions(tiles: int, count: int) -> list[Position]:
    """Collect positions of random play with so many tiles left, the same in every run."""
    rng, found = Random(tiles), list[Position]()
    while len(found) < count:
        cycle = random_cycle(rng, Player.ONE)
        found.extend(
            position
            for position in cycle.positions
            if position.tiles.bit_count() == tiles and legal_moves(position)
        )
    return found[:count]


def plain_search(folder: str) -> Solving:
    """Build the plain search; give what answers a position's value and the nodes it took."""
    library = f"{folder}/plain_search.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", SOURCE, "-o", library], check=True)
    value = ctypes.CDLL(library).plain_value

    def solve(position: Position) -> tuple[int, int]:
        nodes = ctypes.c_uint64()
        return value(kinds_of(position), *state_of(position), ctypes.byref(nodes)), nodes.value

    return solve


def proving(make: Callable[[], Engine]) -> Solving:
    """Give what answers a position's value and the nodes it took, by one of the mind's searches."""
    engine = make()

    def solve(position: Position) -> tuple[int, int]:
        before = engine.nodes
        goal = next((goal for goal in (WIN, TIE) if engine.ask(position, goal)), -1)
        return goal, engine.nodes - before

    return solve


def run(solve: Solving, positions: list[Position]) -> Run:
    """Solve them one after another."""
    began = process_time()
    answers = [solve(position) for position in positions]
    seconds = process_time() - began
    return Run(tuple(value for value, _ in answers), sum(nodes for _, nodes in answers), seconds)


def name(who: str, positions: int, tiles: int) -> str:
    """Say what a figure is."""
    return f"mind: {positions} positions with {tiles} tiles left, {who}"


NATIVE_17, NATIVE_19, NATIVE_21, TWIN_14 = NAMES = (
    name("native, against a plain search in C", 20, 17),
    name("native, against a plain search in C", 4, 19),
    name("native", 5, 21),
    name("native, against its twin in Python", 12, 14),
)


def said(who: str, took: Run) -> str:
    """Say what a search took."""
    return f"{who}: {took.nodes:,} nodes, {number(took.seconds)} s"


def same(one: Run, other: Run) -> None:
    """End the bench when two searches disagree."""
    if one.values != other.values:
        raise ValueError(f"{one.values} is not {other.values}")


def against_plain(what: str, positions: list[Position], native: Solving, plain: Solving) -> Figure:
    """Measure the native core's part of a plain search's time; with 21 tiles that takes minutes."""
    theirs, ours = run(plain, positions), run(native, positions)
    same(theirs, ours)
    share = 100 * ours.seconds / theirs.seconds
    peer = f"{said('native', ours)}; {said('plain', theirs)}"
    return Figure(what, share, "% of the time", at_most=100 * PLAIN_TARGET, peer=peer)


def measure() -> Iterator[Figure]:
    """Measure the searches."""
    if not native_is_there():
        raise ValueError("the native core has not been built, so there is nothing to measure")
    native = proving(Native)
    with TemporaryDirectory() as folder:
        plain = plain_search(folder)
        for one, tiles, count in ((NATIVE_17, 17, 20), (NATIVE_19, 19, 4)):
            yield against_plain(one, fixed_positions(tiles, count), native, plain)
    ours = run(native, fixed_positions(21, 5))
    yield Figure(NATIVE_21, ours.seconds, "s", peer=said("native", ours))
    twin, ours = (run(s, fixed_positions(14, 12)) for s in (proving(Reference), native))
    same(twin, ours)
    times = twin.seconds / ours.seconds
    peer = f"{said('native', ours)}; {said('in Python', twin)}"
    yield Figure(TWIN_14, times, "times as fast", at_least=TWIN_TARGET, peer=peer)
