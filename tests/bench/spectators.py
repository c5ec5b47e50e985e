"""Whether spectators slow the lights, as a Markdown table: `make bench`.

From the moment the interrupt line falls to the frame handed to the light chain, in real time, on
one loop with the page's server, while 0, 10 and 100 pages in another process read everything they
are sent. Median and 99th percentile over many touches. It measures and never fails.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from statistics import median, quantiles
from time import perf_counter

from iye.chance import Dealer
from iye.companion.door import Door
from iye.companion.guard import Hosts
from iye.companion.hub import Companion
from iye.companion.server import Pages, make_server
from iye.companion.wishes import House
from iye.companion.workshop import Workshop
from iye.rules import Player
from iye.running import RunningBoard, bind
from iye.table import MatchSet, MatchSetup
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel

SPECTATORS = (0, 10, 100)
TOUCHES = 100
TARGET_MS, TARGET_99_MS = 1.0, 3.0

READERS = """
import asyncio, sys
import websockets

async def read(address):
    async with websockets.connect(address) as page:
        async for _ in page:
            pass

async def main(address, count):
    await asyncio.gather(*(read(address) for _ in range(count)))

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


class Stopwatch(SimulatedPanel):
    """A simulated panel that notes how long a touch takes to become light."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(load_board_map(), loop)
        self.taken: list[float] = []
        self._fell: float | None = None

    def show(self, frame: bytes) -> None:
        """Show a frame, and stop the watch if it runs."""
        super().show(frame)
        if self._fell is not None:
            self.taken.append(perf_counter() - self._fell)
            self._fell = None

    def _interrupt(self, pin: int, address: int, low: bool) -> None:  # noqa: FBT001 - a pin level
        if low:
            self._fell = perf_counter()
        super()._interrupt(pin, address, low)


@asynccontextmanager
async def served(board: RunningBoard, panel: Stopwatch) -> AsyncIterator[tuple[Companion, int]]:
    """Serve a board's page on any free port."""
    companion = Companion(House(board, Door(None), hand=panel), version=version("iye-board"))
    board.subscribe(companion)
    with bind(0) as listening:
        server = make_server(Pages(companion, Workshop(str)).app(Hosts()))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        yield companion, listening.getsockname()[1]
        server.should_exit = True
        await serving


async def measure(spectators: int) -> list[float]:
    """Touch a pad again and again, and give the seconds each touch took to light it."""
    panel = Stopwatch(asyncio.get_running_loop())
    board = RunningBoard(panel, asyncio.get_running_loop(), dealer=Dealer(seed=1))
    await board.start()
    board.post(MatchSet(board.now(), MatchSetup(first=Player.ONE)))
    async with served(board, panel) as (companion, port):
        address = f"ws://127.0.0.1:{port}/ws"
        readers = await asyncio.create_subprocess_exec(
            sys.executable, "-c", READERS, address, str(spectators)
        )
        while len(companion._guests) < spectators:  # noqa: ASYNC110 - pages come when they come
            await asyncio.sleep(0.1)
        panel.taken.clear()
        for _ in range(TOUCHES):
            panel.touch("a1")
            await asyncio.sleep(0.03)
            panel.release("a1")
            await asyncio.sleep(0.03)
        if readers.returncode is None:
            readers.kill()
        await readers.wait()
    board.close()
    return panel.taken


def main() -> None:
    """Measure with every number of spectators and print."""
    rows = [
        ("spectators", "median ms", "99th percentile ms", "target ms", "times the first row"),
        ("---:", "---:", "---:", "---:", "---:"),
    ]
    first = 0.0
    for spectators in SPECTATORS:
        taken = asyncio.run(measure(spectators))
        middle, last = median(taken) * 1000, quantiles(taken, n=100)[-1] * 1000
        first = first or middle
        target = f"{TARGET_MS:g} / {TARGET_99_MS:g}"
        rows.append(
            (str(spectators), f"{middle:.2f}", f"{last:.2f}", target, f"{middle / first:.1f}")
        )
    print()  # noqa: T201 - the table is what this is run for
    for row in rows:
        print(f"| {' | '.join(row)} |")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
