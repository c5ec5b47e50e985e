"""Sentences in what all pages are told alike: their patterns, and what each leaves open."""

from __future__ import annotations

from iye.companion.patterns import Pattern, pattern_of
from iye_hw.sentence import sentence


def test_a_sentence_is_taken_apart_as_it_was_made() -> None:
    who = sentence("the user {name}", name="club")
    said = sentence("it does not let {who} in at port {port}", who=who, port=8883)
    assert pattern_of(said) == Pattern(
        "it does not let {who} in at port {port}",
        {"who": Pattern("the user {name}", {"name": "club"}), "port": "8883"},
    )


def test_text_that_no_catalogue_knows_is_said_as_it_is() -> None:
    assert pattern_of("Network is unreachable") == Pattern("Network is unreachable", {})
