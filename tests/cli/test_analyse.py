"""`iye analyse`: what every move of a record did, in text and as JSON."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from exhaustive import value, worth_and_best
from iye.cli import analyses, main
from iye.record import read_record
from iye.rules import parse_move, parse_position

SAMPLE = Path(str(files("iye") / "samples" / "first-match.iye"))
QUICK = ["--seconds", "0.3"]  # for a late position, also on a machine that has much to do
WORTH = {"win": 1, "tie": 0, "loss": -1}


def first_cycle() -> str:
    """Give the sample's headers and first cycle."""
    text = SAMPLE.read_text(encoding="utf-8")
    return text[: text.index('[Cycle "2"]')]


def analysed(*arguments: str, given: str | None = None) -> tuple[str, str, int]:
    result = CliRunner().invoke(main, ["analyse", *arguments], input=given)
    return result.stdout, result.stderr, result.exit_code


def test_every_move_of_every_cycle_is_there_and_the_ends_are_true() -> None:
    stdout, _, code = analysed("--json", *QUICK, str(SAMPLE))
    assert (stdout.count("\n"), code) == (1, 0)
    match = read_record(SAMPLE.read_bytes()).match
    told = json.loads(stdout)["cycles"]
    assert [cycle["result"] for cycle in told] == ["½-½", "0-1", "0-1"]
    for said, cycle in zip(told, match.cycles, strict=True):
        assert [move["move"] for move in said["moves"]] == list(map(str, cycle.moves))
        for move in said["moves"][-5:]:
            position = parse_position(move["position"])
            worth, best = worth_and_best(position)
            after = -value(position.play(parse_move(move["move"])))
            assert (WORTH[move["before"]], WORTH[move["after"]]) == (worth, after)
            assert move["best"] == best
            assert move["mistake"] == (worth != after)


def test_the_table_names_the_mistake_and_what_would_have_kept_the_win() -> None:
    """In the first sample cycle player 1 gives a win away by 9. d2, with nine tiles left."""
    before, after = read_record(SAMPLE.read_bytes()).match.cycles[0].positions[16:18]
    assert (worth_and_best(before), value(after)) == ((1, ["b3"]), 0)
    stdout, _, code = analysed("--seconds", "0.1", "-", given=first_cycle())
    assert code == 0
    lines = stdout.splitlines()
    assert lines[0] == "player 1 is Umay, player 2 is Erlik"
    assert lines[2:4] == [
        "Cycle 1: player 1 began, ½-½",
        "  move      player   before   after",
    ]
    assert "   9. d2    1        1 wins   tie      mistake; the win was kept by b3" in lines
    assert "      Sa1   2        tie      tie      the only move" in lines
    assert "  mistakes: 1 by player 1, 0 by player 2" in lines
    assert "  it was decided by 9. d2 of player 1" in lines


def test_what_is_not_known_in_the_time_is_a_question_mark() -> None:
    stdout, _, _ = analysed("--seconds", "0", str(SAMPLE))
    assert stdout.splitlines()[4] == "   1. e3    1        ?        ?"
    assert "mistake;" not in stdout


def test_a_cycle_without_a_mistake_names_none_as_deciding() -> None:
    stdout, _, _ = analysed("--seconds", "0", str(SAMPLE))
    assert stdout.count("  mistakes: 0 by player 1, 0 by player 2\n") == 3
    assert "decided" not in stdout


def test_a_record_without_names_or_cycles_is_fine() -> None:
    assert analysed("-", given="") == ("player 1, player 2\n", "", 0)
    assert analysed("--json", "-", given="") == ('{"cycles": []}\n', "", 0)


def test_progress_goes_to_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "TELL_EVERY", 0.0)
    _, stderr, _ = analysed("--json", "--seconds", "0", str(SAMPLE))
    lines = stderr.splitlines()
    assert len(lines) == 24 + 24 + 23
    assert (lines[0], lines[-1]) == (
        "cycle 1: 1 of 24 moves judged",
        "cycle 3: 23 of 23 moves judged",
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.iye"], "cannot read none.iye: No such file or directory"),
        (["--seconds", "nan", str(SAMPLE)], "--seconds is a number"),
        (["--seconds", "-1", str(SAMPLE)], "-1"),
        (["--memory", "7", str(SAMPLE)], "7 is not in the range"),
        ([], "Missing argument 'FILE'"),
    ],
)
def test_a_wrong_use_is_one_sentence(arguments: list[str], sentence: str) -> None:
    stdout, stderr, code = analysed(*arguments)
    assert (stdout, code) == ("", 2)
    assert sentence in stderr
    assert stderr.count("\n") == 1


def test_a_record_that_cannot_be_read_is_said_by_line() -> None:
    _, stderr, code = analysed("-", given='[Cycle "2"]\n')
    assert stderr.startswith("error: standard input, line 1: ")
    assert code == 2
