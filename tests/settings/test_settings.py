"""Settings: what a file says, what is wrong with it and where, and the sample."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import iye.settings as of
from iye.lights import CLEAR, LightSettings
from iye.settings import Settings, SettingsError, parse_settings, read_settings
from iye.table import Timing
from iye_hw.board_map import load_board_map
from iye_hw.pi.lights import Backend

MAP = (Path(__file__).parents[2] / "hardware/board.toml").read_text(encoding="utf-8")
SAMPLE = Path(of.__file__).parent / "samples/iye.toml"


def uncommented() -> str:
    """Give the sample with every setting in force."""
    text = SAMPLE.read_text(encoding="utf-8")
    return re.sub(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE)


def line_with(beginning: str, text: str) -> int:
    """Give the number of the first line that begins so."""
    lines = text.splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(beginning))


def wrong(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "iye.toml")
    return str(caught.value)


def test_the_sample_is_the_defaults_and_has_every_field() -> None:
    assert tomllib.loads(uncommented()) == json.loads(msgspec.json.encode(Settings()))


def test_the_sample_as_it_comes_changes_nothing() -> None:
    assert parse_settings(SAMPLE.read_text(encoding="utf-8")) == Settings()


def test_every_field_of_the_sample_is_explained() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    for before, line in pairwise(lines):
        if re.match(r"#\w+ = ", line):
            assert before.startswith("#"), line


def test_an_empty_file_is_the_defaults() -> None:
    assert parse_settings("") == Settings()
    assert parse_settings("").light_settings() == LightSettings()
    assert parse_settings("").timing_of_gestures() == Timing()
    assert parse_settings("").board_map == load_board_map()


def test_what_is_set_is_taken() -> None:
    settings = parse_settings(
        '[board]\npanel = "pi"\n[lights]\nbackend = "pcm"\npalette = "clear"\nbrightness = 0.5\n'
        "[timing]\nsettle = 0.4\n"
        '[page]\nport = 80\nnames = ["iye.home"]\n[log]\nlevel = "debug"\n'
    )
    assert settings.board.panel == "pi"
    assert settings.light_wishes().backend is Backend.PCM
    assert settings.light_settings() == LightSettings(CLEAR, 0.5)
    assert settings.timing_of_gestures() == Timing(settle=0.4)
    assert (settings.page.port, settings.page.names) == (80, ("iye.home",))


@pytest.mark.parametrize(
    ("text", "thresholds", "used"),
    [
        ("", None, (12, 6)),
        ("", (20, 9), (20, 9)),
        ("[touch]\ntouch_threshold = 30\nrelease_threshold = 10", (20, 9), (30, 10)),
    ],
)
def test_thresholds_are_the_files_then_the_calibrations_then_the_usual(
    text: str, thresholds: tuple[int, int] | None, used: tuple[int, int]
) -> None:
    settings = parse_settings(text).touch_settings(thresholds)
    assert (settings.touch_threshold, settings.release_threshold) == used
    assert settings.care.health_check == 1


def test_the_charge_is_the_files_or_the_usual_and_nothing_else_changes_with_it() -> None:
    usual, more = (
        parse_settings(text).touch_settings()
        for text in ("", "[touch]\ncharge_current = 63\ncharge_time = 2\n")
    )
    # CONFIG1 is CDC in bits 5-0; CONFIG2 is CDT in bits 7-5, whose code 3 is 2 µs.
    assert (usual.config1, usual.config2) == (0x10, 0x20)
    assert (more.config1, more.config2) == (0x3F, 0x60)
    assert more.period == usual.period


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[touch]\ncharge_time = 3\n",
            "iye.toml, line 2: touch.charge_time: there is no 3 µs: take 0.5, 1, 2, 4, 8, 16, 32",
        ),
        (
            "[touch]\ncharge_current = 64\n",
            "iye.toml, line 2: touch.charge_current: take a whole number from 1 to 63",
        ),
        (
            "[board]\n\n[lights]\n# bright\nbrightness = 1.5\n",
            "iye.toml, line 5: lights.brightness: take a number from 0 to 1",
        ),
        (
            "[lights]\nbrightnes = 0.5\n",
            "iye.toml, line 2: lights.brightnes: there is no such field: is it brightness?",
        ),
        ("[light]\n", "iye.toml, line 1: light: there is no such field: is it lights?"),
        (
            '[lights]\nbackend = "usb"\n',
            'iye.toml, line 2: lights.backend: take "auto", "spi", "pwm", "pcm", "pio" or "none"',
        ),
        (
            "[timing]\nsettle = 0.03\n",
            "iye.toml, line 2: timing.settle: take more than a tap, which is 0.04 s",
        ),
        (
            "[timing]\nsettle = 3\n",
            "iye.toml: timing.several: take more than settle, which is 3 s",
        ),
        (
            '[away]\nbroker = "http://club.example"\n',
            (
                "iye.toml, line 2: away.broker: 'http://club.example' is no broker's address: "
                "say mqtt://HOST or mqtts://HOST"
            ),
        ),
        (
            '[away]\nbroker = "mqtt://club.example"\nca_file = "mine.pem"\n',
            "iye.toml, line 3: away.ca_file: a ca_file is for mqtts://, not mqtt://",
        ),
        (
            '[away]\npassword_file = "secret"\nbroker = "mqtt://club.example"\n',
            ("iye.toml, line 2: away.password_file: a password_file is of no use without a user"),
        ),
        (
            '[lights]\npalette = "pink"\n',
            (
                "iye.toml, line 2: lights.palette: there is no palette 'pink': "
                'take "printed" or "clear"'
            ),
        ),
        (
            "[touch]\ntouch_threshold = 5\nrelease_threshold = 9\n",
            (
                "iye.toml, line 3: touch.release_threshold: thresholds 5 to touch and 9 to release"
                " leave no room between: set release below touch, both within 0 to 255"
            ),
        ),
        ("page.port = 70000\n", "iye.toml, line 1: page.port: take a whole number from 0 to 65535"),
        (
            '[page]\nport = 1\nnames = ["ok", "http://x"]\n',
            (
                "iye.toml, line 3: page.names: take a list, in square brackets, of names in quotes,"
                " of small letters, digits, dots, dashes and underscores"
            ),
        ),
        (
            "timing = 3\n",
            "iye.toml, line 1: timing: take a table: its name in square brackets, its fields below",
        ),
        (
            "[log]\nlevel = \n",
            "iye.toml is not TOML: Invalid value (at line 2, column 9); correct that line",
        ),
    ],
)
def test_a_mistake_names_line_and_field(text: str, sentence: str) -> None:
    assert wrong(text) == sentence


@pytest.mark.parametrize("value", ["true", '"xx"', "-1", "nan", "[{}]", "1979-05-27", "[[1]]"])
def test_every_field_that_is_wrong_is_named_with_its_line(value: str) -> None:
    refused = 0
    for table, fields in json.loads(msgspec.json.encode(Settings())).items():
        for field in fields:
            try:
                parse_settings(f"# mine\n[{table}]\n\n{field} = {value}\n", "iye.toml")
            except SettingsError as error:
                refused += 1
                said = str(error)
                assert said.startswith(f"iye.toml, line 4: {table}.{field}: ")
                assert not re.search(r"`|Expected|Invalid|regex|object", said), said
    assert refused > 20


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[page]\r\n\r\nport = -1\r\n", 3),
        ('[page]\n"port" = -1\n', 2),
        ("['page']\nport = -1\n", 2),
        ("[ page ] # mine\nport = -1\n", 2),
        ("\npage = {port = -1}\n", 2),
        ('page."port" = -1\n', 1),
        ('[page]\nhost = """\nport = 3\n"""\nport = -1\n', 5),
        ('[page]\n# here\nnames = [\n "ok",\n "N O"\n]\n', 3),
        ('[page]\nhost = ""\n' + "\n" * 5000 + "port = -1\n", 5003),
    ],
    ids=[
        "from Windows",
        "field in quotes",
        "table in quotes",
        "remark",
        "in one line",
        "dotted",
        "in a text",
        "over several lines",
        "long",
    ],
)
def test_a_mistake_is_found_however_it_is_written(text: str, line: int) -> None:
    assert wrong(text).startswith(f"iye.toml, line {line}: page.")


def test_a_field_that_is_set_twice_names_the_line() -> None:
    sentence = wrong("[page]\nport = 1\nport = 2\n")
    assert "line 3" in sentence
    assert sentence.endswith("; correct that line")


@pytest.mark.parametrize("field", ["touch_threshold", "release_threshold"])
def test_a_threshold_alone_is_refused(field: str) -> None:
    """With the other one at 0 a pad would be touched for ever."""
    sentence = wrong(f"[touch]\n{field} = 20\n")
    assert sentence == f"iye.toml, line 2: touch.{field}: set both thresholds, or neither"


def test_a_cap_below_what_dark_lights_draw_names_its_line() -> None:
    assert wrong("[lights]\ncap_ma = 10.0\n").startswith("iye.toml, line 2: lights.cap_ma: a cap")


def test_a_file_that_windows_has_marked_is_read(tmp_path: Path) -> None:
    path = tmp_path / "iye.toml"
    path.write_text("[page]\nport = 1\n", encoding="utf-8-sig")
    assert read_settings(path).page.port == 1


def test_a_file_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"there is no file .*other\.toml: name another"):
        read_settings(tmp_path / "other.toml")


def test_the_usual_file_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of, "PLACE", tmp_path / "iye.toml")
    assert read_settings(None) == Settings()
    (tmp_path / "iye.toml").write_text("[page]\nport = 1\n", encoding="utf-8")
    assert read_settings(None).page.port == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"\xff", "is not UTF-8 text"), (None, r"cannot read .* \(Is a directory\): see that")],
)
def test_a_file_that_cannot_be_read_is_a_sentence(
    content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path
    if content is not None:
        path = tmp_path / "iye.toml"
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=sentence):
        read_settings(path)


def test_another_map_of_the_board_is_read(tmp_path: Path) -> None:
    text = (Path(of.__file__).parents[2] / "hardware/board.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("interrupt_pin = 17", "interrupt_pin = 27"), encoding="utf-8")
    settings = parse_settings(f'[board]\nmap = "{path}"')
    assert settings.board_map.interrupt_pin == 27


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("[board]\n", r"mine\.toml: there is no table"), (None, "No such")],
)
def test_a_map_that_is_wrong_is_named(content: str | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"^iye.toml, line 2: board.map: .*{sentence}"):
        parse_settings(f'[board]\nmap = "{path}"', "iye.toml")


@pytest.mark.parametrize(
    ("change", "at", "sentence"),
    [
        ((r"^a1 = ", "z9 = "), "z9 = ", "pads.z9: the game knows no pad z9: take "),
        (
            (r"^undo = ", "undoo = "),
            "undoo = ",
            'buttons.undoo: the game knows no button undoo: take "undo", "',
        ),
        (
            (r"^spare = .*\n", ""),
            "[pads]",
            "pads: there is no pad spare, and no game without it: add it",
        ),
    ],
    ids=["pad of another name", "button of another name", "pad missing"],
)
def test_a_map_of_another_game_is_refused_before_anything_starts(
    change: tuple[str, str], at: str, sentence: str, tmp_path: Path
) -> None:
    text = re.sub(*change, MAP, count=1, flags=re.MULTILINE)
    count = len(tomllib.loads(text)["pads"])
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"^pads = \d+", f"pads = {count}", text, flags=re.MULTILINE), "utf-8")
    line = line_with(at, text)
    with pytest.raises(
        SettingsError, match=re.escape(f"board.map: {path}, line {line}: {sentence}")
    ):
        parse_settings(f'[board]\nmap = "{path}"')


def fields_of_the_map() -> list[tuple[int, str, str]]:
    """Give the line, the table and the name of everything that the program reads of the map."""
    found, table = [], ""
    for number, line in enumerate(MAP.splitlines(), start=1):
        table = line[1 : line.index("]")] if line.startswith("[") else table
        if (field := re.match(r"(\w+) = ", line)) and table != "body":
            found.append((number, table, field[1]))
    return [one for one in found if one[1:] != ("board", "name")]


@pytest.mark.parametrize("value", ['"17"', "-1", "1.5", "[[]]", "1979-05-27"])
def test_every_number_of_the_map_that_is_wrong_is_named_with_its_line(
    value: str, tmp_path: Path
) -> None:
    path, lines = tmp_path / "mine.toml", MAP.splitlines()
    assert len(fields_of_the_map()) == 36 + 3 + 1 + 4 + 2 + 2  # pads, buttons, and the tables
    for number, table, field in fields_of_the_map():
        written = [*lines[: number - 1], f"{field} = {value}", *lines[number:]]
        path.write_text("\n".join(written), encoding="utf-8")
        said = wrong(f'[board]\nmap = "{path}"\n')
        assert said.startswith(
            f"iye.toml, line 2: board.map: {path}, line {number}: {table}.{field}: "
        )


def test_a_map_that_is_not_toml_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MAP.replace("[buzzer]", "[buzzer"), encoding="utf-8")
    said = wrong(f'[board]\nmap = "{path}"\n')
    assert said.startswith(f"iye.toml, line 2: board.map: {path}: this is not TOML: ")
    assert f"(at line {line_with('[buzzer', MAP)}, " in said


STUMBLED_OVER = {
    "nested lists": ("[" * 5000 + "]" * 5000, "brackets are nested too deeply in it"),
    "nested tables": ("{a = " * 3000 + "1" + "}" * 3000, "brackets are nested too deeply in it"),
    "digits": ("9" * 5000, "a number in it has too many digits"),
}
"""What Python does not read as TOML, and does not refuse as what is not TOML."""


@pytest.mark.parametrize("what", STUMBLED_OVER)
def test_what_python_stumbles_over_is_told_as_any_other_mistake(what: str, tmp_path: Path) -> None:
    value, why = STUMBLED_OVER[what]
    assert wrong(f"[page]\nport = {value}") == f"iye.toml is not TOML: {why}; correct that line"
    path = tmp_path / "mine.toml"
    path.write_text(MAP.replace("interrupt_pin = 17", f"interrupt_pin = {value}"), "utf-8")
    said = wrong(f'[board]\nmap = "{path}"\n')
    assert said.endswith(f"{path}: this is not TOML: {why}; correct that line")


@pytest.mark.parametrize("value", [f"0x{'f' * 5000}", f'"{"x" * 5000}"', f"[{'1, ' * 5000}]"])
def test_a_value_of_the_map_however_long_is_told_in_a_sentence(value: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MAP.replace("interrupt_pin = 17", f"interrupt_pin = {value}"), "utf-8")
    said = wrong(f'[board]\nmap = "{path}"\n').partition(str(path))[2]
    line = line_with("interrupt_pin", MAP)
    assert said.startswith(f", line {line}: touch.interrupt_pin: [touch] ")
    assert len(said) < 200


def test_a_map_whose_name_no_file_can_have_is_named() -> None:
    said = wrong('[board]\nmap = "mine\\u0000.toml"\n')
    assert (
        said == "iye.toml, line 2: board.map: no file is called 'mine\\x00.toml': write its place"
    )


def test_a_map_is_read_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    """Whoever changes it meanwhile does not give a running board two maps."""
    path = tmp_path / "mine.toml"
    path.write_text(MAP.replace("interrupt_pin = 17", "interrupt_pin = 27"), encoding="utf-8")
    settings = parse_settings(f'[board]\nmap = "{path}"')
    path.unlink()
    assert settings.board_map.interrupt_pin == 27
    assert settings.board_map is settings.board_map


def test_a_map_in_another_order_is_the_same_board(tmp_path: Path) -> None:
    """Frames of light are in the game's order, whatever a person has written first."""
    head, _, pads = MAP.partition("[pads]\n")
    lines, rest = pads.splitlines()[:36], pads.splitlines()[36:]
    path = tmp_path / "mine.toml"
    turned = "\n".join(["[pads]", *reversed(lines), *rest])
    path.write_text(f"{head}{turned}\n", encoding="utf-8")
    assert next(iter(tomllib.loads(path.read_text("utf-8"))["pads"])) != "a1"
    assert parse_settings(f'[board]\nmap = "{path}"').board_map == load_board_map()


def test_a_board_may_have_fewer_buttons(tmp_path: Path) -> None:
    """The page has them too."""
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"^hint = .*\n", "", MAP, flags=re.MULTILINE), encoding="utf-8")
    board = parse_settings(f'[board]\nmap = "{path}"').board_map
    assert [name for name, _ in board.buttons] == ["undo", "new"]
