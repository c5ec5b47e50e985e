"""A file is the old one or the new one, never cut short."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iye.record.aside import write_aside


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for data in (b"old", b"", b"new and longer"):
        write_aside(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_is_interrupted_leaves_the_old_file_and_nothing_beside_it(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    write_aside(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space left"):
        write_aside(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_everything_is_on_the_disk_before_the_name_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def note_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def note_replace(source: str, target: str) -> None:
        steps.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_replace)
    write_aside(tmp_path / "settings.toml", b"new")
    assert steps == ["fsync", "rename", "fsync"]


def test_permissions_stay_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    write_aside(path, b"old")
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o600)
    write_aside(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600
