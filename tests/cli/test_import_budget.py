"""What each command may import: nobody pays for what another needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from patience import PATIENCE

PI = {
    "board", "busio", "adafruit_blinka", "adafruit_platformdetect", "microcontroller",
    "lgpio", "gpiod", "spidev", "rpi_ws281x", "_rpi_ws281x", "RPi", "pigpio",
}  # fmt: skip
"""What only works on a Pi."""
BROKER = {"aiomqtt", "paho", "iye.away.away"}
"""What only a board needs that meets another."""
SERVER = {"starlette", "uvicorn", "websockets", "h11"}
DRIVERS = {"iye_hw.touch", "iye_hw.pi", "iye_hw.simulated", "gpiozero", "adafruit_mpr121"}
DEVELOPERS = {"pytest", "hypothesis", "babel", "playwright", "httpx", "mypy", "ruff", "_pytest"}
POSITION = "HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"

COMMAND = """
import sys
from iye.cli import main
try:
    main(sys.argv[1:])
finally:
    print("\\n".join(sys.modules), file=sys.stderr)
"""

RUN = """
import asyncio, signal, sys
from iye.on_board import Wishes, run_board
from iye.listening import bind
from iye.settings import Settings
from pathlib import Path

def ready(_address):
    print("\\n".join(sys.modules), file=sys.stderr)
    signal.raise_signal(signal.SIGTERM)

wishes = Wishes(Settings(), "simulated", None, ready, lambda _sentence: None)
with bind(0) as listening:
    asyncio.run(run_board(wishes, Path("nowhere"), listening))
"""


SIMULATE = """
import asyncio, signal, sys
from iye.listening import bind
from iye.simulate import Wishes, simulate

def ready(_address):
    print("\\n".join(sys.modules), file=sys.stderr)
    signal.raise_signal(signal.SIGTERM)

with bind(0) as listening:
    asyncio.run(simulate(Wishes(None, ready, lambda _sentence: None, None, None, None), listening))
"""


def imported(program: str, *args: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", program, *args],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return set(result.stderr.splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ("moves", POSITION),
        ("perft", POSITION, "1"),
        ("replay", "firmware/iye/samples/first-match.iye"),
        ("solve", "...../...../..S../..H../.T... c1 1 S1 T1"),
    ],
    ids=lambda command: command[0],
)
def test_commands_that_need_no_board_import_neither_server_nor_drivers(
    command: tuple[str, ...],
) -> None:
    assert imported(COMMAND, *command) & (PI | SERVER | DRIVERS) == set()


def test_run_imports_nothing_that_only_developers_need() -> None:
    modules = imported(RUN)
    assert modules & (DEVELOPERS | {"rich"}) == set()
    assert modules >= SERVER


@pytest.mark.parametrize("program", [RUN, SIMULATE], ids=["run", "simulate"])
def test_a_simulated_panel_imports_nothing_of_a_pi(program: str) -> None:
    modules = imported(program)
    assert modules & PI == set()
    assert modules >= SERVER


def test_a_board_that_meets_nobody_imports_nothing_of_a_broker() -> None:
    assert imported(RUN) & BROKER == set()
