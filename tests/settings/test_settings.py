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

SAMPLE = Path(of.__file__).parent / "samples/iye.toml"


def uncommented() -> str:
    """Give the sample with every setting in force."""
    text = SAMPLE.read_text(encoding="utf-8")
    return re.sub(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE)


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
    assert parse_settings("").board_map() == load_board_map()


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
            "iye.toml, line 2: touch.charge_current: Expected `int` <= 63",
        ),
        (
            "[board]\n\n[lights]\n# bright\nbrightness = 1.5\n",
            "iye.toml, line 5: lights.brightness: Expected `float` <= 1.0",
        ),
        (
            "[lights]\nbrightnes = 0.5\n",
            "iye.toml, line 2: lights.brightnes: there is no such field: look it up in the sample",
        ),
        ("[light]\n", "iye.toml, line 1: light: there is no such field: look it up in the sample"),
        (
            '[lights]\nbackend = "usb"\n',
            "iye.toml, line 2: lights.backend: Invalid enum value 'usb'",
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
                "iye.toml, line 1: touch: thresholds 5 to touch and 9 to release leave no room "
                "between: set release below touch, both within 0 to 255"
            ),
        ),
        ("page.port = 70000\n", "iye.toml, line 1: page.port: Expected `int` <= 65535"),
        (
            '[page]\nport = 1\nnames = ["ok", "http://x"]\n',
            "iye.toml, line 3: page.names: Expected `str` matching regex '^[a-z0-9._-]+$'",
        ),
        ("timing = 3\n", "iye.toml, line 1: timing: Expected `object`, got `int`"),
        (
            "[log]\nlevel = \n",
            "iye.toml is not TOML: Invalid value (at line 2, column 9)",
        ),
    ],
)
def test_a_mistake_names_line_and_field(text: str, sentence: str) -> None:
    assert wrong(text) == sentence


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
    [(b"\xff", "is not UTF-8 text"), (None, "cannot read .*: Is a directory")],
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
    assert settings.board_map().interrupt_pin == 27


@pytest.mark.parametrize(
    ("content", "sentence"), [("[board]\n", r"mine\.toml: board.toml has no"), (None, "No such")]
)
def test_a_map_that_is_wrong_is_named(content: str | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=sentence):
        parse_settings(f'[board]\nmap = "{path}"').board_map()
