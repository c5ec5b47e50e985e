"""The colours: valid, distinct, and in the palette "clear" distinct to everyone.

Colours are linear in light, as the lights take them. A viewer without one sort of cone is
simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, which apply
to linear light; what is left is compared in CIE L*a*b*, where distances are about alike to the
eye in every direction.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final

import pytest

from iye.lights import CLEAR, GAMMA, PALETTES, PRINTED, Meaning, Palette
from iye.lights.looks import LOOKS
from iye.lights.palettes import Colour, Ink
from iye.rules import Kind, Player

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VIEWERS: Final[dict[str, Matrix]] = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Final[Matrix] = (  # of linear sRGB, relative to its white
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
JUST_NOTICEABLE: Final = 2.3
APART: Final = 10 * JUST_NOTICEABLE
"""Side by side under even light a difference of 2.3 can just be seen. Ours are seen cells apart,
in whatever light a room has, and one has to be named and not compared: ten times that."""
BRIGHTER: Final = 20.0
"""A fifth of the way from black to white in L*."""


def times(matrix: Matrix, colour: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def lab(linear: Triple) -> Triple:
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
        for part in times(TO_XYZ, linear)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: Colour, viewer: str) -> Triple:
    red, green, blue = (channel / 255 for channel in colour)
    light = times(VIEWERS[viewer], (red, green, blue))
    one, two, three = (min(1.0, max(0.0, channel)) for channel in light)
    return lab((one, two, three))


def closest(colours: tuple[Colour, ...], viewer: str) -> float:
    points = [seen(colour, viewer) for colour in colours]
    return min(math.dist(one, other) for one, other in combinations(points, 2))


def test_the_measure_knows_white_black_and_the_colours_people_confuse() -> None:
    assert lab((1.0, 1.0, 1.0)) == pytest.approx((100.0, 0.0, 0.0), abs=0.01)
    assert lab((0.0, 0.0, 0.0)) == pytest.approx((0.0, 0.0, 0.0), abs=0.01)
    assert all(sum(row) == pytest.approx(1.0, abs=1e-5) for m in VIEWERS.values() for row in m)
    red, olive = (200, 50, 0), (80, 75, 0)
    assert closest((red, olive), "all cones") > 2 * closest((red, olive), "deuteranopia")


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_colour_is_one_the_lights_can_show(palette: Palette) -> None:
    own = (palette.drum, palette.hand, palette.wrong, palette.good, palette.even, palette.bad)
    every = (*palette.kinds, *palette.players, *own)
    assert all(len(colour) == 3 for colour in every)
    assert all(0 <= channel <= 255 for colour in every for channel in colour)
    assert all(max(colour) >= 80 for colour in every), "bright enough to be seen when dimmed"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_kinds_and_players_are_apart_to_a_viewer_with_all_cones(palette: Palette) -> None:
    assert closest(palette.kinds, "all cones") >= APART
    assert closest(palette.players, "all cones") >= APART


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_clear_palettes_kinds_and_players_are_apart_to_every_viewer(viewer: str) -> None:
    assert closest(CLEAR.kinds, viewer) >= APART
    assert closest(CLEAR.players, viewer) >= APART


def outcomes(palette: Palette) -> tuple[Colour, ...]:
    """Give the coach's colours: what wins, ties and loses."""
    return (palette.good, palette.even, palette.bad)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_what_wins_ties_and_loses_is_apart_to_a_viewer_with_all_cones(palette: Palette) -> None:
    assert closest(outcomes(palette), "all cones") >= APART


@pytest.mark.parametrize("viewer", VIEWERS)
def test_in_the_clear_palette_what_wins_ties_and_loses_is_apart_to_every_viewer(
    viewer: str,
) -> None:
    assert closest(outcomes(CLEAR), viewer) >= APART


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("said", ["LEADS_TO", "MAY_LEAD_TO"])
def test_what_leads_to_more_is_clearly_brighter_to_a_viewer_without_any_colour(
    palette: Palette, said: str
) -> None:
    """The rhythm says how sure it is, so brightness alone has to say where it leads."""
    win, tie, loss = (
        lightness(palette, Meaning[f"{said}_{outcome}"]) for outcome in ("WIN", "TIE", "LOSS")
    )
    assert win - tie >= BRIGHTER
    assert tie - loss >= BRIGHTER


def lightness(palette: Palette, meaning: Meaning) -> float:
    """Give the L* of a meaning at its brightest."""
    look = LOOKS[meaning]
    light = look.strength**GAMMA / 255
    red, green, blue = palette.colour(look.ink, None, None)
    return lab((light * red, light * green, light * blue))[0]


def test_the_printed_palette_follows_the_tiles() -> None:
    """Owl white, Water teal, Tree green, Horse red, Sun yellow."""
    owl, water, tree, horse, sun = PRINTED.kinds
    assert min(owl) >= 200
    assert min(water[1:]) > 2 * water[0]
    assert tree[1] > 4 * max(tree[0], tree[2])
    assert horse[0] > 4 * max(horse[1:])
    assert sun[0] >= sun[1] > 4 * sun[2]


def test_a_palette_is_found_by_its_name() -> None:
    assert {PALETTES["printed"], PALETTES["clear"]} == {PRINTED, CLEAR}


def test_inks_take_their_colour_from_kind_player_or_themselves() -> None:
    assert PRINTED.colour(Ink.KIND, Kind.SUN, Player.ONE) == PRINTED.kinds[4]
    assert PRINTED.colour(Ink.PLAYER, Kind.SUN, Player.TWO) == PRINTED.players[1]
    assert PRINTED.colour(Ink.WRONG, Kind.SUN, Player.TWO) == PRINTED.wrong
    coached = (PRINTED.colour(ink, None, None) for ink in (Ink.GOOD, Ink.EVEN, Ink.BAD))
    assert tuple(coached) == (PRINTED.good, PRINTED.even, PRINTED.bad)


@pytest.mark.parametrize("ink", [Ink.KIND, Ink.PLAYER])
def test_a_mark_that_does_not_say_whose_colour_it_means_is_refused(ink: Ink) -> None:
    with pytest.raises(ValueError, match=f"must say which {ink.value}"):
        PRINTED.colour(ink, None, None)
