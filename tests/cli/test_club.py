"""`iye club` as a program: it says where it is, shows a board that is started, and ends cleanly."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from broker_rig import LOOPBACK, Mosquitto
from club_served import line_to
from iye.cli import main
from patience import PATIENCE

PROGRAM = str(Path(sys.executable).parent / "iye")


def started(*args: str) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [PROGRAM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
    if found is None:
        process.kill()
        raise AssertionError(process.communicate())
    return process, found[0]


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGTERM)
    _out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


def test_it_serves_its_page_without_a_broker_and_ends_on_a_signal() -> None:
    where = "mqtt://127.0.0.1:9"
    process, address = started("club", "--broker", where, "--port", "0", "--no-browser")
    try:
        assert "club.js" in httpx.get(address).text
    finally:
        code, _err = ended(process)
    assert code == 0


def test_a_simulated_board_at_the_broker_appears_by_itself(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    asyncio.run(broker.start())
    where = f"mqtt://{LOOPBACK}:{broker.port}"
    club, address = started("club", "--broker", where, "--port", "0", "--no-browser")
    board, _ = started(
        "simulate",
        "--broker",
        where,
        "--name",
        "Umay",
        "--port",
        "0",
        "--no-browser",
        "--no-journal",
    )
    try:
        assert asyncio.run(_told_of(address, "Umay"))
    finally:
        codes = [ended(process)[0] for process in (board, club)]
        broker.kill()
    assert codes == [0, 0]


async def _told_of(address: str, name: str) -> bool:
    async with asyncio.timeout(PATIENCE), line_to(address.rstrip("/")) as line:
        async for word in line:
            if name in str(word):
                return True
    return False


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "Missing option '--broker'"),
        (["--broker", "http://x"], "'http://x' is no broker's address"),
        (["--broker", "mqtt://a:b@x"], "put user and password into the settings"),
        (["--broker", "mqtt://x", "--ca-file", "x"], "a ca_file is for mqtts://"),
        (["--broker", "mqtt://x", "--password-file", "x"], "of no use without a user"),
        (["--broker", "mqtts://x", "--ca-file", "/no"], "cannot use the certificates in /no"),
        (["--broker", "mqtt://x", "--host", "192.0.2.1"], "cannot serve on port 8026"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(args: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, ["club", "--no-browser", *args])
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_port_that_is_taken_is_said_to_be(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    asyncio.run(broker.start())
    try:
        args = ["club", "--broker", "mqtt://x", "--port", str(broker.port), "--no-browser"]
        result = CliRunner().invoke(main, args)
    finally:
        broker.kill()
    assert result.exit_code == 2
    assert f"port {broker.port} is in use" in result.stderr
