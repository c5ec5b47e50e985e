"""What a table says has come of an event: facts for the lights, the page, the record and sound.

The law of this module: effects are facts with codes. They become sentences only at the edge, in
the reader's language; an illegal landing is ordinary play and so an effect, not an exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from iye.lights import Pad
from iye.rules import Cell, CycleEnd, Deal, Kind, Move, Player, Position
from iye.table.advice import Advice
from iye.table.consents import Consent, Point
from iye.table.events import Button, Hints, MatchSetup


class Reason(Enum):
    """Why a touch changed nothing."""

    NO_TILE = "no_tile"  # the space landed on is empty
    OUT_OF_REACH = "out_of_reach"  # no movement the mover can pay for ends there
    NOT_BY_THIS_KIND = "not_by_this_kind"  # the chosen kind does not reach it
    NOT_IN_HAND = "not_in_hand"  # the mover holds no tile of that kind
    NO_TARGET = "no_target"  # spending that kind reaches no tile now
    NOT_YOUR_PAD = "not_your_pad"  # an İye pad of the player who is not to move
    NOT_A_WAY_TO_PAY = "not_a_way_to_pay"  # that kind does not pay for this landing
    DRUM_BACK_FIRST = "drum_back_first"  # a move was taken back: the drum goes home first
    CHOOSE_WHO_BEGINS = "choose_who_begins"  # a touch on a side chooses, a cell does not
    CHOOSE_KIND_FIRST = "choose_kind_first"  # laying by hand: an İye pad comes before a cell
    KIND_COMPLETE = "kind_complete"  # laying by hand: every tile of that kind is laid
    NOTHING_TO_UNDO = "nothing_to_undo"  # this is where the match began
    HOLD_TO_ABANDON = "hold_to_abandon"  # a short press of `new` abandons nothing
    MATCH_OVER = "match_over"  # the match is won: `new` begins another
    NOT_THEIR_TURN = "not_their_turn"  # the player to move does not sit here, and has not answered
    OTHER_CHOOSES = "other_chooses"  # who begins is chosen by the player who sits elsewhere
    ASKED_ALREADY = "asked_already"  # the player who sits elsewhere has been asked, and is silent
    FOLLOW_ANSWER = "follow_answer"  # the drum goes where the player who sits elsewhere wants it


@dataclass(frozen=True, slots=True)
class Woke:
    """The board has woken up."""


@dataclass(frozen=True, slots=True)
class FellAsleep:
    """The board has gone to sleep, since nobody has touched it for a while."""


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match has been set up as said; one under way has been given up before."""

    setup: MatchSetup


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """`player` chooses who begins; None: the players agree between themselves."""

    player: Player | None


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """`player` begins the coming cycle."""

    player: Player


@dataclass(frozen=True, slots=True)
class DealWanted:
    """An arrangement has to be drawn for cycle number `cycle`; answer with `DealDrawn`."""

    cycle: int


@dataclass(frozen=True, slots=True)
class KindChosen:
    """Laying by hand: the cells told from now on hold `kind`, or None: no kind is meant."""

    kind: Kind | None


@dataclass(frozen=True, slots=True)
class TileLaid:
    """Laying by hand: a cell has been told to hold `kind`, or None after all."""

    cell: Cell
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """The arrangement of cycle number `cycle` is known, drawn or laid."""

    cycle: int
    deal: Deal
    first: Player


@dataclass(frozen=True, slots=True)
class CycleBegan:
    """The drum stands on c3."""

    position: Position


@dataclass(frozen=True, slots=True)
class SpendingChosen:
    """The mover means to spend `kind`, or None: naturally after all."""

    kind: Kind | None


@dataclass(frozen=True, slots=True)
class PaymentWanted:
    """The drum landed on `cell`, which any of `kinds` can pay for: one has to be touched."""

    cell: Cell
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class PaymentDropped:
    """The drum left `cell` before it was paid for; nothing has changed."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Answered:
    """Whoever answers for `player` wants `move`: a hand has to make it."""

    player: Player
    move: Move


@dataclass(frozen=True, slots=True)
class Coached:
    """The coach has looked at the position that stands."""

    advice: Advice


@dataclass(frozen=True, slots=True)
class Moved:
    """`player` moved; the tile `taken` is the opponent's, and `position` is the one after it."""

    player: Player
    move: Move
    taken: Kind
    position: Position


@dataclass(frozen=True, slots=True)
class Rejected:
    """A touch changed nothing, and why."""

    pad: Pad | Button
    reason: Reason


@dataclass(frozen=True, slots=True)
class SeveralHeld:
    """Several cells have been held for a while: the board waits for one."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DrumHome:
    """The drum is back where the game says it stands."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Undone:
    """A step was taken back; `position` stands now, or None where no cycle is under way.

    `slid` says that nobody asked for it: the drum had not arrived, it slid on.
    """

    position: Position | None
    slid: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Both players have gone back to `point` of their shared match, for the `number`th time.

    `position` stands now, or None where no cycle is under way.
    """

    point: Point
    number: int
    position: Position | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The player here wants what it takes both for; `point` is where to go back to."""

    consent: Consent
    point: Point | None = None


@dataclass(frozen=True, slots=True)
class Consented:
    """The player here agrees to what the other has asked, or refuses it."""

    agree: bool


@dataclass(frozen=True, slots=True)
class OtherAsked:
    """The player elsewhere asks for what it takes both for."""

    consent: Consent


@dataclass(frozen=True, slots=True)
class OtherRefused:
    """The player elsewhere refuses what was asked here."""


@dataclass(frozen=True, slots=True)
class HintsSet:
    """What is shown to the mover from now on."""

    hints: Hints


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """Cycle number `cycle` ended."""

    cycle: int
    end: CycleEnd


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """`winner` has won the match."""

    winner: Player


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The match under way was given up, for good."""


Effect = (
    Woke
    | FellAsleep
    | MatchBegan
    | ChooseFirst
    | FirstChosen
    | DealWanted
    | KindChosen
    | TileLaid
    | Dealt
    | CycleBegan
    | SpendingChosen
    | PaymentWanted
    | PaymentDropped
    | Answered
    | Coached
    | Moved
    | Rejected
    | SeveralHeld
    | DrumHome
    | Undone
    | TakenBack
    | Asked
    | Consented
    | OtherAsked
    | OtherRefused
    | HintsSet
    | CycleEnded
    | MatchEnded
    | Abandoned
)
