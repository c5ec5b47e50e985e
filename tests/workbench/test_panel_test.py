"""Testing the pads: dead ones, swapped ones, and the map that puts them right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from iye.cli import main
from iye.settings import Settings
from iye.workbench.bench import SimulatedPerson, Workbench
from iye.workbench.panel_test import PanelTest, Verdict, corrected_map
from iye_hw.board_map import BoardMap, load_board_map, parse_board_map
from iye_hw.board_panel import BoardPanel
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

BOARD = load_board_map()
TEXT = resources.files("iye_hw").joinpath("board.toml").read_text(encoding="utf-8")
PADS = tuple(pad for pad in BOARD.pads if pad != "spare")


def wired_otherwise(one: str, other: str) -> BoardMap:
    """Give a board in which the electrodes of two pads are swapped."""
    places = {place.name: place for place in BOARD.places}
    swapped = {
        one: replace(places[one], chip=places[other].chip, electrode=places[other].electrode),
        other: replace(places[other], chip=places[one].chip, electrode=places[one].electrode),
    }
    return replace(BOARD, places=tuple(swapped.get(p.name, p) for p in BOARD.places))


class Session:
    """A simulated board that is wired in one way, tested by a map that says it is in another."""

    def __init__(self, wired: BoardMap = BOARD) -> None:
        self.loop = VirtualTimeLoop()
        self.hardware = SimulatedPanel(wired, self.loop)
        self.panel = BoardPanel(
            BOARD, self.hardware.parts, self.loop, settings=Settings().touch_settings()
        )

    def test(self, *pads: str) -> Verdict:
        person = SimulatedPerson(self.hardware, self.loop)
        bench = Workbench(BOARD, self.hardware.parts, person, print, lambda _readings: None)
        return self.loop.run_until_complete(PanelTest(bench, self.panel).run(pads or None))

    def close(self) -> None:
        self.panel.close()
        self.loop.close()


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session()
    yield session
    session.close()


@pytest.fixture
def swapped() -> Iterator[Session]:
    session = Session(wired_otherwise("b2", "2H"))
    yield session
    session.close()


def test_a_board_in_order_answers_as_itself(session: Session) -> None:
    verdict = session.test()
    assert verdict.felt == {pad: pad for pad in PADS}
    assert verdict.is_well
    assert list(verdict.sentences()) == ["all 35 pads answer as themselves"]


def test_a_dead_pad_is_named(session: Session) -> None:
    session.hardware.sense.cut("d4")
    verdict = session.test("d4", "e4")
    assert verdict.dead == ("d4",)
    assert list(verdict.sentences()) == [
        "d4 is dead: check its wire, and that its copper touches the wood"
    ]


def test_swapped_pads_are_named(swapped: Session) -> None:
    verdict = swapped.test("a1", "b2", "2H")
    assert verdict.swapped == {"b2": "2H", "2H": "b2"}
    assert list(verdict.sentences()) == [
        "b2 answers as 2H: swap their wires, or write the corrected map",
        "2H answers as b2: swap their wires, or write the corrected map",
    ]


def test_the_corrected_map_is_the_board_as_it_is_wired(swapped: Session) -> None:
    verdict = swapped.test()
    assert parse_board_map(corrected_map(TEXT, verdict)) == wired_otherwise("b2", "2H")


def test_a_map_in_order_is_left_as_it_is(session: Session) -> None:
    assert corrected_map(TEXT, session.test("a1")) == TEXT


def test_answers_that_contradict_each_other_make_no_map() -> None:
    with pytest.raises(ValueError, match="share electrode"):
        corrected_map(TEXT, Verdict({"a1": "b1", "b1": "b1"}))


def test_a_map_laid_out_otherwise_has_to_be_corrected_by_hand() -> None:
    text = TEXT.replace("a1 = { chip = 0, electrode = 0,", "a1 = { electrode = 0, chip = 0,")
    with pytest.raises(ValueError, match="no line of its own for pad a1"):
        corrected_map(text, Verdict({"a1": "b1", "b1": "a1"}))


def command(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "simulated", *args])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_is_content_with_a_board_in_order() -> None:
    assert command() == (0, "all 35 pads answer as themselves\n", "")


def test_the_command_names_dead_pads() -> None:
    code, said, _ = command("--fault", "dead_pad:c3")
    assert (code, said.split(":")[0]) == (1, "c3 is dead")


def test_the_command_writes_the_map(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    code, said, _ = command("--write", str(path))
    assert code == 0
    assert said.endswith(f"Written to {path}: name it as board.map in the settings.\n")
    assert parse_board_map(path.read_text(encoding="utf-8")) == BOARD


def test_faults_are_for_simulated_boards() -> None:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "pi", "--fault", "noise"])
    assert result.exit_code == 2
    assert "--fault is for --panel simulated" in result.stderr


def test_without_a_pi_the_command_says_what_is_missing() -> None:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "pi"])
    assert result.exit_code == 1
    assert result.stderr.startswith("error: there is no /dev/i2c-1")
