"""One daemon a board: a lock that ends with the process that holds it.

The law of this module: the lock is the kernel's, on the open file, so that a killed process leaves
none behind; what is written in the file only tells people who holds it. It is written in place:
another file renamed over it would be another lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

LOCK: Final = "board.lock"
"""The lock's file in the data folder."""


class LockedError(RuntimeError):
    """Another process runs the board; the sentence says which, and since when."""


@contextlib.contextmanager
def only_one(folder: Path, since: datetime) -> Iterator[None]:
    """Hold the board's lock for as long as the context lasts.

    `since` is the moment to be told to others. Raises LockedError when another process holds it,
    OSError when the folder cannot be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        _take(handle, folder)
        _leave_it_to_the_owner(handle, folder)
        _write(handle, f"{os.getpid()} {since.isoformat(timespec='seconds')}\n")
        yield
        _write(handle, "")
    finally:
        os.close(handle)


def _take(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LockedError(_held(os.pread(handle, 200, 0), folder)) from None


def _leave_it_to_the_owner(handle: int, folder: Path) -> None:
    """Let a lock that root has made be taken by whose folder it is the next time."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(handle, owner.st_uid, owner.st_gid)


def _write(handle: int, text: str) -> None:
    """Say who holds the lock; on a full disk it is held all the same."""
    with contextlib.suppress(OSError):
        os.ftruncate(handle, 0)
        os.pwrite(handle, text.encode(), 0)


def _held(content: bytes, folder: Path) -> str:
    pid, _, since = content.decode(errors="replace").strip().partition(" ")
    holder = f"process {pid}, since {since.replace('T', ' ')}" if pid and since else "a process"
    return (
        f"a board already runs on {folder} ({holder}): end it first, a service by "
        "sudo systemctl stop iye, or give another --data"
    )
