"""README's examples are run as written, and give what README says they give."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Give every command of README's console blocks with what follows it."""
    found = []
    for block in _BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = part.partition("\n")
            found.append((command, answer))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files that README shows by `head` into a folder."""
    for command, answer in examples():
        shown = re.fullmatch(r"head -\d+ (\S+)", command)
        if shown:
            (tmp_path / shown[1]).write_text(answer, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("command", "answer"), examples())
def test_an_example_gives_what_is_written_below_it(command: str, answer: str, folder: Path) -> None:
    bin_folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={"PATH": f"{bin_folder}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == answer


def test_readme_shows_a_few_examples_of_the_command_line() -> None:
    assert {command.split()[0] for command, _ in examples()} >= {"iye"}


def test_every_room_is_in_the_picture_of_how_it_is_built() -> None:
    rooms = {path.name for path in (ROOT / "firmware/iye").iterdir() if path.is_dir()}
    for room in rooms - {"__pycache__", "samples"}:
        assert f"      {room}/" in README


def test_every_picture_and_page_that_readme_points_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
