"""The light chain: frames in pad order, bytes in chain order, bits at the lights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye_hw.board_map import BoardMap, load_board_map
from iye_hw.light_chain import LightChainError, WireOrder, frame_seconds
from iye_hw.simulated.chain import DARK, LightString, SimulatedLightChain
from iye_hw.simulated.virtual_time import VirtualTimeLoop

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
RED_WIRE, GREEN_WIRE, BLUE_WIRE = b"\x00\xff\x00", b"\xff\x00\x00", b"\x00\x00\xff"


@pytest.fixture
def chain() -> Iterator[SimulatedLightChain]:
    loop = VirtualTimeLoop()
    yield SimulatedLightChain(3, loop, remembered=2)
    loop.close()


def small_board(**changes: object) -> BoardMap:
    """Give the real board with its first three pads only, their lights back to front."""
    board = load_board_map()
    places = tuple(
        replace(place, light=light)
        for place, light in zip(board.places[:3], (2, 1, 0), strict=True)
    )
    return replace(board, places=places, **{"light_count": 3} | changes)  # type: ignore[arg-type]


def test_a_frame_becomes_green_red_blue_in_the_order_of_the_chain() -> None:
    order = WireOrder(small_board())
    assert order.wire(bytes((1, 2, 3, 4, 5, 6, 7, 8, 9))) == bytes((8, 7, 9, 5, 4, 6, 2, 1, 3))


def test_lights_that_are_no_pads_stay_dark() -> None:
    order = WireOrder(small_board(light_count=4))
    assert order.wire(bytes([255]) * 9) == bytes([255]) * 9 + bytes(3)


@pytest.mark.parametrize("length", [0, 8, 10])
def test_a_frame_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"has 9 bytes, three a pad, not {length}"):
        WireOrder(small_board()).wire(bytes(length))


def test_a_frame_of_36_takes_1_1_ms_and_a_pause() -> None:
    # 36 lights × 24 bits × 1.25 µs = 1.08 ms, then 0.3 ms.
    assert frame_seconds(36) == pytest.approx(1.08e-3 + 0.3e-3)


def test_each_light_takes_the_first_24_bits_and_passes_on_the_rest() -> None:
    string = LightString(3)
    string.shift(RED_WIRE + GREEN_WIRE + BLUE_WIRE)
    string.reset()
    assert string.colours() == (RED, GREEN, BLUE)


def test_nothing_shows_before_the_reset() -> None:
    string = LightString(1)
    string.shift(RED_WIRE)
    assert string.colours() == (DARK,)


def test_bits_without_a_reset_between_go_further_down_the_chain() -> None:
    string = LightString(2)
    string.shift(RED_WIRE)
    string.shift(GREEN_WIRE)
    string.reset()
    assert string.colours() == (RED, GREEN)


def test_a_short_stream_leaves_the_later_lights_unchanged(chain: SimulatedLightChain) -> None:
    chain.send(RED_WIRE * 3)
    chain.send(GREEN_WIRE + b"\xff\xff")
    assert chain.colours() == (GREEN, RED, RED)


def test_what_is_too_long_falls_off_the_end(chain: SimulatedLightChain) -> None:
    chain.send(RED_WIRE * 3 + GREEN_WIRE)
    assert chain.colours() == (RED, RED, RED)


def test_the_chain_remembers_only_so_much(chain: SimulatedLightChain) -> None:
    for wire in (RED_WIRE, GREEN_WIRE, BLUE_WIRE):
        chain.send(wire)
    assert [shown.colours[0] for shown in chain.history] == [GREEN, BLUE]


def test_a_broken_chain_keeps_its_colours_and_raises(chain: SimulatedLightChain) -> None:
    chain.send(RED_WIRE)
    chain.break_down()
    with pytest.raises(LightChainError, match="check its data line"):
        chain.send(GREEN_WIRE)
    assert chain.colours()[0] == RED
    chain.repair()
    chain.send(GREEN_WIRE)
    assert chain.colours()[0] == GREEN


def test_a_closed_chain_takes_nothing(chain: SimulatedLightChain) -> None:
    chain.close()
    with pytest.raises(LightChainError):
        chain.send(RED_WIRE)


@given(st.binary(min_size=108, max_size=108))
def test_any_frame_arrives_at_its_pads(frame: bytes) -> None:
    board = load_board_map()
    string = LightString(board.light_count)
    string.shift(WireOrder(board).wire(frame))
    string.reset()
    colours = string.colours()
    assert b"".join(bytes(colours[place.light]) for place in board.places) == frame
