"""`iye moves`: legal moves of positions from arguments and from a stream."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from iye.cli import main

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
START = f"{DEAL} c3 1 - -"
START_MOVES = "a3 b3 c1 c2 c4 c5 d3 e3"
BOTH_WAYS = "S...T/...../W.H../...../..... a4 1 W1 -"
ENDED = "...../...../..S../...../..... c2 1 S1 T1"


def test_a_position_is_answered_by_its_moves_sorted_as_text() -> None:
    result = CliRunner().invoke(main, ["moves", START])
    assert (result.stdout, result.stderr, result.exit_code) == (f"{START_MOVES}\n", "", 0)


def test_each_position_is_answered_by_a_line_an_ended_one_by_an_empty_line() -> None:
    result = CliRunner().invoke(main, ["moves", BOTH_WAYS, ENDED, START])
    assert result.stdout == f"Wa3 Wa5 a3 a5\n\n{START_MOVES}\n"
    assert result.exit_code == 0


def test_a_wrong_argument_is_said_on_standard_error_and_the_rest_goes_on() -> None:
    result = CliRunner().invoke(main, ["moves", START, "nonsense", ENDED])
    assert result.stdout == f"{START_MOVES}\n\n"
    assert result.stderr.startswith("error: a position has five fields")
    assert result.stderr.count("\n") == 1
    assert result.exit_code == 2


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_stream_is_answered_line_by_line(ends: str) -> None:
    lines = ends.join([START, ENDED, BOTH_WAYS])
    for last in ("", ends):
        result = CliRunner().invoke(main, ["moves", "-"], input=lines + last)
        assert result.stdout == f"{START_MOVES}\n\nWa3 Wa5 a3 a5\n"
        assert result.exit_code == 0


def test_a_wrong_line_is_answered_by_one_line_and_the_rest_goes_on() -> None:
    stream = b"\n".join([b"", b"\xff\xfe", b"  \t", START.encode(), DEAL.encode(), b"a\rb"])
    result = CliRunner().invoke(main, ["moves", "-"], input=stream)
    answers = result.stdout.splitlines()
    assert answers[0] == "error: this line is blank: write a position on it"
    assert answers[1] == "error: this line is not UTF-8 text"
    assert answers[2] == "error: this line is blank: write a position on it"
    assert answers[3] == START_MOVES
    assert answers[4].startswith(f"error: '{DEAL}' is a board alone")
    assert answers[5].startswith("error: a position has five fields")
    assert len(answers) == 6
    assert (result.stderr, result.exit_code) == ("", 2)


def test_a_byte_order_mark_at_the_start_is_no_error() -> None:
    result = CliRunner().invoke(main, ["moves", "-"], input=b"\xef\xbb\xbf" + START.encode())
    assert (result.stdout, result.exit_code) == (f"{START_MOVES}\n", 0)


def test_an_empty_stream_is_answered_by_nothing() -> None:
    result = CliRunner().invoke(main, ["moves", "-"], input="")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "", 0)


def test_arguments_and_the_stream_are_answered_in_order() -> None:
    result = CliRunner().invoke(main, ["moves", ENDED, "-", START], input=BOTH_WAYS)
    assert result.stdout == f"\nWa3 Wa5 a3 a5\n{START_MOVES}\n"


def test_a_bare_deal_is_told_how_to_write_its_position() -> None:
    result = CliRunner().invoke(main, ["moves", DEAL])
    assert result.stderr.endswith(f"a deal's first position is '{START}'\n")
    assert result.exit_code == 2


def test_a_position_without_quotes_is_told_to_put_it_in_quotes() -> None:
    """Its two empty hands must not be taken for standard input."""
    result = CliRunner().invoke(main, ["moves", *START.split()], input=START)
    assert result.stdout == ""
    assert result.stderr == (
        f"error: a position is one argument, so put it in quotes: iye moves '{START}';"
        " see 'iye moves --help'\n"
    )
    assert result.exit_code == 2


def test_it_answers_each_line_before_the_next_is_sent() -> None:
    """Another program can hold a conversation with it."""
    command = [sys.executable, "-c", "from iye.cli import main; main()", "moves", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sent, expected in ((START, START_MOVES), (ENDED, ""), (BOTH_WAYS, "Wa3 Wa5 a3 a5")):
            process.stdin.write(f"{sent}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline().decode() == f"{expected}\n"
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0
