"""Chips that stumble, go, lose their settings or hold the line: told, survived, recovered from."""

from __future__ import annotations

import pytest

from hw_rig import BoardBench, scheduled
from iye_hw.simulated.bus import Traffic
from iye_hw.touch import until_next
from iye_hw.touch_settings import Care, TouchSettings

SECOND_CHIP = 0x5B  # c3 is on it, a1 on the first
GONE = "touch chip 0x5B does not answer: check its four wires"
OVER_CURRENT = (
    "touch chip 0x5B has cut its outputs out (over-current): "
    "check its REXT resistor and solder joints"
)
LOST_SETTINGS = "touch chip 0x5B has lost its settings (its supply dipped): check its 3.3 V"
BACK = "touch chip 0x5B works again: nothing is to be done"


def test_one_failed_read_is_not_worth_a_word(board: BoardBench) -> None:
    board.panel.bus.fail_next(1, SECOND_CHIP)
    board.touch("c3")
    board.run_for(0.5)
    assert board.story() == ["+c3"]
    assert board.sentences == []


def test_three_failed_retries_are_not_either(board: BoardBench) -> None:
    board.panel.bus.fail_next(3, SECOND_CHIP)
    board.touch("c3")
    board.run_for(0.5)
    assert board.story() == ["+c3"]
    assert board.sentences == []


def test_a_chip_that_does_not_answer_is_said_in_words(board: BoardBench) -> None:
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(0.5)
    assert board.sentences == [GONE]


def test_it_is_said_once_however_long_it_lasts(board: BoardBench) -> None:
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(60)
    assert board.sentences == [GONE]


def test_the_other_chips_go_on(board: BoardBench) -> None:
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1", "2S")
    board.run_for(0.5)
    board.release("a1")
    board.run_for(0.5)
    assert board.story() == ["+a1", "+2S", "-a1"]


def test_a_lost_chip_releases_nothing(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(10)
    assert board.story() == ["+c3", "+a1"]


def test_a_chip_that_comes_back_is_set_up_again_and_works(board: BoardBench) -> None:
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(5)
    board.panel.plug(SECOND_CHIP)
    board.run_for(2)
    assert board.sentences == [GONE, BACK]
    board.touch("c3")
    board.run_for(0.5)
    assert board.story() == ["+a1", "+c3"]


def test_a_drum_that_stood_through_it_is_neither_lifted_nor_put_down(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(5)
    board.panel.plug(SECOND_CHIP)
    board.run_for(5)
    board.touch("b1")  # interrupts, so that all chips are read
    board.run_for(0.5)
    assert board.story() == ["+c3", "+a1", "+b1"]


def test_what_changed_meanwhile_is_told_when_the_chip_is_back(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(5)
    board.release("c3")
    board.touch("d3")
    board.panel.plug(SECOND_CHIP)
    board.run_for(5)
    assert board.story() == ["+c3", "+a1", "-c3", "+d3"]


def test_a_chip_is_not_read_between_its_restart_and_its_first_updates(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.unplug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(0.2)
    board.panel.plug(SECOND_CHIP)
    while board.panel.chips[SECOND_CHIP].registers[0x5E] == 0:
        board.run_for(0.001)
    board.panel.chips[0x5A].feel(1, 20.0)  # another chip interrupts just then
    board.run_for(1)
    assert "-c3" not in board.story()


def test_it_may_go_again_and_is_said_again(board: BoardBench) -> None:
    for _time in range(2):
        board.panel.unplug(SECOND_CHIP)
        board.touch("a1")
        board.run_for(5)
        board.panel.plug(SECOND_CHIP)
        board.release("a1")
        board.run_for(5)
    assert board.sentences == [GONE, BACK, GONE, BACK]


def test_a_retry_that_succeeds_forgives_the_failures_before_it(board: BoardBench) -> None:
    for _time in range(10):
        board.panel.bus.fail_next(2, SECOND_CHIP)
        board.touch("c3")
        board.run_for(0.5)
        board.release("c3")
        board.run_for(0.5)
    assert board.story() == ["+c3", "-c3"] * 10
    assert board.sentences == []


def test_over_current_is_said_and_recovered_from(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.chips[SECOND_CHIP].over_current()
    board.run_for(5)
    assert board.sentences == [OVER_CURRENT, BACK]
    assert board.story() == ["+c3"]


def watched() -> BoardBench:
    return BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()


def test_a_brown_out_is_found_within_a_second_by_the_health_check() -> None:
    board = watched()
    board.touch("c3")
    board.run_for(0.5)
    board.panel.chips[SECOND_CHIP].brown_out()
    board.run_for(5)
    assert board.sentences == [LOST_SETTINGS, BACK]
    assert board.story() == ["+c3"]
    board.close()


@pytest.mark.parametrize("held", [("c3",), ("c3", "d3", "b3")])
def test_a_reset_chip_is_not_believed_that_its_pads_were_let_go(
    board: BoardBench, held: tuple[str, ...]
) -> None:
    board.touch(*held)
    board.run_for(0.5)
    board.panel.chips[SECOND_CHIP].brown_out()
    board.touch("a1")  # another chip's interrupt: all chips are read, and this one reads zeros
    board.run_for(5)
    assert board.touched == {*held, "a1"}
    assert board.sentences == [LOST_SETTINGS, BACK]
    board.release(*held)
    board.run_for(0.5)
    assert board.touched == {"a1"}


def test_pads_let_go_while_their_chip_was_reset_are_let_go_once_it_works(board: BoardBench) -> None:
    board.touch("c3", "a1")
    board.run_for(0.5)
    board.panel.chips[SECOND_CHIP].brown_out()
    board.release("c3", "a1")
    board.run_for(5)
    assert board.story()[2:] == ["-a1", "-c3"]
    assert board.sentences == [LOST_SETTINGS, BACK]


def test_a_chip_unplugged_and_plugged_in_unnoticed_releases_nothing(board: BoardBench) -> None:
    board.touch("c3")
    board.run_for(0.5)
    board.panel.unplug(SECOND_CHIP)
    board.panel.plug(SECOND_CHIP)
    board.touch("a1")
    board.run_for(5)
    assert board.touched == {"c3", "a1"}
    assert board.sentences == [LOST_SETTINGS, BACK]


def test_the_health_check_finds_a_chip_that_went_away_at_rest() -> None:
    board = watched()
    board.panel.unplug(SECOND_CHIP)
    board.run_for(5)
    board.panel.plug(SECOND_CHIP)
    board.run_for(5)
    assert board.sentences == [GONE, BACK]
    board.close()


def test_chips_are_looked_after_at_whole_seconds_whenever_the_board_was_started() -> None:
    """So that it is one wake-up with the lights, which change then when they are calm."""
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0, drift=5.0)))
    board.run_for(0.37)
    board.start()
    board.run_for(0.2)
    planned = sorted(call.when() for call in scheduled(board.loop) if not call.cancelled())
    board.close()
    assert planned == pytest.approx([1.0, 5.0])


@pytest.mark.parametrize(
    ("period", "now", "seconds"),
    [
        (1.0, 0.0, 1.0),
        (1.0, 7.25, 0.75),
        (1.0, 7.9999, 1.0001),
        (5.0, 7.25, 2.75),
        (0.2, 7.25, 0.15),
        (60.0, 7.25, 52.75),
    ],
)
def test_what_is_done_now_and_then_is_done_at_multiples_of_its_period(
    period: float, now: float, seconds: float
) -> None:
    assert until_next(period, now) == pytest.approx(seconds)


def test_the_health_check_reads_four_registers_and_the_status_of_each_chip() -> None:
    board = watched()
    board.run_for(10)
    board.panel.bus.traffic = Traffic()
    board.run_for(10)
    # Ten times three chips: address and register, address and four data; the status is two.
    assert board.panel.bus.traffic == Traffic(transactions=60, bytes=30 * (7 + 5), conditions=180)
    board.close()


def test_a_line_held_low_by_something_else_is_looked_at_now_and_then(board: BoardBench) -> None:
    pin = board.panel.board.interrupt_pin
    board.panel.lines.pull(pin, "a short", low=True)
    board.run_for(1)
    board.touch("c3")  # gives no edge now
    board.run_for(0.5)
    assert board.story() == ["+c3"]
    board.panel.bus.traffic = Traffic()
    board.run_for(1)
    # 20 looks of at most four rounds of three chips: slow, and bounded.
    assert 0 < board.panel.bus.traffic.transactions <= 20 * 4 * 3
    board.panel.lines.pull(pin, "a short", low=False)
    board.run_for(1)
    assert board.planned() == 0


def test_gpiozeros_thread_survives_a_loop_that_has_closed(board: BoardBench) -> None:
    board.loop.close()
    pin = board.panel.board.interrupt_pin
    board.panel.lines.pull(pin, "a chip", low=True)
    board.panel.lines.pull(5, "a button", low=True)
    assert board.panel.lines.is_low(pin)


def test_a_line_that_falls_as_the_panel_closes_is_ignored(board: BoardBench) -> None:
    board.panel.bus.traffic = Traffic()
    board.panel.lines.pull(board.panel.board.interrupt_pin, "a chip", low=True)
    board.panel.close()
    board.run_for(1)
    assert board.panel.bus.traffic == Traffic()


def test_a_pin_with_two_pullers_is_low_until_both_let_go(board: BoardBench) -> None:
    lines = board.panel.lines
    lines.pull(22, "one", low=True)
    lines.pull(22, "two", low=True)
    lines.pull(22, "one", low=False)
    assert lines.is_low(22)
    lines.pull(22, "two", low=False)
    assert lines.factory.pin(22).pull == "floating"
    assert not lines.is_low(22)
