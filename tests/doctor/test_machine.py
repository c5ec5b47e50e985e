"""The doctor looks at a Pi that is laid out in a folder."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from iye.doctor import Finding, Outcome
from iye.doctor.lights import examine_lights
from iye.doctor.machine import Machine, examine_machine
from iye.doctor.pins import examine_pins
from iye.doctor.place import examine_clock, examine_disk, examine_port
from iye_hw.board_map import load_board_map
from iye_hw.pi.lights import Backend

BOARD = load_board_map()
ZERO_2, FOUR, FIVE = 0x902120, 0xC03115, 0xD04171
NAMES = {ZERO_2: "Raspberry Pi Zero 2 W Rev 1.0", FOUR: "Raspberry Pi 4", FIVE: "Raspberry Pi 5"}


class Folder:
    """A Pi in good order, below a folder; what is said here makes it otherwise."""

    def __init__(self, root: Path, revision: int = ZERO_2) -> None:
        self.root = root
        self.write("proc/device-tree/model", NAMES[revision].encode() + b"\0")
        self.write("proc/device-tree/system/linux,revision", revision.to_bytes(4, "big"))
        self.write(
            "etc/os-release",
            b'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_CODENAME=bookworm\n',
        )
        self.write("dev/i2c-1")
        self.write("dev/spidev0.0")
        self.write("dev/leds0")
        self.write(
            "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (400_000).to_bytes(4, "big")
        )
        self.write("boot/firmware/config.txt", b"# the board\ncore_freq=250\ndtparam=audio=on\n")

    def write(self, name: str, content: bytes = b"") -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def found(self, lights: Backend = Backend.AUTO, *, is_root: bool = False) -> dict[str, Finding]:
        machine = Machine(self.root, lights, is_root=is_root)
        found = (*examine_machine(machine), *examine_lights(machine))
        return {finding.check: finding for finding in found}

    def power(self, taken: int | None) -> Finding:
        """Examine the pins of a Pi on which the kernel has taken one."""
        factory = MockFactory(revision=f"{ZERO_2:x}")
        held = None if taken is None else factory.pin(taken)
        if held is not None:
            factory.reserve_pins(self, held.info.name)
        found = list(examine_pins(BOARD, factory, Machine(self.root).boot))
        factory.close()
        [power] = [finding for finding in found if finding.check == "power button"]
        return power


@pytest.fixture
def pi(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def told(finding: Finding) -> tuple[Outcome, str, str]:
    return finding.outcome, finding.said, finding.remedy


def test_a_pi_in_order_is_fine(pi: Folder) -> None:
    found = pi.found()
    assert {finding.outcome for finding in found.values()} == {Outcome.FINE}
    assert list(found) == ["model", "system", "bus", "bus speed", "lights", "core clock"]
    assert found["model"].said == "Raspberry Pi Zero 2 W Rev 1.0 (revision 902120)"
    assert found["lights"].said == "spi, by /dev/spidev0.0"


def test_a_pi_5_needs_the_kernels_device_and_no_core_clock(tmp_path: Path) -> None:
    found = Folder(tmp_path, FIVE).found()
    assert found["lights"].said == "pio, by /dev/leds0"
    assert "core clock" not in found


def test_another_machine_is_no_pi(pi: Folder) -> None:
    pi.write("proc/device-tree/model", b"Banana\0")
    assert told(pi.found()["model"]) == (
        Outcome.WRONG,
        "this is no Raspberry Pi",
        "use --panel simulated, or iye simulate",
    )


def test_a_pi_that_is_not_known_is_said_to_be_new(pi: Folder) -> None:
    pi.write("proc/device-tree/system/linux,revision", (0xE0F180).to_bytes(4, "big"))
    assert pi.found()["model"].outcome is Outcome.NOTE


def test_another_system_is_noted(pi: Folder) -> None:
    pi.write("etc/os-release", b"PRETTY_NAME=Haiku\n")
    assert told(pi.found()["system"]) == (
        Outcome.NOTE,
        "Haiku has not been tried",
        "use Raspberry Pi OS Bookworm or Trixie",
    )


def test_a_missing_bus_names_its_line(pi: Folder) -> None:
    (pi.root / "dev/i2c-1").unlink()
    bus = pi.found()["bus"]
    assert bus.outcome is Outcome.WRONG
    assert bus.remedy.startswith("put dtparam=i2c_arm=on into /boot/firmware/config.txt")


@pytest.mark.parametrize(
    ("raw", "said"),
    [((100_000).to_bytes(4, "big"), "100 kHz"), (b"", "the bus does not tell its speed")],
)
def test_a_slow_bus_names_its_line(pi: Folder, raw: bytes, said: str) -> None:
    pi.write("sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", raw)
    assert told(pi.found()["bus speed"]) == (
        Outcome.NOTE,
        said,
        "put dtparam=i2c_arm_baudrate=400000 into the boot file and start the Pi again",
    )


INSTALLED = (Path(__file__).parents[2] / "hardware/raspberry-pi/boot.txt").read_bytes()


def test_what_the_boot_file_asks_for_already_wants_a_start(pi: Folder) -> None:
    """As after an installation."""
    pi.write("boot/firmware/config.txt", INSTALLED)
    for name in ("dev/i2c-1", "dev/spidev0.0"):
        (pi.root / name).unlink()
    found = pi.found()
    assert found["bus"].said == "there is no /dev/i2c-1 yet, though the boot file asks for it"
    assert found["lights"].said.endswith("no /dev/spidev0.0 yet, though the boot file asks for it")
    assert {found[check].remedy.split(";")[0] for check in ("bus", "lights")} == {
        "start the Pi again"
    }
    assert "bus speed" not in found


def test_a_speed_that_the_boot_file_asks_for_already_wants_a_start(pi: Folder) -> None:
    pi.write("boot/firmware/config.txt", INSTALLED)
    pi.write("sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4, "big"))
    assert pi.found()["bus speed"].said == "100 kHz, though the boot file asks for more"


def test_a_bus_of_another_number_is_looked_at_and_named(pi: Folder) -> None:
    def bus(number: int) -> Finding:
        machine = Machine(pi.root, bus=number, is_root=False)
        return next(found for found in examine_machine(machine) if found.check == "bus")

    assert bus(3).remedy.startswith("put dtoverlay=i2c3 into /boot/firmware/config.txt")
    pi.write("dev/i2c-3")
    assert told(bus(3)) == (Outcome.FINE, "/dev/i2c-3 is there", "")


def test_missing_spi_names_its_line(pi: Folder) -> None:
    (pi.root / "dev/spidev0.0").unlink()
    lights = pi.found()["lights"]
    assert lights.said == "spi is chosen, and there is no /dev/spidev0.0"
    assert lights.remedy.startswith("put dtparam=spi=on into the boot file")


def test_a_missing_pio_device_names_its_overlay(tmp_path: Path) -> None:
    pi = Folder(tmp_path, FIVE)
    (pi.root / "dev/leds0").unlink()
    assert "dtoverlay=ws2812-pio,gpio=10,num_leds=36" in pi.found()["lights"].remedy


def test_a_pio_device_of_another_name_is_looked_for_where_the_settings_say(tmp_path: Path) -> None:
    pi = Folder(tmp_path, FIVE)
    (pi.root / "dev/leds0").rename(pi.root / "dev/leds1")
    machine = Machine(pi.root, pio=Path("/dev/leds1"), is_root=False)
    assert [finding.said for finding in examine_lights(machine)] == ["pio, by /dev/leds1"]


def test_missing_rights_name_the_groups(pi: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = pi.found()
    assert "usermod -aG i2c" in found["bus"].remedy
    assert found["lights"].remedy.startswith("add it to the groups gpio and spi")


def test_a_core_clock_that_is_not_fixed_names_the_lines_that_are_missing(tmp_path: Path) -> None:
    pi = Folder(tmp_path, FOUR)
    pi.write("boot/firmware/config.txt", b"#core_freq=500\ncore_freq_min=500\n")
    assert told(pi.found()["core clock"]) == (
        Outcome.WRONG,
        "is not fixed, so the lights will flicker in wrong colours",
        "put core_freq=500 into the boot file and start the Pi again",
    )


def test_the_older_place_of_the_boot_file_is_read_too(pi: Folder) -> None:
    (pi.root / "boot/firmware/config.txt").unlink()
    pi.write("boot/config.txt", b"core_freq=250\n")
    assert pi.found()["core clock"].outcome is Outcome.FINE


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("[pi02]\ncore_freq=250\n", True),
        ("[pi0]\ncore_freq=250\n[all]\n", True),
        ("[pi4]\ncore_freq=250\n", False),
        ("[pi4]\n[all]\ncore_freq=250\n", True),
        ("core_freq=250\n[pi02]\ncore_freq=400\n", False),
    ],
)
def test_the_boot_file_is_read_as_this_model_does(pi: Folder, text: str, *, fixed: bool) -> None:
    pi.write("boot/firmware/config.txt", text.encode())
    assert (pi.found()["core clock"].outcome is Outcome.FINE) == fixed


def test_what_the_boot_file_includes_counts(pi: Folder) -> None:
    pi.write("boot/firmware/config.txt", b"include mine.txt\n")
    pi.write("boot/firmware/mine.txt", b"core_freq=250\n")
    assert pi.found()["core clock"].outcome is Outcome.FINE


BUTTON = b"dtoverlay=gpio-shutdown,gpio_pin=%d,active_low=1,gpio_pull=up\n"


def test_a_power_button_that_the_kernel_listens_to_is_fine(pi: Folder) -> None:
    pi.write("boot/firmware/config.txt", BUTTON % BOARD.power_pin)
    assert told(pi.power(BOARD.power_pin)) == (Outcome.FINE, "the kernel listens to GPIO 26", "")


def test_a_power_button_that_the_boot_file_does_not_know_names_its_line(pi: Folder) -> None:
    assert told(pi.power(None)) == (
        Outcome.NOTE,
        "the boot file has no line for GPIO 26",
        f"put {BUTTON.decode().strip() % 26} into it and start the Pi again",
    )


@pytest.mark.parametrize(("line", "pin"), [(BUTTON % 21, 21), (b"dtoverlay=gpio-shutdown\n", 3)])
def test_a_power_button_on_another_pin_is_wrong(pi: Folder, line: bytes, pin: int) -> None:
    pi.write("boot/firmware/config.txt", line)
    power = pi.power(None)
    assert power.outcome is Outcome.WRONG
    assert power.said == f"the boot file has it on GPIO {pin}, and board.toml on GPIO 26"


def test_a_power_button_that_the_kernel_has_not_taken_yet_wants_a_start(pi: Folder) -> None:
    pi.write("boot/firmware/config.txt", BUTTON % BOARD.power_pin)
    assert told(pi.power(None)) == (
        Outcome.NOTE,
        "the kernel does not listen to GPIO 26 yet, though the boot file says so",
        "start the Pi again",
    )


def test_the_power_button_of_another_model_does_not_count(pi: Folder) -> None:
    pi.write("boot/firmware/config.txt", b"[pi5]\n" + BUTTON % BOARD.power_pin)
    assert pi.power(None).said == "the boot file has no line for GPIO 26"


UNIT = "etc/systemd/system/iye.service"


@pytest.mark.parametrize("backend", [Backend.PWM, Backend.PCM])
def test_lights_that_need_root_say_that_the_service_is_not(pi: Folder, backend: Backend) -> None:
    """Also to root: what counts is whom the service runs as."""
    pi.write(UNIT, b"[Service]\nUser=iye\n")
    lights = pi.found(backend, is_root=True)["lights"]
    assert lights.outcome is Outcome.WRONG
    assert lights.said == f"{backend.value} needs root, and the service runs as iye"
    assert lights.remedy.startswith('set lights.backend to "spi"')
    assert lights.remedy.endswith("or give the service root by systemd/root-for-lights.conf")


def test_a_service_that_was_given_root_is_root(pi: Folder) -> None:
    drop_in = Path(__file__).parents[2] / "systemd/root-for-lights.conf"
    pi.write(UNIT, b"[Service]\nUser=iye\n")
    pi.write(f"{UNIT}.d/root.conf", drop_in.read_bytes())
    assert told(pi.found(Backend.PCM)["lights"]) == (Outcome.FINE, "pcm, as root", "")


def test_pwm_needs_root_and_the_sound_off(pi: Folder) -> None:
    found = pi.found(Backend.PWM)
    assert found["lights"].said == "pwm needs root"
    assert found["sound"].remedy.startswith("put dtparam=audio=off into the boot file")
    assert pi.found(Backend.PCM, is_root=True)["lights"].said == "pcm, as root"


def test_a_board_without_lights_needs_nothing(pi: Folder) -> None:
    assert pi.found(Backend.NONE)["lights"].said == "the settings ask for none"


@pytest.mark.parametrize(
    ("year", "synchronised", "outcome"),
    [
        (2026, True, Outcome.FINE),
        (2026, False, Outcome.NOTE),
        (1970, False, Outcome.WRONG),
        (2025, False, Outcome.WRONG),  # a Pi without a clock goes on from when its image was made
    ],
)
def test_a_clock_that_was_never_set_is_wrong(
    tmp_path: Path, year: int, *, synchronised: bool, outcome: Outcome
) -> None:
    if synchronised:
        place = tmp_path / "run/systemd/timesync/synchronized"
        place.parent.mkdir(parents=True)
        place.touch()
    now = datetime(year, 3, 21, 20, 15, tzinfo=UTC)
    assert examine_clock(tmp_path, now).outcome is outcome


@pytest.mark.parametrize(
    ("free", "outcome"),
    [(10**9, Outcome.FINE), (10**8, Outcome.NOTE), (10**6, Outcome.WRONG)],
)
def test_room_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, outcome: Outcome
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert examine_disk(tmp_path / "not/there/yet").outcome is outcome


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert examine_disk(tmp_path).said == f"{tmp_path} may not be written"


def test_a_file_where_the_folder_should_be_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "iye").touch()
    finding = examine_disk(tmp_path / "iye/data")
    assert (finding.outcome, finding.said) == (
        Outcome.WRONG,
        f"{tmp_path}/iye is in the way of a folder",
    )


def test_a_host_that_is_not_here() -> None:
    finding = examine_port("192.0.2.1", 1)  # an address kept for documentation (RFC 5737)
    assert finding.outcome is Outcome.WRONG
    assert finding.remedy == "set page.host and page.port"
