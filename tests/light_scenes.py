"""Scenes of any marks, for hypothesis."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from iye.lights import PADS, Mark, Meaning, Scene
from iye.rules import Kind, Player

moments = st.one_of(
    st.floats(0.0, 100.0),
    st.integers(0, 4000).map(lambda steps: steps * 0.05),  # where rhythms change
    st.floats(1e7, 1e7 + 100.0),  # a board that has been up for months
)


@st.composite
def marks(draw: st.DrawFn, around: float) -> Mark:
    """Any mark; if it begins or ends, then near `around`."""
    near = st.floats(-10.0, 10.0).map(lambda seconds: around + seconds)
    start = draw(st.one_of(st.just(-math.inf), near))
    length = draw(st.one_of(st.just(math.inf), st.floats(0.01, 10.0)))
    return Mark(
        draw(st.sampled_from(PADS)),
        draw(st.sampled_from(Meaning)),
        draw(st.sampled_from(Kind)),
        draw(st.sampled_from(Player)),
        start,
        start + length if start > -math.inf else math.inf,
    )


@st.composite
def scenes(draw: st.DrawFn, around: float) -> Scene:
    """Any scene, with marks hidden under others and marks long gone."""
    return Scene(tuple(draw(st.lists(marks(around), max_size=12))))
