"""Who watches over a board on a Pi: the watchdog's questions answered, the drum beaten."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from iye.on_board import Nurse
from iye.running import RunningBoard
from iye.settings import SettingsError, parse_settings
from iye.watchdog import PATIENCE, Watchdog
from iye_hw.chip_watch import ChipWatch
from iye_hw.touch_settings import Care, TouchSettings
from panel_rig import PiBench


class Ward:
    """A running board on the Pi's panel, on simulated chips, and its nurse."""

    def __init__(self, settings: TouchSettings | None = None) -> None:
        self.bench = PiBench(settings or TouchSettings(care=Care(health_check=1.0)))
        self.board = RunningBoard(self.bench.under_test, self.bench.loop)
        self.nurse = Nurse(self.bench.under_test)

    async def begin(self) -> None:
        await self.board.start()
        self.nurse.began(self.board)

    def end(self) -> None:
        self.nurse.ends()
        self.board.close()
        self.bench.close()


@pytest.fixture
def ward() -> Iterator[Ward]:
    ward = Ward()
    yield ward
    ward.end()


def test_the_chips_are_looked_after_every_second(ward: Ward) -> None:
    assert ward.nurse.cared_at() == -math.inf
    ward.bench.loop.run_until_complete(ward.begin())
    for _ in range(5):
        ward.bench.run_for(2)
        assert ward.bench.loop.time() - ward.nurse.cared_at() <= 1.01


def test_a_bus_that_hangs_is_no_reason_to_start_again(ward: Ward) -> None:
    """It is said to people, and a fresh start would not mend it."""
    ward.bench.loop.run_until_complete(ward.begin())
    ward.bench.panel.bus.hang(hangs=True)
    ward.bench.run_for(60)
    assert ward.bench.loop.time() - ward.nurse.cared_at() <= 1.01


def test_a_table_that_waits_for_nothing_is_never_late(ward: Ward) -> None:
    assert ward.nurse.due() == math.inf
    ward.bench.loop.run_until_complete(ward.begin())
    assert ward.nurse.due() >= ward.bench.loop.time()


def test_the_drum_beats_when_the_board_wakes(ward: Ward) -> None:
    ward.bench.loop.run_until_complete(ward.begin())
    ward.bench.touch("c3")
    ward.bench.run_for(0.07)  # felt after 8 ms, believed after 40; the first stroke lasts 60 ms
    assert ward.bench.buzzer_pin.frequency == pytest.approx(110)
    ward.bench.release("c3")
    ward.bench.run_for(1)
    assert not ward.bench.buzzer_pin.state


def test_chips_that_are_looked_after_as_seldom_as_may_be_set_are_alive() -> None:
    seldom = parse_settings("[touch]\nhealth_check = 3\n").touch_settings()
    ward = Ward(seldom)
    ward.bench.loop.run_until_complete(ward.begin())
    for _ in range(100):
        ward.bench.run_for(0.7)
        assert ward.bench.loop.time() - ward.nurse.cared_at() <= PATIENCE - 1
    ward.end()
    with pytest.raises(SettingsError, match=r"touch\.health_check: take a number from 0\.1 to 3"):
        parse_settings("[touch]\nhealth_check = 3.1\n")


class Systemd:
    """systemd's ear."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def notify(self, state: str) -> None:
        self.said.append(state)

    def fed_while(self, ward: Ward, seconds: float) -> bool:
        """Tell whether the watchdog is still fed after so long."""
        ward.bench.run_for(seconds)
        self.said.clear()
        ward.bench.run_for(10)
        return "WATCHDOG=1" in self.said


def fails(*_: object) -> None:
    raise RuntimeError("it hangs")


def test_a_touch_that_hangs_ends_the_feeding_and_a_table_that_hangs_too(
    ward: Ward, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is made to fail at every moment at which it would be looked after."""
    ward.bench.loop.set_exception_handler(lambda *_: None)
    systemd = Systemd()
    watchdog = Watchdog(ward.bench.loop, ward.nurse, systemd, 1.0)
    ward.bench.loop.run_until_complete(ward.begin())
    watchdog.begin()
    ward.bench.touch("c3")  # the board is awake from now on, and will fall asleep
    ward.bench.run_for(0.5)
    ward.bench.release("c3")
    assert systemd.fed_while(ward, 10)
    with monkeypatch.context() as patch:
        patch.setattr(ChipWatch, "check_settings", fails)
        assert not systemd.fed_while(ward, 10)
    assert systemd.fed_while(ward, 10)
    with monkeypatch.context() as patch:
        patch.setattr("iye.daemon.at_table.handle", fails)
        assert not systemd.fed_while(ward, 700)
    watchdog.end()
