"""From a scene and a moment to a frame: the colours of all 36 lights.

The law of this module: the same scene and moment always give the same frame, and no frame draws
more current than allowed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from iye.lights.looks import LOOKS
from iye.lights.pads import LIGHTS, PLACE
from iye.lights.palettes import PRINTED, Palette
from iye.lights.rhythms import GRID, NEARLY, Rhythm
from iye.lights.scene import Mark, Meaning, Scene
from iye.rules import Kind, Player

Frame = bytes
"""Red, green, blue for each light in the order of `pads.PAD_NAMES`: 108 bytes."""

DARK: Final[Frame] = bytes(3 * LIGHTS)

GAMMA: Final = 2.2
CHANNEL_MA: Final = 20.0
"""What one colour of one WS2812B draws at 255, so that 36 lights at full white draw 2.2 A."""
IDLE_MA: Final = 1.0
"""What a dark WS2812B draws."""


@dataclass(frozen=True)
class LightSettings:
    """How the lights are set: the palette, the brightness as the eye sees it, the current cap.

    `brightness` from 0 to 1; `cap_ma` in milliampere for the whole chain. Raises ValueError when
    one is outside what can be shown.
    """

    palette: Palette = PRINTED
    brightness: float = 0.7
    cap_ma: float = 900.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.brightness <= 1.0:
            raise ValueError(f"brightness goes from 0 to 1, not {self.brightness}")
        if not self.cap_ma >= LIGHTS * IDLE_MA:  # so put, it refuses what is no number too
            raise ValueError(
                f"a cap of {self.cap_ma} mA is below what {LIGHTS} dark lights draw,"
                f" {LIGHTS * IDLE_MA:g} mA"
            )


def current_ma(frame: Frame) -> float:
    """Estimate what a frame draws, in milliampere."""
    return LIGHTS * IDLE_MA + sum(frame) * CHANNEL_MA / 255


def frame(scene: Scene, at: float, settings: LightSettings) -> Frame:
    """Paint a scene as it is at the moment `at`."""
    lights = bytearray(3 * LIGHTS)
    for mark in scene.marks:
        if mark.start <= at < mark.end:
            place = 3 * PLACE[mark.pad]
            rhythm = _rhythm(scene, mark, at)
            level = rhythm.level(at - _origin(mark, rhythm))
            lights[place : place + 3] = _painted(
                settings, mark.meaning, mark.kind, mark.player, level
            )
    return _capped(bytes(lights), settings.cap_ma)


def next_change(scene: Scene, at: float) -> float:
    """Give the next moment after `at` at which the frame may change; infinite when it never does.

    Marks hidden under others may name a moment at which nothing is seen to change.
    """
    return min((_next_change(scene, mark, at) for mark in scene.marks), default=math.inf)


def _rhythm(scene: Scene, mark: Mark, at: float) -> Rhythm:
    rhythm = LOOKS[mark.meaning].rhythm
    return rhythm.calm or rhythm if at >= scene.calm_from else rhythm


def _origin(mark: Mark, rhythm: Rhythm) -> float:
    """Give the moment at which the mark's rhythm begins: on the grid, at its start or just before.

    Marks that begin at different moments so change at the same ones. The grid of calm rhythms is
    as wide as their steps: nobody sees them begin.
    """
    grid = GRID if rhythm.calm is not None else rhythm.step
    return 0.0 if mark.start == -math.inf else math.floor(mark.start / grid + NEARLY) * grid


def _next_change(scene: Scene, mark: Mark, at: float) -> float:
    if at >= mark.end:
        return math.inf
    if at < mark.start:
        return mark.start
    rhythm = _rhythm(scene, mark, at)
    origin = _origin(mark, rhythm)
    calms = scene.calm_from if at < scene.calm_from and rhythm.calm is not None else math.inf
    return min(mark.end, calms, origin + rhythm.next_change(at - origin))


@lru_cache(maxsize=4096)
def _painted(
    settings: LightSettings,
    meaning: Meaning,
    kind: Kind | None,
    player: Player | None,
    level: float,
) -> bytes:
    look = LOOKS[meaning]
    light = (level * look.strength * settings.brightness) ** GAMMA
    return bytes(
        round(channel * light) for channel in settings.palette.colour(look.ink, kind, player)
    )


def _capped(full: Frame, cap_ma: float) -> Frame:
    """Dim all lights alike until the frame draws no more than the cap."""
    if current_ma(full) <= cap_ma:
        return full
    share = (cap_ma - LIGHTS * IDLE_MA) / (current_ma(full) - LIGHTS * IDLE_MA)
    return bytes(math.floor(channel * share) for channel in full)
