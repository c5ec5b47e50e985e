"""Whatever ends the program, the board goes on where it was.

Three hundred boards are killed over one journal; the bench does it three thousand times.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

import by_the_book
from iye.record.archive import Wanted, find, record_text
from iye.record.check import check
from iye.record.places import JOURNAL
from iye.record.store import Store
from iye.record.text import parse_record
from iye.rules import format_position

RIG = Path(__file__).parent.parent / "kill_rig.py"
KILLS = 300
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a kill, unlike a power cut, does not ask for a disk


@pytest.fixture(scope="module")
def folder() -> Path:
    return Path(tempfile.mkdtemp(dir=IN_MEMORY if IN_MEMORY.exists() else None))


def test_a_killed_board_finds_all_that_was_announced_and_at_most_what_was_handed_over(
    folder: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, str(RIG), str(folder), "--times", str(KILLS), "--seed", "20"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    seen = json.loads(done.stdout)
    assert seen["wrong"] == []
    assert seen["kills"] == KILLS
    assert seen["restarts"] > KILLS // 2  # the others were killed before they had said anything
    assert seen["floor"] > KILLS  # entries in the end; a slow disk announces many at once
    assert seen["announced"] > KILLS // 10
    assert seen["one_event_more"] > 0

    with closing(Store.open(folder / JOURNAL)) as store:
        assert list(check(store)) == []
        last = find(store, Wanted(limit=1))[0]
        match = parse_record(record_text(store, last.number)).match
    won = [
        by_the_book.winner(format_position(cycle.positions[0]), map(str, cycle.moves))
        for cycle in match.cycles
    ]
    assert last.state == "finished"
    assert max(won.count(1), won.count(2)) == last.wins_needed
    assert last.result == ("1-0" if won.count(1) > won.count(2) else "0-1")
