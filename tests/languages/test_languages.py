"""Languages: who gets which, that nothing lacks a translation, and that İ and ı survive."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import languages as tool
from iye.languages import ENGLISH, NAMES, language, preferred
from iye.mind import LEVELS
from iye_hw.sentence import sentence

OTHERS = [tag for tag in NAMES if tag != "en"]


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return tool.collect()


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_message_of_program_and_page_is_collected(collected: Catalog) -> None:
    assert collected.get("There is nothing to take back.") is not None
    assert len(collected) > 50


def test_the_page_says_of_every_level_what_the_mind_says(collected: Catalog) -> None:
    assert [level.saying for level in LEVELS if collected.get(level.saying) is None] == []


@pytest.mark.parametrize("root", [tool.PROGRAM, tool.HARDWARE], ids=lambda root: root.name)
def test_every_sentence_is_made_where_its_pattern_can_be_collected(root: Path) -> None:
    """A pattern that comes by a name would be in no catalogue, and English on every page."""
    made = [
        (path.name, call.lineno, call.args[0])
        for path in sorted(root.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "sentence"
    ]
    assert len(made) >= 10
    assert [at for *at, pattern in made if not isinstance(pattern, ast.Constant)] == []


@pytest.mark.parametrize("tag", OTHERS)
def test_no_message_lacks_a_translation(tag: str) -> None:
    assert tool.untranslated(tool.merged(tag)) == []


@pytest.mark.parametrize("tag", OTHERS)
def test_a_catalogue_holds_no_message_that_nobody_says(tag: str, collected: Catalog) -> None:
    with tool.po_path(tag).open("rb") as file:
        kept = read_po(file)
    assert {str(entry.id) for entry in kept} == {str(entry.id) for entry in collected}


@pytest.mark.parametrize("tag", OTHERS)
def test_a_catalogue_is_the_same_on_whatever_day_it_is_made(tag: str) -> None:
    catalogue = tool.merged(tag)
    assert catalogue.creation_date == catalogue.revision_date == tool.BEGUN


@pytest.mark.parametrize("tag", OTHERS)
def test_what_is_compiled_is_what_is_written(tag: str) -> None:
    compiled = tool.po_path(tag).with_suffix(".mo").read_bytes()
    with tool.po_path(tag).open("rb") as file:
        assert compiled == tool.compiled(read_po(file))


@pytest.mark.parametrize("tag", OTHERS)
def test_a_translation_leaves_open_what_the_message_leaves_open(tag: str) -> None:
    for entry in tool.merged(tag):
        for said in tool.forms(entry.string):
            english = tool.forms(entry.id)[-1]
            assert fields(said) == fields(english), english


@pytest.mark.parametrize("tag", OTHERS)
def test_a_translation_is_not_the_english_again(tag: str) -> None:
    same = [
        entry.id
        for entry in tool.merged(tag)
        if entry.id and entry.string == entry.id and re.search(r"[a-z]{3} [a-z]{3}", str(entry.id))
    ]
    assert same == []


@pytest.mark.parametrize(
    ("wishes", "tag"),
    [
        ("", "en"),
        ("tr", "tr"),
        ("tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ("de,fr;q=0.7,en;q=0.5", "fr"),
        ("en;q=0.5,ru;q=0.9", "ru"),
        ("zh-TW,zh;q=0.9", "zh-TW"),
        ("zh-Hant-HK", "zh-TW"),
        ("zh", "zh-TW"),
        ("pt-BR,es;q=0.8", "en"),
        ("*", "en"),
        ("fr;q=lots", "en"),
        (";;,,=", "en"),
    ],
)
def test_a_browser_gets_the_language_it_likes_best_of_those_spoken(wishes: str, tag: str) -> None:
    assert preferred(wishes) == tag


def test_a_language_that_is_not_spoken_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match=r"'de'.*en, tr, fr, ru, zh-TW"):
        language("de")


def test_what_the_hardware_says_is_said_again_in_any_language() -> None:
    chip = sentence("touch chip {address}", address="0x5B")
    said = sentence("{chip} does not answer: check its four wires", chip=chip)
    assert language("fr").repeat(said) == (
        "puce tactile 0x5B : pas de réponse, vérifiez ses quatre fils"
    )
    assert language("tr").repeat(said).startswith("dokunma çipi 0x5B yanıt vermiyor")
    assert ENGLISH.repeat(said) == said


def test_numbers_in_what_the_hardware_says_are_kept() -> None:
    said = sentence(
        "GPIO {pin} cannot be had ({error}): end what else uses it and start again; "
        "until then pads are felt a little later",
        pin=17,
        error=OSError("busy"),
    )
    assert "GPIO 17 недоступен (busy)" in language("ru").repeat(said)


def test_text_of_no_pattern_is_repeated_as_it_is() -> None:
    assert language("fr").repeat("pad {a1} has no wire") == "pad {a1} has no wire"


def test_english_needs_no_catalogue() -> None:
    assert language("en") is ENGLISH
    assert ENGLISH.say("The drum is back on {cell}.", cell="c3") == "The drum is back on c3."
    assert ENGLISH.catalogue() == {}


def test_the_turkish_letters_survive_as_they_are() -> None:
    turkish = language("tr")
    said = "".join(turkish.catalogue().values())
    assert "İye" in said
    assert "ı" in said
    assert "i̇" not in said  # what 'İ'.lower() makes: an i with a dot of its own above it


def test_russian_counts_in_its_three_ways() -> None:
    plural = [entry for entry in tool.merged("ru") if isinstance(entry.id, tuple | list)]
    assert all(len(tool.forms(entry.string)) == 3 for entry in plural)
