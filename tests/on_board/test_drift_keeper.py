"""What drift has made of the baselines outlives the program, and nothing else does."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw_rig import BoardBench
from iye.calibration import Measured, read_calibration, write_calibration
from iye.drift_keeper import KEEP_AFTER, DriftKeeper
from iye_hw.board_map import load_board_map
from iye_hw.touch_settings import Care, TouchSettings

BOARD = load_board_map()
FOLLOWED = TouchSettings(care=Care(health_check=60.0, drift=5.0))
DAMP = 1 / 60
"""Picofarads a minute: three counts of 275 come together within ten minutes."""


class House:
    """A calibrated board whose drift is kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bench = BoardBench(settings=FOLLOWED).start()
        calibration = self.bench.panel.calibration
        assert calibration is not None
        self.measured = Measured(
            board=BOARD.name,
            at="2026-03-21T20:15:00+03:00",
            baselines=dict(calibration.baselines),
            touch_threshold=20,
            release_threshold=9,
        )
        write_calibration(path, self.measured)
        self.keeper = DriftKeeper(path, self.measured)
        self.keeper.begin(self.bench.loop, self.bench.panel)

    def drift_for(self, seconds: float) -> None:
        self.bench.panel.sense.set_drift(DAMP)
        self.bench.run_for(seconds)
        # What was handed to another thread is waited for.
        self.bench.loop.run_until_complete(self.bench.loop.run_in_executor(None, lambda: None))
        with self.keeper._writing:
            pass

    def kept(self) -> Measured:
        found = read_calibration(self.path, BOARD)
        assert found is not None
        return found

    def in_use(self) -> dict[str, int]:
        calibration = self.bench.panel.calibration
        assert calibration is not None
        return dict(calibration.baselines)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "calibration.json")
    yield house
    house.keeper.end()
    house.bench.close()


def test_the_drift_is_kept_beside_what_was_measured(house: House) -> None:
    house.drift_for(KEEP_AFTER / 2)
    assert house.kept().followed is None
    house.drift_for(KEEP_AFTER)
    kept = house.kept()
    assert kept.followed is not None
    assert kept.baselines == house.measured.baselines
    # Half a picofarad and more on 9 pF: the registers, a quarter of 275 counts, fall by 3 and more.
    assert all(
        3 <= kept.baselines[pad] - kept.in_use[pad] <= 7 for pad in kept.in_use if pad != "spare"
    )


def test_the_next_start_goes_on_from_there(house: House) -> None:
    house.drift_for(1000)
    house.keeper.end()
    calibration = house.kept().calibration()
    assert dict(calibration.baselines) == house.in_use() != house.measured.baselines


def test_a_board_that_does_not_drift_writes_nothing(house: House) -> None:
    before = house.path.stat()
    house.bench.touch("c3")
    house.bench.run_for(3 * KEEP_AFTER)
    house.keeper.end()
    assert house.path.stat() == before


def test_it_is_written_twice_an_hour_at_most(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def write(path: Path, measured: Measured) -> None:
        written.append(house.bench.loop.time())
        write_calibration(path, measured)

    monkeypatch.setattr("iye.drift_keeper.write_calibration", write)
    for _ in range(12):
        house.drift_for(900)
    assert 4 <= len(written) <= 6


def test_a_new_calibration_is_left_alone(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.drift_for(1000)
    text = json.dumps(json.loads(house.path.read_text("utf-8")) | {"at": "2026-04-01T20:00:00"})
    house.path.write_text(text, "utf-8")
    with caplog.at_level(logging.INFO):
        house.keeper.end()
    assert house.path.read_text("utf-8") == text
    assert "was written anew: the drift of the pads is not kept" in caplog.text


@pytest.mark.parametrize("content", [None, b"{", b"\xff"])
def test_a_file_that_is_gone_or_damaged_is_no_reason_to_end(
    house: House, content: bytes | None
) -> None:
    house.drift_for(1000)
    if content is None:
        house.path.unlink()
    else:
        house.path.write_bytes(content)
    house.keeper.end()
    assert (house.path.read_bytes() if house.path.exists() else None) == content


def test_a_chip_that_is_lost_in_the_midst_keeps_nothing_half(house: House) -> None:
    """All pads follow together, or none is kept."""
    house.bench.panel.unplug(BOARD.chips[1])
    house.drift_for(2 * KEEP_AFTER)
    house.keeper.end()
    assert house.kept().followed is None
