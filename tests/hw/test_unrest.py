"""Pads that flicker faster than hands: nothing is told until they are calm, then what is true."""

from __future__ import annotations

import math

import pytest

from hw_rig import BoardBench
from iye_hw.touch_settings import Care, TouchSettings
from iye_hw.unrest import CALM, LASTING, Unrest

NOISE = 40.0
"""Counts either way: a pad without a hand crosses both thresholds again and again."""


@pytest.fixture
def noisy(board: BoardBench) -> BoardBench:
    """Give a board in a burst of noise that has lasted for a second."""
    board.panel.sense.set_noise(NOISE)
    board.run_for(1.0)
    return board


def quieten(board: BoardBench) -> None:
    board.panel.sense.set_noise(0.5)
    board.run_for(1.0)


def test_a_burst_ends_with_nothing_touched(noisy: BoardBench) -> None:
    quieten(noisy)
    assert noisy.touched == set()


def test_little_is_told_of_a_burst_however_long_it_lasts(noisy: BoardBench) -> None:
    told = len(noisy.events)
    noisy.run_for(10)
    assert told <= 10
    assert len(noisy.events) - told == 1
    assert "the pads flicker as no hands make them" in noisy.sentences[0]
    quieten(noisy)
    assert noisy.sentences[1:] == ["the pads are calm again: nothing is to be done"]


def test_what_was_touched_before_stays_touched_and_what_is_afterwards_is_told(
    board: BoardBench,
) -> None:
    board.touch("c3", "a1")
    board.run_for(1)
    board.panel.sense.set_noise(NOISE)
    board.run_for(2)
    board.release("a1")
    board.touch("2S")
    board.run_for(2)
    quieten(board)
    assert board.touched == {"c3", "2S"}


def test_no_pad_is_told_as_held_for_long_while_all_flicker(board: BoardBench) -> None:
    for noise in (14.0, 18.0, 25.0, 60.0):
        board.panel.sense.set_noise(noise)
        board.run_for(3)
        quieten(board)
    since: dict[str, float] = {}
    longest = 0.0
    for event in board.events:
        name = getattr(event, "pad", "")
        if name in since:
            longest = max(longest, event.at - since.pop(name))
        elif name:
            since[name] = event.at
    assert longest < 0.3


def test_a_change_is_told_when_it_has_lasted_for_eight_updates() -> None:
    unrest = Unrest()
    touched = frozenset({"c3"})
    assert unrest.weigh(touched, 1.0) == frozenset()
    assert unrest.due == 1.0 + LASTING
    assert unrest.weigh(touched, 1.031) == frozenset()
    assert unrest.weigh(touched, 1.032) == touched
    assert unrest.due == math.inf
    assert unrest.weigh(frozenset(), 2.0) == touched
    assert unrest.weigh(touched, 2.02) == touched  # it had not let go
    assert unrest.weigh(touched, 3.0) == touched


def test_twenty_changes_in_half_a_second_are_believed_and_one_more_is_not() -> None:
    pads = [f"p{number}" for number in range(21)]
    unrest = Unrest()
    unrest.weigh(frozenset(pads[:20]), 0.0)
    assert unrest.weigh(frozenset(pads[:20]), 0.1) == set(pads[:20])
    assert unrest.weigh(frozenset(pads), 0.4) == frozenset()
    assert unrest.due == 0.4 + CALM
    assert unrest.weigh(frozenset(pads), 0.4 + CALM) == set(pads)
    assert unrest.since is None


def test_a_burst_costs_twenty_rounds_of_reads_a_second(noisy: BoardBench) -> None:
    noisy.panel.bus.traffic.transactions = 0
    noisy.run_for(10)
    # Three chips; each round may look at their readings too, and whether they were reset.
    assert noisy.panel.bus.traffic.transactions <= 10 * 21 * 3 * 3


def test_a_chip_that_goes_silent_in_a_burst_tells_nothing_of_it(board: BoardBench) -> None:
    board.touch("a1")
    board.run_for(1)
    board.panel.sense.set_noise(NOISE)
    board.run_for(0.02)
    for address in board.panel.board.chips:
        board.panel.unplug(address)
    board.run_for(10)
    board.panel.sense.set_noise(0.5)
    for address in board.panel.board.chips:
        board.panel.plug(address)
    board.run_for(3)
    assert board.story() == ["+a1"]


def test_polled_noise_is_not_believed_either() -> None:
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    board.panel.lines.cut(board.panel.board.interrupt_pin)
    board.panel.sense.set_noise(NOISE)
    board.run_for(20)
    quieten(board)
    board.run_for(1)
    assert board.story() == []
    board.close()
