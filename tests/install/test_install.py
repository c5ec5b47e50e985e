"""The installer, in a throw-away root folder."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import install
from iye.settings import parse_settings
from iye_hw.board_map import load_board_map

ROOT = Path(__file__).parents[2]
BOOT = "boot/firmware/config.txt"
BEFORE = "# mine\ndtparam=audio=on\n"


def make(what: str, root: Path, **environment: str) -> str:
    result = subprocess.run(
        ["make", "--no-print-directory", what, f"DESTDIR={root}"],  # noqa: S607 - the system's
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Give the root of a Pi on which nothing has been installed."""
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (tmp_path / BOOT).write_text(BEFORE, encoding="utf-8")
    return tmp_path


def files(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def test_everything_is_laid_out(pi: Path) -> None:
    make("install", pi)
    assert set(files(pi)) == {
        BOOT,
        "etc/iye/iye.toml",
        "etc/modules-load.d/iye.conf",
        "etc/systemd/system/iye.service",
        "etc/sysusers.d/iye.conf",
        "etc/tmpfiles.d/iye.conf",
        "etc/udev/rules.d/60-iye.rules",
    }
    assert (pi / "usr/local/bin/iye").readlink() == Path("/opt/iye/bin/iye")


def test_installing_again_changes_nothing(pi: Path) -> None:
    make("install", pi)
    before = files(pi)
    said = make("install", pi)
    assert files(pi) == before
    assert "write" not in said.replace("was written", "")


def test_a_dry_run_says_what_it_would_do_and_does_nothing(pi: Path) -> None:
    before = files(pi)
    said = make("install", pi, DRY_RUN="1").splitlines()
    assert files(pi) == before
    assert "would write /etc/systemd/system/iye.service" in said
    assert f"would write /{BOOT}" in said
    assert all(line.startswith("would ") for line in said)


class System:
    """What a machine is like: what its Debian has, and whether systemd runs."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *packages: str, awake: bool = True, udev: bool = True
    ) -> None:
        monkeypatch.setattr(install.Target, "has_package", lambda _, name: name in packages)
        monkeypatch.setattr(install.Target, "is_awake", property(lambda _: awake))
        monkeypatch.setattr(install.Target, "has_udev", property(lambda _: udev))

    def would(self, capsys: pytest.CaptureFixture[str]) -> list[str]:
        install.install(install.Target(dry=True))
        return capsys.readouterr().out.replace("would run ", "").splitlines()


def test_a_dry_run_on_a_pi_names_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = System(monkeypatch, "python3-lgpio").would(capsys)
    pip = "/opt/iye/bin/python -m pip"
    for command in (
        "apt-get install --yes --no-install-recommends gcc python3-dev python3-venv python3-lgpio",
        "python3 -m venv --system-site-packages /opt/iye",
        f"{pip} install --quiet --use-pep517 -c {ROOT}/constraints.txt {ROOT}[pi]",
        "systemd-sysusers /etc/sysusers.d/iye.conf",
        "systemctl enable iye.service",
        "udevadm control --reload",
        "udevadm trigger",
        "systemctl restart --no-block iye.service",
    ):
        assert command in said


def test_a_debian_without_lgpio_leaves_it_to_pip(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Debian's own Bookworm and Trixie have no such package; Raspberry Pi OS has."""
    said = System(monkeypatch).would(capsys)
    assert said[0] == "apt-get install --yes --no-install-recommends gcc python3-dev python3-venv"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [Requirement(need) for need in project["optional-dependencies"]["pi"]]
    for python, wheel in (("3.11", "lgpio"), ("3.13", "adafruit-lgpio")):
        wanted = [
            n.name for n in needs if n.marker and n.marker.evaluate({"python_version": python})
        ]
        assert wanted == [wheel]  # the one that has to build nothing there


def test_where_systemd_does_not_run_the_service_waits_for_the_next_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on a card that is prepared on another machine."""
    said = System(monkeypatch, awake=False).would(capsys)
    assert "systemctl enable iye.service" in said
    assert not any("udevadm" in line or "restart" in line for line in said)
    assert "would leave the service to the next start: systemd does not run here" in said


def test_in_a_container_there_are_no_devices_to_tell_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = System(monkeypatch, udev=False).would(capsys)
    assert not any("udevadm" in line for line in said)
    assert "systemctl restart --no-block iye.service" in said


def test_nothing_is_built_where_the_sources_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Root's files there would be in the way of the owner's next `make play`."""
    monkeypatch.setattr(install.Target, "is_this_machine", True)
    with install._sources(install.Target(tmp_path)) as folder:
        assert ROOT not in folder.parents
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        for package in project["tool"]["setuptools"]["packages"]:
            place = package.replace(".", "/")
            assert any((folder / top / place).is_dir() for top in ("", "firmware"))
        for module in project["tool"]["setuptools"]["ext-modules"]:
            assert all((folder / source).is_file() for source in module["sources"])
        assert (folder / "iye_hw/board.toml").is_file()
        assert (folder / project["project"]["readme"]).is_file()
    assert not folder.exists()


def test_every_package_of_the_program_is_installed() -> None:
    """A room that is not listed runs from the sources, and is missing in /opt/iye."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    there = {
        str(path.parent.relative_to(folder)).replace("/", ".")
        for folder in (ROOT / "firmware", ROOT)
        for top in ("iye", "iye_hw")
        for path in (folder / top).rglob("__init__.py")
    }
    assert listed == there


def test_uninstalling_leaves_games_and_settings_and_the_boot_file_as_it_was(pi: Path) -> None:
    make("install", pi)
    journal = pi / "var/lib/iye/journal.sqlite3"
    journal.parent.mkdir(parents=True)
    journal.write_text("games", encoding="utf-8")
    make("uninstall", pi)
    assert set(files(pi)) == {BOOT, "etc/iye/iye.toml", "var/lib/iye/journal.sqlite3"}
    assert (pi / BOOT).read_text(encoding="utf-8") == BEFORE
    assert not (pi / "usr/local/bin/iye").is_symlink()


def test_settings_that_are_there_are_kept(pi: Path) -> None:
    (pi / "etc/iye").mkdir(parents=True)
    (pi / "etc/iye/iye.toml").write_text("[page]\nport = 80\n", encoding="utf-8")
    make("install", pi)
    assert (pi / "etc/iye/iye.toml").read_text(encoding="utf-8") == "[page]\nport = 80\n"


def test_fresh_settings_name_the_pis_panel_and_the_services_folder(pi: Path) -> None:
    make("install", pi)
    text = (pi / "etc/iye/iye.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["board"] == {"panel": "pi"}
    assert parse_settings(text).record.folder == "/var/lib/iye"


def test_a_machine_without_a_boot_file_gets_none(tmp_path: Path) -> None:
    said = make("install", tmp_path)
    assert "leave the boot file alone" in said
    assert not (tmp_path / "boot").exists()


def test_the_older_place_of_the_boot_file_is_used_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").write_text(BEFORE, encoding="utf-8")
    make("install", tmp_path)
    assert install.BEGIN in (tmp_path / "boot/config.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("before", ["", "# mine\n", "# mine\n[pi4]\na=1\n", "\n\n"])
def test_the_boot_lines_come_and_go_without_a_trace(before: str) -> None:
    once = install.with_block(before, "a=1\n")
    assert once == f"{before}{install.BEGIN}\na=1\n{install.END}\n"
    assert install.with_block(once, "b=2\n") == once.replace(
        "a=1\n" + install.END, f"b=2\n{install.END}"
    )
    assert install.with_block(once, "") == before


def test_what_stands_below_the_boot_lines_stays() -> None:
    text = install.with_block("above\n", "a=1\n") + "below\n"
    assert install.with_block(text, "") == "above\nbelow\n"


def test_markers_that_do_not_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="put the boot file right by hand"):
        install.with_block(f"{install.BEGIN}\na=1\n", "b=2\n")


def test_the_boot_lines_are_those_of_the_board() -> None:
    board = load_board_map()
    text = (ROOT / "hardware/raspberry-pi/boot.txt").read_text(encoding="utf-8")
    assert f"dtoverlay=ws2812-pio,gpio={board.light_pin},num_leds={board.light_count}" in text
    power = re.search(r"gpio-shutdown,gpio_pin=(\d+)", text)
    assert power is not None
    taken = {board.interrupt_pin, board.light_pin, board.buzzer_pin, *dict(board.buttons).values()}
    assert int(power[1]) not in taken | {2, 3}  # nor the touch chips' bus
    assert text.endswith("[all]\n")


def test_rights_are_asked_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.delenv("DESTDIR", raising=False)
    monkeypatch.delenv("DRY_RUN", raising=False)
    with pytest.raises(SystemExit, match="this needs root: sudo make install"):
        install.main(["install"])


def test_a_word_that_is_not_known_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESTDIR", str(tmp_path))
    with pytest.raises(SystemExit, match="say install or uninstall"):
        install.main(["remove"])
