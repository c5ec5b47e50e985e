"""Calls the doctor to the panel that is named.

The law of this module: a simulated board is examined in virtual time, with whatever was made to go
wrong with it before; a real one as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from iye.doctor.examine import Case, Examination, examine
from iye.on_board import calibration_file
from iye.settings import Settings
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

IN_THE_MIDDLE: Final = {"brown_out": 0.2, "over_current": 0.2}
"""Seconds into the examination, for what is over at once and would not be seen before."""


def visit(settings: Settings, panel: str, folder: Path, faults: Iterable[str] = ()) -> Examination:
    """Examine a board. Raises SettingsError, and ValueError for a fault that is not there."""
    board = settings.board_map
    calibration = calibration_file(settings, folder)
    if panel == "pi":
        return asyncio.run(examine(Case(settings, board, folder, calibration)))
    with closing(VirtualTimeLoop()) as loop:
        simulated = SimulatedPanel(board, loop)
        going_wrong = Faults(simulated)
        for fault in faults:
            name, _, pad = fault.partition(":")
            wait = IN_THE_MIDDLE.get(name)
            if wait is None:
                going_wrong.begin(name, pad or None)
            else:
                loop.call_later(wait, going_wrong.begin, name, pad or None)
        case = Case(settings, board, folder, calibration, simulated.parts)
        return loop.run_until_complete(examine(case))
