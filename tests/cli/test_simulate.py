"""`iye simulate` as a program: it says where it is, ends cleanly, and needs no Pi."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from iye.cli import boards, main
from patience import PATIENCE

ENDLESS = '{"at":0,"new_match":{"first":1}}\n' + "\n".join(
    f'{{"at":{at},"touch":"e1"}}\n{{"at":{at}.5,"release":"e1"}}' for at in range(1, 25_000)
)


@contextlib.contextmanager
def simulated(*args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `iye simulate` and give its process and its address; it is ended in any case."""
    program = str(Path(sys.executable).parent / "iye")
    kept = () if "--data" in args else ("--no-journal",)
    command = [program, "simulate", "--port", "0", "--no-browser", *kept, *args]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    killer = threading.Timer(4 * PATIENCE, process.kill)
    killer.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None, (line, process.stderr and process.stderr.read())
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()
        killer.cancel()


def ended(process: subprocess.Popen[str], number: signal.Signals) -> tuple[int, str]:
    """Ask the program to end; give its exit code and what it had to say about it."""
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def page(address: str) -> ClientConnection:
    origin = Origin(address.rstrip("/"))
    line: ClientConnection = connect(address.replace("http", "ws") + "ws", origin=origin)
    return line


def wish(line: ClientConnection, do: str, **fields: Any) -> None:
    line.send(json.dumps({"do": do, **fields}))


def until(line: ClientConnection, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while True:
        word = line.recv(timeout=PATIENCE)
        if isinstance(word, str) and true(json.loads(word)):
            return dict(json.loads(word))


def is_complaint(word: dict[str, Any]) -> bool:
    return word.get("event") == "Complaint"


def test_a_journal_that_is_written_again_is_nothing_wrong_any_more(tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("a file")
    folder = str(in_the_way / "deeper")
    with simulated("--data", folder) as (_, address), page(address) as early:
        said = until(early, is_complaint)
        assert said["text"].startswith("the journal cannot be written (")
        assert said["urgent"]
        in_the_way.unlink()
        wish(early, "new_match", first=1)
        said = until(early, is_complaint)
        assert said["text"] == "the journal is written again; nothing is missing from it"
        assert not said["urgent"]
        with page(address) as late:
            wish(late, "nothing there is")  # it is answered after whatever a page is told at first
            answer = until(late, lambda word: is_complaint(word) or word["type"] == "refused")
            assert not is_complaint(answer)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_cleanly_with_nobody_looking(number: signal.Signals) -> None:
    with simulated() as (process, _):
        assert ended(process, number) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_cleanly_in_the_middle_of_everything(number: signal.Signals) -> None:
    with simulated("--seed", "4") as (process, address), page(address) as line:
        wish(line, "new_match", first=1)
        wish(line, "drum_here", cell="c3")
        wish(line, "touch", pad="a1")
        wish(line, "watch_pads", on=True)
        until(line, lambda word: word["type"] == "state" and word["held"] == ["a1"])
        rehearsal = threading.Thread(target=_rehearse, args=(address,))
        rehearsal.start()
        deaf = socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1].strip("/"))))
        until(line, lambda word: word["type"] == "pads")
        assert ended(process, number) == (0, "")
        with pytest.raises(ConnectionClosed):
            until(line, lambda _: False)
        deaf.close()
        rehearsal.join(PATIENCE)
        assert not rehearsal.is_alive()


def _rehearse(address: str) -> None:
    with contextlib.suppress(httpx.HTTPError):
        httpx.post(address + "rehearse", content=ENDLESS, timeout=PATIENCE)


def test_a_seed_makes_deals_repeatable() -> None:
    def dealt(*args: str) -> str:
        with simulated(*args) as (_, address), page(address) as line:
            wish(line, "new_match", first=1)
            state = until(line, lambda word: word.get("phase") == "laying_out")
            return str(state["tiles"])

    assert dealt("--seed", "5") == dealt("--seed", "5") != dealt("--seed", "6")


def test_a_port_in_use_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["simulate", "--port", str(port), "--no-browser"])
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: port {port} is in use: give another with --port, or 0 for any that is free\n"
    )


def test_a_port_that_may_not_be_used_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_port: int) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("iye.listening.bind", forbidden)
    result = CliRunner().invoke(main, ["simulate", "--port", "80"])
    assert (result.exit_code, result.stderr) == (
        2,
        "error: cannot serve on port 80: Permission denied\n",
    )


def test_it_listens_to_this_machine_alone() -> None:
    with simulated() as (process, address):
        port = int(address.rsplit(":", 1)[1].strip("/"))
        local = f"0100007F:{port:04X}"  # 127.0.0.1, as the kernel writes it
        lines = Path(f"/proc/{process.pid}/net/tcp").read_text(encoding="ascii").splitlines()
        lines += Path(f"/proc/{process.pid}/net/tcp6").read_text(encoding="ascii").splitlines()
        listening = [line.split()[1] for line in lines if line.split()[3] == "0A"]
        assert [place for place in listening if place.endswith(f":{port:04X}")] == [local]


@pytest.mark.parametrize(
    ("screen", "opened"), [({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True), ({}, False)]
)
def test_a_browser_is_opened_where_there_is_a_screen(
    screen: dict[str, str],
    opened: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in screen.items():
        monkeypatch.setenv(name, value)
    asked: list[str] = []
    there = threading.Event()

    def open_it(address: str) -> None:
        asked.append(address)
        there.set()

    monkeypatch.setattr("webbrowser.open", open_it)
    monkeypatch.setattr("iye.loading.done", lambda: None)  # this program is not loaded for good
    boards._ready_and_open("http://127.0.0.1:1/")
    assert there.wait(PATIENCE if opened else 0) is opened
    assert asked == ["http://127.0.0.1:1/"] * opened
    said = capsys.readouterr().out
    assert said.startswith("The board is at http://127.0.0.1:1/")
    assert ("no screen" in said) is not opened


PROBE = """
import signal, sys
import iye.running as running
import iye.simulate as simulate

SERVER = {"starlette", "uvicorn", "websockets", "h11"}
PI = {"board", "lgpio", "gpiod", "spidev", "rpi_ws281x", "RPi", "pigpio"}
start = running.RunningBoard.start

async def observed(self):
    await start(self)
    print("at start:", sorted(SERVER & set(sys.modules)))

def ready(address):
    print("served:", sorted(SERVER & set(sys.modules)))
    print("pi:", sorted(PI & set(sys.modules)))
    signal.raise_signal(signal.SIGTERM)

running.RunningBoard.start = observed
import asyncio
from iye.listening import bind
with bind(0) as listening:
    asyncio.run(simulate.simulate(simulate.Wishes(1, ready, print, None), listening))
"""


def test_the_server_is_loaded_after_the_board_lives_and_nothing_of_a_pi_ever() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert result.stdout.splitlines() == [
        "at start: []",
        "served: ['h11', 'starlette', 'uvicorn', 'websockets']",
        "pi: []",
    ]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--room", "NKRT-7WPM-3CXA"), "--room, --name, --user and the files are for --broker"),
        (("--user", "ada"), "--room, --name, --user and the files are for --broker"),
        (("--broker", "mqtts://x", "--ca-file", "/no"), "cannot use the certificates in /no"),
        (("--broker", "broker"), "say mqtt://HOST or mqtts://HOST"),
        (("--broker", "mqtt://broker", "--room", "NKRT"), "12 letters and digits, not 4"),
    ],
)
def test_a_broker_or_room_that_cannot_be_is_refused_in_a_sentence(
    options: tuple[str, ...], what: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "iye", "simulate", "--port", "0", "--no-journal", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert what in done.stderr
    assert done.stderr.count("\n") == 1
