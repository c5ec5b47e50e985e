"""Which way the lights are driven: the choice, its reason in the log, and no lights at all."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from iye_hw.light_chain import LightChain, LightChainError
from iye_hw.pi.lights import SOON, Backend, DarkChain, choose_lights, fitting_backend
from iye_hw.pi.lights_pio import PioChain
from iye_hw.pi.lights_ws281x import Ws281xChain
from iye_hw.pi.model import PiModel
from iye_hw.sentence import Sentence, sentence_of
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


class Late:
    """A device that cannot be opened yet, for reasons of the moment; and a clock."""

    def __init__(self, *reasons: str) -> None:
        self.now = 0.0
        self.reasons = list(reasons)
        self.tried_at: list[float] = []
        self.sent: list[bytes] = []
        self.closed = 0

    def open(self) -> LightChain:
        self.tried_at.append(self.now)
        if self.reasons:
            raise LightChainError(self.reasons.pop(0))
        return self

    def send(self, wire: bytes) -> None:
        self.sent.append(wire)

    def close(self) -> None:
        self.closed += 1

    def frames(self, chain: DarkChain, seconds: int) -> list[str]:
        """Send a frame a second; give the sentences of those that were refused."""
        refused = []
        for _ in range(seconds):
            try:
                chain.send(bytes(108))
            except LightChainError as error:
                refused.append(str(error))
            self.now += 1.0
        return refused


def dark(late: Late) -> DarkChain:
    return DarkChain("no device", late.open, lambda: late.now)


def test_lights_whose_device_comes_late_shine_then() -> None:
    late = Late()
    chain = dark(late)
    refused = late.frames(chain, 10)
    assert refused == ["no device"] * int(SOON)
    assert late.tried_at == [SOON]
    assert len(late.sent) == 10 - int(SOON)


def test_lights_that_never_come_are_tried_ever_more_seldom() -> None:
    late = Late(*["no device"] * 100)
    late.frames(dark(late), 1300)
    assert late.tried_at == [5, 15, 35, 75, 155, 315, 615, 915, 1215]


def test_the_last_reason_is_the_one_that_is_told() -> None:
    late = Late("no rights")
    assert set(late.frames(dark(late), 7)[int(SOON) :]) == {"no rights"}


def test_a_closed_chain_is_not_tried_again() -> None:
    late = Late()
    chain = dark(late)
    chain.close()
    assert len(late.frames(chain, 60)) == 60
    assert late.tried_at == []


def test_lights_that_were_had_in_the_end_are_let_go_of() -> None:
    late = Late()
    chain = dark(late)
    late.frames(chain, 10)
    chain.close()
    assert late.closed == 1


def test_a_pi_5s_device_may_come_after_the_program(tmp_path: Path) -> None:
    device = tmp_path / "leds0"
    clock = iter([0.0, SOON - 1, SOON, SOON]).__next__
    chain = choose_lights(Backend.AUTO, FIVE, 36, device=device, clock=clock)
    device.touch()
    with pytest.raises(LightChainError, match="there is no"):
        chain.send(bytes(108))
    chain.send(bytes(108))
    chain.close()
    assert device.read_bytes() == bytes(4 * 36)


@pytest.mark.parametrize("error", [OSError(5, "no"), TypeError("of another make"), MemoryError()])
def test_whatever_the_library_raises_the_game_goes_on(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(*_: object) -> None:
        raise error

    monkeypatch.setattr("iye_hw.pi.lights.Ws281xChain", raises)
    chain = choose_lights(Backend.SPI, ZERO_2, 36)
    assert isinstance(chain, DarkChain)
    sentence = rf"the lights do not work \({type(error).__name__}: .*\)"
    with pytest.raises(LightChainError, match=sentence):
        chain.send(bytes(108))


def test_what_keeps_lights_dark_is_said_so_that_it_can_be_translated(tmp_path: Path) -> None:
    """At the start, and again whenever they have been tried again."""
    clock = iter([0.0, SOON - 1, SOON, SOON, SOON + 1]).__next__
    chain = choose_lights(Backend.AUTO, FIVE, 36, device=tmp_path / "leds0", clock=clock)
    for _ in range(3):
        with pytest.raises(LightChainError) as refused:
            chain.send(bytes(108))
        said = sentence_of(refused.value)
        assert isinstance(said, Sentence)
        assert said.pattern.startswith("there is no {device}: put {line} into the boot file")


def test_a_board_without_lights_complains_of_nothing() -> None:
    chain = choose_lights(Backend.NONE, ZERO_2, 36)
    chain.send(bytes(108))
    chain.close()
