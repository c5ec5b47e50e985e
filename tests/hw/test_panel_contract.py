"""What every panel promises, asked of each alike; natively of a real board: `pytest -m device`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from iye_hw.board_map import load_board_map
from iye_hw.mpr121_registers import Register
from panel_rig import DeviceBench, PiBench, SimulatedBench

BENCHES = {"simulated": SimulatedBench, "pi": PiBench, "device": DeviceBench}
PADS = load_board_map().pads
DARK = bytes(108)

WithHands = SimulatedBench | PiBench
Any = WithHands | DeviceBench


@pytest.fixture(params=["simulated", "pi", pytest.param("device", marks=pytest.mark.device)])
def empty(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Give a bench with a panel that nobody touches, started."""
    bench = BENCHES[request.param]()
    try:
        yield bench.start()
    finally:
        bench.close()


@pytest.fixture(params=["simulated", "pi"])
def board(request: pytest.FixtureRequest) -> Iterator[WithHands]:
    """Give a bench with hands, started."""
    bench = BENCHES[request.param]()
    assert not isinstance(bench, DeviceBench)
    bench.start()
    yield bench
    bench.close()


def test_the_pads_are_those_of_the_boards_file_in_its_order(empty: Any) -> None:
    assert empty.under_test.pads == PADS


def test_an_untouched_board_in_order_tells_nothing(empty: Any) -> None:
    empty.run_for(0.2)
    assert empty.events == []


def test_every_pad_reads_something_near_its_baseline(empty: Any) -> None:
    readings = empty.under_test.readings()
    assert set(readings) == set(PADS)
    for reading in readings.values():
        assert abs(reading.baseline - reading.filtered) < reading.touch_threshold


@pytest.mark.parametrize("length", [0, 107, 109])
def test_a_frame_of_another_length_is_refused(empty: Any, length: int) -> None:
    with pytest.raises(ValueError, match=f"has 108 bytes, three a pad, not {length}"):
        empty.under_test.show(bytes(length))


def test_frames_are_shown_without_complaint(empty: Any) -> None:
    for level in (10, 0):
        empty.under_test.show(bytes([level]) * 108)
    empty.run_for(0.05)
    assert empty.sentences == []


def test_closing_twice_is_fine(empty: Any) -> None:
    empty.under_test.close()
    empty.under_test.close()


def test_touches_and_releases_are_told_in_order(board: WithHands) -> None:
    for pad in ("a1", "c3", "2S"):
        board.touch(pad)
        board.run_for(0.1)
        board.release(pad)
        board.run_for(0.1)
    assert board.story() == ["+a1", "-a1", "+c3", "-c3", "+2S", "-2S"]


def test_every_pad_but_the_spare_one_is_told(board: WithHands) -> None:
    for pad in PADS:
        board.touch(pad)
        board.run_for(0.05)
    assert board.touched == set(PADS) - {"spare"}


def test_buttons_are_told(board: WithHands) -> None:
    for button in ("undo", "hint", "new"):
        board.touch(button)
        board.run_for(0.1)
        board.release(button)
        board.run_for(0.1)
    assert board.story() == ["+undo", "-undo", "+hint", "-hint", "+new", "-new"]


def test_moments_are_the_timelines_and_never_go_back(board: WithHands) -> None:
    board.touch("a1")
    board.run_for(0.1)
    board.touch("b1")
    board.run_for(0.1)
    moments = [event.at for event in board.events]
    assert moments == sorted(moments)
    assert 0 < moments[0] <= moments[-1] <= board.loop.time()


def test_each_pads_light_is_its_own(board: WithHands) -> None:
    for number, pad in enumerate(PADS):
        frame = bytearray(DARK)
        frame[3 * number : 3 * number + 3] = bytes((200, 100, 50))
        board.under_test.show(bytes(frame))
        assert {name for name, colour in board.lights().items() if any(colour)} == {pad}
        assert board.lights()[pad] == (200, 100, 50)


def test_a_chip_that_is_gone_is_said_and_comes_back(board: WithHands) -> None:
    board.panel.unplug(0x5B)
    board.touch("a1")
    board.run_for(1)
    assert board.sentences == ["touch chip 0x5B does not answer: check its four wires"]
    assert "c3" not in board.under_test.readings()
    board.panel.plug(0x5B)
    board.run_for(3)
    assert board.sentences[1:] == ["touch chip 0x5B works again: nothing is to be done"]
    board.touch("c3")
    board.run_for(0.1)
    assert board.touched == {"a1", "c3"}


def test_closing_puts_the_lights_out_and_tells_no_more(board: WithHands) -> None:
    board.under_test.show(bytes([9]) * 108)
    board.under_test.close()
    assert set(board.lights().values()) == {(0, 0, 0)}
    told = len(board.events)
    board.touch("a1")
    board.run_for(0.2)
    assert len(board.events) == told


def test_the_chips_run_with_tracking_off(board: WithHands) -> None:
    for chip in board.panel.chips.values():
        chip.write(bytes([Register.ECR]))
        assert chip.read(1) == b"\x4c"
