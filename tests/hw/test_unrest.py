"""Pads that flicker faster than hands: told for a blink, and when they are calm, what is true."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from hw_rig import BoardBench
from iye_hw.panel import PadReleased, PadTouched
from iye_hw.simulated.faults import DISTURBED
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings
from iye_hw.unrest import CALM, LASTING, MOST_CHANGES, Unrest

NOISE = 40.0
"""Counts either way: a pad without a hand crosses both thresholds again and again."""


GESTURE = 0.04
"""Seconds that a touch takes to mean anything to whoever is told."""


def blinks(board: BoardBench) -> list[float]:
    """Give how long each touch lasted that was told and is over."""
    since: dict[str, float] = {}
    lasted = []
    for event in board.events:
        if isinstance(event, PadTouched):
            since[event.pad] = event.at
        elif isinstance(event, PadReleased):
            lasted.append(event.at - since.pop(event.pad))
    return lasted


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
    assert told <= 2 * MOST_CHANGES
    assert max(blinks(noisy)) < GESTURE
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
    assert max(blinks(board)) < 0.1


def test_a_change_is_told_at_once_and_has_lasted_after_eight_updates() -> None:
    unrest = Unrest()
    touched = frozenset({"c3"})
    assert unrest.weigh(touched, 1.0) == touched
    assert unrest.due == 1.0 + LASTING
    assert unrest.weigh(touched, 1.031) == touched
    assert unrest.due == 1.0 + LASTING
    assert unrest.weigh(touched, 1.032) == touched
    assert unrest.due == math.inf
    assert unrest.weigh(frozenset(), 2.0) == frozenset()


def test_what_hands_do_is_not_suspected_and_a_fast_slide_is() -> None:
    unrest = Unrest()
    for count, pads in enumerate(({"c3"}, {"c3", "c4"}, {"c4"}, set())):
        unrest.weigh(frozenset(pads), count / 20)
    suspected = [unrest.suspected]
    for at in (0.2, 1.0):
        unrest.weigh(frozenset({"c5"}), at)
        suspected.append(unrest.suspected)
    assert suspected == [False, True, False]


def test_a_suspect_change_on_a_chip_gone_silent_before_it_lasted_is_taken_back() -> None:
    unrest = Unrest()
    held = frozenset({"a1"})
    unrest.weigh(held, 0.0)
    unrest.weigh(held, 1.0)
    noise = frozenset({"b1", "b2", "b3", "b4"})
    silent = held | noise
    assert unrest.weigh(noise, 1.01) == noise
    assert unrest.weigh(noise, 1.042, silent) == held
    assert unrest.weigh(noise, 9.0, silent) == held


def test_a_touch_on_a_chip_gone_silent_just_then_stays_where_nothing_else_is_suspect() -> None:
    unrest = Unrest()
    unrest.weigh(frozenset({"c3"}), 1.0)
    assert unrest.weigh(frozenset(), 1.01, silent=frozenset({"c3"})) == {"c3"}


def test_twenty_changes_in_half_a_second_are_believed_and_one_more_is_not() -> None:
    pads = [f"p{number}" for number in range(21)]
    unrest = Unrest()
    unrest.weigh(frozenset(pads[:20]), 0.0)
    assert unrest.weigh(frozenset(pads[:20]), 0.1) == set(pads[:20])
    assert unrest.weigh(frozenset(pads), 0.4) == frozenset()
    assert unrest.due == 0.4 + CALM
    assert unrest.weigh(frozenset(pads), 0.4 + CALM) == set(pads)
    assert unrest.since is None


NOISY = frozenset(f"n{number}" for number in range(MOST_CHANGES + 1))
"""So many pads that they cannot change at once by hands."""


def test_a_touch_that_came_alone_and_lasted_is_told_on_in_unrest_until_it_ends() -> None:
    unrest = Unrest()
    finger = frozenset({"2S"})
    unrest.weigh(finger, 1.0)
    assert unrest.weigh(finger | NOISY, 1.0 + LASTING) == finger
    assert unrest.since is not None
    assert unrest.weigh(finger, 1.1) == finger
    assert unrest.weigh(frozenset(), 1.2) == frozenset()
    assert unrest.weigh(finger, 1.3) == frozenset()
    assert unrest.weigh(finger, 1.3 + CALM) == finger


@pytest.mark.parametrize("others", [0.0, 0.01])
def test_a_touch_that_came_with_others_is_let_go_in_unrest(others: float) -> None:
    unrest = Unrest()
    unrest.weigh(frozenset({"2S"}) if others else frozenset({"2S", "2H"}), 1.0)
    unrest.weigh(frozenset({"2S", "2H"}), 1.0 + others)
    assert unrest.weigh(frozenset({"2S"}) | NOISY, 1.1) == frozenset()


def test_a_touch_is_let_go_where_unrest_comes_before_it_has_lasted() -> None:
    unrest = Unrest()
    unrest.weigh(frozenset({"2S"}), 1.0)
    assert unrest.weigh(frozenset({"2S"}) | NOISY, 1.0 + LASTING - 0.001) == frozenset()


def test_a_finger_that_is_let_go_in_unrest_is_told_as_let_go_then(board: BoardBench) -> None:
    board.touch("2S")
    board.run_for(0.2)
    board.panel.sense.set_noise(NOISE)
    board.run_for(1.0)
    assert board.touched == {"2S"}
    board.release("2S")
    board.run_for(1.0)
    assert board.touched == set()
    quieten(board)
    assert board.story().count("+2S") == 1


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
    assert board.story()[0] == "+a1"
    assert "-a1" not in board.story()
    assert len(board.story()) == 1 + 2 * len(blinks(board))
    assert max(blinks(board)) < GESTURE


def cut(panel: SimulatedPanel) -> None:
    """Leave the interrupt line high for ever."""
    panel.lines.cut(panel.board.interrupt_pin)


def short(panel: SimulatedPanel) -> None:
    """Pull the interrupt line low for ever."""
    panel.lines.pull(panel.board.interrupt_pin, "a short", low=True)


@pytest.mark.parametrize("bus", [0.0, DISTURBED])
@pytest.mark.parametrize("known", [0.0, 3.0])
@pytest.mark.parametrize("fail", [cut, short])
def test_polled_noise_is_not_believed_either(
    fail: Callable[[SimulatedPanel], None], known: float, bus: float
) -> None:
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    fail(board.panel)
    board.run_for(known)
    board.panel.bus.disturb(bus)
    for burst in range(4):
        board.panel.sense.set_noise(NOISE)
        board.run_for(0.7 + burst / 70)
        quieten(board)
    board.run_for(1)
    assert max(blinks(board)) < GESTURE
    assert len(board.story()) == 2 * len(blinks(board)) <= 4 * 2 * MOST_CHANGES
    board.close()


@pytest.mark.parametrize("fail", [cut, short])
def test_a_touch_on_a_board_without_its_line_is_looked_at_till_it_has_lasted_and_no_longer(
    fail: Callable[[SimulatedPanel], None],
) -> None:
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    fail(board.panel)
    for pad in ("a1", "a2", "a3"):  # until the line is not trusted any more
        board.touch(pad)
        board.run_for(1.0)
    board.run_for(0.5)
    board.panel.bus.traffic.transactions = 0
    board.run_for(1.0)
    at_rest = board.panel.bus.traffic.transactions
    board.touch("c3")
    board.run_for(1.0)
    # Three chips are looked at every 8 ms for 32 ms, and c3's reading once.
    assert 3 * 3 <= board.panel.bus.traffic.transactions - 2 * at_rest <= 3 * 5 + 1
    board.close()
