"""What crosses the touch chips' bus: for a touch, and in a minute at rest.

Counted, not timed, on the simulated bus, where every byte with its address costs what it costs on
a real one. The peer is the usual loop, built here: Adafruit's class asked for every pad's value 50
times a second, as its own example does for one chip.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from adafruit_mpr121 import MPR121

from bench.figures import Figure, number
from iye.chance import Dealer
from iye.daemon import Daemon
from iye.simulate import DRIFT, HEALTH_CHECK
from iye_hw.board_map import load_board_map
from iye_hw.mpr121_registers import Register
from iye_hw.simulated.bus import Traffic
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from iye_hw.touch_settings import Care, TouchSettings

NAMES = (
    "status reads of a chip for a touch, the most",
    "bytes on the bus for a touch",
    "bytes on the bus in a minute at rest",
    "the same, against every pad's value read at 50 Hz",
)
MINUTE = 60.0
LOOPS_A_SECOND = 50
PADS = ("a1", "c3", "e5", "1O", "2S")


class Counting:
    """The five methods of a bus, with the status reads of each chip counted."""

    def __init__(self, bus: Any) -> None:
        self.reads: Counter[int] = Counter()
        self._bus = bus
        self._inner = bus.writeto_then_readfrom
        bus.writeto_then_readfrom = self._counted

    def _counted(self, address: int, out: bytes, *args: Any, **details: Any) -> None:
        if out[0] == Register.TOUCH_STATUS_L:
            self.reads[address] += 1
        self._inner(address, out, *args, **details)


def virtually(scene: Callable[[], Awaitable[float]]) -> float:
    """Run a scene in virtual time."""

    async def perform() -> float:
        return await scene()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(perform())


async def board(care: Care) -> tuple[SimulatedPanel, Daemon]:
    """Give a board that has been at rest for a while."""
    loop = asyncio.get_running_loop()
    panel = SimulatedPanel(load_board_map(), loop, settings=TouchSettings(care=care))
    daemon = Daemon(panel, loop, dealer=Dealer(seed=0), animated=False)
    await daemon.start()
    await asyncio.sleep(10.0)
    return panel, daemon


async def reads_for_a_touch() -> float:
    """Give the most status reads of any chip, over several touches and their releases."""
    panel, daemon = await board(Care())
    most = 0
    for pad in PADS:
        for gesture in (panel.touch, panel.release):
            counting = Counting(panel.bus)
            gesture(pad)
            await asyncio.sleep(1.0)
            most = max(most, *counting.reads.values())
            del panel.bus.writeto_then_readfrom
    daemon.close()
    return most


async def bytes_for_a_touch() -> float:
    """Give the bytes for a touch, without those for its release."""
    panel, daemon = await board(Care())
    panel.bus.traffic = Traffic()
    panel.touch(PADS[0])
    await asyncio.sleep(1.0)
    daemon.close()
    return panel.bus.traffic.bytes


async def bytes_at_rest() -> float:
    """Give the bytes of a minute in which nobody touches anything."""
    panel, daemon = await board(Care(health_check=HEALTH_CHECK, drift=DRIFT))
    panel.bus.traffic = Traffic()
    await asyncio.sleep(MINUTE)
    daemon.close()
    return panel.bus.traffic.bytes


async def bytes_of_the_usual_loop() -> float:
    """Give the bytes of a minute of asking every pad for its value, 50 times a second."""
    panel = SimulatedPanel(load_board_map(), asyncio.get_running_loop())
    chips = [MPR121(panel.bus, address) for address in panel.board.chips]
    panel.bus.traffic = Traffic()
    for _ in range(LOOPS_A_SECOND):
        for chip in chips:
            _values = [chip[electrode].value for electrode in range(12)]
    panel.close()
    return panel.bus.traffic.bytes * MINUTE


def measure() -> Iterator[Figure]:
    """Count."""
    yield Figure(NAMES[0], virtually(reads_for_a_touch), at_most=1)
    yield Figure(NAMES[1], virtually(bytes_for_a_touch), "bytes")
    ours, usual = virtually(bytes_at_rest), virtually(bytes_of_the_usual_loop)
    yield Figure(NAMES[2], ours, "bytes")
    yield Figure(
        NAMES[3], 100 * ours / usual, "%", at_most=1, peer=f"the loop: {number(usual)} bytes"
    )
