"""The whole board in virtual time: hands, drum and buttons in, events out; frames in, light out."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from gpiozero import Device
from hypothesis import given, settings
from hypothesis import strategies as st

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.board_panel import Calibration
from iye_hw.panel import ButtonPressed, ButtonReleased, PadReleased, PadTouched, Panel, Timeline
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.bus import Traffic
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

PADS = load_board_map().pads
PLAYED = PADS[:-1]


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


def test_a_touch_costs_one_read_of_each_chip(board: BoardBench) -> None:
    board.panel.bus.traffic = Traffic()
    board.touch("c3")
    board.run_for(1)
    assert board.panel.bus.traffic.transactions == 3


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
    board.run_for(0.02)
    board.release("a1")
    board.run_for(0.02)
    board.touch("b2")
    board.run_for(0.1)
    assert board.story() == ["+a1", "-a1", "+b2"]


def test_a_slide_is_a_touch_before_it_is_a_release(board: BoardBench) -> None:
    board.touch("a1")
    board.run_for(0.021)
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


def test_a_pad_touched_at_start_is_told() -> None:
    first = BoardBench().start()
    calibration = first.panel.calibration
    first.close()
    board = BoardBench(calibration=calibration)
    board.touch("c3")
    board.run_for(1)
    board.start()
    assert board.story() == ["+c3"]
    board.close()


def test_without_a_calibration_the_empty_board_is_measured(board: BoardBench) -> None:
    calibration = board.panel.calibration
    assert calibration is not None
    assert set(calibration.baselines) == set(PADS)
    # Bare pads of 8.5 to 9.5 pF read 292 to 261 counts, a quarter of which is 73 to 65.
    assert all(65 <= baseline <= 73 for baseline in calibration.baselines.values())


def test_a_calibration_that_lacks_a_pad_is_refused() -> None:
    baselines = dict.fromkeys(PADS, 69)
    del baselines["c3"]
    loop = VirtualTimeLoop()
    with pytest.raises(ValueError, match="lacks pad c3: calibrate the empty board again"):
        SimulatedPanel(load_board_map(), loop, calibration=Calibration(baselines))
    loop.close()


def test_a_baseline_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="baseline of pad c3 is 256"):
        Calibration({"c3": 256})


def test_a_pad_that_can_never_fire_is_said_at_start() -> None:
    board = BoardBench(calibration=Calibration(dict.fromkeys(PADS, 69) | {"c3": 0})).start()
    [sentence] = board.sentences
    assert sentence == (
        "pad c3 can never fire: its baseline on touch chip 0x5B is 0; "
        "empty the board and calibrate it"
    )
    board.close()


def test_electrodes_that_are_no_pads_never_fire() -> None:
    whole = load_board_map()
    board = BoardBench(board=replace(whole, places=whole.places[1:])).start()
    board.panel.chips[0x5A].feel(0, 20.0)  # where a1 was
    board.run_for(1)
    assert board.events == []
    board.close()


def test_slow_drift_alone_fires_no_pad_for_minutes(board: BoardBench) -> None:
    board.panel.sense.set_drift(0.01)  # pF a minute: 3 counts in ten minutes
    board.run_for(600)
    assert board.events == []


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
    assert len(board.sentences) == 2
    assert set(board.panel.lights().values()) == {(7, 7, 7)}


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


def test_closing_puts_the_lights_out_and_may_be_done_twice(board: BoardBench) -> None:
    board.panel.show(bytes([7]) * 108)
    board.panel.close()
    board.panel.close()
    assert set(board.panel.lights().values()) == {(0, 0, 0)}
    assert board.panel.chain.closed


def test_closing_with_a_dead_light_chain_is_fine(board: BoardBench) -> None:
    board.panel.chain.break_down()
    board.panel.close()
    assert board.panel.chain.closed


def test_a_closed_panel_says_nothing_more(board: BoardBench) -> None:
    board.touch("a1", "undo")
    board.panel.chain.break_down()
    board.panel.show(bytes(108))
    board.panel.close()
    board.touch("c3", "hint")
    board.run_for(1)
    assert board.events == []
    assert board.planned() == 0


def test_a_panel_closed_while_it_starts_stays_closed() -> None:
    board = BoardBench()

    async def hurry() -> None:
        starting = asyncio.create_task(board.panel.start(board.events.append))
        await asyncio.sleep(0.001)
        board.panel.close()
        await starting

    board.loop.run_until_complete(hurry())
    board.touch("c3")
    board.run_for(1)
    assert board.events == []
    board.close()


def test_a_panel_never_started_closes() -> None:
    board = BoardBench()
    board.panel.show(bytes(108))
    board.close()


def test_the_same_seed_and_hands_give_the_same_events() -> None:
    stories = []
    for _time in range(2):
        board = BoardBench(seed=5).start()
        for pad in ("a1", "2S", "c3"):
            board.touch(pad)
            board.run_for(0.37)
            board.release(pad)
            board.run_for(0.11)
        stories.append(board.events)
        board.close()
    assert stories[0] == stories[1]


def test_the_panel_runs_on_a_real_loop_too() -> None:
    async def main() -> list[str]:
        told: list[str] = []
        came = asyncio.Event()

        def sink(event: object) -> None:
            told.append(type(event).__name__)
            came.set()

        panel = SimulatedPanel(load_board_map(), asyncio.get_running_loop())
        await panel.start(sink)
        panel.touch("c3")
        async with asyncio.timeout(5):
            await came.wait()
        panel.close()
        return told

    assert asyncio.run(main()) == ["PadTouched"]


def test_a_hundred_touches_over_three_minutes_cost_little() -> None:
    board = BoardBench(seed=1).start()
    began = time.process_time()
    for number in range(100):
        pad = PLAYED[7 * number % 35]
        board.touch(pad)
        board.run_for(0.8)
        board.release(pad)
        board.run_for(1.0)
    took = time.process_time() - began
    assert len(board.events) == 200
    assert took < 0.5
    board.close()


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    acts=st.lists(
        st.tuples(st.sampled_from(PLAYED), st.booleans(), st.integers(0, 60)), max_size=25
    ),
)
def test_whatever_hands_do_the_panel_ends_up_knowing_it(
    seed: int, acts: list[tuple[str, bool, int]]
) -> None:
    board = BoardBench(seed=seed).start()
    for pad, touching, milliseconds in acts:
        (board.touch if touching else board.release)(pad)
        board.run_for(milliseconds / 1000)
    board.run_for(0.1)
    assert board.touched == board.panel.sense.hand.pads
    assert board.planned() == 0
    board.close()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), noise=st.floats(0, 4))
def test_noise_never_fires_a_pad(seed: int, noise: float) -> None:
    # A baseline is off by up to 2 counts and measured noise adds up to 1; 2 + 1 + 4 < 12.
    board = BoardBench(seed=seed, conditions=Conditions(noise=noise)).start()
    board.run_for(600)
    board.panel.sense.set_noise(noise / 2)
    board.run_for(600)
    assert board.events == []
    board.close()
