"""What the system's files say, and that those which say nothing end nothing."""

from __future__ import annotations

from pathlib import Path

from iye_hw.pi.system_files import read_or_nothing


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5\0")
    assert read_or_nothing(tmp_path / "model") == b"Raspberry Pi 5\0"


def test_what_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path / "missing", tmp_path, tmp_path / "loop"):
        assert read_or_nothing(path) == b""
