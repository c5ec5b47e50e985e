"""Which Pi this is; revision codes are those of the Raspberry Pi documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from iye_hw.pi.model import Chip, PiModel, read_model


def device_tree(root: Path, name: str, revision: int | None) -> Path:
    tree = root / "proc/device-tree"
    (tree / "system").mkdir(parents=True)
    (tree / "model").write_bytes(name.encode() + b"\0")
    if revision is not None:
        (tree / "system/linux,revision").write_bytes(revision.to_bytes(4, "big"))
    return root


@pytest.mark.parametrize(
    ("revision", "chip"),
    [
        (0x000E, Chip.BCM2835),  # Model B, of the old style
        (0x900093, Chip.BCM2835),  # Zero
        (0xA01041, Chip.BCM2836),  # 2B
        (0x902120, Chip.BCM2837),  # Zero 2 W
        (0xA020D3, Chip.BCM2837),  # 3B+
        (0xC03115, Chip.BCM2711),  # 4B
        (0xD04171, Chip.BCM2712),  # 5
        (0x00F0F0F0 | 1 << 23, None),  # a chip that is not made yet
        (0, None),
    ],
)
def test_a_revision_code_tells_the_chip(revision: int, chip: Chip | None) -> None:
    assert PiModel("Raspberry Pi", revision).chip is chip


def test_a_pi_is_read_from_its_device_tree(tmp_path: Path) -> None:
    root = device_tree(tmp_path, "Raspberry Pi Zero 2 W Rev 1.0", 0x902120)
    assert read_model(root) == PiModel("Raspberry Pi Zero 2 W Rev 1.0", 0x902120)


def test_a_pi_without_a_revision_is_still_a_pi(tmp_path: Path) -> None:
    root = device_tree(tmp_path, "Raspberry Pi 5 Model B Rev 1.0", None)
    assert read_model(root) == PiModel("Raspberry Pi 5 Model B Rev 1.0", 0)


def test_another_board_is_no_pi(tmp_path: Path) -> None:
    assert read_model(device_tree(tmp_path, "Orange Board", 0x902120)) is None


def test_a_pc_is_no_pi(tmp_path: Path) -> None:
    assert read_model(tmp_path) is None


@pytest.mark.parametrize(
    ("revision", "lines"),
    [
        (0x902120, "core_freq=250"),
        (0xA020D3, "core_freq=250"),
        (0xC03115, "core_freq=500\ncore_freq_min=500"),
        (0xD04171, ""),
    ],
)
def test_each_pi_has_its_fixed_core_clock(revision: int, lines: str) -> None:
    assert PiModel("Raspberry Pi", revision).fixed_core_clock == lines
