"""From touches to landings: what the hands do, judged only once it has settled.

The law of this module: it knows pads and moments, and nothing of the game. What changes on a pad
is shown at once and believed when it has lasted, as of the moment it began: what a pad feels or
misses for some milliseconds is noise, and so may be what others flare up with. A landing is one
cell held alone for the settling time. A release is not a lift: it only ends the contact.
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

    tap: float = 0.04
    """A touch this long is one, and so is a letting go; longer than noise, shorter than fingers."""
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
    calm: float = 30.0
    """Lights move slowly when nothing was touched for this long."""
    sleep: float = 600.0
    """A board with no match under way falls asleep after this long."""


TIMING: Final = Timing()
FLARE: Final = 2
"""Pads that make a change doubtful for as long as they change after it, as noise makes them.

Fewer could be a sleeve. Pads that go on so make 25 changes in half a second, and then the panel
does not listen to them any more: this alone never keeps a hand waiting.
"""


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
    doubts: tuple[tuple[Pad, float], ...] = ()
    """Pads that have changed since the moment beside them, too short a time ago to be believed."""
    stirred: tuple[tuple[Pad, float], ...] = ()
    """Pads that changed last, and when, while there are doubts; as many as can matter."""
    since: float = 0.0
    """When the set of cells held last changed."""
    judged: bool = False
    """Whether the cells held now have already been told of."""
    trail: Landed | None = None
    """The contact's last landing, while it is unbroken; long ago where a touch was consumed."""

    @property
    def felt(self) -> tuple[Pad, ...]:
        """All pads on which something is felt this moment, hand or not."""
        doubted = dict(self.doubts)
        return (*(pad for pad in self._believed if pad not in doubted), *self.fresh)

    @property
    def fresh(self) -> tuple[Pad, ...]:
        """The pads that are felt, but not long enough to be believed."""
        return tuple(pad for pad, _at in self.doubts if pad not in self._believed)

    @property
    def _believed(self) -> tuple[Pad, ...]:
        return (*self.resting, *self.held)

    @property
    def _changed_in_earnest(self) -> float:
        """When the oldest doubt began, or until when too much changed after it."""
        pad, at = self.doubts[0]
        others = _without(pad, self.stirred)
        return at if len(others) < FLARE else max(at, others[-FLARE][1])

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells held, without the İye pads: those never hold up a landing."""
        return tuple(pad for pad in self.held if isinstance(pad, Cell))

    def reported(self, pad: Pad, at: float, *, felt: bool) -> Contact:
        """Take note that a pad is felt, or not any more; what is known already changes nothing.

        A pad that is again as it is believed to be never was otherwise.
        """
        if (pad in self.felt) is felt:
            return self
        doubts = _without(pad, self.doubts)
        if (pad in self._believed) is not felt:
            doubts = (*doubts, (pad, at))
        stirred = (*_without(pad, self.stirred)[-FLARE:], (pad, at)) if doubts else ()
        return replace(self, doubts=doubts, stirred=stirred)

    def believe(self, timing: Timing) -> tuple[Contact, Pad | None]:
        """Believe the change that has lasted longest; give the pad, if it is a touch."""
        (pad, at), *others = self.doubts
        after = replace(self, doubts=tuple(others), stirred=self.stirred if others else ())
        if pad in self._believed:
            return _released(after, pad, at), None
        return _touched(after, pad, at, timing), pad

    def consumed(self, timing: Timing) -> Contact:
        """Make nothing more of the pads felt now, nor when a sleeve has come and gone."""
        contact = self
        while contact.doubts:
            contact, _touch = contact.believe(timing)
        trail = Landed(contact.cells[-1], -math.inf) if contact.cells else None
        return replace(contact, judged=True, trail=trail)

    def due(self, timing: Timing) -> float:
        """Give the moment at which what is felt comes to mean something; infinite if never."""
        if self.doubts:
            return self._changed_in_earnest + timing.tap
        if self.judged or not self.cells:
            return math.inf
        return self.since + (timing.settle if len(self.cells) == 1 else timing.several)

    def judge(self, at: float, timing: Timing) -> tuple[Contact, Landed | HeldSeveral | None]:
        """Make of the cells held what they mean at `at`, which is their `due` moment.

        To be called when there are no doubts: what changes on the pads may be the end of it.
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

    def given_up(self) -> Contact:
        """Give up on the cells held now: whatever lies there is not a hand."""
        hands = tuple(pad for pad in self.held if not isinstance(pad, Cell))
        resting = (*self.resting, *self.cells)
        return Contact(hands, resting, self.doubts, self.stirred, since=-math.inf)

    def now_holding(
        self, held: tuple[Pad, ...], pad: Pad, at: float, trail: Landed | None
    ) -> Contact:
        """Hold other pads since `pad` changed at `at`."""
        if not isinstance(pad, Cell):
            return replace(self, held=held)
        return replace(self, held=held, since=max(at, self.since), judged=False, trail=trail)


def _without(pad: Pad, changes: tuple[tuple[Pad, float], ...]) -> tuple[tuple[Pad, float], ...]:
    return tuple(change for change in changes if change[0] != pad)


def _touched(contact: Contact, pad: Pad, at: float, timing: Timing) -> Contact:
    if isinstance(pad, Cell) and contact.cells and at - contact.since >= timing.rest:
        contact = contact.given_up()
    unbroken = contact.cells or at - contact.since <= timing.gap
    trail = contact.trail if unbroken else None
    return contact.now_holding((*contact.held, pad), pad, at, trail)


def _released(contact: Contact, pad: Pad, at: float) -> Contact:
    if pad in contact.resting:
        return replace(contact, resting=tuple(one for one in contact.resting if one != pad))
    left = tuple(other for other in contact.held if other != pad)
    return contact.now_holding(left, pad, at, contact.trail)
