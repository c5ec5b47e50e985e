"""The doctor names each fault of a simulated board, and its remedy."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import os
import re
import socket
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gpiozero import DigitalOutputDevice

from iye.calibration import Measured, write_calibration
from iye.cli import main
from iye.doctor import Finding, Outcome
from iye.doctor.chips import ChipBench, examine_chips
from iye.doctor.examine import Case, examine
from iye.doctor.finding import as_text, explained, wrong
from iye.doctor.visit import visit
from iye.record.lock import only_one
from iye.settings import parse_settings
from iye_hw.board_map import load_board_map
from iye_hw.patient_bus import PatientBus
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

SETTINGS = parse_settings('[page]\nhost = "127.0.0.1"\nport = 0\n')
BOARD = load_board_map()


class Patient:
    """A simulated board whose chips, pins and lights are at hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = VirtualTimeLoop()
        self.panel = SimulatedPanel(BOARD, self.loop)

    def findings(self) -> list[Finding]:
        calibration = self.folder / "calibration.json"
        case = Case(SETTINGS, BOARD, self.folder, calibration, self.panel.parts)
        found = self.loop.run_until_complete(examine(case)).findings
        self.loop.close()
        return found

    def troubles(self) -> list[Finding]:
        return [finding for finding in self.findings() if finding.outcome is Outcome.WRONG]


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


def told(findings: list[Finding]) -> list[tuple[str, str, str]]:
    return [(finding.check, finding.said, finding.remedy) for finding in findings]


def with_faults(folder: Path, *faults: str) -> list[tuple[str, str, str]]:
    found = visit(SETTINGS, "simulated", folder, faults).findings
    return told([finding for finding in found if finding.outcome is Outcome.WRONG])


def calibrated(folder: Path, baseline: int) -> None:
    measured = Measured(
        board=BOARD.name,
        at=datetime.now(UTC).isoformat(),
        baselines=dict.fromkeys(BOARD.pads, baseline),
        touch_threshold=12,
        release_threshold=6,
    )
    write_calibration(folder / "calibration.json", measured)


def test_a_board_in_order_has_nothing_wrong(patient: Patient) -> None:
    assert patient.troubles() == []


def test_a_chip_that_is_gone(tmp_path: Path) -> None:
    assert with_faults(tmp_path, "chip_gone:c3") == [
        ("chip 0x5B", "touch chip 0x5B does not answer", "check its four wires")
    ]


def test_a_supply_that_dips(tmp_path: Path) -> None:
    assert with_faults(tmp_path, "brown_out:a1") == [
        (
            "chip 0x5A",
            "lost its settings while it was watched (its supply dipped)",
            "check its 3.3 V",
        )
    ]


def test_noise_is_one_finding_for_all_pads(tmp_path: Path) -> None:
    [(check, said, remedy)] = with_faults(tmp_path, "noise")
    assert check == "pads"
    assert said.endswith("is let go at 6 (and so do 35 others)")
    assert remedy == "try another power supply, shorten the wires, and run iye calibrate"


def test_dead_lights(tmp_path: Path) -> None:
    assert with_faults(tmp_path, "dead_lights") == [
        ("light chain", "the light chain does not take data", "check its data line")
    ]


def test_a_slow_bus_says_how_slow(patient: Patient) -> None:
    clock = count(0, 0.01)  # a hundredth of a second at every look
    parts = patient.panel.parts
    bus = PatientBus(parts.i2c, patient.loop.time)
    bench = ChipBench(
        BOARD, SETTINGS.touch_settings(), bus, parts.pin_factory, stopwatch=clock.__next__
    )
    found = patient.loop.run_until_complete(examine_chips(bench))
    patient.loop.close()
    slow = [finding for finding in found if finding.outcome is Outcome.NOTE]
    assert [finding.check for finding in slow] == ["chip 0x5A", "chip 0x5B", "chip 0x5C"]
    assert all(finding.said == "a read takes 10 ms: the bus is slow" for finding in slow)
    assert all("i2c_arm_baudrate=400000" in finding.remedy for finding in slow)


def test_a_bus_that_is_disturbed(tmp_path: Path) -> None:
    found = with_faults(tmp_path, "disturbed_bus")
    assert [check for check, *_ in found] == ["chip 0x5A", "chip 0x5B", "chip 0x5C"]
    for _, said, remedy in found:
        assert re.match(r"\d+ of \d+ transactions had to be repeated, and 0 reads failed", said)
        assert remedy.startswith("shorten the bus wires, and check SDA, SCL and their pull-ups")


def test_a_bus_that_hangs_is_one_finding(tmp_path: Path) -> None:
    assert with_faults(tmp_path, "hung_bus") == [
        (
            "bus",
            "hangs: a data line is held low",
            "switch the board off and on; if it stays, look for a short of SDA or SCL",
        )
    ]


def test_a_bus_on_which_nothing_answers_is_one_finding(patient: Patient) -> None:
    for address in BOARD.chips:
        patient.panel.unplug(address)
    [finding] = patient.troubles()
    assert (finding.check, finding.said) == ("bus", "no touch chip answers")


def test_outputs_that_are_cut_out(tmp_path: Path) -> None:
    [(check, said, remedy)] = with_faults(tmp_path, "over_current:c3")
    assert (check, said) == ("chip 0x5B", "has cut its outputs out (over-current)")
    assert remedy == "check its REXT resistor and its solder joints"


def test_a_wire_that_touches_ground(tmp_path: Path) -> None:
    [short] = with_faults(tmp_path, "short_pad:c3")
    assert short[1].startswith("c3 reads 0 counts where others read 2")
    assert short[2] == "look for a short of its wire or copper to ground, or for water"


def test_water_before_the_board_is_calibrated_is_noted(tmp_path: Path) -> None:
    found = visit(SETTINGS, "simulated", tmp_path, ["wet_pad:c3"]).findings
    [finding] = [finding for finding in found if finding.check == "pads"]
    assert finding.outcome is Outcome.NOTE
    assert finding.said.startswith("c3 reads 2")
    assert "that it is dry" in finding.remedy


def test_a_wire_that_is_cut_at_the_chip(tmp_path: Path) -> None:
    [(check, said, remedy)] = with_faults(tmp_path, "dead_pad:c3")
    assert (check, said[:29]) == ("pads", "c3 reads 620 counts where oth")
    assert remedy.startswith("mend the wire between chip and pad, which is broken")


def test_a_wire_that_is_cut_at_the_copper_is_noted(patient: Patient) -> None:
    """By hand: 9 pF without 2 of copper read 8 × 1024 / (3.3 × 7) = 354 counts."""
    patient.panel.sense.conditions = Conditions(pin=7.0)
    patient.panel.sense.cut("c3")
    [finding] = [finding for finding in patient.findings() if finding.check == "pads"]
    assert finding.outcome is Outcome.NOTE
    assert finding.said.startswith("c3 reads 354 counts where others read 2")
    assert "its wire is whole up to the copper" in finding.remedy


def test_every_fault_there_is_has_a_finding(tmp_path: Path) -> None:
    quiet = visit(SETTINGS, "simulated", tmp_path).findings
    settled = {finding.said for finding in quiet if finding.check not in {"clock", "disk"}}
    for fault in set(Faults.names) - {"slow_bus"}:
        found = visit(SETTINGS, "simulated", tmp_path, [f"{fault}:c3"]).findings
        news = [
            finding.said
            for finding in found
            if finding.outcome is not Outcome.FINE
            and finding.check not in {"clock", "disk"}
            and finding.said not in settled
        ]
        assert news, fault


def test_an_interrupt_line_that_is_shorted(patient: Patient) -> None:
    patient.panel.lines.pull(BOARD.interrupt_pin, "solder", low=True)
    assert told(patient.troubles()) == [
        (
            "line",
            "GPIO 17 stays low though every chip was read",
            "look for a short between the chips' IRQ wire and ground",
        )
    ]


def test_an_interrupt_line_that_is_cut(patient: Patient) -> None:
    patient.panel.lines.cut(BOARD.interrupt_pin)
    assert told(patient.troubles()) == [
        (
            "line",
            "GPIO 17 does not fall when chip 0x5A or 0x5B or 0x5C calls",
            "check the wire from its IRQ to the Pi",
        )
    ]


def test_a_pin_that_something_else_has(patient: Patient) -> None:
    pins = patient.panel.lines.factory
    taken = [
        DigitalOutputDevice(pin, pin_factory=pins)
        for pin in (BOARD.interrupt_pin, BOARD.buzzer_pin)
    ]
    found = patient.troubles()
    for device in taken:
        device.close()
    assert [finding.check for finding in found] == ["pins", "line"]
    assert found[0].said.startswith("GPIO 22 (buzzer) is taken")
    assert found[1].said.startswith("GPIO 17 is taken")


def test_a_button_that_is_stuck(patient: Patient) -> None:
    patient.panel.touch("undo")
    assert told(patient.troubles()) == [
        ("pins", "button undo reads as pressed", "let it go, or look for a short on GPIO 5")
    ]


@pytest.mark.parametrize(
    ("picofarads", "said", "remedy"),
    [
        (3.0, "c3 reads 827 counts where others read 2", "mend the wire between chip and pad"),
        (50.0, "c3 reads 49 counts where others read 2", "look for a short of its wire"),
    ],
)
def test_a_pad_unlike_the_others(
    patient: Patient, picofarads: float, said: str, remedy: str
) -> None:
    # 8 pC on 3 pF is 2.67 V of 3.3 V, 827 counts; on 50 pF it is 0.16 V, 49.6 counts.
    place = next(place for place in BOARD.places if place.name == "c3")
    chip = tuple(patient.panel.chips.values())[place.chip]
    chip.feel(place.electrode, picofarads)
    [finding] = patient.troubles()
    assert finding.said.startswith(said)
    assert finding.remedy.startswith(remedy)


def test_something_that_lies_on_a_calibrated_board(patient: Patient) -> None:
    calibrated(patient.folder, 75)  # 300 counts, above what any pad reads
    [finding] = patient.troubles()
    assert "reads as touched, " in finding.said
    assert finding.remedy.startswith("take everything off the board")


@pytest.mark.parametrize("charge", ["charge_current = 63", "charge_time = 32"])
def test_pads_that_are_charged_too_full_are_one_finding_and_its_remedy(
    charge: str, tmp_path: Path
) -> None:
    """Whatever the charge, the doctor speaks of it and of nothing else; 9 pF are full at 63 µA."""
    settings = parse_settings(f"[touch]\n{charge}\n[page]\nport = 0\n")
    found = visit(settings, "simulated", tmp_path, ()).findings
    assert told([finding for finding in found if finding.outcome is Outcome.WRONG]) == [
        (
            "pads",
            (
                "36 read about 1023 counts, more than 750: they are full, and a touch would"
                " hardly show"
            ),
            (
                "see that the chips are wired to the pads, since bare ones are full at once; if"
                " they are, lower charge_current or charge_time under [touch] in the settings"
            ),
        )
    ]


def test_a_baseline_of_nought(patient: Patient) -> None:
    calibrated(patient.folder, 0)
    found = patient.troubles()
    assert len(found) == 36
    assert found[0].said == "pad a1 can never fire"


def test_a_damaged_journal(patient: Patient) -> None:
    (patient.folder / "journal.sqlite3").write_bytes(b"no database" * 100)
    [finding] = patient.troubles()
    assert finding.check == "journal"
    assert "file is not a database" in finding.said


def test_a_journal_that_does_not_replay(patient: Patient) -> None:
    result = CliRunner().invoke(main, ["games", "--data", str(patient.folder)])
    assert result.exit_code == 0
    sample = Path("firmware/iye/samples/first-match.iye")
    CliRunner().invoke(main, ["import", str(sample), "--data", str(patient.folder)])
    with sqlite3.connect(patient.folder / "journal.sqlite3") as database:
        database.execute("DELETE FROM records")
    database.close()
    assert told(patient.troubles()) == [
        (
            "journal",
            "match 1 has no record",
            "keep a copy of the file and tell the program's makers",
        )
    ]


def test_a_data_folder_of_somebody_elses_is_one_finding(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without `sudo -u iye`. Root, who may run the tests, is refused nothing."""
    folder = patient.folder = patient.folder / "games"
    folder.mkdir()
    access, exists = os.access, Path.exists

    def refused(path: Path, *_: object) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    def looked_up(path: Path) -> bool:  # as up to Python 3.13
        return bool(refused(path)) if path.parent == folder else exists(path)

    monkeypatch.setattr(os, "access", lambda path, mode: path != folder and access(path, mode))
    monkeypatch.setattr(os, "scandir", refused)
    monkeypatch.setattr(Path, "exists", looked_up)
    monkeypatch.setattr("iye.doctor.place.only_one", refused)
    assert told(patient.troubles()) == [
        (
            "disk",
            f"{folder} may not be written",
            "run this as the user of the board (sudo -u iye iye doctor), or set record.folder",
        )
    ]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        settings = parse_settings(f'[page]\nhost = "127.0.0.1"\nport = {port}\n')
        found = visit(settings, "simulated", tmp_path).findings
    [finding] = [finding for finding in found if finding.outcome is Outcome.WRONG]
    assert (finding.check, finding.said) == ("port", f"{port} is in use")


def test_a_board_that_is_played_on_is_left_alone(tmp_path: Path) -> None:
    with only_one(tmp_path, datetime.now(UTC)):
        found = visit(SETTINGS, "simulated", tmp_path, ["chip_gone"]).findings
    assert "chip 0x5A" not in {finding.check for finding in found}
    assert [finding.said for finding in found if finding.check == "board"] == [
        "it is being played on"
    ]


def test_the_doctor_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    """A lock made by root would keep the service out of its own folder."""
    visit(SETTINGS, "simulated", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_chips_that_a_program_of_another_user_has_are_left_alone(tmp_path: Path) -> None:
    """Its data folder may be closed to this user; the bus itself tells."""
    (tmp_path / "dev").mkdir()
    with (tmp_path / "dev/i2c-1").open("w+b") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        case = Case(SETTINGS, BOARD, tmp_path / "mine", tmp_path / "none", root=tmp_path)
        found = asyncio.run(examine(case)).findings
    checks = {finding.check for finding in found}
    assert "board" in checks
    assert checks.isdisjoint({"touch", "pins", "light chain", "port"})


def test_chips_are_examined_without_pins(patient: Patient) -> None:
    """As a user of the group i2c, but not of gpio, does."""
    patient.panel.parts = replace(patient.panel.parts, pin_factory=None)
    patient.panel.unplug(BOARD.chips[1])
    assert [finding.check for finding in patient.troubles()] == ["chip 0x5B"]


def test_a_journal_of_a_newer_program_is_one_finding_among_others(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as journal:
        journal.execute("PRAGMA user_version = 999")
        journal.commit()
    found = visit(SETTINGS, "simulated", tmp_path).findings
    [finding] = [finding for finding in found if finding.outcome is Outcome.WRONG]
    assert finding.check == "journal"
    assert "was written by a newer program" in finding.said
    assert finding.remedy == "update the program, or give another --data"


@pytest.mark.parametrize(
    ("sentence", "said", "remedy"),
    [
        ("it is cold: put on a coat", "it is cold", "put on a coat"),
        ("it (a: b) is cold: put on a coat", "it (a: b) is cold", "put on a coat"),
        ("it is cold", "it is cold", "start the Pi again"),
    ],
)
def test_a_drivers_sentence_ends_with_what_to_do(sentence: str, said: str, remedy: str) -> None:
    assert explained("weather", sentence) == wrong("weather", said, remedy)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"null", b'{"board": 1}'])
def test_a_calibration_that_is_damaged_names_the_file_and_the_command(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "calibration.json"
    path.write_bytes(content)
    [finding] = [
        finding
        for finding in visit(SETTINGS, "simulated", tmp_path).findings
        if finding.check == "calibration"
    ]
    assert finding.said.startswith(f"{path} is damaged (")
    assert finding.said.endswith(")")
    assert finding.remedy == "empty the board and run iye calibrate"


def test_on_a_machine_that_is_no_pi_it_says_what_is_missing(tmp_path: Path) -> None:
    found = visit(SETTINGS, "pi", tmp_path).findings
    missing = {finding.check for finding in found if finding.outcome is Outcome.WRONG}
    assert missing >= {"model", "bus", "pins", "lights", "light chain"}


def doctor(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["doctor", *args])
    return result.exit_code, result.stdout, result.stderr


def command(folder: Path) -> list[str]:
    (folder / "iye.toml").write_text('[page]\nhost = "127.0.0.1"\nport = 0\n', encoding="utf-8")
    settings = str(folder / "iye.toml")
    return ["--panel", "simulated", "--data", str(folder), "--settings", settings]


def test_the_command_prints_a_table_and_is_content(tmp_path: Path) -> None:
    code, said, _ = doctor(*command(tmp_path))
    assert code == 0
    assert "✓ chip 0x5A    answers, and keeps every register that is written\n" in said
    assert said.endswith("\nNothing is wrong.\n")


def test_the_command_ends_with_1_when_something_is_wrong(tmp_path: Path) -> None:
    code, said, _ = doctor(*command(tmp_path), "--fault", "dead_lights")
    assert code == 1
    assert "✗ light chain  the light chain does not take data\n               → check" in said
    assert said.endswith("\nOne thing is wrong.\n")


def test_the_command_speaks_to_programs(tmp_path: Path) -> None:
    code, said, _ = doctor(*command(tmp_path), "--json", "--fault", "chip_gone:e5")
    told = json.loads(said)
    assert (code, told["well"]) == (1, False)
    assert {
        "check": "chip 0x5C",
        "outcome": "wrong",
        "said": "touch chip 0x5C does not answer",
        "remedy": "check its four wires",
    } in told["findings"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--panel", "pi", "--fault", "noise"], "--fault is for --panel simulated"),
        (["--panel", "simulated", "--fault", "rain"], "there is no fault 'rain'"),
    ],
)
def test_a_fault_that_cannot_be_had_is_a_sentence(
    args: list[str], sentence: str, tmp_path: Path
) -> None:
    code, _, said = doctor(*args, "--data", str(tmp_path))
    assert code == 2
    assert sentence in said


def test_whatever_is_wrong_has_a_remedy() -> None:
    with pytest.raises(ValueError, match="needs a remedy"):
        wrong("pads", "c3 is dead", "")


def test_several_wrong_things_are_counted() -> None:
    assert as_text([wrong("a", "b", "c")] * 2).endswith("2 things are wrong.")
