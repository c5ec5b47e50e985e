"""How soon a board is alive and its page served, and how much memory that takes.

From the start of the process `iye run` on a simulated panel, with a journal of so many finished
matches and its calibration on disk: until systemd is told that the board is ready, and until the
page's address is printed. Memory is what the process has resident two seconds later. Median of
several starts; the first, which brings the files into memory, does not count.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.archives import fill
from bench.figures import Figure, resident_mb
from iye.calibration import NAME, Measured, write_calibration
from iye_hw.board_map import BoardMap, load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import TouchSettings

MATCHES = (0, 1_000, 10_000, 100_000)
SAID = 10_000
"""The journal for which there are targets."""
STARTS = 5
READY_S, MEMORY_MB = 0.5, 45.0
LATER = 2.0
COMMAND = (sys.executable, "-m", "iye", "run", "--panel", "simulated")
SETTINGS = "iye.toml"
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds until the board was alive and its page served, and MB of memory."""

    alive: float
    served: float
    memory: float


def names(matches: int) -> tuple[str, str, str]:
    """Say what the figures are."""
    kept = f"{matches:,} matches kept"
    return (
        f"start to board alive, {kept}",
        f"start to page served, {kept}",
        f"memory with the page served, {kept}",
    )


NAMES = tuple(name for matches in MATCHES for name in names(matches))


def prepare(data: Path, matches: int) -> None:
    """Put into a folder what a board in use has there: journal, calibration, settings."""
    fill(data, matches)
    (data / SETTINGS).write_text('[page]\nhost = "127.0.0.1"\nport = 0\n', encoding="utf-8")
    board, touch = load_board_map(), TouchSettings()
    write_calibration(
        data / NAME,
        Measured(
            board=board.name,
            at="",
            baselines=asyncio.run(baselines(board)),
            touch_threshold=touch.touch_threshold,
            release_threshold=touch.release_threshold,
        ),
    )


async def baselines(board: BoardMap) -> dict[str, int]:
    """Measure the empty board that is simulated."""
    panel = SimulatedPanel(board, asyncio.get_running_loop())
    await panel.start(lambda _event: None)
    assert panel.calibration is not None
    panel.close()
    return dict(panel.calibration.baselines)


def start(data: Path) -> Started:
    """Start a board, measure, and end it."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ear:
        ear.bind(f"{data}/ear")
        ear.settimeout(PATIENCE)
        environment = {**os.environ, "NOTIFY_SOCKET": f"{data}/ear", "PYTHONUNBUFFERED": "1"}
        began = time.perf_counter()
        with subprocess.Popen(
            [*COMMAND, "--settings", data / SETTINGS, "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        ) as process:
            assert ear.recv(1000).startswith(b"READY=1")
            alive = time.perf_counter() - began
            assert process.stdout is not None
            assert "http://" in process.stdout.readline()
            served = time.perf_counter() - began
            time.sleep(LATER)
            memory = resident_mb(process.pid)
            process.terminate()
    (data / "ear").unlink()
    return Started(alive, served, memory)


def measure() -> Iterator[Figure]:
    """Measure with every size of journal."""
    for matches in MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            prepare(data, matches)
            started = [start(data) for _ in range(STARTS + 1)][1:]
        for name, value, unit, most in zip(
            names(matches),
            (
                median(one.alive for one in started),
                median(one.served for one in started),
                median(one.memory for one in started),
            ),
            ("s", "s", "MB"),
            (READY_S, READY_S, MEMORY_MB),
            strict=True,
        ):
            yield Figure(name, value, unit, at_most=most if matches == SAID else None)
