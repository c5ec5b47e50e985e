"""`iye solve`: values and best moves on the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from exhaustive import late_positions, worth_and_best
from iye.cli import deals, main
from iye.mind import Cancel, Progress, Solution, Value
from iye.rules import format_position
from iye.solving import Sitting
from mind_rig import needs_native

WON = "...../...../..S../..H../.T... c1 1 S1 T1"
LOST = "...../...../..S../..H../..... c1 1 S1 T1"
SCORED = "...../...../..S../...../..... c2 1 S1 T1S1"
STUCK = "...../...../....S/....H/..... a1 1 T1 S1"
DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
START = f"{DEAL} c3 1 - -"


def solved(*arguments: str, given: str | bytes | None = None) -> tuple[str, str, int]:
    result = CliRunner().invoke(main, ["solve", *arguments], input=given)
    return result.stdout, result.stderr, result.exit_code


@pytest.mark.parametrize(
    ("position", "said"),
    [(WON, "win b1 c3"), (LOST, "loss c2 c3"), (SCORED, "loss"), (STUCK, "loss")],
    ids=["won", "lost", "scored", "stuck"],
)
def test_it_prints_the_value_and_the_moves_that_keep_it(position: str, said: str) -> None:
    stdout, stderr, code = solved(position)
    assert re.fullmatch(rf"{said} \(\d+ nodes, \d+\.\d\d s\)\n", stdout)
    assert (stderr, code) == ("", 0)


def test_json_says_what_playing_everything_out_says() -> None:
    positions = late_positions(seed=41, count=200, most_tiles=5)
    given = "".join(f"{format_position(position)}\n" for position in positions)
    stdout, stderr, code = solved("--json", "-", given=given)
    assert (stderr, code) == ("", 0)
    names = {1: "win", 0: "tie", -1: "loss"}
    for position, line in zip(positions, stdout.splitlines(), strict=True):
        worth, best = worth_and_best(position)
        said = json.loads(line)
        assert list(said) == ["value", "best", "nodes", "seconds"]
        assert (said["value"], said["best"]) == (names[worth], best), str(position)
        assert said["nodes"] >= 1
        assert said["seconds"] >= 0


def test_in_json_an_unknown_value_is_said_to_be_unknown() -> None:
    stdout, _, code = solved("--json", "--seconds", "0.05", START)
    said = json.loads(stdout)
    assert (said["value"], bool(said["best"]), code) == ("unknown", True, 0)


def test_what_is_wrong_on_a_line_is_said_in_its_place() -> None:
    given = f"{LOST}\n\nnonsense\n{SCORED}\n"
    stdout, stderr, code = solved("-", given=given)
    lines = stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["loss", "error:", "error:", "loss"]
    assert (stderr, code) == ("", 2)


def test_in_json_what_is_wrong_on_a_line_is_json_too() -> None:
    stdout, _, code = solved("--json", "-", given=f"nonsense\n{LOST}\n")
    first, second = map(json.loads, stdout.splitlines())
    assert list(first) == ["error"]
    assert (second["value"], code) == ("loss", 2)


def test_a_wrong_argument_is_told_and_the_others_are_answered() -> None:
    stdout, stderr, code = solved("nonsense", LOST)
    assert stdout.startswith("loss c2 c3 ")
    assert stderr.startswith("error: ")
    assert (stderr.count("\n"), code) == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "give POSITIONs to solve, or a deal with --deal"),
        (["--deal", DEAL, LOST], "give POSITIONs to solve, or a deal with --deal"),
        (LOST.split(), f"put it in quotes: iye solve '{LOST}'"),
        (["--seconds", "-1", LOST], "-1"),
        (["--seconds", "nan", LOST], "--seconds is a number"),
        (["--seconds", "inf", LOST], "inf"),
        (["--memory", "7", LOST], "7 is not in the range"),
        (["--deal", "HOSST"], "a board has five ranks"),
    ],
)
def test_a_wrong_use_is_one_sentence(arguments: list[str], sentence: str) -> None:
    stdout, stderr, code = solved(*arguments)
    assert (stdout, code) == ("", 2)
    assert sentence in stderr
    assert stderr.count("\n") == 1


@needs_native
def test_how_far_a_deal_is_goes_to_standard_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(deals.Teller, "EVERY", 0.0)
    monkeypatch.setattr(deals, "Sitting", _SoonStopped)
    small = ["--memory", "64", "--threads", "1", "--resume", str(tmp_path / "kept.json")]
    stdout, stderr, code = solved("--deal", DEAL, *small)
    assert stdout.startswith("unknown, perhaps ")
    form = re.compile(r"25 tiles left: [\d,]+ nodes in \d+ (s|min), perhaps \d+% done")
    words = stderr.splitlines()[:3]
    assert len(words) == 3
    assert all(form.fullmatch(line) for line in words)
    assert code == 0


class _SoonStopped(Sitting):
    def solve(
        self,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        tell: Callable[[Progress], object] = lambda _progress: None,
    ) -> Solution:
        words, cancel = count(1), cancel or Cancel()

        def hear(progress: Progress) -> None:
            tell(progress)
            if next(words) == 3:
                cancel.set()

        return super().solve(seconds=seconds, cancel=cancel, tell=hear)


def test_a_value_that_is_known_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    teller = deals.Teller()
    for nodes in (1, 2):
        teller(Progress(24, nodes, 0.5, 0.0, Value.WIN))
    said = "who begins wins, proved by 1 nodes in 0 s; now every other move is looked at\n"
    assert capsys.readouterr().err == said


IMPORTED = f"""
import sys
from iye.cli import main
try:
    main(["solve", {LOST!r}])
finally:
    heavy = {{"rich", "msgspec", "gpiozero", "board", "json", "asyncio", "socket"}}
    print(sorted(heavy & set(sys.modules)))
    own = {{name.split(".")[1] for name in sys.modules if name.startswith("iye.")}}
    print(sorted(own), any(name.startswith("iye_hw") for name in sys.modules))
"""


def test_solving_imports_the_rules_and_the_mind_and_nothing_of_the_board() -> None:
    result = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=False
    )
    assert result.stdout.splitlines()[1:] == ["[]", "['cli', 'mind', 'rules', 'signals'] False"]
