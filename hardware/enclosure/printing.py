"""What a printer of plastic thread can make of a part as it lies on the bed, without supports.

The law of this module: a mesh in, sentences out; it knows nothing of the body. It lays a part out
in layers, as a slicer does, and looks at each for walls thinner than two threads, and for plastic
that would be laid on air: not resting on the layer below, and not stretched across a gap either.
It also says how much plastic a slicer makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import shapely
import trimesh
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

LAYER: Final = 0.2
"""How thick a layer is."""
THINNEST: Final = 0.8
"""Two threads of a nozzle of 0.4, side by side."""
LEAN: Final = 0.35
"""How far a layer may reach out over the one below it: a slope of 60° from upright."""
SHELF: Final = 1.0
"""How far plastic may reach out over nothing: two threads droop, and nobody minds."""
SPAN: Final = 20.0
"""The longest thread that PETG holds across a gap."""
ROUNDING: Final = 0.01
SPECK: Final = 1.0
"""What is nowhere longer than this, in mm, is a corner and not a wall."""
LOW: Final = 5
"""A wall of fewer layers is an engraving's."""
BETWEEN: Final = 0.25
"""From one thread that is looked at to the next."""

THREADS: Final = 1.2
"""How thick three threads are, around every layer; and how many layers are full"""
FULL: Final = (4, 5)
"""above what is open below, and below what is open above."""

Layer = tuple[float, BaseGeometry]
"""How high above the bed a layer's middle is, and its outline."""


def layers(mesh: trimesh.Trimesh) -> list[Layer]:
    """Cut a part into its layers."""
    low, high = mesh.bounds[:, 2]
    heights = np.arange(low + LAYER / 2, high, LAYER)
    paths = mesh.section_multiplane((0, 0, 0), (0, 0, 1), heights)
    return [
        (height - low, shapely.union_all(path.polygons_full))
        for height, path in zip(heights, paths, strict=True)
        if path is not None
    ]


def faults(part: Sequence[Layer]) -> Iterator[str]:
    """Say what cannot be printed: each wall once, and everything that is laid on air."""
    thin = [_thin(layer) for _, layer in part]
    known: BaseGeometry = Polygon()
    for (height, _), here, further in zip(part, thin, thin[LOW:], strict=False):
        for wall in _pieces(here.intersection(further).difference(known.buffer(SPECK))):
            yield f"a wall thinner than {THINNEST} mm {_where(wall, height)}"
            known = known.union(wall)
    for (_, below), (height, layer) in pairwise(part):
        for piece in _pieces(layer.difference(below.buffer(LEAN))):
            if not (below.buffer(SHELF).covers(piece) or _is_bridge(piece, below)):
                yield f"plastic laid on air {_where(piece, height)}"


def filled(part: Sequence[Layer], share: float) -> float:
    """Give how many mm³ of plastic a slicer makes of a part whose inside is filled by a share."""
    outlines = [outline for _, outline in part]
    nothing = Polygon()
    much = 0.0
    for n, outline in enumerate(outlines):
        around = [
            outlines[n + step] if 0 <= n + step < len(outlines) else nothing
            for step in range(-FULL[0], FULL[1] + 1)
        ]
        inside = shapely.intersection_all([outline.buffer(-THREADS), *around]).area
        much += outline.area - (1 - share) * inside
    return much * LAYER


def _thin(layer: BaseGeometry) -> BaseGeometry:
    """Give what vanishes of a layer when a thread's width is taken from all its sides."""
    half = THINNEST / 2 - ROUNDING
    kept = layer.buffer(-half, join_style="mitre").buffer(half + ROUNDING, join_style="mitre")
    walls = [wall for wall in _pieces(layer.difference(kept)) if _length(wall) > SPECK]
    return shapely.union_all(walls)


def _is_bridge(piece: Polygon, below: BaseGeometry) -> bool:
    """Say whether threads in one direction can be stretched over it, held at both their ends."""
    held = below.buffer(LEAN + ROUNDING)
    return any(
        _carries(affinity.rotate(piece, turn, (0, 0)), affinity.rotate(held, turn, (0, 0)))
        for turn in range(0, 180, 15)
    )


def _carries(piece: Polygon, held: BaseGeometry) -> bool:
    left, low, right, high = piece.bounds
    for y in np.arange(low + BETWEEN / 2, high, BETWEEN):
        across = piece.intersection(LineString([(left - 1, y), (right + 1, y)]))
        for thread in shapely.get_parts(across):
            ends = shapely.boundary(thread)
            if thread.length > SPAN or not held.covers(ends):
                return False
    return True


def _pieces(area: BaseGeometry) -> Iterator[Polygon]:
    """Give what an area consists of, but for specks."""
    for piece in shapely.get_parts(area):
        if isinstance(piece, Polygon | MultiPolygon) and piece.area > ROUNDING:
            yield piece


def _length(piece: Polygon) -> float:
    left, low, right, high = piece.bounds
    return float(max(right - left, high - low))


def _where(piece: Polygon, height: float) -> str:
    spot = piece.representative_point()
    return f"at {spot.x:.1f}, {spot.y:.1f}, {height:.1f} above the bed"
