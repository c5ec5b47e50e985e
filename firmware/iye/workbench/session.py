"""A session at the workbench, on a Pi's parts or simulated ones.

The law of this module: it opens and closes; what is done between is the workbench's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from iye.calibration import Measured, usable_calibration, wiring_of
from iye.on_board import calibration_file
from iye.record.lock import only_one
from iye.settings import Settings
from iye.workbench.bench import Person, Reader, SimulatedPerson, Workbench
from iye.workbench.calibrate import Calibration
from iye.workbench.panel_test import PanelTest
from iye.workbench.verdict import Verdict
from iye_hw.board_map import BoardMap
from iye_hw.board_panel import BoardPanel, Parts
from iye_hw.panel import PadReading
from iye_hw.pi.lights import Backend
from iye_hw.pi.pi_panel import open_parts
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

Say = Callable[[str], None]
Watch = Callable[[Mapping[str, PadReading]], None]


_LOOK_EVERY: Final = 0.1
"""Seconds between looks at pads whose interrupt line may be cut, for no touch to be over before."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which board is at the bench: `panel` is "pi" or "simulated", `folder` where its games are."""

    settings: Settings
    panel: str
    folder: Path
    faults: tuple[str, ...] = ()


def calibrate_board(place: Place, say: Say, watch: Watch) -> tuple[Measured, tuple[str, ...]]:
    """Measure a board; give what to keep, and the pads that felt nothing.

    Raises UnclearError, TouchChipError, SettingsError, I2CError, PinsError, LockedError when the
    board is being played on, and ValueError for a fault that is not there.
    """
    settings = place.settings
    with _at(place, say, watch) as (bench, loop):
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
        wiring=wiring_of(bench.board),
    )
    return measured, measurement.untouched


def examine_panel(place: Place, say: Say, watch: Watch) -> Verdict:
    """Test the pads of a board. Raises what `calibrate_board` raises but UnclearError.

    They are felt by the thresholds of the calibration, if there is one: behind thicker wood than
    usual the usual ones would call every pad dead. Its baselines may be those of other pads.
    """
    settings = place.settings
    with _at(place, say, watch) as (bench, loop):
        path = calibration_file(settings, place.folder)
        measured = usable_calibration(path, bench.board, settings.touch_settings().configs)
        touch = settings.touch_settings(None if measured is None else measured.thresholds)
        touch = replace(touch, care=replace(touch.care, health_check=_LOOK_EVERY))
        tested = BoardPanel(bench.board, bench.parts, loop, settings=touch)
        try:
            lights = settings.lights.backend is not Backend.NONE
            return loop.run_until_complete(PanelTest(bench, tested).run(lights=lights))
        finally:
            tested.close()


@contextmanager
def _at(
    place: Place, say: Say, watch: Watch
) -> Iterator[tuple[Workbench, asyncio.AbstractEventLoop]]:
    """Open a board that nobody plays on for a session, and close it after."""
    with ExitStack() as alone:
        with suppress(OSError):  # a folder of somebody else's; the bus itself is had alone
            alone.enter_context(only_one(place.folder, datetime.now().astimezone()))
        yield from _open(place, say, watch)


def _open(
    place: Place, say: Say, watch: Watch
) -> Iterator[tuple[Workbench, asyncio.AbstractEventLoop]]:
    settings, panel = place.settings, place.panel
    board = settings.board_map
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
            for fault in place.faults:
                name, _, pad = fault.partition(":")
                Faults(simulated).begin(name, pad or None)
        yield Workbench(board, parts, person, say, watch), loop
    finally:
        _put_away(parts, board)
        loop.close()


def _put_away(parts: Parts, board: BoardMap) -> None:
    """Let go of everything; lights keep what they show, so they are put out before."""
    with suppress(OSError):
        parts.chain.send(bytes(3 * board.light_count))
    with suppress(OSError):
        parts.chain.close()
    for let_go in ("close", "deinit"):
        for part in (parts.pin_factory, parts.i2c):
            with suppress(AttributeError, OSError):
                getattr(part, let_go)()
