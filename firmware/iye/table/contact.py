"""From touches to landings: what the hands do, judged only once it has settled.

The law of this module: it knows pads and moments, and nothing of the game. A landing is one cell
held alone for the settling time. A release is not a lift: it only ends the contact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from iye.lights import Pad
from iye.rules import Cell


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds that make the difference between one gesture and another."""

    settle: float = 0.3
    """A cell held alone this long is a landing; sliding over it is not."""
    several: float = 2.0
    """Several cells held this long are spoken of."""
    slide: float = 1.0
    """A drum that slides on this soon after landing had not arrived yet."""
    gap: float = 0.05
    """A cell touched this soon after the last was let go belongs to the same contact: a chip can
    miss a sliding drum between two cells, but no hand takes it up and puts it down that fast."""
    rest: float = 10.0
    """Cells held this long, unchanged, are something that lies there when another is touched."""
    abandon: float = 2.0
    """`new` held this long abandons the match."""
    spell: float = 1.0
    """`hint` held this long spells the code instead of changing the hints."""
    sleep: float = 600.0
    """A board with no match under way falls asleep after this long."""


TIMING: Final = Timing()


@dataclass(frozen=True, slots=True)
class Landed:
    """The drum was put down on `cell`.

    `slid_on` is the moment of the landing it had seemed to make just before, in the same unbroken
    contact: that one was a drum sliding slowly over a cell.
    """

    cell: Cell
    at: float
    slid_on: float | None = None


@dataclass(frozen=True, slots=True)
class HeldSeveral:
    """Several cells have been held too long to wait in silence."""

    cells: tuple[Cell, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Contact:
    """All pads held now in the order of touch, since when, and what has been made of them.

    What has been felt unchanged for long is not a hand: a piece that stands, or a pad that is
    stuck. It is `resting`, and holds up nothing.
    """

    held: tuple[Pad, ...] = ()
    resting: tuple[Pad, ...] = ()
    since: float = 0.0
    """When the set of cells held last changed."""
    judged: bool = False
    """Whether the cells held now have already been told of."""
    trail: Landed | None = None
    """The contact's last landing, while it is unbroken; long ago where a touch was consumed."""

    @property
    def felt(self) -> tuple[Pad, ...]:
        """All pads on which something is felt, hand or not."""
        return (*self.resting, *self.held)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells held, without the İye pads: those never hold up a landing."""
        return tuple(pad for pad in self.held if isinstance(pad, Cell))

    def touched(self, pad: Pad, at: float, timing: Timing) -> Contact:
        """Add a pad; one held already changes nothing."""
        if pad in self.felt:
            return self
        if isinstance(pad, Cell) and self.cells and at - self.since >= timing.rest:
            return self._resting().touched(pad, at, timing)
        unbroken = self.cells or at - self.since <= timing.gap
        trail = self.trail if unbroken else None
        return self._now_holding((*self.held, pad), pad, at, trail)

    def released(self, pad: Pad, at: float) -> Contact:
        """Take a pad away; one not held changes nothing."""
        if pad in self.resting:
            return replace(self, resting=tuple(one for one in self.resting if one != pad))
        if pad not in self.held:
            return self
        left = tuple(other for other in self.held if other != pad)
        return self._now_holding(left, pad, at, self.trail)

    def consumed(self) -> Contact:
        """Make nothing more of the cells held now, nor when a sleeve has come and gone."""
        trail = Landed(self.cells[-1], -math.inf) if self.cells else None
        return replace(self, judged=True, trail=trail)

    def due(self, timing: Timing) -> float:
        """Give the moment at which the cells held come to mean something; infinite if never."""
        if self.judged or not self.cells:
            return math.inf
        return self.since + (timing.settle if len(self.cells) == 1 else timing.several)

    def judge(self, at: float, timing: Timing) -> tuple[Contact, Landed | HeldSeveral | None]:
        """Make of the cells held what they mean at `at`, which is their `due` moment.

        Nothing, if the contact has settled again where it had landed: a sleeve came and went.
        """
        judged = replace(self, judged=True)
        if len(self.cells) > 1:
            return judged, HeldSeveral(self.cells, at)
        cell, trail = self.cells[0], self.trail
        if trail is not None and trail.cell is cell:
            return judged, None
        slid = trail is not None and self.since - trail.at <= timing.slide
        landed = Landed(cell, at, trail.at if trail is not None and slid else None)
        return replace(judged, trail=landed), landed

    def _resting(self) -> Contact:
        """Give up on the cells held now: whatever lies there is not a hand."""
        hands = tuple(pad for pad in self.held if not isinstance(pad, Cell))
        return Contact(hands, (*self.resting, *self.cells), since=-math.inf)

    def _now_holding(
        self, held: tuple[Pad, ...], pad: Pad, at: float, trail: Landed | None
    ) -> Contact:
        if not isinstance(pad, Cell):
            return replace(self, held=held)
        return replace(self, held=held, since=at, judged=False, trail=trail)
