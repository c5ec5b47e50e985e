"""A chip that is not there when the board starts: the others play, and it comes in by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.board_panel import Calibration
from iye_hw.panel import Complaint

BOARD = load_board_map()
SECOND_CHIP = 0x5B  # c3 is on it, a1 on the first, 2S on the third
ON_SECOND = tuple(place.name for place in BOARD.on_chip(1))
GONE = "touch chip 0x5B does not answer: check its four wires"
BACK = "touch chip 0x5B works again: nothing is to be done"


@pytest.fixture
def lacking() -> Iterator[BoardBench]:
    """Give a board started without its second chip."""
    bench = BoardBench()
    bench.panel.unplug(SECOND_CHIP)
    bench.start()
    yield bench
    bench.close()


def complaints(board: BoardBench) -> list[Complaint]:
    return [event for event in board.events if isinstance(event, Complaint)]


def test_the_board_starts_all_the_same_and_says_what_is_missing(lacking: BoardBench) -> None:
    lacking.run_for(10)
    [complaint] = complaints(lacking)
    assert complaint.sentence == GONE
    assert complaint.about == "touch chip 0x5B"
    assert complaint.pads == ON_SECOND


def test_the_other_chips_play(lacking: BoardBench) -> None:
    lacking.touch("a1", "2S", "c3")
    lacking.run_for(0.5)
    lacking.release("a1")
    lacking.run_for(0.5)
    assert lacking.story() == ["+a1", "+2S", "-a1"]


def test_it_comes_in_within_two_seconds_and_is_measured_then(lacking: BoardBench) -> None:
    assert set(lacking.panel.calibration.baselines) == set(BOARD.pads) - set(ON_SECOND)  # type: ignore[union-attr]
    lacking.run_for(30)
    lacking.panel.plug(SECOND_CHIP)
    lacking.run_for(2)
    assert lacking.sentences == [GONE, BACK]
    calibration = lacking.panel.calibration
    assert calibration is not None
    assert set(calibration.baselines) == set(BOARD.pads)
    # Bare pads of 8.5 to 9.5 pF read 292 to 261 counts, a quarter of which is 73 to 65.
    assert all(65 <= calibration.baselines[pad] <= 73 for pad in ON_SECOND)
    lacking.touch("c3")
    lacking.run_for(0.1)
    assert lacking.story() == ["+c3"]


def test_with_stored_baselines_what_stands_on_it_is_felt_when_it_comes() -> None:
    first = BoardBench().start()
    board = BoardBench(calibration=first.panel.calibration)
    first.close()
    board.panel.unplug(SECOND_CHIP)
    board.touch("c3")
    board.start()
    board.panel.plug(SECOND_CHIP)
    board.run_for(2)
    assert board.story() == ["+c3"]
    board.close()


def test_a_chip_that_goes_while_it_is_measured_is_measured_when_it_is_back() -> None:
    board = BoardBench()
    board.loop.call_later(0.01, board.panel.unplug, SECOND_CHIP)
    board.start()
    board.panel.plug(SECOND_CHIP)
    board.run_for(2)
    assert board.sentences == [GONE, BACK]
    board.touch("c3")
    board.run_for(0.1)
    assert board.story() == ["+c3"]
    board.close()


def test_all_chips_may_be_missing_and_come_one_after_another() -> None:
    board = BoardBench()
    for address in BOARD.chips:
        board.panel.unplug(address)
    board.start()
    board.run_for(5)
    assert len(board.sentences) == 3
    assert {pad for told in complaints(board) for pad in told.pads} == set(BOARD.pads) - {"spare"}
    for address, pad in zip(BOARD.chips, ("a1", "c3", "2S"), strict=True):
        board.panel.plug(address)
        board.run_for(2)
        board.touch(pad)
        board.run_for(0.1)
    assert board.story() == ["+a1", "+c3", "+2S"]
    assert [told.mended for told in complaints(board)] == [False] * 3 + [True] * 3
    board.close()


def test_a_calibration_may_lack_a_whole_chip_which_is_then_measured() -> None:
    first = BoardBench().start()
    assert first.panel.calibration is not None
    known = first.panel.calibration.baselines
    first.close()
    rest = {pad: known[pad] for pad in BOARD.pads if pad not in ON_SECOND}
    board = BoardBench(calibration=Calibration(rest)).start()
    assert board.panel.calibration is not None
    assert dict(board.panel.calibration.baselines) == dict(known)
    board.close()


def test_a_missing_chip_is_asked_once_a_second(lacking: BoardBench) -> None:
    lacking.run_for(0.5)
    lacking.panel.bus.traffic.transactions = 0
    lacking.run_for(10)
    # Adafruit's class looks for it in two ways, each repeated eight times.
    assert lacking.panel.bus.traffic.transactions == 10 * 2 * 8


def test_a_bus_that_hangs_is_left_alone_for_ten_seconds_at_a_time(lacking: BoardBench) -> None:
    lacking.panel.bus.hang(hangs=True)
    lacking.panel.bus.traffic.transactions = 0
    lacking.run_for(60)
    # Each costs the kernel's time-out, a second in which nothing else happens.
    assert lacking.panel.bus.traffic.transactions <= 7
    lacking.panel.bus.hang(hangs=False)
    lacking.panel.plug(SECOND_CHIP)
    lacking.run_for(12)
    assert lacking.sentences == [GONE, BACK]


def test_an_over_current_at_the_first_start_is_got_over() -> None:
    board = BoardBench()
    board.panel.chips[SECOND_CHIP].over_current()
    board.start()
    board.run_for(2)
    board.touch("c3")
    board.run_for(0.1)
    assert board.story() == ["+c3"]
    board.close()


def test_a_panel_closed_while_it_waits_for_a_chip_stays_closed(lacking: BoardBench) -> None:
    lacking.panel.close()
    lacking.panel.plug(SECOND_CHIP)
    lacking.run_for(5)
    assert lacking.planned() == 0
