"""`iye rehearse`: scripts in, JSON lines out, records as scripts, and the terminal view."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from iye.cli import main
from iye.record import as_data, read_record
from iye.rules import EndReason
from iye.table.endings import END_SHOWN

SAMPLE = Path(str(files("iye") / "samples" / "first-match.iye"))
DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
SCRIPT = "\n".join(
    [
        json.dumps({"at": 0, "new_match": {"deals": [DEAL], "first": 1}}),
        '{"at":1.0,"touch":"c3"}',
        '{"at":1.6,"release":"c3"}',
        '{"at":2.0,"touch":"e1"}',
        '{"at":2.6,"release":"e1"}',
    ]
)


def run(*args: str, stdin: str = "") -> tuple[list[dict[str, object]], str, int]:
    result = CliRunner().invoke(main, ["rehearse", *args], input=stdin)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return lines, result.stderr, result.exit_code


def test_a_script_from_standard_input_is_told_as_json_lines() -> None:
    lines, error, code = run("-", stdin=SCRIPT)
    assert [line["event"] for line in lines] == ["woke", "dealt", "cycle_began", "rejected"]
    assert (lines[-1]["pad"], lines[-1]["reason"]) == ("e1", "out_of_reach")
    assert (error, code) == ("", 0)


def test_a_script_from_a_file_is_told_the_same(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text("\ufeff" + SCRIPT, encoding="utf-8")
    assert run(str(path)) == run("-", stdin=SCRIPT)


@pytest.mark.parametrize("years", [1, 30])
def test_a_year_between_two_touches_is_jumped_over(years: int) -> None:
    """The deal waits that long with its light pulsing, then the first move does."""
    later = years * 365 * 86400
    script = [
        {"at": 0, "new_match": {"deals": [DEAL], "first": 1}},
        {"at": later / 2, "touch": "c3"},
        {"at": later / 2 + 1, "release": "c3"},
        {"at": later, "touch": "c5"},
        {"at": later + 1, "release": "c5"},
    ]
    lines, _, _ = run("-", stdin="\n".join(map(json.dumps, script)))
    assert [line["event"] for line in lines] == ["woke", "dealt", "cycle_began", "moved"]


def test_lights_are_told_when_asked_for() -> None:
    lines, _, _ = run("-", "--lights", stdin=SCRIPT)
    frames = [line["pads"] for line in lines if line["event"] == "lights"]
    assert frames
    assert all(isinstance(pads, dict) and len(pads) == 36 for pads in frames)


def test_a_record_becomes_the_script_that_plays_it() -> None:
    script = CliRunner().invoke(main, ["rehearse", "--from-record", str(SAMPLE)]).stdout
    lines, _, code = run("-", stdin=script)
    told = [line["move"] for line in lines if line["event"] == "moved"]
    match = as_data(read_record(SAMPLE.read_bytes()).match)
    assert told == [move for cycle in match["cycles"] for move in cycle["moves"]]
    assert lines[-1]["winner"] == match["winner"]
    assert code == 0


def test_a_script_that_ends_a_match_goes_on_until_the_lights_have_told_the_winner() -> None:
    script = CliRunner().invoke(main, ["rehearse", "--from-record", str(SAMPLE)]).stdout
    lines, _, _ = run("-", "--lights", stdin=script)
    (ended,) = [line["at"] for line in lines if line["event"] == "match_ended"]
    last = lines[-1]
    assert last["event"] == "lights"
    assert isinstance(last["at"], float)
    assert isinstance(ended, float)
    assert last["at"] > ended + END_SHOWN[EndReason.SCORED]


def test_watched_without_a_terminal_the_sample_is_told_in_sentences() -> None:
    result = CliRunner().invoke(main, ["rehearse", "--watch"])
    assert result.exit_code == 0
    assert "Cycle 1 is over. One tile is left" in result.stdout
    assert "The match is won by Player 2" in result.stdout
    assert "first to 2" in result.stdout


def test_a_seed_decides_what_the_script_leaves_open() -> None:
    script = '{"at":0,"new_match":{"first":2}}'
    one, two, other = (run("-", "--seed", seed, stdin=script)[0] for seed in ("1", "1", "2"))
    assert one == two
    assert one != other


@pytest.mark.parametrize(
    ("args", "stdin", "said"),
    [
        ([], "", "error: give a FILE of touches, or --watch to see a sample match"),
        (["a", "--from-record", "b"], "", "error: give a FILE or --from-record, not both"),
        (["nowhere.jsonl"], "", "error: cannot read nowhere.jsonl: No such file or directory"),
        (["."], "", "error: cannot read .: Is a directory"),
        (["--from-record", "no.iye"], "", "error: cannot read no.iye: No such file"),
        (["-"], '{"at":0}\n', "error: standard input, line 1: a step is one of new_match"),
        (["-"], '{"at":0,"touch":"z9"}\n', "error: standard input, line 1: 'z9' is not a pad"),
        ([str(SAMPLE)], "", f"error: {SAMPLE} is a record, not a script of touches: give it after"),
        (["-"], "\n[Event]\n", "error: standard input is a record, not a script of touches"),
        (["-", "--speed", "0"], "", "error: Invalid value for '--speed'"),
        (["--watch", "--speed", "nan"], "", "error: Invalid value for '--speed'"),
        (["-", "--seed", "x"], "", "error: Invalid value for '--seed'"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    args: list[str], stdin: str, said: str
) -> None:
    lines, error, code = run(*args, stdin=stdin)
    assert error.startswith(said)
    assert error.count("\n") == 1
    assert (lines, code) == ([], 2)


def test_bytes_that_are_no_text_are_refused_by_line() -> None:
    result = CliRunner().invoke(main, ["rehearse", "-"], input=b'{"at":0,"touch":"a1"}\n\xff\n')
    assert result.stderr.startswith("error: standard input, line 2: ")
    assert result.exit_code == 2
