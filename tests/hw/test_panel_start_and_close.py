"""How a board starts, with and without a calibration, and how it closes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.board_panel import Calibration
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

PADS = load_board_map().pads


def test_a_pad_touched_at_start_is_told() -> None:
    first = BoardBench().start()
    calibration = first.panel.calibration
    first.close()
    board = BoardBench(calibration=calibration)
    board.touch("c3")
    board.run_for(1)
    board.start()
    assert board.story() == ["+c3"]
    board.close()


def test_without_a_calibration_the_empty_board_is_measured(board: BoardBench) -> None:
    calibration = board.panel.calibration
    assert calibration is not None
    assert set(calibration.baselines) == set(PADS)
    # Bare pads of 8.5 to 9.5 pF read 292 to 261 counts, a quarter of which is 73 to 65.
    assert all(65 <= baseline <= 73 for baseline in calibration.baselines.values())


def test_a_calibration_that_lacks_a_pad_is_refused() -> None:
    baselines = dict.fromkeys(PADS, 69)
    del baselines["c3"]
    loop = VirtualTimeLoop()
    with pytest.raises(ValueError, match="lacks pad c3: calibrate the empty board again"):
        SimulatedPanel(load_board_map(), loop, calibration=Calibration(baselines))
    loop.close()


def test_a_baseline_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="baseline of pad c3 is 256"):
        Calibration({"c3": 256})


def test_a_pad_that_can_never_fire_is_said_at_start() -> None:
    board = BoardBench(calibration=Calibration(dict.fromkeys(PADS, 69) | {"c3": 0})).start()
    [sentence] = board.sentences
    assert sentence == (
        "pad c3 can never fire: its baseline on touch chip 0x5B is 0; "
        "empty the board and calibrate it"
    )
    board.close()


def test_electrodes_that_are_no_pads_never_fire() -> None:
    whole = load_board_map()
    board = BoardBench(board=replace(whole, places=whole.places[1:])).start()
    board.panel.chips[0x5A].feel(0, 20.0)  # where a1 was
    board.run_for(1)
    assert board.events == []
    board.close()


def test_closing_puts_the_lights_out_and_may_be_done_twice(board: BoardBench) -> None:
    board.panel.show(bytes([7]) * 108)
    board.panel.close()
    board.panel.close()
    assert set(board.panel.lights().values()) == {(0, 0, 0)}
    assert board.panel.chain.closed


def test_closing_with_a_dead_light_chain_is_fine(board: BoardBench) -> None:
    board.panel.chain.break_down()
    board.panel.close()
    assert board.panel.chain.closed


def test_a_closed_panel_says_nothing_more(board: BoardBench) -> None:
    board.touch("a1", "undo")
    board.panel.chain.break_down()
    board.panel.show(bytes(108))
    board.panel.close()
    board.touch("c3", "hint")
    board.run_for(1)
    assert board.events == []
    assert board.planned() == 0


def test_a_panel_closed_while_it_starts_stays_closed() -> None:
    board = BoardBench()

    async def hurry() -> None:
        starting = asyncio.create_task(board.panel.start(board.events.append))
        await asyncio.sleep(0.001)
        board.panel.close()
        await starting

    board.loop.run_until_complete(hurry())
    board.touch("c3")
    board.run_for(1)
    assert board.events == []
    board.close()


def test_a_panel_never_started_closes() -> None:
    board = BoardBench()
    board.panel.show(bytes(108))
    board.close()
