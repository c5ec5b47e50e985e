"""The build guide shows what is there, and tells to run what runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from iye.cli import main

HARDWARE = Path(__file__).parents[2] / "hardware"
GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")
PAGES = sorted(HARDWARE.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (HARDWARE / target).exists()] == []


def test_every_file_named_is_there() -> None:
    named = re.findall(r"`((?:wiring|circuits|enclosure|simple|raspberry-pi)/[\w./-]*)`", GUIDE)
    assert named
    assert [name for name in named if not (HARDWARE / name).exists()] == []


def test_every_command_named_is_one() -> None:
    named = set(re.findall(r"(?:`|-u iye )iye ([a-z-]+)", GUIDE))
    assert {"doctor", "panel-test", "calibrate"} <= named
    assert named <= set(main.list_commands(Context(main)))


def test_the_doctor_says_what_the_guide_quotes(tmp_path: Path) -> None:
    healthy = ["doctor", "--panel", "simulated", "--data", str(tmp_path)]
    result = CliRunner().invoke(main, healthy)
    quoted = re.findall(r"^✓ .*$", GUIDE, re.MULTILINE)
    assert quoted
    assert [line for line in quoted if line not in result.output] == []


def test_a_chip_gone_is_said_as_the_guide_quotes(tmp_path: Path) -> None:
    broken = ["doctor", "--panel", "simulated", "--data", str(tmp_path), "--fault", "chip_gone:c3"]
    result = CliRunner().invoke(main, broken)
    assert result.exit_code == 1
    said = " ".join(result.output.split())
    assert "touch chip 0x5B does not answer → check its four wires" in said
    assert "touch chip 0x5B does not answer → check its four wires" in " ".join(GUIDE.split())


def test_a_panel_that_is_well_is_said_as_the_guide_quotes(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["panel-test", "--panel", "simulated", "--data", str(tmp_path)]
    )
    assert result.exit_code == 0
    assert "all 35 pads answer as themselves" in result.output
    assert "`all 35 pads answer as themselves`" in GUIDE


def test_it_says_how_every_kind_of_printed_part_lies() -> None:
    report = (HARDWARE / "enclosure" / "report.txt").read_text(encoding="utf-8")
    kinds = {name.split("-")[0] for name in re.findall(r"^([\w-]+) +\d+ ", report, re.MULTILINE)}
    said = re.search(r"supports: (.*?)\.", GUIDE, re.DOTALL)
    assert said
    words = said[1].replace("feet", "foot")
    assert kinds
    assert [kind for kind in kinds if kind not in words] == []
