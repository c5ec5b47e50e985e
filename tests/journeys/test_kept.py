"""`iye simulate` and its journal: one daemon a board, and nothing lost from one to the next."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from iye.record.lock import LOCK
from iye.record.places import JOURNAL
from iye.record.schema import VERSION
from iye.record.store import Store
from iye.rules import Player
from iye.table import MatchSetup
from journal_rig import kept
from table_games import WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands

SIMULATE = [sys.executable, "-m", "iye", "simulate", "--port", "0", "--no-browser"]


@contextmanager
def board(*options: str) -> Iterator[subprocess.Popen[str]]:
    """Run a board, and wait until it says where its page is."""
    with subprocess.Popen(
        [*SIMULATE, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert "The board is at http://" in process.stdout.readline()
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def said(process: subprocess.Popen[str]) -> str:
    """End a board, and give what it said on standard error."""
    process.send_signal(signal.SIGTERM)
    assert process.stderr is not None
    text = process.stderr.read()
    assert process.wait() == 0
    return text


def write(folder: Path, hands: Hands) -> None:
    with kept(folder) as it:
        it.follow(hands)


def under_way(*moves: str, wins: int = 2) -> Hands:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(wins, Player.ONE))
    hands.put("c3")
    hands.play(*moves)
    return hands


def names(folder: Path) -> list[str]:
    """Give the names of the facts in a folder's journal, in order."""
    with closing(Store.open(folder / JOURNAL)) as store:
        return [name for (name,) in store.connection.execute("SELECT name FROM entries")]


def test_a_second_board_on_the_same_data_is_told_who_holds_it(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with board("--data", data) as first:
        second = subprocess.run(
            [*SIMULATE, "--data", data], capture_output=True, text=True, check=False
        )
        assert (
            f"error: a board already runs on {data} (process {first.pid}, since " in second.stderr
        )
        assert (second.stdout, second.stderr.count("\n"), second.returncode) == ("", 1, 1)


def test_a_killed_board_is_no_obstacle_to_the_next(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with board("--data", data) as first:
        first.kill()
        first.wait()
    assert (tmp_path / "data" / LOCK).read_text().startswith(f"{first.pid} ")
    with board("--data", data) as second:
        assert said(second) == ""


def test_a_match_under_way_is_resumed_and_a_finished_one_sleeps(tmp_path: Path) -> None:
    write(tmp_path / "going", under_way("c5"))
    write(tmp_path / "over", under_way(*WON_BY_TWO, wins=1))
    before = names(tmp_path / "going")
    for folder in ("going", "over"):
        with board("--data", str(tmp_path / folder)) as process:
            assert said(process) == ""
    assert names(tmp_path / "going") == before
    assert names(tmp_path / "over")[-2:] == ["match_ended", "fell_asleep"]


def test_without_a_folder_that_can_be_used_the_board_runs_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file is in the way")
    with board("--data", str(tmp_path / "data" / "deeper")) as process:
        text = said(process)
    assert "the game goes on without it" in text
    assert "the journal cannot be written (Not a directory): the game goes on" in text


def test_a_journal_that_was_put_aside_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / JOURNAL).write_bytes(b"no database at all" * 100)
    with board("--data", str(tmp_path / "data")) as process:
        text = said(process)
    assert text.startswith("note: the journal is damaged (file is not a database); it is kept as")


def test_a_newer_programs_journal_ends_the_board_before_it_begins(tmp_path: Path) -> None:
    write(tmp_path / "data", under_way())
    with closing(Store.open(tmp_path / "data" / JOURNAL)) as store:
        store.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    done = subprocess.run(
        [*SIMULATE, "--data", str(tmp_path / "data")], capture_output=True, text=True, check=False
    )
    assert "was written by a newer program" in done.stderr
    assert (done.stderr.count("\n"), done.returncode) == (1, 1)


def test_without_a_journal_nothing_is_kept(tmp_path: Path) -> None:
    with board("--no-journal", "--data", str(tmp_path / "data")) as process:
        assert said(process) == ""
    assert not (tmp_path / "data").exists()
