"""Either search, for the tests that hold for both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from iye.mind.engine import Engine
from mind_rig import MAKERS


@pytest.fixture(params=MAKERS)
def make(request: pytest.FixtureRequest) -> Callable[[], Engine]:
    maker: Callable[[], Engine] = request.param
    return maker
