"""`iye perft`: counts of move sequences."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from iye.cli import main

START = "HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"
ENDED = "...../...../..S../...../..... c2 1 S1 T1"


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [(START, 0, 1), (START, 1, 8), (START, 4, 12848), (START, 5, 135729), (ENDED, 3, 0)],
)
def test_it_prints_the_count(position: str, depth: int, count: int) -> None:
    result = CliRunner().invoke(main, ["perft", position, str(depth)])
    assert (result.stdout, result.stderr, result.exit_code) == (f"{count}\n", "", 0)


def test_divided_it_prints_each_first_move_and_the_total() -> None:
    result = CliRunner().invoke(main, ["perft", START, "3", "--divide"])
    *lines, total = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["a3", "b3", "c1", "c2", "c4", "c5", "d3", "e3"]
    assert sum(int(line.split()[1]) for line in lines) == 1099
    assert total == "total 1099"
    assert result.exit_code == 0


@pytest.mark.parametrize("depth", ["25", "100"])
def test_a_depth_no_cycle_has_counts_nothing(depth: str) -> None:
    result = CliRunner().invoke(main, ["perft", START, depth])
    assert (result.stdout, result.exit_code) == ("0\n", 0)


@pytest.mark.parametrize("depth", ["three", "1.5", "٣", "", "9" * 5000])
def test_a_depth_that_is_no_number_of_moves_is_refused(depth: str) -> None:
    result = CliRunner().invoke(main, ["perft", START, depth])
    assert result.stderr.startswith("error: DEPTH is a whole number of moves, 0 or more, not ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 200
    assert result.exit_code == 2


def test_no_moves_cannot_be_divided() -> None:
    result = CliRunner().invoke(main, ["perft", START, "0", "--divide"])
    assert result.stderr.startswith("error: DEPTH is a whole number of moves, 1 or more, not '0'")
    assert result.exit_code == 2


@pytest.mark.parametrize("words", [[], [START], [START, "3", "4"], [START, START, "3"]])
def test_it_takes_a_position_and_a_depth(words: list[str]) -> None:
    result = CliRunner().invoke(main, ["perft", *words])
    expected = f"error: give a POSITION and a DEPTH, not {len(words)}"
    assert result.stderr.startswith(expected)
    assert result.exit_code == 2


def test_a_wrong_position_is_refused_in_a_sentence() -> None:
    result = CliRunner().invoke(main, ["perft", START.replace("c3", "z3"), "3"])
    assert result.stderr == "error: drum: 'z3' is not a cell: cells are a1 to e5\n"
    assert result.exit_code == 2


@pytest.mark.parametrize(("depth", "shown"), [(["3"], "3"), ([], "DEPTH")])
def test_a_position_without_quotes_is_told_to_put_it_in_quotes(
    depth: list[str], shown: str
) -> None:
    result = CliRunner().invoke(main, ["perft", *START.split(), *depth])
    assert f"put it in quotes: iye perft '{START}' {shown};" in result.stderr
    assert result.exit_code == 2
