"""Where the program runs and keeps things: port, disk, clock, journal, calibration.

The law of this module: it opens to look, and leaves everything as it was.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from iye.calibration import CalibrationError, read_calibration
from iye.doctor.finding import Finding, explained, fine, note, wrong
from iye.listening import bind
from iye.record.check import check, told
from iye.record.lock import LOCK, LockedError, only_one
from iye.record.places import JOURNAL
from iye.record.schema import NewerError
from iye.record.store import Store
from iye_hw.board_map import BoardMap

LITTLE: Final = 200_000_000
"""Bytes free below which people are told; a year of games is less than a hundredth of it."""
NONE_LEFT: Final = 5_000_000
FIRST_YEAR: Final = 2026
"""A clock before this has never been set."""

_SYNCHRONISED: Final = "run/systemd/timesync/synchronized"


def running_elsewhere(folder: Path) -> str:
    """Say who runs the board; nothing when nobody does."""
    try:
        if not (folder / LOCK).exists():
            return ""
        with only_one(folder, datetime.now().astimezone()):
            return ""
    except LockedError as error:
        return str(error)
    except OSError:
        return ""


def examine_port(host: str, port: int) -> Finding:
    """See whether the page can be served."""
    try:
        bind(port, host).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return wrong(
                "port",
                f"{port} is in use",
                "end what uses it (sudo ss -ltnp names it), or set page.port",
            )
        where = host or "every address"
        return wrong(
            "port", f"{where} port {port}: {error.strerror}", "set page.host and page.port"
        )
    return fine("port", f"{port} is free")


def examine_disk(folder: Path) -> Finding:
    """See whether there is room in the data folder, and whether it may be written."""
    place = next(part for part in (folder, *folder.parents) if part.exists())
    if not place.is_dir():
        return wrong(
            "disk", f"{place} is in the way of a folder", "move it away, or set record.folder"
        )
    if not os.access(place, os.W_OK):
        return wrong(
            "disk",
            f"{place} may not be written",
            "run this as the user of the board (sudo -u iye iye doctor), or set record.folder",
        )
    free = shutil.disk_usage(place).free
    said = f"{free // 1_000_000} MB free for {folder}"
    if free < NONE_LEFT:
        return wrong("disk", said, "make room: without it no move is kept")
    return fine("disk", said) if free >= LITTLE else note("disk", said, "make room in time")


def examine_clock(root: Path, now: datetime) -> Finding:
    """See whether the clock has been set."""
    said = now.isoformat(sep=" ", timespec="minutes")
    if now.year < FIRST_YEAR:
        return wrong(
            "clock", f"says {said}", "connect the Pi to a network, or set it: sudo date -s …"
        )
    if not (root / _SYNCHRONISED).exists():
        return note(
            "clock",
            f"says {said}, and no network has confirmed it",
            "nothing is to be done, unless the dates of games matter",
        )
    return fine("clock", f"says {said}, as the network does")


def examine_journal(folder: Path) -> Iterator[Finding]:
    """Replay the journal."""
    path = folder / JOURNAL
    if not path.exists():
        yield fine("journal", f"there is none in {folder} yet")
        return
    try:
        with contextlib.closing(Store.open_to_read(path)) as store:
            sentences = list(check(store))
            said = told(store)
    except NewerError as error:
        yield explained("journal", str(error))
        return
    except sqlite3.Error as error:
        yield wrong(
            "journal",
            f"{path} cannot be read ({error})",
            "start the board: it puts the file aside and begins another",
        )
        return
    if not sentences:
        yield fine("journal", said)
    for sentence in sentences:
        yield wrong("journal", sentence, "keep a copy of the file and tell the program's makers")


def examine_calibration(path: Path, board: BoardMap, configs: tuple[int, int]) -> Finding:
    """See whether the empty board has been measured."""
    try:
        measured = read_calibration(path, board, configs)
    except CalibrationError as error:
        return explained("calibration", str(error))
    if measured is None:
        return note(
            "calibration",
            "the board has not been measured",
            "empty the board and run iye calibrate",
        )
    drift = "" if measured.followed is None else f", drift followed until {measured.followed.at}"
    return fine(
        "calibration",
        f"of {measured.at}{drift}, touched at {measured.touch_threshold} counts,"
        f" let go at {measured.release_threshold}",
    )
