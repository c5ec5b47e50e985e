"""What is said between the analyst and the program that judges for it, as lines of JSON.

The law of this module: shapes alone, so that a board loads no mind before it is asked.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from iye.companion.messages import JudgedMove
from iye.rules import Cycle, format_deal


class CycleToJudge(msgspec.Struct, frozen=True):
    """A cycle in text forms; `number` is its place in the match, from 0."""

    number: int
    deal: str
    first: Annotated[int, msgspec.Meta(ge=1, le=2)]
    moves: list[str]


class Job(msgspec.Struct, frozen=True):
    """Cycles to be judged in this order, `seconds` a position at most."""

    cycles: list[CycleToJudge]
    seconds: float
    memory_mb: int


class Told(msgspec.Struct, frozen=True):
    """A move of a cycle that has been judged; None: there is no more to say of that cycle."""

    number: int
    judged: JudgedMove | None


def to_judge(number: int, cycle: Cycle) -> CycleToJudge:
    """Write a cycle down for a job."""
    moves = [str(move) for move in cycle.moves]
    return CycleToJudge(number, format_deal(cycle.deal), int(cycle.first), moves)
