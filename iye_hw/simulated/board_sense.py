"""What the electrodes of a board feel: bare copper, hands, the drum, sleeves, drift.

The law of this module: it knows pads and picofarads, nothing of thresholds; what the chips make of
it is theirs to say.

By hand, for 8 pC (16 µA, 0.5 µs) on a bare pad of 9.0 pF, which reads 8 / 9 V = 275 counts:

    finger          +2.0 pF   225 counts   50 below   clearly touched (threshold 12)
    drum in a hand  +2.4 pF   217 counts   58 below   clearly touched
    drum alone      +0.3 pF   266 counts    9 below   not felt, yet not let go (release 6)
    sleeve          +0.2 pF   269 counts    6 below   not felt
    water           +2.0 pF   225 counts   50 below   as a finger, for as long as it lies there
    short to ground             0 counts  275 below   as no hand ever is
    wire cut at the chip      620 counts 345 above   feels nothing: the pin alone has 4.0 pF

Bare pads differ by ±0.5 pF, which moves a finger's 50 between 45 and 56.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from iye_hw.board_map import BoardMap
from iye_hw.panel import Timeline
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.simulated.sensing import Surroundings

SHORT = 1e9
"""pF that stand for a wire shorted to ground: it takes any charge and shows no volts."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a bare pad has and what each thing adds to it, in pF; noise in counts either way.

    `pin` is what is left of a pad whose wire is cut at the chip.
    """

    bare: float = 9.0
    spread: float = 0.5
    hand: float = 2.0
    drum_alone: float = 0.3
    drum_held: float = 2.4
    sleeve: float = 0.2
    water: float = 2.0
    pin: float = 4.0
    noise: float = 0.5


class BoardSense:
    """The board's face as the chips feel it."""

    def __init__(
        self,
        board: BoardMap,
        chips: Sequence[SimulatedMPR121],
        surroundings: Surroundings,
        timeline: Timeline,
        conditions: Conditions,
    ) -> None:
        self.conditions = conditions
        self.hand = Contact(self)
        self.sleeve = Contact(self)
        self.water = Contact(self)
        self.drum = Drum(self)
        self._chips = chips
        self._surroundings = surroundings
        self._timeline = timeline
        self._places = {place.name: place for place in board.places}
        self._cut: frozenset[str] = frozenset()
        self._shorted: frozenset[str] = frozenset()
        self._bare = _bare_pads(board.pads, self.conditions, surroundings.seed)
        self.changed(board.pads)

    def picofarads(self, pad: str) -> float:
        """Give a pad's capacitance, drift aside."""
        if pad in self._shorted:
            return SHORT
        if pad in self._cut:
            return self.conditions.pin
        return self._bare[pad] + self._added(pad)

    def changed(self, pads: Iterable[str]) -> None:
        """Tell the chips about pads on which something has changed."""
        for pad in pads:
            place = self._places[pad]
            self._chips[place.chip].feel(place.electrode, self.picofarads(pad))

    def cut(self, pad: str) -> None:
        """Cut the wire of a pad: it feels neither hand nor drum. Raises ValueError if not there."""
        self.check(pad)
        self._cut |= {pad}
        self.changed([pad])

    def mend(self, pad: str) -> None:
        """Mend the wire of a pad again. Raises ValueError if there is no such pad."""
        self.check(pad)
        self._cut -= {pad}
        self.changed([pad])

    def short(self, pad: str) -> None:
        """Short the wire of a pad to ground. Raises ValueError if there is no such pad."""
        self.check(pad)
        self._shorted |= {pad}
        self.changed([pad])

    def part(self, pad: str) -> None:
        """Take the short to ground away. Raises ValueError if there is no such pad."""
        self.check(pad)
        self._shorted -= {pad}
        self.changed([pad])

    def check(self, pad: str) -> None:
        """Raise ValueError if the board has no such pad."""
        if pad not in self._places:
            raise ValueError(f"the board has no pad {pad}: its pads are {', '.join(self._places)}")

    def set_noise(self, counts: float) -> None:
        """Let readings vary by up to `counts` either way."""
        self._catch_up()
        self._surroundings.noise = counts
        self._look_again()

    def set_drift(self, picofarads_a_minute: float) -> None:
        """Let every pad's capacitance drift from now on, as damp or warmth makes it."""
        self._catch_up()
        self._surroundings.set_drift(picofarads_a_minute / 60, self._timeline.time())
        self._look_again()

    def _added(self, pad: str) -> float:
        held, drum = pad in self.hand.pads, self.drum.pad == pad
        by_thing = {
            (True, True): self.conditions.drum_held,
            (True, False): self.conditions.hand,
            (False, True): self.conditions.drum_alone,
            (False, False): 0.0,
        }
        return (
            by_thing[held, drum]
            + self.conditions.sleeve * (pad in self.sleeve.pads)
            + self.conditions.water * (pad in self.water.pads)
        )

    def _catch_up(self) -> None:
        for chip in self._chips:
            chip.catch_up()

    def _look_again(self) -> None:
        for chip in self._chips:
            chip.look_again()


class Contact:
    """Hands, or sleeves: which pads they rest on."""

    def __init__(self, sense: BoardSense) -> None:
        self._sense = sense
        self.pads: frozenset[str] = frozenset()

    def touch(self, pad: str) -> None:
        """Rest on a pad. Raises ValueError if the board has no such pad."""
        self._sense.check(pad)
        self._set(self.pads | {pad}, pad)

    def release(self, pad: str) -> None:
        """Let go of a pad. Raises ValueError if the board has no such pad."""
        self._sense.check(pad)
        self._set(self.pads - {pad}, pad)

    def _set(self, pads: frozenset[str], pad: str) -> None:
        self.pads = pads
        self._sense.changed([pad])


class Drum:
    """The drum: where it stands, whether or not a hand is on it."""

    def __init__(self, sense: BoardSense) -> None:
        self._sense = sense
        self.pad: str | None = None

    def place(self, pad: str) -> None:
        """Stand on a pad, from wherever it stood. Raises ValueError if there is no such pad."""
        self._sense.check(pad)
        self._move(pad)

    def lift(self) -> None:
        """Leave the board."""
        self._move(None)

    def _move(self, pad: str | None) -> None:
        before, self.pad = self.pad, pad
        self._sense.changed(place for place in (before, pad) if place is not None)


def _bare_pads(pads: Iterable[str], conditions: Conditions, seed: int) -> dict[str, float]:
    chance = random.Random(seed)  # noqa: S311 - copper is not a secret
    low, high = conditions.bare - conditions.spread, conditions.bare + conditions.spread
    return {pad: chance.uniform(low, high) for pad in pads}
