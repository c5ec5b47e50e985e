"""From a scene to a frame: places, layers, moments, brightness and the current cap."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.lights import (
    CLEAR,
    DARK,
    PADS,
    PLACE,
    PRINTED,
    IyePad,
    LightSettings,
    Mark,
    Meaning,
    Pad,
    Scene,
    current_ma,
    frame,
)
from iye.lights.looks import LOOKS
from iye.lights.palettes import Ink
from iye.rules import Cell, Kind, Player
from light_scenes import moments, scenes

FULL = LightSettings(brightness=1.0, cap_ma=math.inf)
TILE = Mark(Cell.a1, Meaning.TILE, kind=Kind.HORSE)


def light(frame_: bytes, pad: Pad) -> tuple[int, ...]:
    return tuple(frame_[3 * PLACE[pad] : 3 * PLACE[pad] + 3])


def test_every_meaning_has_a_look() -> None:
    assert set(LOOKS) == set(Meaning)
    assert all(0.0 <= look.strength <= 1.0 for look in LOOKS.values())
    assert [meaning for meaning, look in LOOKS.items() if not look.strength] == [Meaning.DARK]


def test_an_empty_scene_is_dark() -> None:
    assert frame(Scene(), 0.0, FULL) == DARK == bytes(108)


@pytest.mark.parametrize("pad", PADS, ids=map(str, PADS))
def test_a_mark_lights_its_pad_and_no_other(pad: Pad) -> None:
    lit = frame(Scene((Mark(pad, Meaning.LAID_NOW, kind=Kind.SUN),)), 0.0, FULL)
    assert light(lit, pad) == PRINTED.kinds[Kind.SUN]
    assert [at // 3 for at, channel in enumerate(lit) if channel] == [PLACE[pad]] * 2


def test_the_later_of_two_marks_on_a_pad_is_seen() -> None:
    sun = Mark(Cell.a1, Meaning.LAID_NOW, kind=Kind.SUN)
    assert light(frame(Scene((TILE, sun)), 0.0, FULL), Cell.a1) == PRINTED.kinds[Kind.SUN]
    assert frame(Scene((sun, TILE)), 0.0, FULL) == frame(Scene((TILE,)), 0.0, FULL)


def test_a_later_mark_that_is_dark_just_now_hides_the_one_below() -> None:
    blinking = Mark(Cell.a1, Meaning.WRONG)
    assert frame(Scene((TILE, blinking)), 0.3, FULL) == DARK


def test_a_mark_is_shown_from_its_start_until_before_its_end() -> None:
    scene = Scene((TILE.during(2.0, 3.0),))
    shown = [frame(scene, at, FULL) != DARK for at in (1.999, 2.0, 2.999, 3.0, 3.001)]
    assert shown == [False, True, True, False, False]


def test_a_mark_that_has_gone_uncovers_the_one_below() -> None:
    over = Mark(Cell.a1, Meaning.LAID_NOW, kind=Kind.SUN).during(0.0, 1.0)
    assert frame(Scene((TILE, over)), 1.0, FULL) == frame(Scene((TILE,)), 1.0, FULL)


def test_a_mark_with_a_start_begins_its_rhythm_then() -> None:
    late = Scene((Mark(Cell.a1, Meaning.WRONG).during(0.3, 9.0),))
    assert [frame(late, 0.3 + after, FULL) == DARK for after in (0.0, 0.24, 0.26, 0.49)] == [
        False,
        False,
        True,
        True,
    ]


def test_marks_without_a_start_keep_step() -> None:
    pads = (Cell.a1, IyePad(Player.ONE, Kind.OWL))
    together = Scene(tuple(Mark(pad, Meaning.WRONG) for pad in pads))
    for tenth in range(20):
        lit = frame(together, tenth / 10, FULL)
        assert light(lit, pads[0]) == light(lit, pads[1])


def test_gamma_makes_half_the_brightness_look_half_as_bright() -> None:
    """The eye takes about a fifth of the light for half: 0.5 to the power of 2.2 is 0.218."""
    white = Mark(Cell.a1, Meaning.LAID_NOW, kind=Kind.HORSE)
    half = frame(Scene((white,)), 0.0, LightSettings(brightness=0.5, cap_ma=math.inf))
    red, green, blue = PRINTED.kinds[Kind.HORSE]
    assert light(half, Cell.a1) == (
        round(red * 0.2176),
        round(green * 0.2176),
        round(blue * 0.2176),
    )


def test_the_palette_is_the_one_that_was_set() -> None:
    scene = Scene((Mark(Cell.a1, Meaning.LAID_NOW, kind=Kind.WATER),))
    clear = LightSettings(CLEAR, brightness=1.0, cap_ma=math.inf)
    assert light(frame(scene, 0.0, clear), Cell.a1) == CLEAR.kinds[Kind.WATER]


def test_a_mark_that_does_not_say_which_kind_is_refused() -> None:
    assert LOOKS[Meaning.TILE].ink is Ink.KIND
    with pytest.raises(ValueError, match="must say which kind"):
        frame(Scene((Mark(Cell.a1, Meaning.TILE),)), 0.0, FULL)


def test_full_white_draws_what_the_lights_are_specified_for() -> None:
    """36 lights of three channels at 20 mA, and 1 mA each for their chips."""
    assert current_ma(bytes([255] * 108)) == pytest.approx(36 * 60 + 36)
    assert current_ma(DARK) == 36.0


def test_a_frame_over_the_cap_is_dimmed_alike_and_keeps_its_colours() -> None:
    scene = Scene(tuple(Mark(pad, Meaning.LAID_NOW, kind=Kind.OWL) for pad in PADS))
    capped = frame(scene, 0.0, LightSettings(brightness=1.0, cap_ma=500.0))
    assert 450.0 < current_ma(capped) <= 500.0
    assert len({light(capped, pad) for pad in PADS}) == 1
    red, green, blue = light(capped, Cell.a1)
    full = PRINTED.kinds[Kind.OWL]
    assert (green / red, blue / red) == pytest.approx(
        (full[1] / full[0], full[2] / full[0]), abs=0.03
    )


@pytest.mark.parametrize("brightness", [-0.1, 1.1, math.nan])
def test_a_brightness_that_is_none_is_refused(brightness: float) -> None:
    with pytest.raises(ValueError, match="brightness goes from 0 to 1"):
        LightSettings(brightness=brightness)


@pytest.mark.parametrize("cap", [0.0, 35.9, math.nan])
def test_a_cap_that_dark_lights_exceed_is_refused(cap: float) -> None:
    with pytest.raises(ValueError, match="36 mA"):
        LightSettings(cap_ma=cap)


# Whatever the scene

settings_of_lights = st.builds(
    LightSettings,
    st.sampled_from((PRINTED, CLEAR)),
    st.floats(0.0, 1.0),
    st.floats(36.0, 2500.0),
)


@given(st.data(), moments, settings_of_lights)
def test_a_frame_is_36_lights_within_the_cap_and_the_spare_one_dark(
    data: st.DataObject, at: float, settings: LightSettings
) -> None:
    lit = frame(data.draw(scenes(at)), at, settings)
    assert len(lit) == 108
    assert current_ma(lit) <= settings.cap_ma + 1e-9
    assert lit[-3:] == b"\0\0\0"


@given(st.data(), moments, settings_of_lights)
def test_equal_scenes_and_moments_give_equal_frames(
    data: st.DataObject, at: float, settings: LightSettings
) -> None:
    scene = data.draw(scenes(at))
    again = Scene(tuple(mark.during(mark.start, mark.end) for mark in scene.marks))
    first = frame(scene, at, settings)
    frame(scene, at + 0.7, settings)
    assert frame(again, at, LightSettings(**vars(settings))) == first


@given(st.data(), moments)
def test_more_brightness_never_makes_a_light_darker(data: st.DataObject, at: float) -> None:
    scene = data.draw(scenes(at))
    dim, bright = sorted(data.draw(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=2)))
    dimmer = frame(scene, at, LightSettings(brightness=dim, cap_ma=math.inf))
    brighter = frame(scene, at, LightSettings(brightness=bright, cap_ma=math.inf))
    assert all(one <= other for one, other in zip(dimmer, brighter, strict=True))
    assert frame(scene, at, LightSettings(brightness=0.0)) == DARK
