"""Puts the board companion onto a Raspberry Pi, and takes it off again.

Run as root by `make install` and `make uninstall`. DRY_RUN=1 says what would be done and does
nothing; DESTDIR=/somewhere lays the files out below that folder and runs nothing. Doing it again
changes only what has changed. Games and settings outlive an uninstall.

The law of this script: it runs on a fresh system, so it needs Python's own library alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
BEGIN = "# >>> iye board companion: these lines are the installer's"
END = "# <<< iye board companion"
BOOT_FILES = (Path("boot/firmware/config.txt"), Path("boot/config.txt"))
VENV = Path("opt/iye")
COMMAND = Path("usr/local/bin/iye")
SETTINGS = Path("etc/iye/iye.toml")
PACKAGES = ("gcc", "python3-dev", "python3-venv")
_AS_IT_IS = "surrogateescape"
"""For a boot file in whatever encoding: its bytes come back as they were."""
_NO_BOOT_FILE = "leave the boot file alone: there is none, so this is no Raspberry Pi"
_RESTART = "start the Pi again if the boot file was written: sudo reboot"
LGPIO = "python3-lgpio"
"""The pins' library. Raspberry Pi OS has it, Debian has not; there pip gets it."""
SOURCES = ("firmware", "hardware", "iye_hw", "LICENSE", "README.md", "pyproject.toml")
"""What the program is built from."""

FILES = {
    "systemd/iye.service": Path("etc/systemd/system/iye.service"),
    "systemd/iye.sysusers.conf": Path("etc/sysusers.d/iye.conf"),
    "systemd/iye.tmpfiles.conf": Path("etc/tmpfiles.d/iye.conf"),
    "systemd/iye.modules.conf": Path("etc/modules-load.d/iye.conf"),
    "systemd/60-iye.rules": Path("etc/udev/rules.d/60-iye.rules"),
}
"""What is copied, and where to."""


@dataclass(frozen=True)
class Target:
    """Where to install; nothing is done if `dry`, and no command is run below another root."""

    root: Path = Path("/")
    dry: bool = False

    @property
    def is_this_machine(self) -> bool:
        """Whether commands make sense."""
        return self.root == Path("/")

    def say(self, what: str) -> None:
        """Say what is done."""
        print(f"would {what}" if self.dry else what, flush=True)  # noqa: T201 - a script talks

    def run(self, *command: str) -> None:
        """Run a command. Raises SystemExit with a sentence when it fails."""
        if not self.is_this_machine:
            return
        self.say(f"run {' '.join(command)}")
        if not self.dry and subprocess.run(command, check=False).returncode:
            sys.exit(f"error: {' '.join(command)} failed: see above, and run this again")

    @property
    def is_awake(self) -> bool:
        """Whether systemd runs here, as it does not where a card is only being prepared."""
        return (self.root / "run/systemd/system").is_dir()

    @property
    def has_udev(self) -> bool:
        """Whether devices come and go here, as they do not in a container."""
        return (self.root / "run/udev/control").exists()

    def has_package(self, name: str) -> bool:
        """Tell whether the system can install a package."""
        if not self.is_this_machine or shutil.which("apt-cache") is None:
            return False
        command = ("apt-cache", "show", "--quiet", name)
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def write(self, place: Path, text: str) -> None:
        """Write a file beside and rename it, unless it is like that already."""
        path, content = self.root / place, text.encode("utf-8", _AS_IT_IS)
        if path.exists() and path.read_bytes() == content:
            return
        self.say(f"write /{place}")
        if self.dry:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        try:
            beside.write_bytes(content)
            with beside.open("rb") as file:
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def link(self, place: Path, there: str) -> None:
        """Make a link. Raises SystemExit with a sentence where something else is in its place."""
        path = self.root / place
        if path.is_symlink() and path.readlink() == Path(there):
            return
        if path.exists() and not path.is_symlink():
            sys.exit(f"error: /{place} is not the installer's: move it away, and run this again")
        self.say(f"link /{place}")
        if not self.dry:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.symlink_to(there)

    def remove(self, place: Path) -> None:
        """Remove a file, a link or a folder, if it is there."""
        path = self.root / place
        if not path.exists() and not path.is_symlink():
            return
        self.say(f"remove /{place}")
        if self.dry:
            return
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def install(target: Target) -> None:
    """Install, or bring up to date."""
    boot = _boot(target, _block())  # looked at first: what is wrong with it is no half installation
    wanted = (*PACKAGES, LGPIO) if target.has_package(LGPIO) else PACKAGES
    target.run("apt-get", "install", "--yes", "--no-install-recommends", *wanted)
    _environment(target)
    for source, place in FILES.items():
        target.write(place, (HERE / source).read_text(encoding="utf-8"))
    _settings(target)
    target.write(*boot) if boot else target.say(_NO_BOOT_FILE)
    for command in _set_up():
        target.run(*command)
    if target.is_awake:
        for command in _activation(target):
            target.run(*command)
    else:
        target.say("leave the service to the next start: systemd does not run here")
    target.say(_RESTART)


def uninstall(target: Target) -> None:
    """Take off everything but games and settings."""
    boot = _boot(target, "")
    if (target.root / FILES["systemd/iye.service"]).exists():  # it is not, the second time
        target.run("systemctl", "disable", *(("--now",) if target.is_awake else ()), "iye.service")
    for place in (*FILES.values(), COMMAND, VENV):
        target.remove(place)
    target.write(*boot) if boot else target.say(_NO_BOOT_FILE)
    if target.is_awake:
        target.run("systemctl", "daemon-reload")
    target.say("leave the games in /var/lib/iye and the settings in /etc/iye as they are")
    target.say(_RESTART)


def with_block(text: str, block: str) -> str:
    """Give a boot file with the lines between the markers replaced, added, or, if none, removed.

    Raises ValueError when a marker stands alone.
    """
    pairs = text.count(BEGIN), text.count(END)
    if pairs not in {(0, 0), (1, 1)} or text.find(END) < text.find(BEGIN):
        raise ValueError("its markers do not pair: put the boot file right by hand")
    before, _, rest = text.partition(BEGIN)
    after = re.sub(r"\A\r?\n", "", rest.partition(END)[2])
    if not block:
        return before + after
    if before and not before.endswith("\n"):
        before += "\n"
    return f"{before}{BEGIN}\n{block}{END}\n{after}"


def _environment(target: Target) -> None:
    python, pip = "python3", f"/{VENV}/bin/python"
    target.run(python, "-m", "venv", "--system-site-packages", f"/{VENV}")
    constraints = str(HERE / "constraints.txt")
    target.say("build and install the program, which takes some minutes on a small Pi")
    with _sources(target) as folder:
        install = ("-m", "pip", "install", "--quiet", "--use-pep517", "-c", constraints)
        target.run(pip, *install, f"{folder}[pi]")
    target.link(COMMAND, f"/{VENV}/bin/iye")


@contextmanager
def _sources(target: Target) -> Iterator[Path]:
    """Give a folder to build in: pip would leave files of root's, and of older versions, here."""
    if target.dry or not target.is_this_machine:
        yield HERE
        return
    with tempfile.TemporaryDirectory(prefix="iye-build-") as name:
        for source in SOURCES:
            if (HERE / source).is_dir():
                shutil.copytree(HERE / source, Path(name, source), symlinks=True)
            else:
                shutil.copy(HERE / source, name)
        yield Path(name)


def _settings(target: Target) -> None:
    """Lay the sample out as settings, for the Pi's panel and the service's folder; never twice."""
    if (target.root / SETTINGS).exists():
        return
    text = (HERE / "firmware/iye/samples/iye.toml").read_text(encoding="utf-8")
    text = text.replace('#panel = ""', 'panel = "pi"')
    target.write(SETTINGS, text.replace('#folder = ""', 'folder = "/var/lib/iye"'))


def _block() -> str:
    return (HERE / "hardware/raspberry-pi/boot.txt").read_text(encoding="utf-8")


def _boot(target: Target, block: str) -> tuple[Path, str] | None:
    """Give the boot file and its text with the block; None where there is no such file.

    Raises SystemExit with a sentence when it cannot be put right.
    """
    place = next((place for place in BOOT_FILES if (target.root / place).exists()), None)
    if place is None:
        return None
    root, real = target.root.resolve(), (target.root / place).resolve()  # a link stays one
    if not real.is_relative_to(root):
        sys.exit(f"error: /{place} is a link out of {root}: put the boot file right by hand")
    try:
        text = real.read_bytes().decode("utf-8", _AS_IT_IS)
        return real.relative_to(root), with_block(text, block)
    except ValueError as error:
        sys.exit(f"error: /{place}: {error}")


def _set_up() -> Iterator[Sequence[str]]:
    yield ("systemd-sysusers", f"/{FILES['systemd/iye.sysusers.conf']}")
    yield ("systemd-tmpfiles", "--create", f"/{FILES['systemd/iye.tmpfiles.conf']}")
    yield ("systemctl", "enable", "iye.service")


def _activation(target: Target) -> Iterator[Sequence[str]]:
    if target.has_udev:
        yield ("udevadm", "control", "--reload")
        yield ("udevadm", "trigger")
    yield ("systemctl", "daemon-reload")
    # In the middle of a game, too: the journal brings the table back.
    yield ("systemctl", "restart", "--no-block", "iye.service")


def main(arguments: Sequence[str]) -> None:
    """Install or uninstall, as the environment says."""
    actions = {"install": install, "uninstall": uninstall}
    if len(arguments) != 1 or arguments[0] not in actions:
        sys.exit("error: say install or uninstall")
    target = Target(Path(os.environ.get("DESTDIR") or "/"), bool(os.environ.get("DRY_RUN")))
    if target.is_this_machine and not target.dry and os.geteuid() != 0:
        sys.exit(f"error: this needs root: sudo make {arguments[0]}")
    try:
        actions[arguments[0]](target)
    except OSError as error:
        sys.exit(f"error: {error.filename}: {error.strerror}: mend that, and run this again")
    except KeyboardInterrupt:
        sys.exit("error: it was interrupted: run this again to finish it")


if __name__ == "__main__":
    main(sys.argv[1:])
