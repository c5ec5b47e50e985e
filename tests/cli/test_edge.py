"""The edge itself: help, usage errors, exit codes, and what a command imports."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from iye.cli import main, positions
from iye.cli.edge import standard_input

START = "HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"
SAMPLE = str(files("iye") / "samples" / "first-match.iye")
IYE = [sys.executable, "-c", "from iye.cli import main; main()"]


def test_the_version_is_that_of_the_package() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert (result.stdout, result.exit_code) == (f"iye, version {version('iye-board')}\n", 0)


@pytest.mark.parametrize("name", sorted(main.commands))
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_each_command_has_help_with_an_example(name: str, option: str) -> None:
    result = CliRunner().invoke(main, [name, option])
    assert result.exit_code == 0
    assert f"\n  Example:\n    iye {name} " in result.stdout
    assert "\\" not in result.stdout  # marks of the layout are not for readers


def test_the_help_lists_the_commands() -> None:
    result = CliRunner().invoke(main, ["--help"])
    for name in ("moves", "perft", "rehearse", "replay"):
        assert f"\n  {name} " in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "error: Missing command; see 'iye --help'\n"),
        (["dance"], "error: No such command 'dance'; see 'iye --help'\n"),
        (["--loud"], "error: No such option '--loud'; see 'iye --help'\n"),
        (["moves"], "error: Missing argument 'POSITION...'; see 'iye moves --help'\n"),
        (["replay"], "error: Missing argument 'FILE'; see 'iye replay --help'\n"),
        (
            ["replay", "a", "b"],
            "error: Got unexpected extra argument (b); see 'iye replay --help'\n",
        ),
    ],
)
def test_a_wrong_use_is_one_sentence(args: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, args, prog_name="iye")
    assert (result.stdout, result.stderr, result.exit_code) == ("", sentence, 2)


ONLY_WHAT_IT_NEEDS = f"""
import sys
from iye.cli import main
try:
    main(["moves", {START!r}])
finally:
    heavy = {{"rich", "msgspec", "gpiozero", "adafruit_mpr121", "board", "json", "asyncio"}}
    print(sorted(heavy & set(sys.modules)))
    own = (name for name in sys.modules if name.split(".")[0] in ("iye", "iye_hw"))
    print(sorted(name for name in own if not name.startswith(("iye.rules", "iye.cli"))))
"""


def test_asking_for_moves_imports_the_rules_and_nothing_of_the_board() -> None:
    result = subprocess.run(
        [sys.executable, "-c", ONLY_WHAT_IT_NEEDS], capture_output=True, text=True, check=False
    )
    assert result.stdout == "a3 b3 c1 c2 c4 c5 d3 e3\n[]\n['iye', 'iye.signals']\n"


def test_help_imports_no_room_at_all() -> None:
    code = ONLY_WHAT_IT_NEEDS.replace(f'"moves", {START!r}', '"--help"').replace(
        '"iye.rules", ', ""
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert result.stdout.endswith("\n[]\n['iye', 'iye.signals']\n")


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*IYE, "moves", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{START}\n".encode() * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*IYE, "moves", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{START}\n".encode())
        process.stdin.flush()
        process.stdout.readline()  # by now it waits for another line
        process.send_signal(signal.SIGINT)
        assert process.wait() == 1
        assert process.stderr.read().strip() == b""


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["as usual", "unbuffered"])
def test_a_full_disk_is_said_once_and_is_a_failure(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as stdout:
        result = subprocess.run(
            [*IYE, "moves", START],
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            text=True,
            check=False,
        )
    assert result.stderr == "error: reading or writing failed: No space left on device\n"
    assert result.returncode == 1


def test_without_any_standard_output_that_is_said_and_is_a_failure() -> None:
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *IYE, "moves", START]
    result = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    assert result.stderr == "error: there is no standard output to write to\n"
    assert result.returncode == 1


def test_without_any_standard_input_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(click.ClickException, match="there is no standard input to read"):
        standard_input()


def test_a_terminal_without_the_letters_shows_them_escaped() -> None:
    result = subprocess.run(
        [*IYE, "replay", "-"],
        input='[Player1 "İpek"]\n'.encode(),
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert result.stdout.startswith(b"\\u0130pek (player 1) against player 2")
    assert (result.stderr, result.returncode) == (b"", 0)


def test_an_output_that_is_no_terminal_stream_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    captured = io.StringIO()
    monkeypatch.setattr(sys, "stdout", captured)
    with pytest.raises(SystemExit) as left:
        main(["moves", START])
    assert left.value.code == 0
    assert captured.getvalue() == "a3 b3 c1 c2 c4 c5 d3 e3\n"


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (KeyboardInterrupt(), ""),
        (OSError(errno.EIO, "Input/output error"), "error: reading or writing failed: Input"),
        (OSError(errno.EACCES, "No", "a.json"), "error: reading or writing a.json failed: No"),
    ],
    ids=["an interrupt", "a broken disk", "a file that is closed"],
)
def test_what_stops_a_command_midway_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, trouble: BaseException, said: str
) -> None:
    def fail(_text: object) -> str:
        raise trouble

    monkeypatch.setattr(positions, "_moves_line", fail)
    result = CliRunner().invoke(main, ["moves", START])
    assert result.stderr.strip().startswith(said)
    assert "Traceback" not in result.stderr
    assert result.exit_code == 1
