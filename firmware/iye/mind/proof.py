"""A proof that took long, to be kept for another run.

The law of this module: only the native core says what is in one, and only it reads that again.
"""

from __future__ import annotations

from typing import NamedTuple


class Proof(NamedTuple):
    """Something proved about some of a layout's tiles, `drum` and all.

    `reached` says whether the mover reaches `goal`, for all hands that `bound` covers
    (docs/mind.md); it took so many `nodes`.
    """

    tiles: int
    drum: int
    goal: int
    reached: bool
    bound: int
    nodes: int
