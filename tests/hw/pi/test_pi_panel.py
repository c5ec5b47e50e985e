"""What the Pi's panel has beyond every panel's contract: parts that may be missing, and a drum."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin

from iye_hw.board_map import load_board_map
from iye_hw.board_panel import Parts
from iye_hw.pi.buzzer import Beat
from iye_hw.pi.i2c import I2CError, in_use, open_i2c
from iye_hw.pi.lights import DarkChain, NoChain
from iye_hw.pi.pi_panel import LightWishes, PiPanel, open_parts
from iye_hw.pi.pins import PinsError, open_pins
from iye_hw.simulated.bus import SimulatedI2C
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from panel_rig import PiBench
from ws281x_rig import ws281x

DRUM = (Beat(220.0, 0.05), Beat(0.0, 0.1), Beat(440.0, 0.05))


@pytest.fixture
def bench() -> Iterator[PiBench]:
    bench = PiBench().start()
    yield bench
    bench.close()


def sounding(bench: PiBench) -> float | None:
    """Give the frequency that the buzzer's pin is driven with; None when it is not."""
    return bench.buzzer_pin.frequency if bench.buzzer_pin.state else None


def test_beats_follow_one_another_and_end(bench: PiBench) -> None:
    heard = []
    bench.under_test.play(DRUM)
    for seconds in (0.01, 0.05, 0.1, 0.1):
        heard.append(sounding(bench))
        bench.run_for(seconds)
    assert [heard[0], heard[1]] == [pytest.approx(220), pytest.approx(220)]
    assert heard[2:] == [None, pytest.approx(440)]
    assert sounding(bench) is None


def test_new_beats_take_the_place_of_those_that_play(bench: PiBench) -> None:
    bench.under_test.play(DRUM)
    bench.run_for(0.06)
    bench.under_test.play((Beat(330.0, 1.0),))  # longer than what was left of the others
    for _time in range(99):
        assert sounding(bench) == pytest.approx(330)
        bench.run_for(0.01)
    bench.run_for(1)
    assert sounding(bench) is None


@pytest.mark.parametrize(("asked", "played"), [(20.0, 110), (9000.0, 1760)])
def test_a_tone_out_of_reach_is_the_nearest(bench: PiBench, asked: float, played: int) -> None:
    bench.under_test.play((Beat(asked, 0.05),))
    assert sounding(bench) == pytest.approx(played, rel=0.001)


def test_closing_in_the_middle_of_a_beat_is_silence(bench: PiBench) -> None:
    bench.under_test.play(DRUM)
    bench.under_test.close()
    bench.under_test.play(DRUM)
    bench.run_for(1)
    assert not bench.buzzer_pin.state


def test_closing_lets_go_of_bus_and_lights(bench: PiBench) -> None:
    bench.under_test.close()
    assert bench.i2c.ended
    assert bench.fake.made[0].deleted


def test_a_pin_that_cannot_sound_is_a_silent_board() -> None:
    loop = VirtualTimeLoop()
    board = load_board_map()
    pins = MockFactory(revision="902120", pin_class=MockPin)  # without PWM
    panel = PiPanel(board, Parts(SimulatedI2C({}), NoChain(), pins), loop)
    panel.play(DRUM)
    panel.close()
    loop.close()


def test_without_the_bus_it_says_which_line_is_missing(tmp_path: Path) -> None:
    with pytest.raises(I2CError, match=r"dtparam=i2c_arm=on into /boot/firmware/config\.txt"):
        open_i2c(root=tmp_path)


@pytest.mark.parametrize("place", ["boot/firmware/config.txt", "boot/config.txt"])
def test_a_bus_that_the_boot_file_asks_for_already_wants_a_start(
    place: str, tmp_path: Path
) -> None:
    """As after an installation: nobody is told to write a line that is there."""
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).write_text("[all]\ndtparam=i2c_arm=on\n", encoding="utf-8")
    with pytest.raises(I2CError, match=r"/dev/i2c-1 yet, though the boot file asks .*: start the"):
        open_i2c(root=tmp_path)


@pytest.mark.parametrize("allowed", [0, os.R_OK, os.W_OK])
def test_a_bus_that_may_not_be_used_says_which_group(
    allowed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device(tmp_path)
    monkeypatch.setattr("os.access", lambda _path, wanted: not wanted & ~allowed)
    with pytest.raises(I2CError, match="usermod -aG i2c"):
        open_i2c(root=tmp_path)


@pytest.mark.parametrize(
    ("bus", "line"), [(0, "dtparam=i2c_vc=on"), (1, "dtparam=i2c_arm=on"), (3, "dtoverlay=i2c3")]
)
def test_each_bus_has_a_line_of_its_own(bus: int, line: str, tmp_path: Path) -> None:
    with pytest.raises(I2CError, match=rf"there is no .*/dev/i2c-{bus}: put {line} into "):
        open_i2c(bus, root=tmp_path)


@pytest.mark.parametrize("bus", [1, 3])
def test_the_bus_that_the_board_names_is_opened(
    bus: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device(tmp_path, bus)
    blinka(monkeypatch, lambda number: f"bus {number}")
    assert open_i2c(bus, root=tmp_path) == f"bus {bus}"


def test_blinkas_object_is_locked_and_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Adafruit's class wants it; the device is any file, since nothing is sent."""
    from iye_hw.pi.blinka_bus import BlinkaBus  # noqa: PLC0415 - Blinka is what is tested

    def null(_self: Any, _bus: int) -> None:
        _self._device = Path(os.devnull).open("r+b", buffering=0)  # noqa: SIM115 - it is kept

    monkeypatch.setattr("Adafruit_PureIO.smbus.SMBus.open", null)
    bus = BlinkaBus(7)
    assert [bus.try_lock(), bus.try_lock()] == [True, False]
    bus.unlock()
    assert bus.try_lock()
    bus.deinit()
    bus.deinit()


def test_a_bus_is_held_by_one_alone_until_it_is_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs would set each other's chips up, whichever user and folder they run with."""
    from iye_hw.pi.blinka_bus import BlinkaBus  # noqa: PLC0415 - Blinka is what is tested

    device(tmp_path)
    opened: list[Any] = []

    def any_file(_self: Any, _bus: int) -> None:
        _self._device = (tmp_path / "dev/i2c-1").open("r+b", buffering=0)
        opened.append(_self._device)

    monkeypatch.setattr("Adafruit_PureIO.smbus.SMBus.open", any_file)
    assert not in_use(1, tmp_path)
    first = BlinkaBus(1)
    assert in_use(1, tmp_path)
    with pytest.raises(I2CError, match="in hand: end it first, the board's own by sudo systemctl"):
        open_i2c(root=tmp_path)
    assert [file.closed for file in opened] == [False, True]
    first.deinit()
    assert not in_use(1, tmp_path)
    open_i2c(root=tmp_path).deinit()


def test_a_bus_that_is_not_there_is_nobodys(tmp_path: Path) -> None:
    assert not in_use(1, tmp_path)


def test_blinkas_own_object_says_when_there_is_no_bus() -> None:
    from iye_hw.pi.blinka_bus import BlinkaBus  # noqa: PLC0415 - Blinka is what is tested

    with pytest.raises(RuntimeError, match="#250 not found"):
        BlinkaBus(250)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ImportError("no PureIO\nmore"), r"Blinka cannot run here \(no PureIO\): install"),
        (RuntimeError("not found\nmore"), r"I²C bus 1 does not open \(not found\): start"),
        (OSError(6, "No such device"), r"1 does not open \(\[Errno 6\] No such device\): start"),
    ],
)
def test_what_blinka_says_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def refuse(*_pins: object) -> object:
        raise error

    device(tmp_path)
    blinka(monkeypatch, refuse)
    with pytest.raises(I2CError, match=sentence):
        open_i2c(root=tmp_path)


def test_without_lgpio_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(PinsError, match="sudo apt install python3-lgpio"):
        open_pins()


def test_pins_out_of_reach_say_which_group(monkeypatch: pytest.MonkeyPatch) -> None:
    class LgpioError(Exception):
        pass

    def refuse() -> object:
        raise LgpioError("can not open gpiochip")

    lgpio(monkeypatch, refuse)
    with pytest.raises(PinsError, match=r"\(can not open gpiochip\): add this user to the group"):
        open_pins()


def test_a_machine_that_is_no_pi_is_not_sent_to_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> object:
        raise PinUnknownPi("unable to locate Pi revision")

    lgpio(monkeypatch, refuse)
    with pytest.raises(PinsError, match="gpiozero does not know this machine: use a Raspberry Pi"):
        open_pins()


def test_lgpio_gets_a_folder_of_its_own_where_it_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setenv("LG_WD", "")  # so that it is put back whatever happens to it
    monkeypatch.delenv("LG_WD")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(PinsError):
        open_pins()
    folder = Path(os.environ["LG_WD"])
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_parts_are_opened_with_lgpio_and_lights_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = (Closing(), MockFactory(revision="902120"))
    device(tmp_path)
    blinka(monkeypatch, lambda *_: opened[0])
    lgpio(monkeypatch, lambda: opened[1])
    with ws281x(code=-13):
        parts = open_parts(load_board_map(), LightWishes(), root=tmp_path)
    assert (parts.i2c, parts.pin_factory) == opened
    assert isinstance(parts.chain, DarkChain)


def test_a_bus_is_let_go_of_when_there_are_no_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = Closing()
    device(tmp_path)
    blinka(monkeypatch, lambda *_: bus)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(PinsError):
        open_parts(load_board_map(), LightWishes(), root=tmp_path)
    assert bus.ended


class Closing:
    ended = False

    def deinit(self) -> None:
        self.ended = True


def device(root: Path, bus: int = 1) -> None:
    (root / "dev").mkdir()
    (root / f"dev/i2c-{bus}").touch()


def blinka(monkeypatch: pytest.MonkeyPatch, i2c: Any) -> None:
    """Let `i2c` stand for Blinka's object for a bus."""
    module = ModuleType("iye_hw.pi.blinka_bus")
    module.BlinkaBus = i2c  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "iye_hw.pi.blinka_bus", module)


def lgpio(monkeypatch: pytest.MonkeyPatch, factory: Any) -> None:
    """Put a module named as gpiozero's for lgpio in its place."""
    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
