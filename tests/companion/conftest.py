"""Whatever a page does, nobody who reads the log is woken."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which a warning or worse was written in any log."""
    yield
    records = caplog.get_records("call")
    assert [str(record) for record in records if record.levelno >= logging.WARNING] == []
