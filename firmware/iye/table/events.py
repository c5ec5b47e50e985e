"""What can happen to a table: touches, buttons, the passing of time, chance, a match set up.

The law of this module: events are facts that check themselves and decide nothing. Each carries
its moment `at`, in seconds of one clock that never goes back; chance arrives inside events.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from iye.lights import Pad
from iye.rules import WINS_ALLOWED, Deal, Move, Player, Position
from iye.table.advice import Advice
from iye.table.consents import Point, Standing
from iye.table.seats import PEOPLE, Seats


class Button(Enum):
    """The three buttons; the value is the name on the board's face."""

    UNDO = "undo"
    HINT = "hint"
    NEW = "new"


class Hints(Enum):
    """What the board shows the mover."""

    OFF = "off"
    TARGETS = "targets"
    COACH = "coach"  # targets coloured by what they lead to


class DealWay(Enum):
    """How a cycle's tiles come onto the board."""

    DRAWN = "drawn"  # the board draws an arrangement, the players lay it
    LAID = "laid"  # the players lay the tiles and tell the board


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """What a match is played to, who begins it (None: the board asks), how tiles are dealt.

    `names` are those of player 1 and player 2; empty where none was given. `seats` says who
    answers for them. `shared` is the match's name on both boards, where it is played on two; it is
    dealt by both, and what is taken back or given up takes both. `coach` allows the coach.

    Raises ValueError when `wins_needed` is not 1, 2 or 3.
    """

    wins_needed: int = 2
    first: Player | None = None
    deal_way: DealWay = DealWay.DRAWN
    names: tuple[str, str] = ("", "")
    seats: Seats = PEOPLE
    shared: str = ""
    coach: bool = True

    def __post_init__(self) -> None:
        if self.wins_needed not in WINS_ALLOWED:
            raise ValueError(f"a match goes to 1, 2 or 3 won cycles, not {self.wins_needed}")


@dataclass(frozen=True, slots=True)
class PadTouched:
    """A hand or the drum is felt on a pad."""

    pad: Pad
    at: float


@dataclass(frozen=True, slots=True)
class PadReleased:
    """Nothing is felt on a pad any more, which is not to say that the drum was lifted."""

    pad: Pad
    at: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A button came up."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class PadDeclared:
    """A person says, elsewhere than on the pads, what the pads may not have felt.

    On a cell: the drum really is here, or, laying by hand, this cell. On an İye pad: touched.
    """

    pad: Pad
    at: float


@dataclass(frozen=True, slots=True)
class HintsWanted:
    """A person says, elsewhere than by the button, what the board is to show the mover."""

    hints: Hints
    at: float


@dataclass(frozen=True, slots=True)
class AbandonWanted:
    """A person wants the match under way given up, and has been asked whether they mean it."""

    at: float


@dataclass(frozen=True, slots=True)
class CodeGiven:
    """The board spells these digits while `hint` is held.

    Raises ValueError when they are not digits.
    """

    code: str
    at: float

    def __post_init__(self) -> None:
        if not (self.code.isascii() and self.code.isdigit()):
            raise ValueError(f"a code is digits, not {self.code!r}")


@dataclass(frozen=True, slots=True)
class TimePassed:
    """It is `at` now; sent when the table's `due` moment has come."""

    at: float


@dataclass(frozen=True, slots=True)
class MatchSet:
    """A new match is wanted, set up as said; one under way is abandoned."""

    at: float
    setup: MatchSetup = field(default_factory=MatchSetup)


@dataclass(frozen=True, slots=True)
class DealDrawn:
    """Chance has answered `DealWanted`."""

    deal: Deal
    at: float


@dataclass(frozen=True, slots=True)
class MoveAnswered:
    """Whoever answers for the mover has chosen `move` in `position`.

    An answer to a position that no longer stands is nobody's answer.
    """

    position: Position
    move: Move
    at: float


@dataclass(frozen=True, slots=True)
class FirstAnswered:
    """Whoever chooses who begins, and does not sit here, has chosen `player`."""

    player: Player
    at: float


@dataclass(frozen=True, slots=True)
class BackTo:
    """Both players of a shared match want it back at `point`; `number` counts such times."""

    point: Point
    number: int
    at: float


@dataclass(frozen=True, slots=True)
class ConsentStands:
    """What the player here, and the one elsewhere, have asked and not been answered."""

    standing: Standing
    at: float


@dataclass(frozen=True, slots=True)
class ConsentSaid:
    """A person says on the page whether they agree to what the other asked."""

    agree: bool
    at: float


@dataclass(frozen=True, slots=True)
class Parted:
    """The shared match is given up, by both or by one that leaves; `left`: the room, too."""

    left: bool
    at: float


@dataclass(frozen=True, slots=True)
class Advised:
    """The coach has looked at a position."""

    advice: Advice
    at: float


Event = (
    PadTouched
    | PadReleased
    | ButtonPressed
    | ButtonReleased
    | PadDeclared
    | HintsWanted
    | AbandonWanted
    | CodeGiven
    | TimePassed
    | MatchSet
    | DealDrawn
    | MoveAnswered
    | FirstAnswered
    | BackTo
    | ConsentStands
    | ConsentSaid
    | Parted
    | Advised
)
