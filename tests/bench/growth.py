"""Whether a board grows slower or larger with what it has been through.

Time to light and memory with archives of different sizes, as `touch` measures them; and a move
made and undone ten thousand times over in one cycle, with journal, recorder and page beside it:
the time from the wish to its light at the end against the beginning, and memory.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.archives import fill
from bench.boards import Going, going
from bench.figures import Figure, number, resident_mb
from bench.touch import LAST_MS, MEDIAN_MS, QUIET, touched
from iye.rules import Cell, Player
from iye.table import Button, ButtonPressed, MatchSet, MatchSetup, PadDeclared

MATCHES = (0, 1_000, 100_000)
UNDOS = 10_000
COMPARED = 1_000
"""So many of the first, after as many to warm up, are compared with so many of the last."""
SLOWER, LARGER_MB = 1.2, 20.0
ATTEMPTS_A_BREATH = 20
"""Moves between which the loop gets its turn, as it does between touches."""


def name(matches: int, what: str) -> str:
    """Say what a figure is, with so many matches kept."""
    return f"touch to light, {matches:,} matches kept: {what}"


UNDONE = f"{UNDOS:,} moves made and undone:"
NAMES = (
    *(name(n, what) for n in MATCHES for what in ("median", "99th percentile", "memory")),
    f"{UNDONE} the last {COMPARED:,} against the first",
    f"{UNDONE} memory added",
)


async def undone(board: Going) -> tuple[list[float], float]:
    """Make a move and take it back, again and again; give the seconds of each, and MB added.

    Raises ValueError when a move was not made, or not undone.
    """
    daemon = board.board
    daemon.post(MatchSet(daemon.now(), MatchSetup(first=Player.ONE)))
    daemon.post(PadDeclared(Cell.c3, daemon.now()))
    seconds: list[float] = []
    before = 0.0
    for count in range(UNDOS + COMPARED):
        if count == COMPARED:
            gc.collect()
            before = resident_mb()
        began = perf_counter()
        daemon.post(PadDeclared(Cell.c5, daemon.now()))
        made = len(daemon.table.cycle.moves)
        daemon.post(ButtonPressed(Button.UNDO, daemon.now()))
        daemon.post(PadDeclared(Cell.c3, daemon.now()))  # the drum is home again
        seconds.append(perf_counter() - began)
        if (made, len(daemon.table.cycle.moves)) != (1, 0):
            raise ValueError(f"{made} moves stood where one had been made and was to be undone")
        if count % ATTEMPTS_A_BREATH == 0:
            await asyncio.sleep(0.01)
    gc.collect()
    return seconds[COMPARED:], resident_mb() - before


async def undone_a_lot() -> tuple[list[float], float]:
    """Do that on a board with a journal."""
    with tempfile.TemporaryDirectory() as folder:
        async with going(Path(folder)) as board:
            return await undone(board)


def measure() -> Iterator[Figure]:
    """Measure."""
    for matches in MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            fill(Path(folder), matches)
            taken = asyncio.run(touched(QUIET, Path(folder)))
        yield Figure(name(matches, "median"), taken.median_ms, "ms", at_most=MEDIAN_MS)
        peer = f"without waiting for the processor: {number(taken.last_worked_ms)} ms"
        last = name(matches, "99th percentile")
        yield Figure(last, taken.last_ms, "ms", at_most=LAST_MS, peer=peer)
        yield Figure(name(matches, "memory"), taken.memory_mb, "MB")
    seconds, added = asyncio.run(undone_a_lot())
    begun, ended = median(seconds[:COMPARED]), median(seconds[-COMPARED:])
    peer = f"the first: {number(1000 * begun)} ms for a move, its undoing and the drum put home"
    yield Figure(NAMES[-2], ended / begun, "times", at_most=SLOWER, peer=peer)
    yield Figure(NAMES[-1], added, "MB", at_most=LARGER_MB)
