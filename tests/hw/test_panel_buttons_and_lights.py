"""Buttons in, light out, on a whole simulated board."""

from __future__ import annotations

import pytest
from gpiozero import Device

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.board_panel import LIGHTS_AGAIN
from iye_hw.panel import ButtonPressed, ButtonReleased

PADS = load_board_map().pads


@pytest.mark.parametrize("button", ["undo", "hint", "new"])
def test_buttons_are_told_by_name(board: BoardBench, button: str) -> None:
    board.run_for(1)
    began = board.loop.time()
    board.touch(button)
    board.run_for(0.5)
    board.release(button)
    board.run_for(0.5)
    pressed, released = board.events
    assert pressed == ButtonPressed(button, pressed.at)
    assert released == ButtonReleased(button, released.at)
    assert pressed.at - began == pytest.approx(0.02)
    assert released.at - began == pytest.approx(0.52)


def test_a_bouncing_contact_is_one_press(board: BoardBench) -> None:
    for _bounce in range(5):
        board.touch("undo")
        board.run_for(0.002)
        board.release("undo")
        board.run_for(0.002)
    board.touch("undo")
    board.run_for(1)
    assert board.story() == ["+undo"]


def test_a_glitch_is_no_press(board: BoardBench) -> None:
    board.touch("undo")
    board.run_for(0.002)
    board.release("undo")
    board.run_for(1)
    assert board.events == []


def test_a_button_held_at_start_is_told() -> None:
    board = BoardBench()
    board.touch("new")
    board.start()
    assert board.story() == ["+new"]
    board.close()


@pytest.mark.parametrize("what", ["z9", ""])
def test_what_the_board_does_not_have_cannot_be_touched(board: BoardBench, what: str) -> None:
    for act in (board.panel.touch, board.panel.release, board.panel.sense.drum.place):
        with pytest.raises(ValueError, match=f"the board has no pad {what}"):
            act(what)


def test_a_frame_is_seen_on_its_pads(board: BoardBench) -> None:
    frame = bytearray(3 * len(PADS))
    frame[3 * PADS.index("c3") : 3 * PADS.index("c3") + 3] = (10, 20, 30)
    board.panel.show(bytes(frame))
    lights = board.panel.lights()
    assert lights.pop("c3") == (10, 20, 30)
    assert set(lights.values()) == {(0, 0, 0)}


def test_a_frame_of_the_wrong_length_is_refused(board: BoardBench) -> None:
    with pytest.raises(ValueError, match="108 bytes"):
        board.panel.show(bytes(107))


def test_a_dead_light_chain_is_said_once_and_the_game_goes_on(board: BoardBench) -> None:
    board.panel.chain.break_down()
    for _frame in range(5):
        board.panel.show(bytes(108))
    board.touch("c3")
    board.run_for(1)
    assert board.sentences == ["the light chain does not take data: check its data line"]
    assert board.touched == {"c3"}


def test_a_light_chain_that_works_again_is_used_and_may_be_said_dead_again(
    board: BoardBench,
) -> None:
    for _time in range(2):
        board.panel.chain.break_down()
        board.panel.show(bytes(108))
        board.panel.chain.repair()
        board.panel.show(bytes([7]) * 108)
    board.run_for(1)
    dead = "the light chain does not take data: check its data line"
    assert board.sentences == [dead, "the lights work again: nothing is to be done"] * 2
    assert set(board.panel.lights().values()) == {(7, 7, 7)}


def test_a_dead_light_chain_is_tried_again_by_itself_and_shows_the_newest_frame(
    board: BoardBench,
) -> None:
    board.panel.chain.break_down()
    board.panel.show(bytes([7]) * 108)
    board.run_for(0.3)
    board.panel.show(bytes([8]) * 108)
    board.run_for(10)
    board.panel.chain.repair()
    board.run_for(LIGHTS_AGAIN)
    dead = "the light chain does not take data: check its data line"
    assert board.sentences == [dead, "the lights work again: nothing is to be done"]
    assert set(board.panel.lights().values()) == {(8, 8, 8)}
    assert board.planned() == 0


def test_a_light_chain_dead_at_the_end_is_not_tried_again(board: BoardBench) -> None:
    board.panel.chain.break_down()
    board.panel.show(bytes([7]) * 108)
    board.panel.close()
    assert board.planned() == 0


def test_a_light_chain_dead_before_the_start_is_said_after_it() -> None:
    board = BoardBench()
    board.panel.chain.break_down()
    board.panel.show(bytes(108))
    board.start()
    board.panel.show(bytes(108))
    board.run_for(1)
    assert board.sentences == ["the light chain does not take data: check its data line"]
    board.close()


def test_gpiozeros_global_pin_factory_is_left_alone(board: BoardBench) -> None:
    board.touch("undo", "c3")
    board.run_for(1)
    assert Device.pin_factory is None
