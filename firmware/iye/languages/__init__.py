"""The languages people read: gettext catalogues, and which one a reader gets.

The law of this room: words only. Messages are written in English in the code and translated here;
a message without a translation stays English. No text is case-folded: 'İ' would not survive it.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

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
        return self._catalogue.gettext(text).format(**values)

    def catalogue(self) -> dict[str, str]:
        """Give every translated message by its English text, for a page."""
        entries = getattr(self._catalogue, "_catalog", {})
        return {text: said for text, said in entries.items() if isinstance(text, str) and text}


@cache
def language(tag: str) -> Language:
    """Give a language by its tag. Raises LookupError for one the program does not speak."""
    if tag not in NAMES:
        raise LookupError(f"no language {tag!r}: there are {', '.join(NAMES)}")
    if tag == "en":
        return ENGLISH
    folder = tag.replace("-", "_")
    return Language(tag, gettext.translation(DOMAIN, _FOLDER, languages=[folder]))


ENGLISH: Final = Language("en", gettext.NullTranslations())


def preferred(wishes: str) -> str:
    """Choose a tag by a browser's Accept-Language header; English where none is spoken.

    Chinese in traditional script is given to readers of Taiwan, Hong Kong and Macao, and, for want
    of a nearer one, to all others who ask for Chinese.
    """
    for wish in _by_weight(wishes):
        for tag in NAMES:
            if wish.split("-")[0] == tag.split("-", maxsplit=1)[0]:
                return tag
    return "en"


def _by_weight(wishes: str) -> list[str]:
    weighted = []
    for place, part in enumerate(wishes.split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), place, name))
        except ValueError:
            continue
    return [name for _, _, name in sorted(weighted)]
