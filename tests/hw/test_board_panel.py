"""The whole board in virtual time: hands, drum and sleeves in, events out."""

from __future__ import annotations

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.panel import PadReleased, PadTouched, Panel, Timeline
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.bus import Traffic

PADS = load_board_map().pads


def panel_of(board: BoardBench) -> Panel:
    """Let mypy check that a simulated panel is a panel."""
    return board.panel


def timeline_of(board: BoardBench) -> Timeline:
    """Let mypy check that a virtual loop is a timeline."""
    return board.loop


def test_a_simulated_panel_is_a_panel_on_a_timeline(board: BoardBench) -> None:
    assert panel_of(board).pads == PADS
    assert timeline_of(board).time() > 0


def test_a_touch_and_a_release_are_told_with_their_moment(board: BoardBench) -> None:
    board.run_for(1)
    began = board.loop.time()
    board.touch("c3")
    board.run_for(0.5)
    board.release("c3")
    board.run_for(0.5)
    touched, released = board.events
    assert isinstance(touched, PadTouched)
    assert isinstance(released, PadReleased)
    assert touched.at - began == pytest.approx(0.008, abs=0.004)  # two updates of 4 ms
    assert released.at - began == pytest.approx(0.510, abs=0.006)


def test_an_empty_board_is_silent(board: BoardBench) -> None:
    board.run_for(3600)
    assert board.events == []


def test_at_rest_nothing_is_planned_and_the_bus_is_still(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(1)
    board.panel.bus.traffic = Traffic()
    assert board.planned() == 0
    board.run_for(3600)
    assert board.panel.bus.traffic == Traffic()


def test_a_touch_costs_a_read_of_each_chip_and_a_look_at_what_it_is_worth(
    board: BoardBench,
) -> None:
    board.panel.bus.traffic = Traffic()
    board.touch("c3")
    board.run_for(1)
    assert board.panel.bus.traffic.transactions == 3 + 1
    board.panel.bus.traffic = Traffic()
    board.release("c3")
    board.run_for(1)
    assert board.panel.bus.traffic.transactions == 3 + 1  # is it let go, or was the chip reset?


def test_touches_on_three_chips_at_once_are_all_told_in_pad_order(board: BoardBench) -> None:
    board.touch("2S", "e3", "a1", "c3")
    board.run_for(0.1)
    assert board.story() == ["+a1", "+c3", "+e3", "+2S"]


def test_the_shared_line_is_high_again_after_touches_on_three_chips(board: BoardBench) -> None:
    pin = board.panel.board.interrupt_pin
    board.touch("a1", "c3", "2S")
    board.run_for(0.1)
    assert not board.panel.lines.is_low(pin)
    board.release("a1")
    board.run_for(0.1)
    assert board.story()[-1] == "-a1"


def test_two_quick_touches_are_both_told(board: BoardBench) -> None:
    board.touch("a1")
    board.run_for(0.05)
    board.release("a1")
    board.run_for(0.05)
    board.touch("b2")
    board.run_for(0.1)
    assert board.story() == ["+a1", "-a1", "+b2"]


def test_a_slide_is_a_touch_before_it_is_a_release(board: BoardBench) -> None:
    board.touch("a1")
    board.run_for(0.051)
    board.release("a1")
    board.touch("b2")
    board.run_for(0.1)
    # The update in which it happens is half of each: enough to touch, too much to release.
    assert board.story() == ["+a1", "+b2", "-a1"]


def test_the_spare_pad_is_felt_but_never_told(board: BoardBench) -> None:
    board.touch("spare")
    board.run_for(1)
    board.release("spare")
    board.run_for(1)
    assert board.events == []


def test_a_drum_that_stands_for_an_hour_stays(board: BoardBench) -> None:
    board.panel.sense.drum.place("c3")
    board.touch("c3")
    board.run_for(3600)
    assert board.touched == {"c3"}


def test_a_drum_alone_is_not_felt_at_first_but_is_not_let_go_either(board: BoardBench) -> None:
    board.panel.sense.drum.place("c3")
    board.run_for(1)
    assert board.story() == []
    board.touch("c3")  # the hand that sets it straight
    board.run_for(1)
    board.release("c3")
    board.run_for(1)
    assert board.story() == ["+c3"]
    board.panel.sense.drum.lift()
    board.run_for(1)
    assert board.story() == ["+c3", "-c3"]


def test_a_drum_with_a_stronger_base_is_felt_alone() -> None:
    board = BoardBench(conditions=Conditions(drum_alone=1.0)).start()
    board.panel.sense.drum.place("d4")
    board.run_for(1)
    board.panel.sense.drum.place("d5")
    board.run_for(1)
    assert sorted(board.story()) == ["+d4", "+d5", "-d4"]
    board.close()


def test_a_sleeve_is_not_felt(board: BoardBench) -> None:
    board.panel.sense.sleeve.touch("d4")
    board.run_for(10)
    board.panel.sense.sleeve.release("d4")
    board.run_for(10)
    assert board.events == []


def test_slow_drift_alone_fires_no_pad_for_minutes(board: BoardBench) -> None:
    board.panel.sense.set_drift(0.01)  # pF a minute: 3 counts in ten minutes
    board.run_for(600)
    assert board.events == []
