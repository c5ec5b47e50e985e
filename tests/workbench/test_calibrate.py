"""Calibrating: what is measured on a simulated board, what is proposed, and what is refused."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import iye.workbench.session as of
from iye.calibration import CalibrationError, read_calibration
from iye.cli import main
from iye.record.lock import only_one
from iye.settings import Settings
from iye.workbench.bench import SimulatedPerson, Workbench
from iye.workbench.calibrate import Calibration, Measurement, UnclearError
from iye.workbench.picture import picture
from iye_hw.board_map import load_board_map
from iye_hw.panel import PadReading
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from iye_hw.touch_chip import TouchChipError

BOARD = load_board_map()
PADS = tuple(pad for pad in BOARD.pads if pad != "spare")


class Session:
    """A simulated board at the workbench, and what was shown of it."""

    def __init__(self) -> None:
        self.loop = VirtualTimeLoop()
        self.panel = SimulatedPanel(BOARD, self.loop)
        self.said: list[str] = []
        self.shown: list[Mapping[str, PadReading]] = []
        person = SimulatedPerson(self.panel, self.loop)
        self.bench = Workbench(BOARD, self.panel.parts, person, self.said.append, self.shown.append)

    def calibrate(self, *pads: str) -> Measurement:
        calibration = Calibration(self.bench, Settings().touch_settings())
        return self.loop.run_until_complete(calibration.run(pads or None))


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session()
    yield session
    session.loop.close()


def test_a_touch_of_each_pad_is_measured(session: Session) -> None:
    found = session.calibrate()
    assert tuple(found.depths) == PADS
    # Fingers of 2 pF on bare pads of 8.5 to 9.5 pF are 56 to 45 counts deep; baselines are
    # rounded to four counts, and readings stray by one.
    assert all(42 <= depth <= 60 for depth in found.depths.values())
    assert all(65 <= baseline <= 73 for baseline in found.baselines.values())
    assert max(found.noise.values()) <= 1
    assert found.untouched == ()


def test_the_pad_that_is_asked_for_is_lit_alone(session: Session) -> None:
    session.calibrate("c3")
    lit = [shown.colours for shown in session.panel.chain.history]
    c3 = next(place.light for place in BOARD.places if place.name == "c3")
    assert [[n for n, light in enumerate(colours) if any(light)] for colours in lit] == [
        [],
        [c3],
        [],
    ]


def test_a_pad_that_feels_nothing_is_told_and_passed_over(session: Session) -> None:
    session.panel.sense.cut("b2")
    found = session.calibrate("b2", "c3")
    assert tuple(found.depths) == ("c3",)
    assert "b2" in found.untouched
    assert session.said[1:] == ["b2 felt nothing: go on with the next; iye panel-test says more"]


def test_what_pads_read_is_shown_meanwhile(session: Session) -> None:
    session.calibrate("c3")
    deepest = max(readings["c3"].baseline - readings["c3"].filtered for readings in session.shown)
    assert 42 <= deepest <= 60


def measured(noise: int, **depths: int) -> Measurement:
    return Measurement(dict.fromkeys(BOARD.pads, 69), dict.fromkeys(BOARD.pads, noise), depths)


@pytest.mark.parametrize(
    ("noise", "depths", "thresholds"),
    [
        (1, {"a1": 50, "c3": 44}, (22, 11)),
        (8, {"a1": 50, "c3": 30}, (15, 9)),  # released above the noise
        (0, {"a1": 700}, (255, 127)),  # the registers hold no more
    ],
)
def test_thresholds_lie_between_noise_and_the_weakest_touch(
    noise: int, depths: dict[str, int], thresholds: tuple[int, int]
) -> None:
    assert measured(noise, **depths).thresholds() == thresholds


def test_touches_that_noise_drowns_are_named() -> None:
    with pytest.raises(UnclearError, match=r"a touch of a1 is hardly stronger than noise \(15 cou"):
        measured(15, a1=48, c3=60).thresholds()


def test_without_a_touch_nothing_is_proposed() -> None:
    with pytest.raises(UnclearError, match="no pad was touched"):
        measured(1).thresholds()


def test_the_picture_lies_as_the_board_does() -> None:
    readings = {pad: PadReading(276, 276, 12) for pad in BOARD.pads}
    readings |= {"a1": PadReading(252, 276, 12), "e5": PadReading(264, 276, 12)}
    del readings["2S"]
    rows = picture(readings).splitlines()
    assert rows[0] == "2S    –   2H    0   2T    0   2W    0   2O    0 "
    assert rows[1].endswith("e5   12▄")
    assert rows[5].startswith("a1   24█")
    assert [len(row) for row in rows] == [48] * 7


def test_the_picture_fits_a_narrow_terminal() -> None:
    readings = {pad: PadReading(100, 276, 12) for pad in BOARD.pads}
    assert [len(row) for row in picture(readings, 40).splitlines()] == [40] * 7


@pytest.mark.parametrize("when", [0.02, 0.3, 0.9, 1.1, 1.5, 2.5])
@pytest.mark.parametrize(
    ("happens", "sentence"),
    [
        (SimulatedMPR121.brown_out, "touch chip 0x5B has lost its settings"),
        (SimulatedMPR121.over_current, "touch chip 0x5B has cut its outputs out"),
    ],
)
def test_what_a_chip_reads_after_it_was_reset_is_never_taken_for_a_touch(
    session: Session, when: float, happens: Callable[[SimulatedMPR121], None], sentence: str
) -> None:
    """It reads 0, which is as deep as a touch can be. Before it is set up it may still recover."""
    session.loop.call_later(when, happens, session.panel.chips[0x5B])
    found, said = None, ""
    try:
        found = session.calibrate("c3", "d3")
    except TouchChipError as error:
        said = str(error)
    measured = ("touch chip 0x5B did not keep ", "touch chip 0x5B has lost its settings")
    assert found is not None or said.startswith((sentence, *measured))
    if found is not None:
        assert all(42 <= depth <= 60 for depth in found.depths.values())
        assert all(65 <= baseline <= 73 for baseline in found.baselines.values())


@pytest.mark.parametrize("when", [0.0, 0.02, 0.3, 0.9, 1.1, 1.5, 2.5])
def test_a_chip_that_goes_midway_is_named(session: Session, when: float) -> None:
    session.loop.call_later(when, session.panel.unplug, 0x5B)
    with pytest.raises(TouchChipError, match="touch chip 0x5B does not answer: check its four"):
        session.calibrate("c3", "d3", "e3", "c1")


def test_the_lights_are_out_however_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards: list[SimulatedPanel] = []

    def made(*args: Any) -> SimulatedPanel:
        boards.append(SimulatedPanel(*args))
        return boards[0]

    def stop_when_lit(_readings: object) -> None:
        if any(any(colour) for colour in boards[0].lights().values()):
            raise KeyboardInterrupt

    monkeypatch.setattr(of, "SimulatedPanel", made)
    place = of.Place(Settings(), "simulated", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        of.calibrate_board(place, lambda _said: None, stop_when_lit)
    assert not any(any(colour) for colour in boards[0].chain.history[-1].colours)


def calibrate(folder: Path, *args: str) -> tuple[int, str, str]:
    command = ["calibrate", "--panel", "simulated", "--data", str(folder), *args]
    result = CliRunner().invoke(main, command)
    return result.exit_code, result.stdout, result.stderr


def test_the_command_keeps_what_it_found(tmp_path: Path) -> None:
    code, said, _ = calibrate(tmp_path)
    assert code == 0
    path = tmp_path / "calibration.json"
    assert said.endswith(f"Kept in {path}: touched at 22 counts, let go at 11.\n")
    found = read_calibration(path, BOARD)
    assert found is not None
    assert found.thresholds == (22, 11)


def test_the_command_names_pads_that_felt_nothing(tmp_path: Path) -> None:
    code, _, said = calibrate(tmp_path, "--fault", "dead_pad:2T")
    assert (code, said) == (1, "error: these pads felt nothing: 2T; run iye panel-test\n")


def test_the_command_says_which_chip_is_gone_and_keeps_nothing(tmp_path: Path) -> None:
    code, _, said = calibrate(tmp_path, "--fault", "chip_gone:c3")
    assert (code, said) == (1, "error: touch chip 0x5B does not answer: check its four wires\n")
    assert [path.name for path in tmp_path.iterdir()] == ["board.lock"]


def test_the_command_knows_its_faults(tmp_path: Path) -> None:
    code, _, said = calibrate(tmp_path, "--fault", "rain")
    assert code == 2
    assert "there is no fault 'rain'" in said


def test_the_command_bears_a_bus_on_which_a_game_goes_on(tmp_path: Path) -> None:
    code, said, _ = calibrate(tmp_path, "--fault", "disturbed_bus:c3")
    assert code == 0
    assert said.endswith("touched at 22 counts, let go at 11.\n")


def test_the_command_leaves_a_board_alone_that_is_being_played_on(tmp_path: Path) -> None:
    with only_one(tmp_path, datetime.now(UTC)):
        code, _, said = calibrate(tmp_path)
    assert code == 1
    assert said.startswith(f"error: a board already runs on {tmp_path}")
    assert not (tmp_path / "calibration.json").exists()


def test_that_nothing_can_be_kept_is_said_before_anybody_touches_a_pad(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, said, error = calibrate(tmp_path / "file/data")
    assert (code, said) == (1, "")
    assert error.startswith(f"error: {tmp_path}/file/data/calibration.json cannot be written (")


def test_what_cannot_be_kept_in_the_end_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("iye.calibration.write_calibration", full)
    code, _, error = calibrate(tmp_path)
    assert code == 1
    assert "calibration.json cannot be written (No space left on device): " in error


def test_what_was_measured_by_another_map_is_not_taken(tmp_path: Path) -> None:
    """Its baselines are those of other pads; lights that are elsewhere do not matter."""
    calibrate(tmp_path)
    path = tmp_path / "calibration.json"
    one, other, *rest = BOARD.places
    swapped = (
        replace(one, chip=other.chip, electrode=other.electrode),
        replace(other, chip=one.chip, electrode=one.electrode),
    )
    with pytest.raises(CalibrationError, match=r"another board\.map: empty the board and run iye"):
        read_calibration(path, replace(BOARD, places=(*swapped, *rest)))
    relit = (replace(one, light=other.light), replace(other, light=one.light))
    assert read_calibration(path, replace(BOARD, places=(*relit, *rest))) is not None


def test_a_calibration_of_an_older_program_is_taken(tmp_path: Path) -> None:
    calibrate(tmp_path)
    path = tmp_path / "calibration.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    del told["wiring"]
    path.write_text(json.dumps(told), encoding="utf-8")
    assert read_calibration(path, BOARD) is not None
