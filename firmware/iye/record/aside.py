"""Writing a file so that a power cut leaves the old one or the new one, never half of one.

The law of this module: write beside it, have the disk keep it, rename, have the disk keep that.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_aside(path: Path, data: bytes) -> None:
    """Put `data` into `path`, in one step as far as anybody can see, and durably.

    Raises OSError; then the file is as it was.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), _mode(path))
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    keep_names(path.parent)


def keep_names(folder: Path) -> None:
    """Have the disk keep which files are in a folder. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _mode(path: Path) -> int:
    """Give the permissions of the file there is, or those of a usual one."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return 0o644
