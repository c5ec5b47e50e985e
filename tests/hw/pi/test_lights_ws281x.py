"""The light chain by rpi_ws281x, on a fake of its compiled half; natively also on its own."""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from iye_hw.light_chain import LightChainError
from iye_hw.pi.lights_ws281x import Output, Ws281xChain
from patience import PATIENCE
from ws281x_rig import FakeWs281x, ws281x

WIRE = bytes((0x12, 0xFF, 0x01, 0x00, 0x80, 0x7F))
"""Two lights: green 0x12, red 0xFF, blue 0x01; red 0x80, blue 0x7F."""

STRIPS = [False, pytest.param(True, marks=pytest.mark.native)]


@pytest.fixture(params=STRIPS, ids=["stand-in", "real"])
def fake(request: pytest.FixtureRequest) -> Iterator[FakeWs281x]:
    with ws281x(real=request.param) as fake:
        yield fake


def failing(fake: FakeWs281x, code: int) -> LightChainError:
    fake.code = code
    with pytest.raises(LightChainError) as caught:
        Ws281xChain(2)
    return caught.value


def test_the_wire_takes_the_bytes_as_they_are(fake: FakeWs281x) -> None:
    chain = Ws281xChain(2)
    chain.send(WIRE)
    chain.close()
    assert fake.wire == [WIRE]


def test_every_level_goes_through_unbent_and_undimmed(fake: FakeWs281x) -> None:
    levels = bytes(range(256)) + bytes(2)  # 258 bytes: 86 lights
    chain = Ws281xChain(86)
    chain.send(levels)
    chain.close()
    assert fake.wire == [levels]


@pytest.mark.parametrize(("output", "pin"), [(Output.SPI, 10), (Output.PWM, 18), (Output.PCM, 21)])
def test_an_output_is_its_pin_and_never_dma_5(fake: FakeWs281x, output: Output, pin: int) -> None:
    chain = Ws281xChain(36, output)
    [leds] = fake.made
    chain.close()
    assert (leds.channels[0].gpionum, leds.channels[0].count) == (pin, 36)
    assert (leds.freq, leds.dmanum) == (800_000, 10)


def test_dma_5_is_refused_before_the_library_is_asked(fake: FakeWs281x) -> None:
    with pytest.raises(ValueError, match="DMA channel 5 may belong to the card"):
        Ws281xChain(36, dma=5)
    assert fake.made == []


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        (-3, 'on a Pi 5 set lights.backend to "pio"'),
        (-5, 'PWM and PCM need root, which the service lacks; set lights.backend to "spi"'),
        (-8, "dtparam=audio=off"),
        (-13, "put dtparam=spi=on into the boot file"),
        (-99, "check the data line"),
    ],
)
def test_what_does_not_begin_says_what_to_do(fake: FakeWs281x, code: int, remedy: str) -> None:
    error = failing(fake, code)
    assert str(error).startswith(f"the lights do not work (code {code}): ")
    assert remedy in str(error)


@pytest.mark.parametrize("code", range(-14, -1))
def test_each_code_of_the_library_has_a_remedy_of_its_own_kind(fake: FakeWs281x, code: int) -> None:
    """ws2811.h counts from -1, which says nothing more, to -14."""
    sentence = str(failing(fake, code))
    assert sentence.startswith(f"the lights do not work (code {code}): ")
    assert "check the data line and the boot file" not in sentence


def test_a_strip_that_did_not_begin_is_not_cleaned_up_at_exit(
    fake: FakeWs281x, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[Any] = []
    monkeypatch.setattr(atexit, "register", planned.append)
    monkeypatch.setattr(atexit, "unregister", planned.remove)
    failing(fake, -3)
    assert planned == []
    assert fake.made[0].deleted


def test_a_frame_that_is_not_taken_says_what_to_do(fake: FakeWs281x) -> None:
    chain = Ws281xChain(2)
    fake.render_code = -14
    with pytest.raises(LightChainError, match=r"\(code -14\): the SPI did not take the frame"):
        chain.send(WIRE)
    fake.render_code = 0
    chain.send(WIRE)
    chain.close()
    assert fake.wire == [WIRE]


def test_closing_cleans_up_once(fake: FakeWs281x, monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[Any] = []
    monkeypatch.setattr(atexit, "register", planned.append)
    monkeypatch.setattr(atexit, "unregister", planned.remove)
    chain = Ws281xChain(2)
    chain.close()
    chain.close()
    assert fake.made[0].deleted
    assert planned == []
    with pytest.raises(LightChainError, match="closed"):
        chain.send(WIRE)


def test_an_absent_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(LightChainError, match="rpi_ws281x is not installed"):
        Ws281xChain(2)


SEGFAULT = """
from iye_hw.light_chain import LightChainError
from iye_hw.pi.lights_ws281x import Ws281xChain
try:
    Ws281xChain(36)
except LightChainError as error:
    print(error)
"""


@pytest.mark.native
def test_the_interpreter_survives_a_library_that_does_not_begin() -> None:
    """On a PC the library answers -3; without the guard the interpreter ends with signal 11."""
    result = subprocess.run(
        [sys.executable, "-c", SEGFAULT],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.stdout.startswith("the lights do not work (code -3)")
    assert (result.returncode, result.stderr) == (0, "")
