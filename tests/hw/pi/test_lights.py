"""Which way the lights are driven: the choice, its reason in the log, and no lights at all."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from iye_hw.light_chain import LightChainError
from iye_hw.pi.lights import Backend, DarkChain, choose_lights, fitting_backend
from iye_hw.pi.lights_pio import PioChain
from iye_hw.pi.lights_ws281x import Ws281xChain
from iye_hw.pi.model import PiModel
from ws281x_rig import ws281x

ZERO_2 = PiModel("Raspberry Pi Zero 2 W Rev 1.0", 0x902120)
FIVE = PiModel("Raspberry Pi 5 Model B Rev 1.0", 0xD04171)


@pytest.mark.parametrize(
    ("model", "backend"), [(ZERO_2, Backend.SPI), (FIVE, Backend.PIO), (None, Backend.SPI)]
)
def test_auto_takes_what_fits_the_pi(model: PiModel | None, backend: Backend) -> None:
    assert fitting_backend(model)[0] is backend


@pytest.mark.parametrize(
    ("backend", "pin"),
    [(Backend.AUTO, 10), (Backend.SPI, 10), (Backend.PWM, 18), (Backend.PCM, 21)],
)
def test_a_backend_is_opened(backend: Backend, pin: int) -> None:
    with ws281x() as fake:
        chain = choose_lights(backend, ZERO_2, 36)
        assert isinstance(chain, Ws281xChain)
        chain.close()
    assert fake.made[0].channels[0].gpionum == pin


def test_a_pi_5_takes_the_kernels_device(tmp_path: Path) -> None:
    device = tmp_path / "leds0"
    device.touch()
    chain = choose_lights(Backend.AUTO, FIVE, 36, device=device)
    assert isinstance(chain, PioChain)
    chain.close()


def test_the_log_says_what_was_chosen_and_why(caplog: pytest.LogCaptureFixture) -> None:
    with ws281x(), caplog.at_level(logging.INFO):
        choose_lights(Backend.AUTO, ZERO_2, 36).close()
    assert caplog.messages == [
        "lights: spi, because it needs no root on the Raspberry Pi Zero 2 W Rev 1.0"
    ]


def test_lights_that_cannot_be_had_stay_dark_and_say_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    chain = choose_lights(Backend.AUTO, ZERO_2, 36)
    assert isinstance(chain, DarkChain)
    for _ in range(2):
        with pytest.raises(LightChainError, match="rpi_ws281x is not installed"):
            chain.send(bytes(108))
    chain.close()
    assert any("lights: none, because" in message for message in caplog.messages)


def test_a_board_without_lights_complains_of_nothing() -> None:
    chain = choose_lights(Backend.NONE, ZERO_2, 36)
    chain.send(bytes(108))
    chain.close()
