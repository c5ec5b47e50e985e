"""Simulated pins: wired together, and not remembering more than anybody asks for."""

from __future__ import annotations

from iye_hw.simulated.lines import REMEMBERED, Lines


def test_a_line_is_low_while_anybody_pulls_it_low() -> None:
    lines = Lines()
    lines.pull(4, "one", low=True)
    lines.pull(4, "other", low=True)
    lines.pull(4, "one", low=False)
    assert lines.is_low(4)
    lines.pull(4, "other", low=False)
    assert not lines.is_low(4)


def test_a_pin_that_is_pulled_for_days_remembers_only_the_latest() -> None:
    lines = Lines()
    for _ in range(REMEMBERED):
        lines.pull(4, "chip", low=True)
        lines.pull(4, "chip", low=False)
    states = [bool(state.state) for state in lines.factory.pin(4).states]
    assert len(states) == REMEMBERED
    assert states == [False, True] * (REMEMBERED // 2)
