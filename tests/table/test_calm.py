"""After half a minute without a touch the lights of every phase move slowly, until the next one."""

from __future__ import annotations

import pytest

from iye.lights import next_change
from iye.table import TIMING, Button
from table_hands import Hands, at_turn
from table_phases import in_each_phase


def changes_a_minute(hands: Hands) -> int:
    """Count how often the lights change in the minute to come, if nobody touches anything."""
    scene, at, count = hands.scene, hands.at, 0
    while (at := next_change(scene, at)) < hands.at + 60.0:
        count += 1
    return count


def way_back() -> Hands:
    hands = at_turn("c5", "c4")
    hands.press(Button.UNDO)
    return hands


def wrong() -> Hands:
    hands = at_turn()
    hands.put("a1")
    return hands


PHASES = {**in_each_phase(), "way_back": way_back(), "wrong": wrong()}


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_in_which_nobody_does_anything_changes_once_a_second_at_most(phase: str) -> None:
    hands = PHASES[phase]
    hands.wait(TIMING.calm)
    assert changes_a_minute(hands) <= 60


@pytest.mark.parametrize(
    "touch",
    [lambda hands: hands.tap("a1"), lambda hands: hands.press(Button.HINT)],
    ids=["a pad", "a button"],
)
def test_whoever_touches_anything_stirs_the_lights_again(touch: object) -> None:
    hands = way_back()
    assert changes_a_minute(hands) > 20 * 25
    hands.wait(TIMING.calm)
    assert changes_a_minute(hands) <= 60
    touch(hands)  # type: ignore[operator] # a lambda of the list above
    assert changes_a_minute(hands) > 20 * 25
