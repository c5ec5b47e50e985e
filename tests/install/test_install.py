"""The installer, in a throw-away root folder."""

from __future__ import annotations

import errno
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
from iye_hw.pi.boot_file import read_boot_file

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


def run(what: str, root: Path) -> None:
    """Do what `make` does, in this process."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DESTDIR", str(root))
        environment.delenv("DRY_RUN", raising=False)
        install.main([what])


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


def test_systemd_reads_the_new_unit_before_it_starts_the_service(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = System(monkeypatch).would(capsys)
    unit = next(line for line in said if line.endswith("system/iye.service"))
    steps = (unit, "systemctl daemon-reload", "systemctl restart --no-block iye.service")
    assert sorted(map(said.index, steps)) == list(map(said.index, steps))


def test_systemd_forgets_the_unit_that_uninstalling_took(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pi: Path
) -> None:
    run("install", pi)
    System(monkeypatch)
    monkeypatch.setattr(install.Target, "is_this_machine", True)
    install.uninstall(install.Target(pi, dry=True))
    said = capsys.readouterr().out.splitlines()
    removed = next(line for line in said if line.endswith("system/iye.service"))
    assert said.index("would run systemctl daemon-reload") > said.index(removed)


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


@pytest.mark.parametrize(
    "marks",
    [
        (install.BEGIN,),
        (install.END,),
        (install.END, install.BEGIN),
        (install.BEGIN, install.END, install.BEGIN, install.END),
    ],
    ids=["first alone", "last alone", "turned round", "twice"],
)
def test_markers_that_do_not_pair_are_refused_before_anything_is_done(
    pi: Path, marks: tuple[str, ...]
) -> None:
    (pi / BOOT).write_text("".join(f"{mark}\na=1\n" for mark in marks), encoding="utf-8")
    before = files(pi)
    for what in ("install", "uninstall"):
        with pytest.raises(SystemExit, match="put the boot file right by hand"):
            run(what, pi)
    assert files(pi) == before


@pytest.mark.parametrize(
    "before",
    [b"a=1\r\n# mine\r\n", "# café\n".encode("latin-1"), b"\xef\xbb\xbf# mine\n"],
    ids=["from Windows", "not UTF-8", "with a mark"],
)
def test_a_boot_file_of_any_make_comes_back_byte_for_byte(pi: Path, before: bytes) -> None:
    (pi / BOOT).write_bytes(before)
    run("install", pi)
    assert (pi / BOOT).read_bytes().startswith(before + install.BEGIN.encode())
    run("uninstall", pi)
    assert (pi / BOOT).read_bytes() == before


def test_boot_lines_that_were_saved_by_windows_leave_no_trace_either() -> None:
    text = install.with_block("mine\n", "a=1\n").replace("\n", "\r\n")
    assert install.with_block(text, "") == "mine\r\n"


def test_a_boot_file_that_is_a_link_stays_one(pi: Path) -> None:
    (pi / BOOT).rename(pi / "boot/firmware/real.txt")
    (pi / BOOT).symlink_to("real.txt")
    run("install", pi)
    assert (pi / BOOT).is_symlink()
    assert install.BEGIN in (pi / "boot/firmware/real.txt").read_text(encoding="utf-8")


def test_a_link_out_of_the_root_folder_is_not_followed(
    pi: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As on a card of another machine, whose links mean that machine's files."""
    outside = tmp_path_factory.mktemp("host") / "config.txt"
    outside.write_text(BEFORE, encoding="utf-8")
    (pi / BOOT).unlink()
    (pi / BOOT).symlink_to(outside)
    with pytest.raises(SystemExit, match="is a link out of"):
        run("install", pi)
    assert outside.read_text(encoding="utf-8") == BEFORE


@pytest.mark.parametrize("above", ["[pi3]\na=1\n", "[pi5]\n", "[none]\n", "[0x12345678]\n"])
def test_the_boot_lines_hold_whatever_section_stands_above_them(pi: Path, above: str) -> None:
    (pi / BOOT).write_text(above, encoding="utf-8")
    run("install", pi)
    text = (pi / BOOT).read_text(encoding="utf-8")
    for model in ("pi02", "pi4", "pi5"):
        boot = read_boot_file("config.txt", {"config.txt": text}.__getitem__, {model})
        assert boot.parameter("i2c_arm") == "on"
        assert boot.overlays("gpio-shutdown")


def test_uninstalling_twice_is_fine(pi: Path) -> None:
    run("install", pi)
    run("uninstall", pi)
    before = files(pi)
    run("uninstall", pi)
    assert files(pi) == before


def test_a_service_that_is_gone_already_is_not_ended_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pi: Path
) -> None:
    """As after an uninstall that was cut short."""
    monkeypatch.setattr(install.Target, "is_this_machine", True)
    install.uninstall(install.Target(pi, dry=True))
    assert "disable" not in capsys.readouterr().out
    unit = pi / install.FILES["systemd/iye.service"]
    unit.parent.mkdir(parents=True)
    unit.touch()
    install.uninstall(install.Target(pi, dry=True))
    assert "would run systemctl disable iye.service\n" in capsys.readouterr().out


def test_a_command_of_somebody_else_is_left_alone_and_an_old_link_is_not(pi: Path) -> None:
    command = pi / install.COMMAND
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/older/bin/iye")
    run("install", pi)
    assert command.readlink() == Path("/opt/iye/bin/iye")
    command.unlink()
    command.write_text("another's", encoding="utf-8")
    with pytest.raises(SystemExit, match="/usr/local/bin/iye is not the installer's: move it away"):
        run("install", pi)
    assert command.read_text(encoding="utf-8") == "another's"


@pytest.mark.parametrize("place", [Path(BOOT), *install.FILES.values()])
def test_a_file_that_cannot_be_written_is_a_sentence(pi: Path, place: Path) -> None:
    (pi / place).unlink(missing_ok=True)
    (pi / place).mkdir(parents=True)
    with pytest.raises(SystemExit, match=f"{place}: Is a directory: mend that, and run this again"):
        run("install", pi)
    assert not list(pi.rglob("*.new"))


def test_a_file_is_on_the_disk_before_it_takes_the_others_place(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The boot file of a Pi that loses its power just then is the old one or the new one."""
    kept: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda file: kept.append(Path(f"/proc/self/fd/{file}").name))
    replaced = Path.replace

    def replace(path: Path, target: Path) -> Path:
        assert len(kept) == 1, path
        kept.clear()
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    run("install", pi)
    assert install.BEGIN in (pi / BOOT).read_text(encoding="utf-8")


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "the card")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SystemExit, match="the card: No space left on device: mend that, and run"):
        run("install", pi)
    assert files(pi) == {BOOT: BEFORE}


def test_an_installation_that_was_interrupted_is_finished_by_the_next(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = install.Target.write, []

    def interrupted(target: install.Target, place: Path, text: str) -> None:
        write(target, place, text)
        written.append(place)
        if len(written) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(install.Target, "write", interrupted)
        with pytest.raises(SystemExit, match="interrupted: run this again"):
            run("install", pi)
    run("install", pi)
    assert install.BEGIN in (pi / BOOT).read_text(encoding="utf-8")
    assert (pi / install.SETTINGS).exists()
    assert all((pi / place).exists() for place in install.FILES.values())


def test_the_boot_lines_are_those_of_the_board() -> None:
    board = load_board_map()
    text = (ROOT / "hardware/raspberry-pi/boot.txt").read_text(encoding="utf-8")
    assert f"dtoverlay=ws2812-pio,gpio={board.light_pin},num_leds={board.light_count}" in text
    power = re.search(r"gpio-shutdown,gpio_pin=(\d+)", text)
    assert power is not None
    taken = {board.interrupt_pin, board.light_pin, board.buzzer_pin, *dict(board.buttons).values()}
    assert int(power[1]) not in taken | {2, 3}  # nor the touch chips' bus
    assert text.endswith("[all]\n")


@pytest.mark.parametrize("what", ["install", "uninstall"])
def test_rights_are_asked_for_first_and_for_what_was_wanted(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.delenv("DESTDIR", raising=False)
    monkeypatch.delenv("DRY_RUN", raising=False)
    with pytest.raises(SystemExit, match=f"this needs root: sudo make {what}$"):
        install.main([what])


def test_a_word_that_is_not_known_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESTDIR", str(tmp_path))
    with pytest.raises(SystemExit, match="say install or uninstall"):
        install.main(["remove"])
