"""`iye run` as a program: which panel, what it is told, and its page on the network."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect
from websockets.typing import Origin

from iye.cli import main
from patience import PATIENCE

IYE = str(Path(sys.executable).parent / "iye")
QUIET = '[page]\nhost = "127.0.0.1"\nport = 0\nnames = ["iye.home"]\n'


@contextlib.contextmanager
def running(folder: Path, *args: str, **environment: str) -> Iterator[tuple[Any, str]]:
    """Run `iye run` on a simulated panel; give its process and its address."""
    settings = folder / "iye.toml"
    if not settings.exists():
        settings.write_text(QUIET, encoding="utf-8")
    command = [IYE, "run", "--panel", "simulated", "--settings", str(settings)]
    process = subprocess.Popen(
        [*command, "--data", str(folder), *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
    killer = threading.Timer(300, process.kill)  # small Pis take their time
    killer.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+:\d+/", line)
        assert found is not None, (line, process.stderr and process.stderr.read())
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()
        killer.cancel()


def ended(process: Any) -> tuple[int, str]:
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def told(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["run", *args])
    return result.exit_code, result.stderr


def test_it_ends_cleanly_and_says_that_it_is_not_calibrated(tmp_path: Path) -> None:
    with running(tmp_path) as (process, _):
        code, said = ended(process)
    assert code == 0
    assert said.startswith("note: the board is not calibrated")
    assert len(said.splitlines()) == 1


def test_a_page_only_looks_on_until_it_gives_the_digits(tmp_path: Path) -> None:
    with running(tmp_path) as (_, address):
        url = address.replace("http", "ws") + "ws"
        with connect(url, origin=Origin(address.rstrip("/"))) as line:
            line.send(json.dumps({"do": "new_match"}).encode())
            while True:
                word = line.recv(timeout=PATIENCE)
                if isinstance(word, str) and json.loads(word)["type"] == "refused":
                    break
    assert json.loads(word)["reason"] == "not_joined"


def test_a_restart_in_the_middle_of_a_match_goes_on_with_it(tmp_path: Path) -> None:
    """As when the program is updated: systemd ends it and starts it again."""
    (tmp_path / "iye.toml").write_text(QUIET + "code = false\n", encoding="utf-8")

    def tiles(address: str, *wishes: dict[str, Any]) -> str:
        url = address.replace("http", "ws") + "ws"
        with connect(url, origin=Origin(address.rstrip("/"))) as line:
            for wish in wishes:
                line.send(json.dumps(wish))
            while True:
                word = line.recv(timeout=PATIENCE)
                state = json.loads(word) if isinstance(word, str) else {}
                if state.get("phase") == "laying_out":
                    return str(state["tiles"])

    with running(tmp_path) as (process, address):
        before = tiles(address, {"do": "new_match", "first": 1})
        assert ended(process)[0] == 0
    with running(tmp_path) as (_, address):
        assert tiles(address) == before


def test_it_answers_to_the_names_it_is_given(tmp_path: Path) -> None:
    def status(address: str, host: str) -> str:
        port = int(address.rsplit(":", 1)[1].strip("/"))
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            return line.recv(100).decode().split()[1]

    with running(tmp_path) as (_, address):
        assert status(address, "iye.home") == "200"
        assert status(address, "stranger.example") == "403"


def test_systemd_is_told_when_it_is_ready_alive_and_ending(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(30)
        place = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "2000000"}
        with running(tmp_path, **place) as (process, _):
            said = [ear.recv(200).decode() for _ in range(3)]
            ended(process)
            while said[-1] == "WATCHDOG=1":
                said.append(ear.recv(200).decode())
    assert said[:3] == ["READY=1\nSTATUS=the board is alive", "WATCHDOG=1", "WATCHDOG=1"]
    assert said[-1] == "STOPPING=1"


def test_two_boards_on_the_same_data_are_one_too_many(tmp_path: Path) -> None:
    with running(tmp_path):
        command = ["--panel", "simulated", "--data", str(tmp_path), "--port", "0"]
        code, said = told(*command, "--settings", str(tmp_path / "iye.toml"))
    assert code == 1
    assert f"a board already runs on {tmp_path}" in said


def test_somebody_has_to_say_which_panel() -> None:
    code, said = told()
    assert code == 2
    assert said.startswith("error: say which panel: --panel pi, or simulated; or set board.panel")


def test_the_settings_may_say_which_panel(tmp_path: Path) -> None:
    (tmp_path / "iye.toml").write_text('[board]\npanel = "pi"\n' + QUIET, encoding="utf-8")
    code, said = told("--settings", str(tmp_path / "iye.toml"), "--data", str(tmp_path))
    assert code == 1
    assert said.endswith("then start the Pi again\n")
    assert "error: there is no /dev/i2c-1: put dtparam=i2c_arm=on" in said


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("[page]\nprot = 1\n", "iye.toml, line 2: page.prot: there is no such field"),
        ('[board]\nmap = "/nowhere"\n', "line 2: board.map: cannot read /nowhere (No such file"),
    ],
)
def test_wrong_settings_are_a_sentence(settings: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "iye.toml"
    path.write_text(settings, encoding="utf-8")
    code, said = told("--panel", "simulated", "--settings", str(path), "--port", "0")
    assert code == 2
    assert sentence in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "doctor", "calibrate", "panel-test"])
def test_a_wrong_map_is_a_sentence_of_whatever_needs_a_board(command: str, tmp_path: Path) -> None:
    text = resources.files("iye_hw").joinpath("board.toml").read_text(encoding="utf-8")
    wired, path = tmp_path / "mine.toml", tmp_path / "iye.toml"
    wired.write_text(text.replace("undo = 5", "undo = 2"), encoding="utf-8")
    path.write_text(f'[board]\npanel = "simulated"\nmap = "{wired}"\n', encoding="utf-8")
    line = text[: text.index("undo = 5")].count("\n") + 1
    result = CliRunner().invoke(main, [command, "--settings", str(path), "--data", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"error: {path}, line 3: board.map: {wired}, line {line}: buttons.undo: "
        "pin 2 is both the touch chips' bus and button undo: move one\n"
    )


def test_a_damaged_calibration_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "iye.toml").write_text(QUIET, encoding="utf-8")
    (tmp_path / "calibration.json").write_bytes(b"{")
    args = ("--panel", "simulated", "--data", str(tmp_path))
    code, said = told(*args, "--settings", str(tmp_path / "iye.toml"))
    assert code == 2
    assert "calibration.json is damaged" in said


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "iye.toml").write_text(QUIET, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        args = ("--panel", "simulated", "--data", str(tmp_path), "--port", str(port))
        code, said = told(*args, "--settings", str(tmp_path / "iye.toml"))
    assert (code, said.split(":")[1]) == (1, f" port {port} is in use")
