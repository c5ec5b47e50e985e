"""What sentences are made of, and which of them a part of the program may say.

The law of this module: it takes apart what was said, and reads the sources as the catalogues do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import languages as tool
from iye.languages import NAMES
from iye_hw.sentence import Sentence

OTHERS: Final = [tag for tag in NAMES if tag != "en"]


def patterns(said: object) -> Iterator[str]:
    """Give the patterns that a sentence is made of, all the way down."""
    if isinstance(said, Sentence):
        yield said.pattern
        for value in said.values.values():
            yield from patterns(value)


def written_in(place: str) -> set[str]:
    """Give every pattern that stands in the sources whose path begins so."""
    return {
        str(entry.id)
        for entry in tool.collect()
        if any(path.startswith(place) for path, _ in entry.locations)
    }
