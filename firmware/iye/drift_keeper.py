"""Keeps on disk what drift has made of the baselines, so that the next start goes on from there.

The law of this module: only a board that a person has calibrated has anything to keep. What a board
measures by itself at its start is forgotten: a drum may have stood there, and a drum that is kept
as an empty pad is never felt again. The file is written rarely and never on the loop's thread, and
one that somebody else has written meanwhile is left alone.
"""

from __future__ import annotations

import logging
import threading
from asyncio import AbstractEventLoop
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from iye.calibration import Followed, Measured, write_calibration
from iye_hw.board_panel import BoardPanel
from iye_hw.panel import Cancellable

KEEP_AFTER: Final = 1800.0
"""Seconds from a change to its being kept, and so at least from one writing to the next: drift is
slow, and cards wear out."""

_LOG: Final = logging.getLogger(__name__)


class DriftKeeper:
    """Keeps the drift of a panel in the file at `path`, which holds `measured`."""

    def __init__(self, path: Path, measured: Measured) -> None:
        self._path = path
        self._measured = measured
        self._loop: AbstractEventLoop | None = None
        self._panel: BoardPanel | None = None
        self._planned: Cancellable | None = None
        self._writing = threading.Lock()
        self._given_up = False

    def begin(self, loop: AbstractEventLoop, panel: BoardPanel) -> None:
        """Listen to a panel from now on."""
        self._loop, self._panel = loop, panel
        panel.drift_followed = self._followed

    def end(self) -> None:
        """Keep what waits to be kept, and listen no more."""
        if self._panel is not None:
            self._panel.drift_followed = lambda: None
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None
            self._keep(self._baselines())

    def _followed(self) -> None:
        if self._loop is not None and self._planned is None:
            self._planned = self._loop.call_later(KEEP_AFTER, self._due)

    def _due(self) -> None:
        self._planned = None
        if self._loop is not None:
            self._loop.run_in_executor(None, self._keep, self._baselines())

    def _baselines(self) -> dict[str, int]:
        in_use = None if self._panel is None else self._panel.calibration
        return {} if in_use is None else dict(in_use.baselines)

    def _keep(self, baselines: Mapping[str, int]) -> None:
        """Write the file, on any thread; whatever goes wrong is logged once."""
        with self._writing:
            if self._given_up or set(baselines) != set(self._measured.baselines):
                return
            try:
                self._write(dict(baselines))
            except OSError as error:
                self._given_up = True
                _LOG.warning("the drift of the pads cannot be kept in %s: %s", self._path, error)

    def _write(self, baselines: dict[str, int]) -> None:
        """Write the file. Raises OSError."""
        if not _holds(self._path, self._measured):
            self._given_up = True
            _LOG.info("%s was written anew: the drift of the pads is not kept in it", self._path)
            return
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        followed = Followed(at=now, baselines=baselines)
        measured = msgspec.structs.replace(self._measured, followed=followed)
        write_calibration(self._path, measured)
        self._measured = measured


def _holds(path: Path, measured: Measured) -> bool:
    """Tell whether the file still is what was read or written last. Raises OSError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Measured) == measured
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
