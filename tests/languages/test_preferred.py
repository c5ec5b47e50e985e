"""Which language a reader gets, by what browsers really send, and what happens without words."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from iye import languages
from iye.languages import ENGLISH, NAMES, Language, language, preferred


@pytest.mark.parametrize(
    ("wishes", "tag"),
    [
        ("", "en"),
        ("*", "en"),
        ("tr", "tr"),
        ("tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", "tr"),
        ("TR-tr", "tr"),
        ("pt-BR,fr;q=0.8", "fr"),
        ("pt-BR, fr; q=0.8", "fr"),
        ("pt-BR,de", "en"),
        ("en;q=0.5,ru;q=0.9", "ru"),
        ("ru;q=0.5,fr;q=0.5", "ru"),
        ("fr;q=0,ru;q=0.1", "ru"),
        ("fr;q=0.000", "en"),
        ("zh", "zh-TW"),
        ("zh-TW,zh;q=0.9", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh-Hant-TW", "zh-TW"),
        ("zh-Hant", "zh-TW"),
        ("zh-CN,zh;q=0.9,fr;q=0.8", "zh-TW"),
        ("en-GB,tr;q=0.9", "en"),
        ("fr;q=nan,tr;q=inf,ru;q=2,fr;q=-1", "en"),
        ("fr;q=", "en"),
        (";q=1,,;,fr", "fr"),
        ("fr_FR", "en"),
        ("İ,ı,\x00,\ud800,fr", "fr"),
        ("fr" * 1000, "en"),
        ("x-" * 10000 + ",tr", "tr"),
        ("frank", "en"),
    ],
)
def test_a_reader_gets_the_language_most_wished_for_that_is_spoken(wishes: str, tag: str) -> None:
    assert preferred(wishes) == tag


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a folder without any catalogue."""
    monkeypatch.setattr(languages, "_FOLDER", tmp_path)
    language.cache_clear()
    yield tmp_path
    language.cache_clear()


@pytest.mark.parametrize("tag", NAMES)
def test_without_a_catalogue_everything_is_said_in_english(tag: str, empty: Path) -> None:
    assert empty.exists()
    spoken = language(tag)
    assert spoken.tag == tag
    assert spoken.say("{player} begins.", player="İnci") == "İnci begins."
    assert spoken.catalogue() == {}


def test_a_language_that_is_not_spoken_is_no_language() -> None:
    with pytest.raises(LookupError, match="no language 'xx'"):
        language("xx")


class Catalogue(gettext.NullTranslations):
    """A catalogue of one message."""

    _catalog: ClassVar = {"": "header", "{player} begins.": "{oyuncu} başlar."}

    def gettext(self, message: str) -> str:
        return self._catalog.get(message, message)


def test_a_translation_with_a_slip_is_said_in_english() -> None:
    spoken = Language("tr", Catalogue())
    assert spoken.say("{player} begins.", player="İnci") == "İnci begins."
    assert spoken.catalogue() == {"{player} begins.": "{oyuncu} başlar."}


def test_values_are_filled_in_as_they_are() -> None:
    assert ENGLISH.say("{player} begins.", player="{0} {x} %s") == "{0} {x} %s begins."
