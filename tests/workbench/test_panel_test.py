"""Testing the pads: dead ones, swapped ones, and the map that puts them right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from iye.calibration import Measured, write_calibration
from iye.cli import main
from iye.record.lock import only_one
from iye.settings import Settings
from iye.workbench.bench import SimulatedPerson, Workbench
from iye.workbench.panel_test import PanelTest
from iye.workbench.verdict import Verdict, corrected_map
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


def lit_otherwise(order: dict[str, str]) -> BoardMap:
    """Give a board whose chain goes another way: each pad has the light of another."""
    lights = {place.name: place.light for place in BOARD.places}
    places = (replace(p, light=lights[order.get(p.name, p.name)]) for p in BOARD.places)
    return replace(BOARD, places=tuple(places))


def turned(names: tuple[str, ...]) -> dict[str, str]:
    """Turn an order of pads round."""
    return dict(zip(names, reversed(names), strict=True))


class Session:
    """A simulated board that is wired in one way, tested by a map that says it is in another."""

    def __init__(self, wired: BoardMap = BOARD) -> None:
        self.loop = VirtualTimeLoop()
        self.hardware = SimulatedPanel(wired, self.loop)
        self.panel = BoardPanel(
            BOARD, self.hardware.parts, self.loop, settings=Settings().touch_settings()
        )

    def test(self, *pads: str, lights: bool = True) -> Verdict:
        person = SimulatedPerson(self.hardware, self.loop)
        bench = Workbench(BOARD, self.hardware.parts, person, print, lambda _readings: None)
        test = PanelTest(bench, self.panel)
        return self.loop.run_until_complete(test.run(pads or None, lights=lights))

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
    assert verdict.lit == verdict.felt
    assert verdict.is_well
    assert list(verdict.sentences()) == ["all 35 pads answer as themselves, and by their own light"]


def test_a_dead_pad_is_named(session: Session) -> None:
    session.hardware.sense.cut("d4")
    verdict = session.test("d4", "e4")
    assert verdict.dead == ("d4",)
    assert verdict.lit == {"e4": "e4"}
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


def verdict_on(wired: BoardMap, *pads: str) -> Verdict:
    session = Session(wired)
    try:
        return session.test(*pads)
    finally:
        session.close()


def test_pads_are_asked_for_by_name_in_the_dark_and_then_by_light(session: Session) -> None:
    """Whoever goes by a light that is elsewhere would touch the wrong pad in the first round."""
    session.test("a1", "c3")
    lit = [
        {pad for pad, light in zip(BOARD.pads, shown.colours, strict=True) if any(light)}
        for shown in session.hardware.chain.history
    ]
    assert lit == [set(), {"a1"}, {"c3"}, set()]


def test_swapped_lights_are_told_from_swapped_pads() -> None:
    verdict = verdict_on(lit_otherwise({"b2": "c4", "c4": "b2"}), "b2", "c4", "d5")
    assert verdict.swapped == {}
    assert list(verdict.sentences()) == [
        "the light of b2 is at c4: write the corrected map",
        "the light of c4 is at b2: write the corrected map",
    ]


@pytest.mark.parametrize(
    "wired",
    [
        lit_otherwise({"b2": "c4", "c4": "b2"}),
        lit_otherwise(turned(PADS)),
        lit_otherwise(turned(BOARD.pads)),  # the spare pad's light is at a cell
        lit_otherwise(dict(zip(PADS, (*PADS[1:], PADS[0]), strict=True))),
    ],
    ids=["two swapped", "turned round", "with the spare's", "shifted"],
)
def test_the_corrected_map_has_every_light_where_it_is(wired: BoardMap) -> None:
    assert parse_board_map(corrected_map(TEXT, verdict_on(wired))) == wired


def test_pads_and_lights_that_are_both_elsewhere_are_both_put_right() -> None:
    """b2 and 2H have each other's electrodes, and b2 has a light of its own wrong besides."""
    electrodes = {place.name: place for place in wired_otherwise("b2", "2H").places}
    wired = replace(
        BOARD,
        places=tuple(
            replace(electrodes[place.name], light=place.light)
            for place in lit_otherwise({"b2": "e1", "e1": "b2"}).places
        ),
    )
    verdict = verdict_on(wired)
    assert verdict.swapped == {"b2": "2H", "2H": "b2"}
    assert verdict.moved == {"b2": "e1", "e1": "b2"}
    assert parse_board_map(corrected_map(TEXT, verdict)) == wired


def test_a_chain_that_goes_another_way_is_one_sentence() -> None:
    [sentence] = verdict_on(lit_otherwise(turned(PADS))).sentences()
    assert sentence == (
        "34 lights are at other pads than the map says, the first at 2S: write the corrected map"
    )


def test_a_light_that_nobody_sees_is_named() -> None:
    verdict = Verdict({"a1": "a1", "b1": "b1"}, {"a1": "a1", "b1": None})
    assert not verdict.is_well
    assert list(verdict.sentences()) == [
        "the light of b1 was not seen: check it and the joint before it in the chain"
    ]


def test_lights_that_cannot_be_driven_say_why(session: Session) -> None:
    session.hardware.chain.break_down()
    verdict = session.test("a1", "b1")
    assert not verdict.is_well
    [sentence] = verdict.sentences()
    assert sentence.startswith("the lights were not tested, since the light chain does not take")


def test_a_chain_that_stays_dark_is_not_waited_for_light_by_light(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulatedPanel, "lights", lambda _panel: {})
    began = session.loop.time()
    verdict = session.test()
    assert list(verdict.sentences()) == [
        "the lights were not tested, since nobody saw one: iye doctor says what drives them"
    ]
    assert session.loop.time() - began < 35 * 2 + 3 * 21


def test_pads_of_a_chip_that_is_gone_are_not_dead_and_not_waited_for(session: Session) -> None:
    session.hardware.unplug(BOARD.chips[1])
    began = session.loop.time()
    verdict = session.test()
    assert verdict.dead == ()
    assert len(verdict.silent) == 12
    assert not verdict.is_well
    assert list(verdict.sentences()) == ["touch chip 0x5B does not answer: check its four wires"]
    assert session.loop.time() - began < 24 * 2 * 2


def test_a_chip_that_comes_back_is_tested_like_the_others(session: Session) -> None:
    session.hardware.unplug(BOARD.chips[1])
    session.loop.call_later(2, session.hardware.plug, BOARD.chips[1])
    verdict = session.test("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c3")
    assert verdict.felt["c3"] == "c3"
    assert verdict.is_well


def test_a_pad_that_answers_for_others_is_not_to_be_soldered_anew() -> None:
    verdict = Verdict({"a1": "e3", "b1": "e3", "c1": "d1", "d1": "c1"})
    assert list(verdict.sentences()) == [
        (
            "e3 answered when a1, b1 were asked for: keep other hands off, mend what iye doctor "
            "finds, and test again"
        ),
        "c1 answers as d1: swap their wires, or write the corrected map",
        "d1 answers as c1: swap their wires, or write the corrected map",
    ]


def test_a_board_without_lights_is_tested_by_name_alone(session: Session) -> None:
    verdict = session.test("a1", lights=False)
    assert list(verdict.sentences()) == ["all 1 pads answer as themselves"]


def test_lights_seen_twice_make_no_map() -> None:
    with pytest.raises(ValueError, match="share light"):
        corrected_map(TEXT, Verdict({}, {"a1": "c1", "b1": "c1"}))


def test_a_map_in_order_is_left_as_it_is(session: Session) -> None:
    assert corrected_map(TEXT, session.test("a1")) == TEXT


def test_answers_that_contradict_each_other_make_no_map() -> None:
    with pytest.raises(ValueError, match="share electrode"):
        corrected_map(TEXT, Verdict({"a1": "b1", "b1": "b1"}))


def test_a_map_laid_out_otherwise_has_to_be_corrected_by_hand() -> None:
    text = TEXT.replace("a1 = { chip = 0, electrode = 0,", "a1 = { electrode = 0, chip = 0,")
    with pytest.raises(ValueError, match="no line of its own for pad a1"):
        corrected_map(text, Verdict({"a1": "b1", "b1": "a1"}))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test touch this user's games."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


def command(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "simulated", *args])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_is_content_with_a_board_in_order() -> None:
    assert command() == (0, "all 35 pads answer as themselves, and by their own light\n", "")


def test_the_command_names_dead_pads() -> None:
    code, said, _ = command("--fault", "dead_pad:c3")
    assert (code, said.split(":")[0]) == (1, "c3 is dead")


def test_the_command_writes_the_map(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    code, said, _ = command("--write", str(path))
    assert code == 0
    assert said.endswith(f"Written to {path}: name it as board.map in the settings.\n")
    assert parse_board_map(path.read_text(encoding="utf-8")) == BOARD


@pytest.mark.parametrize("fault", ["cut_line", "short_line"])
def test_the_command_tells_a_line_from_dead_pads(fault: str) -> None:
    code, said, _ = command("--fault", fault)
    assert code == 1
    assert "is dead" not in said
    assert "the touch chips' interrupt line (GPIO 17)" in said


def test_the_command_feels_by_the_calibrations_thresholds(tmp_path: Path) -> None:
    """Behind thick wood the usual ones would call every pad dead."""
    measured = Measured(
        board=BOARD.name,
        at="2026-03-21",
        baselines=dict.fromkeys(BOARD.pads, 69),
        touch_threshold=100,
        release_threshold=90,
    )
    write_calibration(tmp_path / "calibration.json", measured)
    code, said, _ = command("--data", str(tmp_path))
    assert code == 1
    assert said.count("is dead") == 35  # a finger is 45 to 56 counts deep


def test_the_command_leaves_a_board_alone_that_is_being_played_on(tmp_path: Path) -> None:
    with only_one(tmp_path, datetime.now(UTC)):
        code, said, error = command("--data", str(tmp_path))
    assert (code, said) == (1, "")
    assert error.startswith(f"error: a board already runs on {tmp_path}")


def test_that_no_map_can_be_written_is_said_before_anybody_touches_a_pad(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, said, error = command("--write", str(tmp_path / "file/mine.toml"))
    assert (code, said) == (1, "")
    assert error.startswith(f"error: {tmp_path}/file/mine.toml cannot be written (")


def test_faults_are_for_simulated_boards() -> None:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "pi", "--fault", "noise"])
    assert result.exit_code == 2
    assert "--fault is for --panel simulated" in result.stderr


def test_without_a_pi_the_command_says_what_is_missing() -> None:
    result = CliRunner().invoke(main, ["panel-test", "--panel", "pi"])
    assert result.exit_code == 1
    assert result.stderr.startswith("error: there is no /dev/i2c-1")
