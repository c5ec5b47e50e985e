"""What systemd thinks of the service, and what the service needs of systemd."""

from __future__ import annotations

import configparser
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import install
from iye.cli import main
from iye_hw.pi.lights_pio import DEVICE

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "systemd/iye.service"
MOST_EXPOSED = 1.5


def analyze(*args: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def unit() -> dict[str, list[str]]:
    """Give the service's settings, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in SERVICE.read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_the_unit_is_what_systemd_expects(tmp_path: Path) -> None:
    """Nothing but the program, which is not installed here, is replaced."""
    copy = tmp_path / "iye.service"
    text = SERVICE.read_text(encoding="utf-8").replace("/opt/iye/bin/iye", "/bin/true")
    copy.write_text(text, encoding="utf-8")
    result = analyze("verify", "--man=no", str(copy))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_the_service_is_exposed_to_little() -> None:
    result = analyze("security", "--offline=yes", "--no-pager", str(SERVICE))
    found = re.search(r"Overall exposure level for iye\.service: ([\d.]+)", result.stdout)
    assert found is not None, result.stderr
    assert float(found[1]) <= MOST_EXPOSED


def test_systemd_watches_over_it() -> None:
    service = unit()
    assert service["Type"] == ["notify"]
    assert service["WatchdogSec"] == ["30"]
    assert service["Restart"] == ["always"]


def test_wrong_settings_are_not_tried_again_and_again(tmp_path: Path) -> None:
    wrong = tmp_path / "iye.toml"
    wrong.write_text("[touch]\nthreshold = 12\n", encoding="utf-8")
    ended = CliRunner().invoke(main, ["run", "--panel", "simulated", "--settings", str(wrong)])
    assert ended.stderr.startswith(f"error: {wrong}, line 2: touch.threshold: ")
    assert unit()["RestartPreventExitStatus"] == [str(ended.exit_code)]


def test_it_has_a_user_and_only_the_groups_of_its_devices() -> None:
    service = unit()
    assert (service["User"], service["Group"]) == (["iye"], ["iye"])
    assert service["SupplementaryGroups"] == ["gpio i2c spi"]


def test_lgpio_has_a_folder_to_write_into() -> None:
    service = unit()
    assert service["WorkingDirectory"] == ["%t/iye"]
    assert service["RuntimeDirectory"] == ["iye"]
    assert "GPIOZERO_PIN_FACTORY=lgpio" in service["Environment"][0].split()


def test_it_starts_the_command_that_there_is() -> None:
    from iye.cli import main  # noqa: PLC0415 - this file is about systemd

    program, command, *options = unit()["ExecStart"][0].split()
    assert program == "/opt/iye/bin/iye"
    known = {name for option in main.commands[command].params for name in option.opts}
    assert {option for option in options if option.startswith("--")} <= known


@pytest.mark.parametrize("group", ["gpio", "i2c", "spi"])
def test_its_groups_are_made_and_its_user_is_in_them(group: str) -> None:
    lines = (ROOT / "systemd/iye.sysusers.conf").read_text(encoding="utf-8").splitlines()
    assert f"g {group} - -" in lines
    assert f"m iye {group}" in lines


def test_the_users_and_folders_are_as_systemd_reads_them(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    users = ["systemd-sysusers", f"--root={tmp_path}", str(ROOT / "systemd/iye.sysusers.conf")]
    subprocess.run(users, check=True, capture_output=True)
    passwd = (tmp_path / "etc/passwd").read_text(encoding="utf-8")
    assert re.search(r"^iye:x:\d+:\d+:IYE board companion:/var/lib/iye:", passwd, re.MULTILINE)
    # Whoever tests is no root, and can make folders of their own alone.
    text = (ROOT / "systemd/iye.tmpfiles.conf").read_text(encoding="utf-8")
    assert " iye iye -" in text
    mine = tmp_path / "iye.conf"
    mine.write_text(text.replace(" iye iye -", " - - -"), encoding="utf-8")
    folders = [
        "systemd-tmpfiles",
        "--create",
        f"--root={tmp_path}",
        str(mine),
    ]
    subprocess.run(folders, check=True, capture_output=True)
    games = tmp_path / "var/lib/iye"
    assert games.stat().st_mode & 0o777 == 0o750
    # Where iye looks for games of the user iye, whose home this is (XDG base directories).
    assert (games / ".local/share/iye-board").resolve() == games


def test_the_service_may_use_every_device_that_the_board_has_and_no_other() -> None:
    """A Pi 5's pins are chip 4 with older kernels; the lights' library reaches for pins too."""
    service = unit()
    assert service["DevicePolicy"] == ["closed"]
    assert set(service["DeviceAllow"]) == {
        "char-i2c rw",
        "/dev/gpiochip0 rw",
        "/dev/gpiochip4 rw",
        "/dev/gpiomem rw",
        "/dev/spidev0.0 rw",
        f"{DEVICE} rw",
    }


def test_the_games_are_where_the_service_may_write() -> None:
    service = unit()
    assert (service["ProtectSystem"], service["StateDirectory"]) == (["strict"], ["iye"])
    settings = next(word for word in service["ExecStart"][0].split() if word.endswith(".toml"))
    assert settings == f"/{install.SETTINGS}"


def test_the_files_have_no_section_twice() -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.read(SERVICE, encoding="utf-8")
    assert parser.sections() == ["Unit", "Service", "Install"]


RULES = ROOT / "systemd/60-iye.rules"
_TOKEN = re.compile(r'\s*([A-Z_]+)(?:\{([^}]+)\})?(==|!=|:=|\+=|-=|=)"([^"]*)"\s*')
_MATCHED, _GIVEN = {"SUBSYSTEM", "KERNEL", "ACTION"}, {"GROUP", "MODE"}


def complaints(rules: Path) -> list[str]:
    """Say what is wrong with rules: by udev's own judgement where it gives one, else by their form.

    `udevadm verify` is there since systemd 254; Bookworm has 252.
    """
    command = ["udevadm", "verify", "--resolve-names=never", "--no-style", "--no-summary"]
    judged = subprocess.run([*command, str(rules)], capture_output=True, text=True, check=False)
    if "Unknown command verb" not in judged.stderr:
        return judged.stderr.splitlines() if judged.returncode else []
    return [
        line
        for line in rules.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#") and not _is_sound(line)
    ]


def _is_sound(line: str) -> bool:
    matches = [_TOKEN.fullmatch(token) for token in line.split(",")]
    found = [match for match in matches if match is not None]
    return len(found) == len(matches) and all(
        match[3] in {"==", "!="} if match[1] in _MATCHED else match[1] in _GIVEN for match in found
    )


def test_udev_takes_the_rules() -> None:
    assert complaints(RULES) == []


@pytest.mark.parametrize(
    "rule",
    [
        'SUBSYSTEM="spidev", GROUP="spi"',
        'SUBSYSTEM=="spidev" GROUP="spi"',
        'SUBSYSTEM=="spidev", GRUOP="spi"',
        'SUBSYSTEM=="spidev", GROUP=spi',
    ],
)
def test_a_rule_that_udev_would_not_take_is_found(rule: str, tmp_path: Path) -> None:
    rules = tmp_path / "60-iye.rules"
    rules.write_text(f"{rule}\n", encoding="utf-8")
    assert complaints(rules) != []


def test_every_device_of_the_service_gets_a_group_of_its_own() -> None:
    text = RULES.read_text(encoding="utf-8")
    groups = set(re.findall(r'GROUP="(\w+)"', text))
    assert groups == set(unit()["SupplementaryGroups"][0].split())
    assert set(re.findall(r'MODE="(\d+)"', text)) == {"0660"}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("root-for-lights.conf", "CapabilityBoundingSet=CAP_SYS_RAWIO\n"),
        ("broker-outside.conf", "IPAddressDeny=\n"),
    ],
)
def test_what_may_be_put_over_the_service_is_what_systemd_expects(
    name: str, change: str, tmp_path: Path
) -> None:
    """The service with the drop-in is still sound; its comment puts it where systemd looks."""
    unit_file = tmp_path / "iye.service"
    text = SERVICE.read_text(encoding="utf-8").replace("/opt/iye/bin/iye", "/bin/true")
    more = (ROOT / "systemd" / name).read_text(encoding="utf-8")
    drop_in = tmp_path / "iye.service.d/more.conf"
    drop_in.parent.mkdir()
    drop_in.write_text(more, encoding="utf-8")
    unit_file.write_text(text, encoding="utf-8")
    result = analyze("verify", "--man=no", str(unit_file))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert change in more
    assert f"-m 644 systemd/{name} /etc/systemd/system/iye.service.d/" in more
