"""`iye replay`: records played through, and what is said of those that cannot be."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from iye.cli import main
from iye.record import as_data, as_text, read_record

SAMPLE = Path(str(files("iye") / "samples" / "first-match.iye"))
BROKEN = """\
[Cycle "1"]
[Deal "HOSST/TTHSS/TWSWS/HSHSH/STWHH"]
[First "1"]

1. c5 b5
2. Ha1 *
"""


def test_a_record_is_told_in_text() -> None:
    result = CliRunner().invoke(main, ["replay", str(SAMPLE)])
    assert result.stdout == as_text(read_record(SAMPLE.read_bytes()))
    assert "Erlik (player 2) wins the match with 2 won cycles to 0\n" in result.stdout
    assert (result.stderr, result.exit_code) == ("", 0)


def test_a_record_is_told_as_one_json_object() -> None:
    result = CliRunner().invoke(main, ["replay", str(SAMPLE), "--json"])
    assert json.loads(result.stdout) == as_data(read_record(SAMPLE.read_bytes()).match)
    assert result.stdout.count("\n") == 1
    assert result.exit_code == 0


def test_a_record_may_come_from_standard_input() -> None:
    piped = CliRunner().invoke(main, ["replay", "-"], input=SAMPLE.read_bytes())
    assert piped.stdout == CliRunner().invoke(main, ["replay", str(SAMPLE)]).stdout
    assert piped.exit_code == 0


def test_a_record_without_a_cycle_is_fine() -> None:
    result = CliRunner().invoke(main, ["replay", "--json", "-"], input="")
    assert json.loads(result.stdout) == {"cycles": [], "wins": [0, 0], "winner": None}
    assert result.exit_code == 0


def test_the_first_error_is_said_by_file_line_and_move(tmp_path: Path) -> None:
    broken = tmp_path / "broken.iye"
    broken.write_text(BROKEN, encoding="utf-8")
    for name, shown, text in (
        (str(broken), str(broken), None),
        ("-", "standard input", BROKEN),
    ):
        result = CliRunner().invoke(main, ["replay", name], input=text)
        assert result.stderr == (
            f"error: {shown}, line 6, move 2 (Ha1):"
            " Ha1 is not legal: the mover holds no tile of that kind\n"
        )
        assert (result.stdout, result.exit_code) == ("", 2)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "none.iye")])
    assert result.stderr == f"error: cannot read {tmp_path}/none.iye: No such file or directory\n"
    assert result.exit_code == 2


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["replay", str(tmp_path)])
    assert result.stderr == f"error: cannot read {tmp_path}: Is a directory\n"
    assert result.exit_code == 2


def test_a_file_that_is_not_utf_8_is_said_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.iye"
    file.write_bytes(b'[Date "x"]\n[Player1 "Ren\xe9"]\n')
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.stderr == f"error: {file}, line 2: this is not UTF-8 text\n"
    assert result.exit_code == 2


@pytest.mark.skipif(os.name != "posix", reason="only there can a name be no text")
def test_a_name_that_is_no_text_is_still_said() -> None:
    result = CliRunner().invoke(main, ["replay", os.fsdecode(b"\xff.iye")])
    assert result.stderr.startswith("error: cannot read ")
    assert result.exit_code == 2
