"""A chip that goes in the middle of a touch or a slide: what is felt afterwards is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from hw_rig import BoardBench
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.touch_settings import Care, TouchSettings

SECOND_CHIP = 0x5B  # c3, d3, c4 and d4 are on it
WATCHED = TouchSettings(care=Care(health_check=1.0))
RECOVERED = 1.3
"""Seconds: a health check, a tenth until the chip is looked for, and its settling."""


def brown_out(panel: SimulatedPanel) -> None:
    panel.chips[SECOND_CHIP].brown_out()


def over_current(panel: SimulatedPanel) -> None:
    panel.chips[SECOND_CHIP].over_current()


def unplugged_for_a_moment(panel: SimulatedPanel) -> None:
    panel.unplug(SECOND_CHIP)
    panel.plug(SECOND_CHIP)


FAULTS = (brown_out, over_current, unplugged_for_a_moment)
Fault = Callable[[SimulatedPanel], None]


@pytest.fixture
def board() -> Iterator[BoardBench]:
    bench = BoardBench(settings=WATCHED).start()
    yield bench
    bench.close()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("after", [0.001, 0.006, 0.009, 0.02, 0.3])
def test_a_touch_held_through_it_is_told_once(
    board: BoardBench, fault: Fault, after: float
) -> None:
    board.touch("c3")
    board.run_for(after)
    fault(board.panel)
    board.run_for(RECOVERED)
    assert board.story() == ["+c3"]
    board.release("c3")
    board.run_for(0.1)
    assert board.story() == ["+c3", "-c3"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_touch_ended_meanwhile_is_ended_afterwards(board: BoardBench, fault: Fault) -> None:
    board.touch("c3")
    board.run_for(0.3)
    fault(board.panel)
    board.run_for(0.01)
    board.release("c3")
    board.run_for(RECOVERED)
    assert board.story() == ["+c3", "-c3"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("after", [0.0, 0.05, 0.5, 1.2])
def test_a_touch_begun_meanwhile_is_told_when_the_chip_is_back(
    board: BoardBench, fault: Fault, after: float
) -> None:
    fault(board.panel)
    board.run_for(after)
    board.touch("d4")
    board.run_for(RECOVERED)
    assert board.story() == ["+d4"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_slide_through_it_ends_where_the_drum_is(board: BoardBench, fault: Fault) -> None:
    board.touch("c3")
    board.run_for(0.1)
    board.touch("c4")
    board.run_for(0.05)
    fault(board.panel)
    board.release("c3")
    board.run_for(0.1)
    board.touch("c5")
    board.release("c4")
    board.run_for(RECOVERED)
    assert board.touched == {"c5"}
    assert [word for word in board.story() if word[0] == "+"] == ["+c3", "+c4", "+c5"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_drum_felt_alone_stands_through_it(fault: Fault) -> None:
    board = BoardBench(settings=WATCHED, conditions=Conditions(drum_alone=1.0)).start()
    board.panel.sense.drum.place("c3")
    board.run_for(1)
    fault(board.panel)
    board.run_for(RECOVERED)
    assert board.story() == ["+c3"]
    board.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_drum_that_is_held_on_to_but_could_not_be_felt_anew_stays_held(
    board: BoardBench, fault: Fault
) -> None:
    """A drum alone is 9 counts: less than the 12 to touch, more than the 6 to let go."""
    board.panel.sense.drum.place("c3")
    board.touch("c3")
    board.run_for(1)
    board.release("c3")
    board.run_for(1)
    fault(board.panel)
    board.run_for(30)
    assert board.story() == ["+c3"]
    board.panel.sense.drum.lift()
    board.run_for(0.5)
    assert board.story() == ["+c3", "-c3"]
    board.run_for(1)
    board.panel.bus.traffic.transactions = 0
    board.run_for(10)
    assert board.panel.bus.traffic.transactions == 60  # nobody looks after it any more


def test_a_chip_that_cuts_out_again_and_again_is_said_once_until_it_has_proved_itself(
    board: BoardBench,
) -> None:
    for _time in range(60):
        over_current(board.panel)
        board.run_for(1.5)
    board.run_for(9)
    assert [sentence[16:24] for sentence in board.sentences] == ["has cut ", "works ag", "has cut "]
    board.run_for(2)
    assert board.sentences[3:] == ["touch chip 0x5B works again: nothing is to be done"]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_other_chips_touches_are_told_at_once_meanwhile(
    board: BoardBench, fault: Fault
) -> None:
    fault(board.panel)
    board.run_for(0.2)
    board.touch("a1")
    board.run_for(0.05)
    assert board.story() == ["+a1"]
