"""Blinka and rpi_ws281x as they are installed, on a machine that only looks like a Pi to them.

A library loaded before the C library answers for the kernel's devices (kernel_devices.c). Behind
/dev/i2c-1 are simulated chips; what is sent to /dev/spidev0.0 is decoded back to colours.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from hw_rig import BoardBench
from iye_hw.simulated.chain import LightString
from patience import PATIENCE

pytestmark = pytest.mark.native

SOURCE = Path(__file__).with_name("kernel_devices.c")
REVISION = 0x902120
CPUINFO = f"Hardware\t: BCM2835\nRevision\t: {REVISION:x}\n"

PROGRAM = """
import asyncio, json, pathlib, sys
from gpiozero.pins.mock import MockFactory
from iye_hw.board_map import load_board_map
from iye_hw.board_panel import Parts
from iye_hw.pi.i2c import open_i2c
from iye_hw.pi.lights import Backend, choose_lights
from iye_hw.pi.model import PiModel
from iye_hw.pi.pi_panel import PiPanel

async def play():
    board = load_board_map()
    chain = choose_lights(Backend.AUTO, PiModel("Raspberry Pi", 0x902120), board.light_count)
    i2c = open_i2c(root=pathlib.Path(sys.argv[1]))
    parts = Parts(i2c, chain, MockFactory(revision="902120"))
    panel = PiPanel(board, parts, asyncio.get_running_loop(), sound=False)
    told = []
    await panel.start(told.append)
    panel.show(bytes(range(108)))
    readings = panel.readings()
    print(json.dumps({
        "told": [type(event).__name__ for event in told],
        "filtered": {pad: reading.filtered for pad, reading in readings.items()},
        "baselines": dict(panel.calibration.baselines),
    }))
    panel.close()

asyncio.run(play())
"""


@dataclass
class Pi:
    """A folder with what a process needs to take this machine for a Pi."""

    folder: Path

    @property
    def spi(self) -> bytes:
        return (self.folder / "spi").read_bytes()

    def start(self) -> subprocess.Popen[str]:
        environment = os.environ | {
            "LD_PRELOAD": str(self.folder / "kernel_devices.so"),
            "STAND_IN_I2C": str(self.folder / "i2c"),
            "STAND_IN_SPI": str(self.folder / "spi"),
            "STAND_IN_CPUINFO": str(self.folder / "cpuinfo"),
            "STAND_IN_REVISION": str(self.folder / "revision"),
            "BLINKA_FORCEBOARD": "RASPBERRY_PI_ZERO_2_W",
            "BLINKA_FORCECHIP": "BCM2XXX",
        }
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(self.folder)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    folder = tmp_path_factory.mktemp("pi")
    library = folder / "kernel_devices.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wall", "-o", library, SOURCE, "-ldl"],  # noqa: S607 - the system's
        check=True,
    )
    (folder / "cpuinfo").write_text(CPUINFO, encoding="ascii")
    (folder / "revision").write_bytes(REVISION.to_bytes(4, "big"))  # as device trees have numbers
    (folder / "dev").mkdir()
    (folder / "dev/i2c-1").touch()
    return Pi(folder)


@dataclass
class Played:
    told: list[str]
    filtered: dict[str, int]
    baselines: dict[str, int]
    transactions: int


@pytest.fixture(scope="module")
def played(pi: Pi) -> Iterator[Played]:
    """Let the panel be started by another process, on the chips of a simulated board here."""
    bench = BoardBench()
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(str(pi.folder / "i2c"))
        ear.listen()
        ear.settimeout(60)
        process = pi.start()
        line, _ = ear.accept()
        with line:
            serve(line, bench)
        said, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complained
    yield Played(**json.loads(said), transactions=bench.panel.bus.traffic.transactions)
    bench.close()


def serve(line: socket.socket, bench: BoardBench) -> None:
    """Answer transactions until the other end has gone; chips live on at the clock's pace."""
    then = time.monotonic()
    stream = line.makefile("rb")
    while number := stream.read(1):
        messages = []
        for _ in range(number[0]):
            address, reads, length = struct.unpack("<BBH", stream.read(4))
            messages.append((address, reads, length, b"" if reads else stream.read(length)))
        now = time.monotonic()
        bench.run_for(now - then)
        then = now
        with suppress(BrokenPipeError):
            line.sendall(answer(bench, messages))


def answer(bench: BoardBench, messages: list[tuple[int, int, int, bytes]]) -> bytes:
    bus, found = bench.panel.bus, bytearray(1)
    bus.try_lock()
    try:
        for address, reads, length, data in messages:
            if reads:
                buffer = bytearray(length)
                bus.readfrom_into(address, buffer)
                found += buffer
            else:
                bus.writeto(address, data)
    except OSError as error:
        return bytes([error.errno or 5])
    finally:
        bus.unlock()
    return bytes(found)


def test_blinka_reads_every_pad_of_the_simulated_chips(played: Played) -> None:
    assert played.told == []
    # Bare pads of 8.5 to 9.5 pF read 292 to 261 counts, a quarter of which is 73 to 65.
    assert len(played.baselines) == 36
    assert all(65 <= baseline <= 73 for baseline in played.baselines.values())
    assert all(258 <= counts <= 295 for counts in played.filtered.values())
    assert played.transactions > 3 * 100


def test_the_librarys_own_spi_bits_are_the_frames_colours(pi: Pi, played: Played) -> None:
    assert len(played.filtered) == 36
    frame, dark = (decoded(bits)[:108] for bits in frames(pi.spi))
    string = LightString(36)
    string.shift(frame)
    string.reset()
    expected = tuple((3 * n, 3 * n + 1, 3 * n + 2) for n in range(36))
    assert string.colours() == expected
    assert dark == bytes(108)


def frames(spi: bytes) -> list[bytes]:
    """Part what was sent: the program sends a frame, then a dark one."""
    half = len(spi) // 2
    return [spi[:half], spi[half:]]


def decoded(spi: bytes) -> bytes:
    """Read SPI bits at three times the lights' pace: 110 is a one, 100 a zero."""
    bits = "".join(f"{byte:08b}" for byte in spi)
    wire = [bits[place : place + 3] for place in range(0, 36 * 24 * 3, 3)]
    assert set(wire) <= {"110", "100"}
    whole = "".join("1" if bit == "110" else "0" for bit in wire)
    return bytes(int(whole[place : place + 8], 2) for place in range(0, len(whole), 8))
