"""Two programs never hold one board, and a killed one is no obstacle."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from iye.record.lock import LOCK, LockedError, only_one

SINCE = datetime(2026, 3, 21, 20, 15, tzinfo=timezone(timedelta(hours=3)))
HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from iye.record.lock import only_one
with only_one(Path(sys.argv[1]), datetime(2026, 3, 21, tzinfo=UTC)):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[bytes]:
    """Start a process that holds the lock, and wait until it does."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_one_is_told_which_process_holds_the_board_and_since_when(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        sentence = rf"on {re.escape(str(tmp_path))} \(process {process.pid}, since 2026-03-21 00:00"
        with pytest.raises(LockedError, match=sentence), only_one(tmp_path, SINCE):
            raise AssertionError("the lock was taken twice")
        assert process.stdin is not None
        process.stdin.close()


def test_within_one_process_the_second_is_refused_too(tmp_path: Path) -> None:
    with only_one(tmp_path, SINCE):
        with (
            pytest.raises(LockedError, match=rf"process {os.getpid()}, since 2026-03-21 20:15"),
            only_one(tmp_path, datetime.now(UTC)),
        ):
            raise AssertionError("the lock was taken twice")
        with pytest.raises(LockedError), only_one(tmp_path, SINCE):
            raise AssertionError("the lock was taken after a refusal")


def test_a_lock_left_by_a_killed_process_is_no_obstacle(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert (tmp_path / LOCK).read_text().startswith(f"{process.pid} ")
    with only_one(tmp_path, SINCE):
        assert (tmp_path / LOCK).read_text() == f"{os.getpid()} 2026-03-21T20:15:00+03:00\n"


def test_a_lock_let_go_names_nobody_and_can_be_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        with only_one(tmp_path / "new", SINCE):
            pass
        assert (tmp_path / "new" / LOCK).read_text() == ""


def test_a_lock_ends_with_whoever_fails_while_holding_it(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), only_one(tmp_path, SINCE):
        raise ZeroDivisionError
    with only_one(tmp_path, SINCE):
        pass


def test_a_holder_that_has_not_said_who_it_is_is_spoken_of_all_the_same(tmp_path: Path) -> None:
    with only_one(tmp_path, SINCE):
        (tmp_path / LOCK).write_text("")
        with pytest.raises(LockedError, match=r"\(a process\): end it"), only_one(tmp_path, SINCE):
            raise AssertionError("the lock was taken twice")


def test_a_lock_that_root_has_made_is_left_to_whose_folder_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the service, which is not root, could not take it after a `sudo iye calibrate`."""
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", lambda _file, *owner: given.append(owner))
    with only_one(tmp_path, SINCE):
        owner = tmp_path.stat()
    assert given == [(owner.st_uid, owner.st_gid)]
    given.clear()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with only_one(tmp_path, SINCE):
        assert given == []
