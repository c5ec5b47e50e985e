"""What lies in the tray and stands on it: light guides and the drum.

A light guide lies on a cell's circuit and carries the tile. It is printed clear or white: the
light under the tile spreads in it and leaves by the rim around the tile.
"""

from __future__ import annotations

from typing import Final

from build123d import Axis, Part, Pos, Rot, chamfer, fillet

from enclosure.measures import PLAY, TILE_PLAY, Body
from enclosure.solids import between, block, letters, rod

SCREW_HEAD: Final = (6.0, 2.2)
"""Diameter and depth of the hollows over the heads of the circuit's screws."""
RAISED: Final = 0.6
"""How far an İye pad's letter stands up."""

FOIL: Final = 0.2
"""Depth of the bed for the drum's copper base: hardly more than tape, so that it meets the tile."""
BAND: Final = (8.0, 0.3)
"""Height and depth of the bed for the band of copper that the hand holds, and its"""
BAND_AT: Final = 0.55
"""middle, as a part of the drum's height."""
STRIP: Final = (6.0, 0.3)
"""Width and depth of the bed for the strip of copper from base to band."""


def light_guide(body: Body, letter: str = "") -> Part:
    """Give a cell's light guide as it lies, its middle at 0; with a letter, an İye pad's."""
    side = body.pocket - 2 * PLAY
    within = body.tile + 2 * TILE_PLAY
    guide = block((0, 0), (side, side), 0, body.guide + body.rim, 1.0)
    guide -= block((0, 0), (within, within), body.guide, body.guide + body.rim + 1)
    guide -= block((0, 0), (body.window, body.window), -1, body.window_depth, 2.0)
    across, deep = SCREW_HEAD
    for i in (-1, 1):
        guide -= rod((i * body.cell_hole, i * body.cell_hole), across, -1, deep)
    if letter:
        guide += letters(letter, 20, body.guide - 0.1, body.guide + RAISED)
    return guide


def copper(body: Body) -> Part:
    """Give the drum's copper in its beds: what touches the tile, and what the hand holds."""
    whole = rod((0, 0), body.drum, 0, body.drum_height)
    return (whole & _beds(body)) - drum(body)


def drum(body: Body) -> Part:
    """Give the drum, standing: beds for a copper base, a band for the hand, a strip between."""
    whole = rod((0, 0), body.drum, 0, body.drum_height)
    whole = fillet(whole.faces().sort_by(Axis.Z)[-1].edges(), 3.0)
    whole = chamfer(whole.faces().sort_by(Axis.Z)[0].edges(), 0.8)
    return whole - _beds(body)


def turned(body: Body, solid: Part) -> Part:
    """Turn a standing drum onto its head, as it is printed, or such a one back.

    Standing, it would have a roof of 26 mm over its copper's bed, two layers above the printer's.
    """
    return Pos(0, 0, body.drum_height) * Rot(180, 0, 0) * solid


def _beds(body: Body) -> Part:
    radius, middle = body.drum / 2, BAND_AT * body.drum_height
    low, high = middle - BAND[0] / 2, middle + BAND[0] / 2
    foil = rod((0, 0), body.drum_copper, -1, FOIL)
    ring = rod((0, 0), body.drum + 2, low, high) - rod((0, 0), body.drum - 2 * BAND[1], low, high)
    across, deep = STRIP
    up = between((-across / 2, -radius - 1), (across / 2, -radius + deep), -1, high)
    over = between((-across / 2, -radius - 1), (across / 2, 1 - body.drum_copper / 2), -1, FOIL)
    return foil + ring + up + over
