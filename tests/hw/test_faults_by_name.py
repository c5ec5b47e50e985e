"""Faults by name: each does to the driver what it says, and ends again."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from hw_rig import BoardBench
from iye_hw.panel import Complaint
from iye_hw.simulated.faults import Faults
from iye_hw.touch_settings import Care, TouchSettings


@pytest.fixture
def board() -> Iterator[BoardBench]:
    bench = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    yield bench
    bench.close()


@pytest.fixture
def faults(board: BoardBench) -> Faults:
    return Faults(board.panel)


def test_a_dead_pad_feels_nothing_until_its_wire_is_mended(
    board: BoardBench, faults: Faults
) -> None:
    faults.begin("dead_pad", "c3")
    board.touch("c3", "c4")
    board.run_for(0.1)
    assert board.touched == {"c4"}
    faults.end("dead_pad")
    board.run_for(0.1)
    assert board.touched == {"c3", "c4"}


def test_of_two_dead_pads_the_first_is_mended(board: BoardBench, faults: Faults) -> None:
    faults.begin("dead_pad", "c3")
    faults.begin("dead_pad", "c4")
    board.touch("c3", "c4")
    board.run_for(0.1)
    assert board.touched == {"c3"}
    assert faults.on == ("dead_pad",)


def test_a_chip_that_is_gone_is_said_to_be_and_comes_back_by_itself(
    board: BoardBench, faults: Faults
) -> None:
    board.touch("a1")
    board.run_for(0.1)
    faults.begin("chip_gone", "a1")
    board.run_for(3.0)
    assert board.touched == {"a1"}  # nothing is let go by a chip that is not there
    assert len(board.sentences) == 1
    assert "0x5A" in board.sentences[0]
    board.release("a1")
    faults.end("chip_gone")
    board.run_for(3.0)
    assert board.touched == set()
    assert "works again" in board.sentences[-1]
    about = [(event.about, event.mended) for event in board.events if isinstance(event, Complaint)]
    assert about == [("touch chip 0x5A", False), ("touch chip 0x5A", True)]


def test_a_brown_out_is_found_by_the_health_check_and_over_at_once(
    board: BoardBench, faults: Faults
) -> None:
    faults.begin("brown_out", "a1")
    assert faults.on == ()
    board.run_for(3.0)
    assert [("lost its settings" in text) for text in board.sentences] == [True, False]
    board.touch("a1")
    board.run_for(0.1)
    assert board.touched == {"a1"}
    faults.end("brown_out")


def test_noise_holds_back_a_release_but_touches_nothing(board: BoardBench, faults: Faults) -> None:
    faults.begin("noise")
    board.run_for(2.0)
    assert board.touched == set()
    assert _spread(board) > 6
    faults.end("noise")
    assert _spread(board) <= 1


def _spread(board: BoardBench) -> int:
    """Give by how much fifty readings of a pad differ."""
    readings = []
    for _ in range(50):
        board.run_for(0.02)
        readings.append(board.panel.readings()["a1"].filtered)
    return max(readings) - min(readings)


def test_a_slow_bus_takes_real_time_until_it_is_fast_again(
    board: BoardBench, faults: Faults
) -> None:
    faults.begin("slow_bus")
    began = time.monotonic()
    assert len(board.panel.readings()) == 36
    assert time.monotonic() - began >= 3 * 0.01
    board.touch("a1")
    board.run_for(0.1)
    assert board.touched == {"a1"}
    faults.end("slow_bus")
    bus = board.panel.bus
    assert bus._stretched == 0.0


def test_dead_lights_stay_as_they_were_and_come_back_with_the_next_frame(
    board: BoardBench, faults: Faults
) -> None:
    board.panel.show(bytes([1]) * 108)
    faults.begin("dead_lights")
    board.panel.show(bytes([2]) * 108)
    board.run_for(0.1)
    assert set(board.panel.lights().values()) == {(1, 1, 1)}
    faults.end("dead_lights")
    board.panel.show(bytes([3]) * 108)
    board.run_for(0.1)
    assert set(board.panel.lights().values()) == {(3, 3, 3)}
    about = [(event.about, event.mended) for event in board.events if isinstance(event, Complaint)]
    assert about == [("lights", False), ("lights", True)]


def test_faults_that_are_on_are_told_in_their_order(faults: Faults) -> None:
    faults.begin("noise")
    faults.begin("dead_pad", "b2")
    faults.begin("noise")
    assert list(faults.on) == ["dead_pad", "noise"]
    for name in faults.names:
        faults.end(name)
        faults.end(name)  # once more is not wrong
    assert not faults.on


def test_what_is_no_fault_and_what_is_no_pad_are_named(faults: Faults) -> None:
    with pytest.raises(ValueError, match="there is no fault 'fire'"):
        faults.begin("fire")
    with pytest.raises(ValueError, match="there is no fault 'fire'"):
        faults.end("fire")
    with pytest.raises(ValueError, match="no pad z9"):
        faults.begin("dead_pad", "z9")
    assert faults.on == ()
