"""A session at the workbench, on a Pi's parts or simulated ones.

The law of this module: it opens and closes; what is done between is the workbench's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime

from iye.calibration import Measured
from iye.settings import Settings
from iye.workbench.bench import Person, Reader, SimulatedPerson, Workbench
from iye.workbench.calibrate import Calibration
from iye.workbench.panel_test import PanelTest
from iye.workbench.verdict import Verdict
from iye_hw.board_panel import BoardPanel, Parts
from iye_hw.panel import PadReading
from iye_hw.pi.lights import Backend
from iye_hw.pi.pi_panel import open_parts
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

Say = Callable[[str], None]
Watch = Callable[[Mapping[str, PadReading]], None]


def calibrate_board(
    settings: Settings, panel: str, faults: tuple[str, ...], say: Say, watch: Watch
) -> tuple[Measured, tuple[str, ...]]:
    """Measure a board; give what to keep, and the pads that felt nothing.

    Raises UnclearError, TouchChipError, SettingsError, I2CError, PinsError and ValueError for a
    fault that is not there.
    """
    with _at(settings, panel, faults, say, watch) as (bench, loop):
        measurement = loop.run_until_complete(Calibration(bench, settings.touch_settings()).run())
    touch, release = measurement.thresholds()
    configs = settings.touch_settings().configs
    measured = Measured(
        board=bench.board.name,
        at=datetime.now().astimezone().isoformat(timespec="seconds"),
        baselines=dict(measurement.baselines),
        touch_threshold=touch,
        release_threshold=release,
        configs=configs,
    )
    return measured, measurement.untouched


def examine_panel(
    settings: Settings, panel: str, faults: tuple[str, ...], say: Say, watch: Watch
) -> Verdict:
    """Test the pads of a board. Raises what `calibrate_board` raises but UnclearError."""
    with _at(settings, panel, faults, say, watch) as (bench, loop):
        tested = BoardPanel(bench.board, bench.parts, loop, settings=settings.touch_settings())
        try:
            lights = settings.lights.backend is not Backend.NONE
            return loop.run_until_complete(PanelTest(bench, tested).run(lights=lights))
        finally:
            tested.close()


@contextmanager
def _at(
    settings: Settings, panel: str, faults: tuple[str, ...], say: Say, watch: Watch
) -> Iterator[tuple[Workbench, asyncio.AbstractEventLoop]]:
    """Open a board for a session, and close it after."""
    board = settings.board_map()
    person: Person
    if panel == "simulated":
        loop: asyncio.AbstractEventLoop = VirtualTimeLoop()
        simulated = SimulatedPanel(board, loop)
        parts, person = simulated.parts, SimulatedPerson(simulated, loop)
    else:
        parts, person = open_parts(board, settings.light_wishes()), Reader(say)
        loop = asyncio.new_event_loop()
    try:
        if panel == "simulated":
            for fault in faults:
                name, _, pad = fault.partition(":")
                Faults(simulated).begin(name, pad or None)
        yield Workbench(board, parts, person, say, watch), loop
    finally:
        _put_away(parts)
        loop.close()


def _put_away(parts: Parts) -> None:
    with suppress(OSError):
        parts.chain.close()
    for let_go in ("close", "deinit"):
        for part in (parts.pin_factory, parts.i2c):
            with suppress(AttributeError, OSError):
                getattr(part, let_go)()
