"""Sentences for people that can be said again in another language.

The law of this module: a sentence is English text, and remembers the pattern it was made from and
what was filled in. Whoever has a catalogue of patterns can say it otherwise; nobody has to.
"""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """A pattern with its values filled in; values may be sentences themselves."""

    __slots__ = ("pattern", "values")

    pattern: str
    values: Mapping[str, object]


def sentence(pattern: str, **values: object) -> Sentence:
    """Make a sentence of a pattern: what stands in braces is filled in by name."""
    said = Sentence(pattern.format(**values))
    said.pattern, said.values = pattern, values
    return said


def sentence_of(error: Exception) -> str:
    """Give what an error says; str() of it would forget how the sentence was made."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Sentence) else str(error)
