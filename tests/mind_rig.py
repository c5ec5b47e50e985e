"""Both searches of the mind, and positions too early to be solved soon."""

from __future__ import annotations

import pytest

from iye.mind.engine import Native, native_is_there
from iye.mind.reference import Reference
from iye.rules import parse_position

needs_native = pytest.mark.skipif(
    not native_is_there(), reason="the native core was built without a compiler"
)
MAKERS = [
    pytest.param(Reference, id="Python"),
    pytest.param(Native, id="native", marks=needs_native),
]
START = parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -")
"""A whole deal: more than a minute's work for the native core."""
