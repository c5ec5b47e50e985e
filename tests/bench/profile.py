"""Where a touch spends its time, part by part: `make profile`.

The same touches as in the bench, one page looking on. Each part's own microseconds, without those
of the parts it calls, the median of many touches; the line's edge to gpiozero's callback and the
loop's taking over are the first two. Below it, what Python's own profiler says.
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from bench.boards import Stopwatch, going
from bench.touch import begin_turn, read_by
from iye import daemon as wiring
from iye import table as at_table
from iye.rehearsal.recorder import Recorder
from iye_hw.chip_watch import ChipWatch
from iye_hw.interrupt_line import InterruptLine
from iye_hw.pad_events import PadEvents
from iye_hw.simulated.bus import SimulatedI2C
from iye_hw.simulated.chain import SimulatedLightChain
from iye_hw.touch import TouchGrid

TOUCHES = 200
LINES = 25

PARTS: tuple[tuple[str, Any, str], ...] = (
    ("gpiozero's callback hands over to the loop", InterruptLine, "_edge"),
    ("the line is looked at, rounds are counted", TouchGrid, "_fell"),
    ("a chip is asked, and what it says weighed", ChipWatch, "read"),
    ("the chips answer (simulated)", SimulatedI2C, "writeto_then_readfrom"),
    ("pads become touches", PadEvents, "reported"),
    ("touches are told, the daemon wires", PadEvents, "tell"),
    ("the recorder takes note", Recorder, "sensed"),
    ("the table handles the touch", at_table, "handle"),
    ("the table says its scene", at_table, "scene"),
    ("the scene becomes a frame", wiring, "frame"),
    ("the frame goes to the lights", Stopwatch, "show"),
    ("the lights take it (simulated)", SimulatedLightChain, "send"),
)


@dataclass
class Clock:
    """Counts each part's own time while a touch is on its way, and what is inside of what."""

    running: bool = False
    ended: float = 0.0
    own: dict[str, float] = field(default_factory=dict)
    touches: list[dict[str, float]] = field(default_factory=list)
    _inner: list[float] = field(default_factory=list)

    def begin(self) -> None:
        """Begin a touch."""
        self.running, self.own, self._inner = True, {}, []

    def end(self) -> None:
        """End it, if one is on its way."""
        if self.running:
            self.running, self.ended = False, perf_counter()
            self.touches.append(self.own)

    def timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Give a call that counts its own time."""

        def counted(*args: Any, **details: Any) -> Any:
            if not self.running:
                return call(*args, **details)
            self._inner.append(0.0)
            began = perf_counter()
            try:
                return call(*args, **details)
            finally:
                # What comes after the light is not on the touch's way.
                took = (perf_counter() if self.running else self.ended) - began
                self.own[part] = self.own.get(part, 0.0) + took - self._inner.pop()
                if self._inner:
                    self._inner[-1] += took

        return counted


async def touches(before: Callable[[], None], after: Callable[[], None]) -> list[float]:
    """Touch a pad in a turn, again and again; give the seconds from line to light."""
    async with going() as board:
        begin_turn(board)
        await asyncio.sleep(0.1)
        async with read_by(board, 1):
            for _ in range(TOUCHES):
                before()
                board.panel.await_touch("a1")
                await asyncio.sleep(0.03)
                after()
                board.panel.release("a1")
                await asyncio.sleep(0.1)
        return board.panel.taken


def by_parts() -> None:
    """Print the table of parts."""
    clock = Clock()
    kept = [(owner, name, getattr(owner, name)) for _, owner, name in PARTS]
    for part, owner, name in PARTS:
        setattr(owner, name, clock.timed(part, getattr(owner, name)))
    shown = Stopwatch.show

    def show_and_end(panel: Stopwatch, frame: bytes) -> None:
        shown(panel, frame)
        clock.end()

    Stopwatch.show = show_and_end  # type: ignore[assignment,method-assign] # where a touch has arrived
    taken = asyncio.run(touches(clock.begin, clock.end))
    for owner, name, was in kept:
        setattr(owner, name, was)
    rows = [("part of a touch", "own µs, median"), ("---", "---:")]
    for part, *_ in PARTS:
        own = median(touch.get(part, 0.0) for touch in clock.touches)
        rows.append((part, f"{1e6 * own:.0f}"))
    rows.append(("all of it, with the time taken", f"{1e6 * median(taken):.0f}"))
    sys.stdout.write("".join(f"| {' | '.join(row)} |\n" for row in rows))


def by_functions() -> None:
    """Print what Python's profiler says, the functions with the most time of their own first."""
    profiler = cProfile.Profile()
    asyncio.run(touches(profiler.enable, profiler.disable))
    sys.stdout.write("\n")
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(LINES)


if __name__ == "__main__":
    by_parts()
    by_functions()
