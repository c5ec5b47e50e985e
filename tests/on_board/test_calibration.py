"""The file of what was measured: kept, read again, and refused when it cannot be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from iye.calibration import CalibrationError, Measured, read_calibration, write_calibration
from iye_hw.board_map import load_board_map

BOARD = load_board_map()
MEASURED = Measured(
    board="iye-36",
    at="2026-03-21T20:15:00+03:00",
    baselines=dict.fromkeys(BOARD.pads, 69),
    touch_threshold=20,
    release_threshold=9,
)


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new/calibration.json"
    write_calibration(path, MEASURED)
    assert read_calibration(path, BOARD) == MEASURED
    assert list(path.parent.iterdir()) == [path]


def test_there_may_be_none_yet(tmp_path: Path) -> None:
    assert read_calibration(tmp_path / "calibration.json", BOARD) is None


def test_one_is_used_with_the_charge_that_it_was_measured_with(tmp_path: Path) -> None:
    path = changed(tmp_path, configs=[0x38, 0x40])  # 56 µA for 1 µs
    found = read_calibration(path, BOARD, (0x38, 0x40))
    assert found is not None
    assert found.configs == (0x38, 0x40)


def changed(tmp_path: Path, **fields: Any) -> Path:
    path = tmp_path / "calibration.json"
    write_calibration(path, MEASURED)
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | fields), "utf-8")
    return path


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"configs": [0x38, 0x40]}, "was measured with another charge"),
        ({"board": "iye-9"}, "is of the board iye-9"),
        ({"baselines": {"a1": 69}}, "lacks pad 1H"),
        ({"baselines": {"a1": 690}}, "is damaged .*<= 255"),
        ({"touch_threshold": 5}, "is damaged .*leave no room between"),
        ({"colour": "red"}, "is damaged .*unknown field `colour`"),
    ],
)
def test_one_that_cannot_be_used_says_what_to_do(
    fields: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(CalibrationError, match=f"{sentence}.*: empty the board and run iye cal"):
        read_calibration(changed(tmp_path, **fields), BOARD)


@pytest.mark.parametrize("content", [b"", b'{"board": "iye-36"', b"\xff"])
def test_one_that_was_cut_short_says_what_to_do(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_bytes(content)
    with pytest.raises(CalibrationError, match="is damaged"):
        read_calibration(path, BOARD)


def test_one_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"cannot be read \(Is a directory\): run this as"):
        read_calibration(tmp_path, BOARD)
