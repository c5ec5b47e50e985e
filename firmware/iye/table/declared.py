"""A pad that was declared on the page and is felt only then: one touch, not two.

The law of this module: it swallows no touch that is surely meant anew. That is every touch once
hands have gone on with the game, or `LATE` has passed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from iye.lights import Pad
from iye.table.events import PadDeclared
from iye.table.state import Asleep, Step, Table

LATE: Final = 15.0
"""Seconds in which a pad that was declared may be felt late; a bus that hung rests for ten."""


def may_be_felt(table: Table, pad: Pad) -> bool:
    """Tell whether a pad that is declared now may be felt late; one that is felt cannot be.

    The touch that wakes a board means nothing else, so whatever comes after it is another.
    """
    return pad not in table.contact.held and not isinstance(table.phase, Asleep)


def felt_late(said: PadDeclared | None, pad: Pad, at: float) -> bool:
    """Tell whether a touch is the one that was declared."""
    return said is not None and said.pad == pad and at - said.at <= LATE


def gone_on(before: Table, step: Step) -> Step:
    """Wait for no declared pad any more if a hand has gone on with the game without it."""
    table, effects = step
    same = table.phase == before.phase and table.match == before.match
    return table if same else replace(table, said=None), effects
