"""Where the journal and the archive are kept.

The law of this module: it names places and makes none.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

JOURNAL: Final = "journal.sqlite3"
"""The file of the journal and the archive, in the data folder."""
BOARD: Final = Path("/var/lib/iye")
"""The data folder of a board that runs as a service, as systemd/iye.service names it."""


def board_elsewhere(folder: Path) -> bool:
    """Tell whether a board's service keeps its journal on this machine, and not in `folder`.

    Where this user may not look, the service's folder says that it does.
    """
    try:
        (BOARD / JOURNAL).stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return folder.resolve() != BOARD.resolve()


def may_enter(folder: Path) -> bool:
    """Tell whether this user may look into a folder; one that is not there bars nobody."""
    try:
        os.scandir(folder).close()
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def data_folder(given: Path | None = None) -> Path:
    """Give the folder to keep everything in.

    The one `given`; else the one systemd names in $STATE_DIRECTORY; else the user's own.
    """
    if given is not None:
        return given
    from_systemd = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if from_systemd:
        return Path(from_systemd)
    import platformdirs  # noqa: PLC0415 - not needed where a folder is named

    return Path(platformdirs.user_data_path("iye-board", appauthor=False))
