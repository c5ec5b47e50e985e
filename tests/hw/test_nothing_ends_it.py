"""Whatever a callback raises is said and logged, and everything goes on."""

from __future__ import annotations

import logging

import pytest

from hw_rig import BoardBench
from iye_hw.panel import PadTouched, PanelEvent
from iye_hw.touch_settings import Care, TouchSettings

WATCHED = TouchSettings(care=Care(health_check=1.0, drift=5.0))


class BugError(Exception):
    """Something that no driver reckons with."""


def raising(*_anything: object, **_more: object) -> None:
    raise BugError("nobody thought of this")


def test_a_sink_that_raises_hears_everything_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = BoardBench()
    heard: list[PanelEvent] = []

    def sink(event: PanelEvent) -> None:
        heard.append(event)
        raise BugError

    board.loop.run_until_complete(board.panel.start(sink))
    for _time in range(20):
        board.touch("a1", "c3")
        board.run_for(0.1)
        board.release("a1", "c3")
        board.run_for(0.1)
    assert len([event for event in heard if isinstance(event, PadTouched)]) == 40
    # Once for each kind of event: a touch, a release, a complaint about either.
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 3
    board.close()


@pytest.mark.parametrize("error", [BugError, RuntimeError, ValueError, OSError, TypeError])
def test_lights_that_raise_anything_are_said_once_and_tried_again(
    board: BoardBench, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(_wire: bytes) -> None:
        raise error("the driver is beside itself")

    send = board.panel.chain.send
    monkeypatch.setattr(board.panel.chain, "send", fail)
    for _frame in range(5):
        board.panel.show(bytes(108))
    monkeypatch.setattr(board.panel.chain, "send", send)
    board.panel.show(bytes([9]) * 108)
    board.run_for(0.1)
    assert len(board.sentences) == 2
    assert "the driver is beside itself" in board.sentences[0]
    assert set(board.panel.lights().values()) == {(9, 9, 9)}


def test_a_chip_driver_that_raises_anything_is_retried_and_brought_back(
    board: BoardBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(board.panel.chips[0x5B], "read", raising)
        board.touch("a1", "c3")
        board.run_for(5)
    board.run_for(2)
    assert board.touched == {"a1", "c3"}
    assert len(board.sentences) == 3  # the stumbling itself, then the chip gone and back
    assert "nobody thought of this" in board.sentences[0]


@pytest.mark.parametrize("method", ["check_settings", "read"])
def test_a_planned_look_that_raises_is_planned_again(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    board = BoardBench(settings=WATCHED).start()
    grid = board.panel._grid
    assert grid is not None
    with monkeypatch.context() as patched:
        patched.setattr(grid.watches[1], method, raising)
        board.run_for(5)
    assert len(board.sentences) == 1
    assert "BugError: nobody thought of this" in board.sentences[0]
    board.panel.chips[0x5B].brown_out()
    board.run_for(3)
    assert len(board.sentences) == 3
    board.touch("c3")
    board.run_for(0.1)
    assert board.touched == {"c3"}
    board.close()


def test_an_edge_after_the_loop_has_closed_raises_nothing_in_gpiozeros_thread() -> None:
    board = BoardBench().start()
    board.loop.close()
    board.panel.lines.pull(board.panel.board.interrupt_pin, "a chip", low=True)
    board.panel.lines.pull(5, "a hand", low=True)


def test_buttons_whose_pin_is_taken_are_said_and_the_pads_play() -> None:
    board = BoardBench()
    board.panel.lines.factory.reserve_pins(board, board.panel.lines.factory.pin(5).info.name)
    board.start()
    board.touch("c3")
    board.run_for(0.1)
    assert board.touched == {"c3"}
    [sentence] = board.sentences
    assert sentence.startswith("button undo does not work, since GPIO 5 cannot be had")
    board.close()


def test_closing_goes_through_to_the_end(
    board: BoardBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board.panel._buttons[0], "close", raising)
    monkeypatch.setattr(board.panel.chain, "send", raising)
    board.panel.close()
    assert board.panel.chain.closed
    board.touch("c3")
    board.run_for(1)
    assert board.events == []
