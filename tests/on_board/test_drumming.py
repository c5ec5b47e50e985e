"""The drum: what happens at the table has a beat, on the Pi's own panel."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from iye.daemon import Daemon
from iye.drumming import Drumming
from iye_hw.board_map import load_board_map
from iye_hw.pi.buzzer import HIGHEST, LOWEST, Beat
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop


def test_waking_the_board_and_dealing_have_a_beat_each() -> None:
    played: list[Sequence[Beat]] = []
    loop = VirtualTimeLoop()
    panel = SimulatedPanel(load_board_map(), loop)
    board = Daemon(panel, loop)
    board.subscribe(Drumming(played.append))
    loop.run_until_complete(board.start())
    for pad in ("c3", "2S"):
        panel.touch(pad)
        loop.run_until_complete(asyncio.sleep(0.05))
    board.close()
    loop.close()
    woke, dealt = played
    assert [beat.hertz > 0 for beat in woke] == [True, False, True]
    assert [beat.hertz > 0 for beat in dealt] == [True, False, True, True]
    assert all(LOWEST <= beat.hertz <= HIGHEST for beat in (*woke, *dealt) if beat.hertz)
