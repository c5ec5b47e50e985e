"""Which signals ask a program to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from iye.signals import ending_signals


@pytest.fixture
def hung_up() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hung_up")
def test_ctrl_c_a_shutdown_and_a_terminal_that_is_gone_end_a_program() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    assert list(ending_signals()) == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.usefixtures("hung_up")
def test_a_program_that_is_to_outlive_its_terminal_does() -> None:
    """As nohup has it."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert list(ending_signals()) == [signal.SIGINT, signal.SIGTERM]
