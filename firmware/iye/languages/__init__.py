"""The languages people read: gettext catalogues, and which one a reader gets.

The law of this room: words only. Messages are written in English in the code and translated here;
a message without a translation stays English. No text is case-folded: 'İ' would not survive it.
"""

from __future__ import annotations

import gettext
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from iye_hw.sentence import Sentence

NAMES: Final = {
    "en": "English",
    "tr": "Türkçe",
    "fr": "Français",
    "ru": "Русский",
    "zh-TW": "繁體中文",
}
"""The languages by their tags, each called what its speakers call it."""

DOMAIN: Final = "iye"
_FOLDER: Final = Path(__file__).parent


def message(text: str) -> str:
    """Mark a message for translation where it stands in a table; translated when it is said."""
    return text


@dataclass(frozen=True, slots=True)
class Language:
    """One language: `say` translates a message and fills in what it leaves open."""

    tag: str
    _catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    def say(self, text: str, **values: object) -> str:
        """Translate `text` and fill in `{names}`."""
        try:
            return self._catalogue.gettext(text).format(**values)
        except (LookupError, ValueError):  # a translation that leaves something else open
            return text.format(**values)

    def repeat(self, said: str) -> str:
        """Say a sentence of the hardware's again in this language; any other text as it is."""
        if not isinstance(said, Sentence):
            return said
        values = {
            name: self.repeat(value) if isinstance(value, str) else value
            for name, value in said.values.items()
        }
        return self.say(said.pattern, **values)

    def catalogue(self) -> dict[str, str]:
        """Give every translated message by its English text, for a page."""
        entries = getattr(self._catalogue, "_catalog", {})
        return {text: said for text, said in entries.items() if isinstance(text, str) and text}


@cache
def language(tag: str) -> Language:
    """Give a language by its tag; where its catalogue is missing, it says everything in English.

    Raises LookupError for one the program does not speak.
    """
    if tag not in NAMES:
        raise LookupError(f"no language {tag!r}: there are {', '.join(NAMES)}")
    if tag == "en":
        return ENGLISH
    folder = tag.replace("-", "_")
    return Language(tag, _catalogue(folder))


def _catalogue(folder: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, _FOLDER, languages=[folder], fallback=True)


ENGLISH: Final = Language("en", gettext.NullTranslations())


def preferred(wishes: str) -> str:
    """Choose a tag by a browser's Accept-Language header; English where none is spoken.

    Chinese in traditional script is given to readers of Taiwan, Hong Kong and Macao, and, for want
    of a nearer one, to all others who ask for Chinese.
    """
    for wish in _by_weight(wishes):
        for tag in NAMES:
            if wish == tag.split("-", maxsplit=1)[0]:
                return tag
    return "en"


_WISH: Final = re.compile(
    r"\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)
"""A language range and its weight (RFC 9110, 12.4.2 and 12.5.4)."""


def _by_weight(wishes: str) -> list[str]:
    """Give the languages wished for, without region and script, the dearest first.

    What is not written as the RFC says is passed over; so is what has the weight 0: not wanted.
    """
    found = [_WISH.fullmatch(part) for part in wishes.split(",")]
    weighted = [(float(wish[2] or 1), wish[1].lower()) for wish in found if wish is not None]
    weighted.sort(key=lambda wish: -wish[0])
    return [name for weight, name in weighted if weight]
