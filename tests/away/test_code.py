"""A room's code: what people read and type, and what the broker is shown of it."""

from __future__ import annotations

from random import Random

import pytest

from iye.away.code import LETTERS, draw_code, keys_of, parse_code


def test_a_drawn_code_is_twelve_letters_in_groups_without_look_alikes() -> None:
    code = draw_code(Random(1).choice)
    assert len(code.replace("-", "")) == 12
    assert [len(group) for group in code.split("-")] == [4, 4, 4]
    assert set("ILOU01") & set(LETTERS) == set()
    assert parse_code(code) == code


def test_every_letter_is_drawn() -> None:
    rng = Random(2)
    drawn = {letter for _ in range(200) for letter in draw_code(rng.choice)}
    assert drawn == {*LETTERS, "-"}


@pytest.mark.parametrize(
    "typed", ["nkrt7wpm3cxa", "NKRT 7WPM 3CXA", "nkrt-7wpm-3cxa", "nkrt7WPM 3cxa"]
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert parse_code(typed) == "NKRT-7WPM-3CXA"


@pytest.mark.parametrize(
    ("typed", "what"),
    [("NKRT-7WPM-3CX", "12 letters"), ("NKRT-7WPM-3CXA-B", "12 letters"), ("", "12 letters"),
     ("NKRT-7WPM-3CX0", "'0'"), ("NKRT-7WPM-3CXİ", "in no room's code")],
)  # fmt: skip
def test_what_is_no_code_is_refused_in_a_sentence(typed: str, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        parse_code(typed)


def test_the_keys_of_a_room_are_the_same_everywhere_and_tell_nothing_of_each_other() -> None:
    keys, again, other = (
        keys_of("NKRT-7WPM-3CXA"), keys_of("NKRT-7WPM-3CXA"), keys_of("NKRT-7WPM-3CXB")
    )  # fmt: skip
    assert keys == again
    assert len(keys.seal) == 32
    assert len(keys.room) == 32
    assert keys.room != other.room
    assert keys.seal != other.seal
    assert bytes.fromhex(keys.room) not in keys.seal
