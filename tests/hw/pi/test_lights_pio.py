"""The light chain on a Pi 5: what its device is written, with a file in the device's place."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from iye_hw.light_chain import LightChainError
from iye_hw.pi.lights_pio import PioChain, pixels_of


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "leds0"
    path.touch()
    return path


def test_a_light_is_red_green_blue_and_an_unused_white() -> None:
    # Green full, red dark, blue full; then red full alone.
    assert pixels_of(bytes((255, 0, 255, 0, 255, 0))) == bytes((0, 255, 255, 0, 255, 0, 0, 0))


@pytest.mark.parametrize(
    ("level", "value"),
    [
        (0, 0),
        (255, 255),
        (55, 128),  # 255 × (128 / 255)^(1 / 0.45) = 55.05
        (119, 181),  # 255 × (181 / 255)^(1 / 0.45) = 119.05
        (12, 65),  # 255 × (65 / 255)^(1 / 0.45) = 12.2, and 64 gives 11.8
        (1, 22),  # 255 × (22 / 255)^(1 / 0.45) = 1.10: the first that is not dark
    ],
)
def test_a_level_is_bent_against_the_drivers_gamma(level: int, value: int) -> None:
    assert pixels_of(bytes((0, level, 0)))[0] == value


def test_every_level_comes_out_right_but_for_one_step() -> None:
    for level in range(256):
        value = pixels_of(bytes((0, level, 0)))[0]
        assert abs(255 * (value / 255) ** (1 / 0.45) - level) < 2.1


def test_each_frame_is_written_at_the_beginning(device: Path) -> None:
    chain = PioChain(2, device)
    chain.send(bytes((255,) * 6))
    chain.send(bytes((255, 0, 0, 0, 0, 255)))
    chain.close()
    assert device.read_bytes() == bytes((0, 255, 0, 0, 0, 0, 255, 0))


def test_without_the_overlay_it_says_which_line_is_missing(tmp_path: Path) -> None:
    with pytest.raises(LightChainError, match="dtoverlay=ws2812-pio,gpio=10,num_leds=36"):
        PioChain(36, tmp_path / "leds0")


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "install the board's udev rules"),
        (errno.EFBIG, "write num_leds=2 into the overlay's line"),
        (errno.ENOSPC, "write num_leds=2 into the overlay's line"),
        (errno.EIO, "does not take frames"),
    ],
)
def test_a_device_that_refuses_says_what_to_do_and_is_tried_afresh(
    device: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def refuse(_file: int, _data: bytes, _offset: int) -> int:
        raise OSError(number, os.strerror(number))

    chain = PioChain(2, device)
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", refuse)
        with pytest.raises(LightChainError, match=remedy):
            chain.send(bytes(6))
    chain.send(bytes((0, 255, 0) * 2))
    chain.close()
    assert device.read_bytes() == bytes((255, 0, 0, 0) * 2)


def test_a_closed_chain_takes_nothing(device: Path) -> None:
    chain = PioChain(2, device)
    chain.close()
    chain.close()
    with pytest.raises(LightChainError, match="closed"):
        chain.send(bytes(6))
