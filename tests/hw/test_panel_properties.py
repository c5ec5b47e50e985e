"""What holds whatever the hands, the noise and the loop: same events, true states, same cost."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.bus import Traffic
from iye_hw.simulated.simulated_panel import SimulatedPanel
from patience import PATIENCE

PLAYED = load_board_map().pads[:-1]


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
        async with asyncio.timeout(PATIENCE):
            await came.wait()
        panel.close()
        return told

    assert asyncio.run(main()) == ["PadTouched"]


def test_the_hundredth_touch_costs_as_much_as_the_first() -> None:
    board = BoardBench(seed=1).start()
    board.panel.bus.traffic = Traffic()
    for number in range(100):
        pad = PLAYED[7 * number % 35]
        board.touch(pad)
        board.run_for(0.8)
        board.release(pad)
        board.run_for(1.0)
    assert len(board.events) == 200
    assert board.panel.bus.traffic.transactions == 200 * (3 + 1)  # three chips, and a second look
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
