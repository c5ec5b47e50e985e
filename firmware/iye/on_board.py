"""Runs a board as its settings say, on the Pi's chips or on simulated ones: `iye run`.

The law of this module: the panel is the one that was named, and nothing stands in for it. What
stands beside it is put there by `iye.running`.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sdnotify

from iye.calibration import NAME, Measured, read_calibration
from iye.drift_keeper import DriftKeeper
from iye.drumming import Drumming
from iye.running import Around, RunningBoard, run
from iye.settings import Settings
from iye.watchdog import Watchdog, pace
from iye_hw.board_panel import BoardPanel
from iye_hw.pi.pi_panel import PiPanel, open_parts
from iye_hw.simulated.simulated_panel import SimulatedPanel


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for. `panel` is "pi" or "simulated"; `data` None keeps nothing."""

    settings: Settings
    panel: str
    data: Path | None
    ready: Callable[[str], None]
    warn: Callable[[str], None]


def calibration_file(settings: Settings, data: Path) -> Path:
    """Give where the calibration is kept."""
    return Path(settings.board.calibration) if settings.board.calibration else data / NAME


def open_panel(
    settings: Settings, panel: str, measured: Measured | None, loop: asyncio.AbstractEventLoop
) -> BoardPanel:
    """Open the panel that is named.

    Raises SettingsError if the board's map is wrong, I2CError or PinsError if a Pi has no bus or
    no pins.
    """
    board = settings.board_map
    calibration = None if measured is None else measured.calibration()
    touch = settings.touch_settings(None if measured is None else measured.thresholds)
    if panel == "simulated":
        return SimulatedPanel(board, loop, calibration=calibration, settings=touch)
    return PiPanel(
        board,
        open_parts(board, settings.light_wishes()),
        loop,
        calibration=calibration,
        settings=touch,
        sound=settings.board.sound,
    )


async def run_board(wishes: Wishes, calibration: Path, listening: socket.socket) -> None:
    """Run the board and its page until a signal asks for the end.

    Raises what `open_panel` and `iye.running.run` raise, and CalibrationError.
    """
    settings = wishes.settings
    measured = read_calibration(calibration, settings.board_map, settings.touch_settings().configs)
    if measured is None:
        wishes.warn(
            "the board is not calibrated: it is measured now and has to be empty; "
            "end it and run iye calibrate to do this once for all"
        )
    panel = open_panel(settings, wishes.panel, measured, asyncio.get_running_loop())
    around = Around(
        wishes.ready,
        wishes.warn,
        wishes.data,
        names=settings.page.names,
        code=settings.page.code,
        lights=settings.light_settings(),
        timing=settings.timing_of_gestures(),
        care=Nurse(panel, None if measured is None else DriftKeeper(calibration, measured)),
        mind=settings.mind_wishes(),
        seats=settings.seats(),
        away=settings.away_wishes(),
    )
    await run(panel, around, listening)


class Nobody:
    """systemd's ear where there is no systemd."""

    def notify(self, _state: str) -> None:
        """Hear nothing."""


class Nurse:
    """Watches over a board: its watchdog, its drift, and the drum of a panel that has one."""

    def __init__(self, panel: BoardPanel, keeper: DriftKeeper | None = None) -> None:
        self._panel = panel
        self._keeper = keeper
        self._board: RunningBoard | None = None
        self._watchdog: Watchdog | None = None

    def began(self, board: RunningBoard) -> None:
        """Begin, now that the board is alive."""
        self._board = board
        # sdnotify leaves a socket open where there is no systemd to talk to.
        notifier = sdnotify.SystemdNotifier() if os.environ.get("NOTIFY_SOCKET") else Nobody()
        self._watchdog = Watchdog(asyncio.get_running_loop(), self, notifier, pace())
        self._watchdog.begin()
        if self._keeper is not None:
            self._keeper.begin(asyncio.get_running_loop(), self._panel)
        if isinstance(self._panel, PiPanel):
            board.subscribe(Drumming(self._panel.play))

    def ends(self) -> None:
        """Let the board end in peace."""
        if self._watchdog is not None:
            self._watchdog.end()
        if self._keeper is not None:
            self._keeper.end()

    def cared_at(self) -> float:
        """Give the moment at which the touch chips were last looked after."""
        return self._panel.cared_at

    def due(self) -> float:
        """Give the moment for which the table has asked to be told the time."""
        return float("inf") if self._board is None else self._board.table.due
