"""An interrupt line that never falls, or never rises: felt all the same, said once, taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import DigitalInputDevice

from hw_rig import BoardBench
from iye_hw.panel import PadReleased, PadTouched
from iye_hw.simulated.bus import Traffic
from iye_hw.touch_settings import Care, TouchSettings

PIN = 17  # board.toml
NEVER_FALLS = (
    "the touch chips' interrupt line (GPIO 17) does not fall when touch chip 0x5A has something to "
    "say: check the wire from the chip's IRQ pin to it; until then pads are felt a little later"
)
NEVER_RISES = (
    "the touch chips' interrupt line (GPIO 17) stays low: check its wire for a short to ground, "
    "and its pull-up; until then pads are felt a little later"
)
WORKS = "the touch chips' interrupt line (GPIO 17) works again: nothing is to be done"


@pytest.fixture
def watched() -> Iterator[BoardBench]:
    bench = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    yield bench
    bench.close()


def tap(board: BoardBench, pad: str, *, hold: float = 1.1) -> None:
    board.touch(pad)
    board.run_for(hold)
    board.release(pad)
    board.run_for(hold)


def test_touches_are_felt_within_a_period_though_the_line_never_falls(watched: BoardBench) -> None:
    watched.panel.lines.cut(PIN)
    watched.run_for(0.37)
    touched_at = watched.loop.time()
    watched.touch("a1")
    watched.run_for(1.02)
    [touched] = [event for event in watched.events if isinstance(event, PadTouched)]
    assert touched.at - touched_at <= 1.02
    watched.release("a1")
    watched.run_for(1.02)
    assert watched.story() == ["+a1", "-a1"]


def test_a_line_silent_for_the_third_time_is_said_once(watched: BoardBench) -> None:
    watched.panel.lines.cut(PIN)
    tap(watched, "a1")
    assert watched.sentences == []
    for _time in range(5):
        tap(watched, "a1")
        tap(watched, "c3")
    assert watched.sentences == [NEVER_FALLS]


def test_a_line_known_to_be_silent_is_made_up_for_within_a_tenth_of_a_second(
    watched: BoardBench,
) -> None:
    watched.panel.lines.cut(PIN)
    tap(watched, "a1")
    tap(watched, "a1")
    began = watched.loop.time()
    tap(watched, "c3", hold=0.4)
    touched, released = [
        event for event in watched.events if isinstance(event, PadTouched | PadReleased)
    ][-2:]
    assert touched.at - began == pytest.approx(0.05, abs=0.06)
    assert released.at - began == pytest.approx(0.45, abs=0.07)


def test_a_line_that_works_again_is_said_to_and_nobody_polls_any_more(watched: BoardBench) -> None:
    watched.panel.lines.cut(PIN)
    for _time in range(3):
        tap(watched, "a1")
    watched.panel.lines.mend(PIN)
    tap(watched, "a1")
    assert watched.sentences == [NEVER_FALLS, WORKS]
    watched.panel.bus.traffic = Traffic()
    watched.run_for(10)
    assert watched.panel.bus.traffic.transactions == 60  # the health check alone


def test_one_chip_whose_output_is_broken_is_named(watched: BoardBench) -> None:
    chip = watched.panel.chips[0x5B]
    chip._interrupt = lambda _low: None
    for _time in range(4):
        tap(watched, "a1", hold=0.3)
        tap(watched, "c3")
    assert len(watched.sentences) == 1
    assert "touch chip 0x5B has something to say" in watched.sentences[0]


def test_a_line_shorted_to_ground_is_said_once_and_taken_back(watched: BoardBench) -> None:
    watched.panel.lines.pull(PIN, "a short", low=True)
    watched.run_for(0.9)
    assert watched.sentences == []
    watched.run_for(60)
    assert watched.sentences == [NEVER_RISES]
    watched.panel.lines.pull(PIN, "a short", low=False)
    watched.run_for(1)
    assert watched.sentences == [NEVER_RISES, WORKS]


def test_a_shorted_line_costs_one_round_every_tenth_of_a_second(watched: BoardBench) -> None:
    watched.panel.lines.pull(PIN, "a short", low=True)
    watched.run_for(5)
    watched.panel.bus.traffic = Traffic()
    watched.run_for(10)
    # Three chips, ten rounds a second, and the health check.
    assert watched.panel.bus.traffic.transactions <= 3 * 10 * 10 + 60 + 30


def test_touches_are_felt_over_a_shorted_line(watched: BoardBench) -> None:
    watched.panel.lines.pull(PIN, "a short", low=True)
    watched.run_for(5)
    for pad in ("a1", "c3", "2S"):
        tap(watched, pad, hold=0.4)
    assert watched.story() == ["+a1", "-a1", "+c3", "-c3", "+2S", "-2S"]


def test_a_line_held_low_by_a_lost_chip_is_that_chips_affair(watched: BoardBench) -> None:
    watched.panel.bus.unplug(0x5B)  # its interrupt wire stays on
    watched.panel.lines.pull(PIN, 0x5B, low=True)
    watched.run_for(30)
    assert watched.sentences == ["touch chip 0x5B does not answer: check its four wires"]
    tap(watched, "a1", hold=0.4)
    assert watched.story() == ["+a1", "-a1"]


def test_a_pin_that_cannot_be_had_is_said_and_polled_for() -> None:
    board = BoardBench()
    somebody = DigitalInputDevice(PIN, pin_factory=board.panel.lines.factory)
    board.start()
    tap(board, "a1", hold=0.4)
    assert board.story() == ["+a1", "-a1"]
    assert len(board.sentences) == 1
    assert board.sentences[0].startswith("GPIO 17 cannot be had")
    board.close()
    somebody.close()
