"""A bus on which up to 30 % of all transactions fail: nothing invented, nothing missed."""

from __future__ import annotations

import random

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.panel import PadTouched
from iye_hw.touch_settings import Care, TouchSettings

PADS = load_board_map().pads[:-1]
DISTURBED = (
    "the touch chips' bus is disturbed, and much has to be read again: shorten its wires, "
    "keep them off the lights' supply, and check its pull-ups"
)
CLEAN = "the touch chips' bus works well again: nothing is to be done"
WATCHED = TouchSettings(care=Care(health_check=1.0, drift=5.0))


@pytest.mark.parametrize("share", [0.05, 0.3])
@pytest.mark.parametrize("seed", range(3))
def test_every_touch_is_told_once_and_no_other(share: float, seed: int) -> None:
    board = BoardBench(seed=seed, settings=WATCHED).start()
    board.panel.bus.disturb(share, seed)
    chance = random.Random(seed)
    wanted: list[str] = []
    for _time in range(100):  # three minutes
        pad = chance.choice(PADS)
        board.touch(pad)
        board.run_for(0.8)
        board.release(pad)
        board.run_for(1.0)
        wanted += [f"+{pad}", f"-{pad}"]
    assert board.story() == wanted
    board.panel.bus.disturb(0.0)
    board.run_for(30)
    assert board.sentences == [DISTURBED, CLEAN]
    board.close()


def test_a_touch_on_a_disturbed_bus_is_told_as_soon_as_on_a_good_one() -> None:
    board = BoardBench(settings=WATCHED).start()
    board.panel.bus.disturb(0.3)
    board.touch("c3")
    began = board.loop.time()
    board.run_for(0.1)
    [touched] = [event for event in board.events if isinstance(event, PadTouched)]
    assert touched.at - began <= 0.045  # two updates, a part of one, and 32 ms
    board.close()


def test_a_board_starts_on_a_disturbed_bus() -> None:
    board = BoardBench(settings=WATCHED)
    board.panel.bus.disturb(0.3, seed=4)
    board.start()
    board.run_for(3)
    board.touch("a1", "c3", "2S")
    board.run_for(0.1)
    assert board.touched == {"a1", "c3", "2S"}
    board.close()


def test_a_status_that_cannot_be_is_read_again(board: BoardBench) -> None:
    chip = board.panel.chips[0x5B]
    status = chip._status
    lies = iter([0xFFFF, 0xFFFF])
    chip._status = lambda: next(lies, status())  # type: ignore[method-assign]
    board.touch("a1")  # all chips are read
    board.run_for(1)
    assert board.story() == ["+a1"]
    assert board.sentences == []
