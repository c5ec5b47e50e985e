"""Sentences in what all pages are told alike, each of which says them in its own language.

The law of this module: from a sentence to its pattern and what is filled in. The page has the
catalogue, and may take another language at any time.
"""

from __future__ import annotations

import msgspec

from iye_hw.sentence import Sentence


class Pattern(msgspec.Struct, frozen=True):
    """The text by which the catalogue knows a sentence, and its values, which may be sentences."""

    text: str
    values: dict[str, str | Pattern]


def pattern_of(said: str) -> Pattern:
    """Take a sentence apart; any other text is a pattern that leaves nothing open."""
    if not isinstance(said, Sentence):
        return Pattern(said, {})
    values = {name: _value(value) for name, value in said.values.items()}
    return Pattern(said.pattern, values)


def _value(value: object) -> str | Pattern:
    return pattern_of(value) if isinstance(value, Sentence) else str(value)
