"""`iye tournament`: the table of levels, on the command line."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from multiprocessing import TimeoutError as NotYet
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from iye.chance import Dealer
from iye.cli import main, tournaments
from iye.mind.tournament import Pair, Result, Tally, both_sides, play, wilson
from patience import PATIENCE

SMALL = ["--cycles", "4", "--processes", "1", "--seconds", "60"]


def played(*arguments: str) -> tuple[str, str, int]:
    result = CliRunner().invoke(main, ["tournament", *arguments])
    return result.stdout, result.stderr, result.exit_code


def test_a_range_plays_each_level_against_the_next_lower() -> None:
    stdout, stderr, code = played("--json", "--levels", "1-4", *SMALL)
    said = [json.loads(line) for line in stdout.splitlines()]
    assert [(pair["level"], pair["against"]) for pair in said] == [(2, 1), (3, 2), (4, 3)]
    for pair in said:
        decided = pair["won"] + pair["lost"]
        assert decided + pair["tied"] == 4
        assert pair["share"] == (round(pair["won"] / decided, 4) if decided else 0.5)
        assert pair["interval"] == [round(bound, 4) for bound in wilson(pair["won"], decided)]
    assert (stderr, code) == ("", 0)


def test_pairs_are_played_as_they_are_named_from_the_deals_of_the_seed() -> None:
    stdout, _, _ = played("--json", "--levels", "3:1, 2:4", "--seed", "9", *SMALL)
    dealer = Dealer(seed=9)
    deals = [dealer.draw() for _ in range(2)]
    for line, pair in zip(stdout.splitlines(), (Pair(3, 1), Pair(2, 4)), strict=True):
        tally = Tally.of(pair, map(play, both_sides(pair, deals, seconds=60)))
        said = json.loads(line)
        assert (said["won"], said["tied"], said["lost"]) == (tally.won, tally.tied, tally.lost)


def test_the_table_has_a_line_for_each_pair() -> None:
    stdout, _, code = played("--levels", "1-3", *SMALL)
    lines = stdout.splitlines()
    assert lines[0].split() == ["level", "against", "won", "tied", "lost", "share", "(95", "%)"]
    assert [line.split()[:2] for line in lines[1:]] == [["2", "1"], ["3", "2"]]
    assert len({line.index("(") for line in lines}) == 1
    assert code == 0


def test_two_processes_play_what_one_does() -> None:
    command = [sys.executable, "-m", "iye", "tournament", "--json", "--levels", "2:1"]
    command += ["--cycles", "6", "--seconds", "60", "--processes"]
    one, two = (
        subprocess.run([*command, count], capture_output=True, text=True, check=True).stdout
        for count in ("1", "2")
    )
    assert one == two != ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--levels", "x"], "'x' is neither a range like 1-10 nor a pair like 7:3"),
        (["--levels", "1-3,"], "'' is neither a range like 1-10 nor a pair like 7:3"),
        (["--levels", "0-3"], "levels are 1 to 10, not 0"),
        (["--levels", "3:11"], "levels are 1 to 10, not 11"),
        (["--levels", "4-4"], "a range goes from a lower level to a higher, not '4-4'"),
        (["--levels", "4-2"], "a range goes from a lower level to a higher, not '4-2'"),
        (["--cycles", "1"], "1 is not in the range"),
        (["--seconds", "nan"], "--seconds is a number"),
        (["--processes", "0"], "0 is not in the range"),
    ],
)
def test_a_wrong_use_is_one_sentence(arguments: list[str], sentence: str) -> None:
    stdout, stderr, code = played(*arguments)
    assert (stdout, code) == ("", 2)
    assert sentence in stderr
    assert stderr.count("\n") == 1


def children(process: int) -> list[int]:
    """Give the processes that a process has begun, as long as it lives."""
    found: list[str] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += thread.read_text().split()
    return [int(child) for child in found]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="says who began whom on Linux")
@pytest.mark.parametrize("begun", range(4))
@pytest.mark.parametrize(
    ("number", "codes"),
    [(signal.SIGINT, (1, -signal.SIGINT)), (signal.SIGTERM, (-signal.SIGTERM,))],
)
def test_it_ends_without_a_word_at_whatever_moment_of_its_start(
    begun: int, number: signal.Signals, codes: tuple[int, ...]
) -> None:
    """Ctrl-C reaches everyone in the terminal, a SIGTERM the one process; none is left behind.

    Python itself dies of a Ctrl-C that comes while it runs text, as for a dataclass.
    """
    command = [sys.executable, "-m", "iye", "tournament", "--levels", "9-10", "--processes", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as tournament:
        assert tournament.stdout is not None
        assert tournament.stdout.readline().startswith("level")
        until = monotonic() + PATIENCE
        while len(children(tournament.pid)) < begun and monotonic() < until:
            sleep(0.001)
        if number is signal.SIGINT:
            os.killpg(tournament.pid, number)
        else:
            tournament.send_signal(number)
        _, said = tournament.communicate(timeout=PATIENCE)  # all who could still speak have ended
    assert said.strip() == ""
    assert tournament.returncode in codes


def test_a_ctrl_c_that_is_swallowed_ends_it_all_the_same() -> None:
    """What raises within the end of an object, say, goes nowhere."""

    class Swallows:
        def __del__(self) -> None:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

    class NeverReady:
        def next(self, timeout: float) -> Result:
            assert timeout > 0
            raise NotYet

    with tournaments._noted() as asked_to_end:
        swallowed = Swallows()
        del swallowed
        assert asked_to_end == [signal.SIGINT]
        with pytest.raises(KeyboardInterrupt):
            tournaments._next(NeverReady(), asked_to_end)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
