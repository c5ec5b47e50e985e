"""The next moment at which a frame changes: honest, in the future, and far enough away at rest.

The program sleeps until then. Told too late, a light would stand still; told as now or as past,
the program would spin.
"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.lights import LightSettings, Mark, Meaning, Scene, frame, next_change
from iye.lights.looks import LOOKS
from iye.lights.rhythms import BEAT, Rhythm
from iye.rules import Cell, Kind, Player
from light_scenes import moments, scenes

FULL = LightSettings(brightness=1.0, cap_ma=math.inf)
FINE = 1e-3
"""Seconds. A moment within a thousandth of a rhythm's step before its edge counts as past it."""


def mark(meaning: Meaning) -> Mark:
    return Mark(Cell.c3, meaning, Kind.TREE, Player.ONE)


@given(st.data(), moments)
def test_the_frame_stands_still_until_just_before_its_next_change(
    data: st.DataObject, at: float
) -> None:
    scene = data.draw(scenes(at))
    now, change = frame(scene, at, FULL), next_change(scene, at)
    assert change > at
    until = min(change - FINE, at + 5.0)
    for place in range(41):
        assert frame(scene, at + max(0.0, until - at) * place / 40, FULL) == now


@given(st.data(), moments)
def test_going_from_change_to_change_misses_nothing_and_does_not_spin(
    data: st.DataObject, at: float
) -> None:
    """Two seconds hold at most 40 steps of the finest rhythm in each of its phases."""
    scene = data.draw(scenes(at))
    until, looks = at + 2.0, 0
    now = at
    while (change := next_change(scene, now)) < until:
        assert frame(scene, change - FINE, FULL) == frame(scene, now, FULL) or change - FINE < now
        now, looks = change, looks + 1
    assert looks <= 41 * max(1, len(scene.marks)) + 2 * len(scene.marks)


@pytest.mark.parametrize("up", [0.0, 1e5, 1e7, 2e9], ids=["now", "a day", "months", "epoch"])
@pytest.mark.parametrize("meaning", Meaning)
def test_a_rhythm_never_asks_for_a_moment_that_is_not_to_come(meaning: Meaning, up: float) -> None:
    """However long the clock has run: a change asked for is one, and only one."""
    scene, at = Scene((mark(meaning),)), up + 0.013
    for _ in range(300):
        change = next_change(scene, at)
        if change == math.inf:
            return
        assert change - at > 1e-3 or at == up + 0.013
        assert frame(scene, change, FULL) != frame(scene, change - 2e-3, FULL)
        at = change


def test_what_never_changes_says_so() -> None:
    assert next_change(Scene(), 5.0) == math.inf
    assert next_change(Scene((mark(Meaning.TILE),)), 5.0) == math.inf
    assert next_change(Scene((mark(Meaning.WRONG).during(1.0, 4.0),)), 5.0) == math.inf


def test_a_marks_start_and_end_are_changes() -> None:
    scene = Scene((mark(Meaning.TILE).during(2.0, 3.0),))
    assert [next_change(scene, at) for at in (0.0, 2.0, 2.5, 3.0)] == [2.0, 3.0, 3.0, math.inf]


def test_a_rhythm_holds_each_level_for_its_step_and_begins_again() -> None:
    rhythm = Rhythm(0.5, (1.0, 1.0, 0.2))
    assert [rhythm.level(at) for at in (0.0, 0.5, 1.0, 1.49, 1.5)] == [1.0, 1.0, 0.2, 0.2, 1.0]
    assert [rhythm.next_change(at) for at in (0.0, 0.6, 1.0, 1.5)] == [1.0, 1.0, 1.5, 2.5]


def test_levels_that_are_all_alike_never_change() -> None:
    assert Rhythm(0.1, (0.5, 0.5, 0.5)).next_change(7.0) == math.inf


@pytest.mark.parametrize(
    "meanings",
    [
        (Meaning.ASLEEP,),
        (Meaning.TARGET, Meaning.TARGET_BY_SPENDING, Meaning.USABLE, Meaning.SPENDING),
        (Meaning.MATCH_WON,),
    ],
    ids=["asleep", "a turn", "a match won"],
)
def test_a_board_at_rest_changes_at_most_three_times_a_second(
    meanings: tuple[Meaning, ...],
) -> None:
    """Each may stand for hours, and every change is a wake-up of the processor."""
    scene = Scene(tuple(mark(meaning) for meaning in meanings))
    at, changes = 0.0, 0
    while (at := next_change(scene, at)) < 60.0:
        changes += 1
    assert changes <= 3 * 60


SCATTERED = tuple(
    mark(meaning).during(0.137 * place, math.inf) for place, meaning in enumerate(Meaning)
)
"""Every meaning, each begun at a moment of its own."""


def changes(scene: Scene, begin: float, seconds: float) -> int:
    at, count = begin, 0
    while (at := next_change(scene, at)) < begin + seconds:
        count += 1
    return count


def test_whatever_is_shown_the_lights_change_at_most_twenty_times_a_second() -> None:
    assert changes(Scene(SCATTERED), 10.0, 60.0) <= 20 * 60


@pytest.mark.parametrize("meaning", Meaning)
def test_a_calm_light_changes_at_most_once_a_second(meaning: Meaning) -> None:
    assert changes(Scene((mark(meaning),), calm_from=0.0), 0.0, 600.0) <= 600


def test_calm_lights_change_together_but_for_the_beat() -> None:
    beating = {one for one in Meaning if LOOKS[one].rhythm is BEAT}
    others = Scene(tuple(mark(one) for one in Meaning if one not in beating), calm_from=0.0)
    assert changes(others, 0.0, 600.0) <= 600


def test_calm_lights_change_at_whole_seconds_whenever_they_began() -> None:
    steady = {one for one in Meaning if LOOKS[one].rhythm is BEAT}
    scene = Scene(tuple(mark for mark in SCATTERED if mark.meaning not in steady), calm_from=0.0)
    at = 10.0
    moments = [at := next_change(scene, at) for _ in range(600)]
    assert moments == pytest.approx(range(11, 611))


def test_whatever_is_to_be_seen_calm_lights_change_no_more_than_three_times_a_second() -> None:
    everything = Scene(tuple(mark(one) for one in Meaning), calm_from=0.0)
    assert changes(everything, 0.0, 600.0) <= 3 * 600


def test_a_scene_grows_calm_at_its_moment_and_names_it() -> None:
    scene = Scene((mark(Meaning.WAY_BACK),), calm_from=10.02)
    assert next_change(scene, 10.0) == pytest.approx(10.02)
    assert next_change(scene, 10.02) == 11.0
    assert frame(scene, 10.5, FULL) != frame(Scene(scene.marks), 10.5, FULL)
    assert frame(scene, 9.5, FULL) == frame(Scene(scene.marks), 9.5, FULL)
    assert next_change(Scene((mark(Meaning.TARGET),), calm_from=10.0), 5.0) == math.inf


def test_rhythms_that_are_told_apart_are_when_they_are_calm() -> None:
    rhythms = {look.rhythm for look in LOOKS.values()}
    assert len({rhythm.calm or rhythm for rhythm in rhythms}) == len(rhythms)


@pytest.mark.parametrize("meaning", Meaning)
def test_no_light_flashes_more_than_three_times_a_second(meaning: Meaning) -> None:
    """Faster flashes are a danger to people with photosensitive epilepsy."""
    rhythm = LOOKS[meaning].rhythm
    levels = [rhythm.level(place / 100) for place in range(1000)]
    rises = sum(last < 0.5 <= level for last, level in pairwise(levels))
    assert rises <= 3 * 10
