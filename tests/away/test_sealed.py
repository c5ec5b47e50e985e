"""The envelope: what opens, and that nothing else does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.away.sealed import LARGEST, Opened, SealError, seal, unseal

KEY = b"k" * 32
SAID = Opened("a" * 16, 7, "b" * 32, "log", b'{"page":0,"entries":[]}')


def test_what_was_sealed_opens_with_the_same_key() -> None:
    assert unseal(KEY, seal(KEY, SAID)) == SAID


def test_another_key_opens_nothing() -> None:
    with pytest.raises(SealError) as error:
        unseal(b"x" * 32, seal(KEY, SAID))
    assert error.value.code == "forged"


@pytest.mark.parametrize(
    ("field", "value"),
    [("board", "c" * 16), ("n", 8), ("match", "d" * 32), ("sort", "status"), ("body", {"page": 1})],
)
def test_whatever_is_changed_breaks_the_seal(field: str, value: Any) -> None:
    changed = json.loads(seal(KEY, SAID)) | {field: value}
    with pytest.raises(SealError) as error:
        unseal(KEY, json.dumps(changed).encode())
    assert error.value.code == "forged"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_what_is_no_envelope_is_malformed(text: bytes) -> None:
    with pytest.raises(SealError) as error:
        unseal(KEY, text)
    assert error.value.code == "malformed"


@pytest.mark.parametrize("change", [{"v": 2}, {"n": -1}, {"board": "A"}, {"more": 1}, {"mac": ""}])
def test_an_envelope_of_another_shape_is_malformed(change: dict[str, Any]) -> None:
    with pytest.raises(SealError) as error:
        unseal(KEY, json.dumps(json.loads(seal(KEY, SAID)) | change).encode())
    assert error.value.code == "malformed"


def test_deeply_nested_text_is_malformed() -> None:
    with pytest.raises(SealError) as error:
        unseal(KEY, b'{"body":' + b"[" * 8000)
    assert error.value.code == "malformed"


def test_a_huge_message_is_not_even_read() -> None:
    with pytest.raises(SealError) as error:
        unseal(KEY, b" " * (LARGEST + 1))
    assert error.value.code == "huge"


def test_a_message_that_nobody_would_read_is_not_sealed() -> None:
    with pytest.raises(ValueError, match="would not be read"):
        seal(KEY, replace(SAID, body=b'"' + b"x" * LARGEST + b'"'))
