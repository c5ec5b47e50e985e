"""What a table is at any moment: the match, the phase, what is being explained, what is touched.

The law of this module: immutable data and what follows from it. Nothing here handles an event.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from iye.rules import Cell, Cycle, CycleEnd, Deal, Hand, Kind, Match, Move, Player, Position
from iye.table.advice import Advice
from iye.table.consents import Point, Standing
from iye.table.contact import TIMING, Contact, Timing
from iye.table.effects import Effect
from iye.table.events import Hints, MatchSetup, PadDeclared
from iye.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Asleep:
    """Nobody plays; any touch wakes the board."""


@dataclass(frozen=True, slots=True)
class ChoosingFirst:
    """A touch on a side says who begins the next cycle; `asked` chooses, or both (None).

    `relaid` says that tiles of the next cycle may already lie on the board.
    """

    asked: Player | None
    relaid: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Chance has been asked for an arrangement."""

    first: Player


@dataclass(frozen=True, slots=True)
class LayingOut:
    """The arrangement is known and shown; the drum on c3 begins the cycle.

    `told` is what the players told of it cell by cell, empty when it was drawn.
    """

    deal: Deal
    first: Player
    told: tuple[tuple[Cell, Kind | None], ...] = ()


@dataclass(frozen=True, slots=True)
class LayingByHand:
    """The players have laid the tiles and tell the board: a kind, then its cells.

    `told` is every statement so far, in order; a later one about the same cell counts. `drawn` is
    the arrangement the board had drawn, if it had, to return to.
    """

    first: Player
    told: tuple[tuple[Cell, Kind | None], ...] = ()
    kind: Kind | None = None
    drawn: Deal | None = None

    @property
    def layout(self) -> dict[Cell, Kind]:
        """The kinds told so far."""
        latest = dict(self.told)
        return {cell: kind for cell, kind in latest.items() if kind is not None}


@dataclass(frozen=True, slots=True)
class Turn:
    """The mover is to put the drum down; `spending` is the kind chosen for it, if one is."""

    spending: Kind | None = None


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The mover does not sit here: whoever answers for them is asked."""


@dataclass(frozen=True, slots=True)
class Following:
    """The answer has come: a hand here is to make `move` for the mover."""

    move: Move


@dataclass(frozen=True, slots=True)
class ChoosingPayment:
    """The drum landed on `cell`; one of `kinds` has to be touched to pay."""

    cell: Cell
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is won; its last move can still be taken back."""


Phase = (
    Asleep
    | ChoosingFirst
    | Drawing
    | LayingOut
    | LayingByHand
    | Turn
    | Awaiting
    | Following
    | ChoosingPayment
    | MatchOver
)


@dataclass(frozen=True, slots=True)
class HandOver:
    """The tile of `cell` went to `to` at the moment `at`, by a landing.

    `chosen` is the kind that had been chosen for it to be spent, if one had, and `answer` the
    move that was followed, if it was not the hand's own.
    """

    cell: Cell
    kind: Kind
    to: Player
    at: float
    chosen: Kind | None = None
    answer: Move | None = None


@dataclass(frozen=True, slots=True)
class WayBack:
    """Moves were taken back, and the board is still as before: where everything is by now.

    `drum` is where the drum was last felt; touching it there is taking hold of it, not a landing.
    `tiles` is the set of cells that still hold the tiles of the position they go back to, `hands`
    is what player 1 and player 2 still hold. The difference to the position is what goes where.
    """

    drum: Cell | None
    tiles: int
    hands: tuple[Hand, Hand]

    def surplus(self, position: Position) -> Iterator[tuple[Player, Kind, int]]:
        """Count what each hand holds too much of, above 0, or is owed, below it."""
        for player, held in zip(Player, self.hands, strict=True):
            for kind in Kind:
                count = held.count(kind) - position.hand(player).count(kind)
                if count:
                    yield player, kind, count


@dataclass(frozen=True, slots=True)
class CycleShow:
    """The end of a cycle, told in light from the moment `at` on."""

    end: CycleEnd
    position: Position
    at: float


@dataclass(frozen=True, slots=True)
class Table:
    """The whole state at the table. Two tables with the same match and phase play on alike."""

    setup: MatchSetup = field(default_factory=MatchSetup)
    match: Match = field(default_factory=Match)
    phase: Phase = field(default_factory=Asleep)
    hints: Hints = Hints.TARGETS
    timing: Timing = TIMING
    contact: Contact = field(default_factory=Contact)
    said: PadDeclared | None = None
    """What was declared last, while its pad may be felt late: until it is, or hands go on."""
    last_touch: float = 0.0
    new_held_since: float | None = None
    hint_held_since: float | None = None
    code: str = ""
    """Digits the board spells in light while `hint` is held; empty when there are none."""
    wrong: Cell | None = None
    """Where the drum stands against the rules, if it does."""
    way_back: WayBack | None = None
    handover: HandOver | None = None
    show: CycleShow | None = None
    consent: Standing = field(default_factory=Standing)
    """What is asked in a shared match, and open."""
    taken_back: int = 0
    """How often a shared match has been taken back by both."""
    advice: Advice | None = None
    """The last that the coach said; it is about the position that it names."""

    @property
    def cycle(self) -> Cycle:
        """The cycle under way. Raises LookupError where none is."""
        current = self.match.current
        if current is None:
            raise LookupError("no cycle is under way")
        return current

    @property
    def position(self) -> Position:
        """The position of the cycle under way. Raises LookupError where none is."""
        return self.cycle.position

    @property
    def next_cycle(self) -> int:
        """The number of the cycle that is dealt next, from 1."""
        return len(self.match.cycles) + 1

    @property
    def playing(self) -> bool:
        """Whether there is a match to lose: one under way and not yet won."""
        resting = isinstance(self.phase, Asleep | MatchOver)
        untouched = isinstance(self.phase, ChoosingFirst) and not self.match.cycles
        return not resting and not untouched

    @property
    def shared(self) -> bool:
        """Whether the match is, or is to be, played on two boards."""
        return bool(self.setup.shared)

    @property
    def point(self) -> Point:
        """How far the match is; a cycle counts as begun when its arrangement is known."""
        cycles = self.match.cycles
        if isinstance(self.phase, LayingOut):
            return Point(len(cycles) + 1, 0)
        return Point(len(cycles), len(cycles[-1].moves) if cycles else 0)

    @property
    def due(self) -> float:
        """The next moment at which the passing of time alone changes something; or infinity."""
        return min(self.contact.due(self.timing), self._abandon_due, self._sleep_due)

    @property
    def _abandon_due(self) -> float:
        if self.new_held_since is None or not self.playing:
            return math.inf
        return self.new_held_since + self.timing.abandon

    @property
    def _sleep_due(self) -> float:
        if self.playing or isinstance(self.phase, Asleep):
            return math.inf
        return self.last_touch + self.timing.sleep

    @property
    def advised(self) -> Advice | None:
        """What the coach says to a person who decides here, and asked for it; None: nothing yet."""
        asked = self.hints is Hints.COACH and isinstance(self.phase, Turn | ChoosingPayment)
        advice = self.advice if asked else None
        return advice if advice is not None and advice.position == self.position else None

    @property
    def hints_allowed(self) -> tuple[Hints, ...]:
        """What the mover may be shown in this match."""
        return tuple(hints for hints in Hints if self.setup.coach or hints is not Hints.COACH)

    def seat(self, player: Player) -> Seat:
        """Give who sits where a player sits."""
        return self.setup.seats[player - 1]

    def entering(self, phase: Phase) -> Table:
        """Give the table in another phase, all else as it is."""
        return replace(self, phase=phase)

    def next_turn(self) -> Table:
        """Give the table waiting for the mover: for a hand, or for whoever answers for them."""
        return self.entering(Turn() if self.seat(self.position.mover).here else Awaiting())


Step = tuple[Table, tuple[Effect, ...]]
"""What handling something gives: the table after it, and what has come of it."""

NOTHING: Final[tuple[Effect, ...]] = ()
