"""What is to be seen on the board: a scene of marks, each a meaning on a pad for a while.

The law of this module: meanings, not colours. The table says what it means; how that looks is
written in `looks`, so that a palette changes no rule and a rule no palette.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto

from iye.lights.pads import Pad
from iye.rules import Kind, Player


class Meaning(Enum):
    """Everything a light can say."""

    ASLEEP = auto()  # nobody plays: the drum beats slowly
    TOUCHED = auto()  # a hand is felt here
    ASKED_SIDE = auto()  # this player is asked who begins
    OTHER_SIDE = auto()  # this side may be touched too
    TILE = auto()  # a tile of this kind belongs here
    DRUM_ON_TILE = auto()  # the drum goes here, on top of this tile
    LAID = auto()  # this cell has been told to hold this kind
    LAID_NOW = auto()  # the same, of the kind being told now
    KIND_OPEN = auto()  # tiles of this kind are still to be told
    KIND_CHOSEN = auto()  # cells touched now are of this kind
    TARGET = auto()  # natural movement reaches this cell
    TARGET_BY_SPENDING = auto()  # only spending a tile reaches this cell
    USABLE = auto()  # a tile of this kind can be spent now
    SPENDING = auto()  # this kind is going to be spent
    THINKING = auto()  # whoever answers for this player is asked
    ANSWER = auto()  # a hand here puts the drum there for this player
    ANSWER_SPENDS = auto()  # and discards this tile of theirs
    LEADS_TO_WIN = auto()  # landing here wins the cycle, if both play their best
    LEADS_TO_TIE = auto()
    LEADS_TO_LOSS = auto()
    MAY_LEAD_TO_WIN = auto()  # the same, not proved
    MAY_LEAD_TO_TIE = auto()
    MAY_LEAD_TO_LOSS = auto()
    BEST_WINS = auto()  # the best landing, and it wins
    BEST_TIES = auto()
    BEST_LOSES = auto()
    LOOKS_BEST = auto()  # the best landing, as far as could be seen
    BEST_SPENDS = auto()  # the best landing spends a tile of this kind
    LEVEL = auto()  # the mind plays at this level or above
    HIGHER_LEVEL = auto()  # it could play at this level
    PAY = auto()  # touch this pad to pay with this kind
    UNPAID = auto()  # the drum landed here and the payment is open
    TAKEN = auto()  # the tile of this cell has been taken
    HAND_OVER = auto()  # this player gets a tile of this kind
    WRONG = auto()  # the drum may not stand here
    WAY_BACK = auto()  # the drum belongs here
    TILE_BACK = auto()  # a tile of this kind goes back to this cell
    GIVE_BACK = auto()  # a tile of this kind comes back out of this hand
    REGAIN = auto()  # a tile of this kind returns to this hand
    SEVERAL_HELD = auto()  # several cells are held: leave one
    LAST_TILE = auto()  # the cycle ended: one tile is left, this one
    STUCK = auto()  # the cycle ended: no way on from here for this player
    SCORE_TAKEN = auto()  # this player takes the kind's points
    SCORE_LOST = auto()  # this player does not
    SCORE_EQUAL = auto()  # both hold as many
    CYCLE_WON = auto()  # this player won the cycle
    CYCLE_TIED = auto()  # nobody won the cycle
    MATCH_WON = auto()  # this player won the match
    OTHER_ASKS = auto()  # this player, elsewhere, asks for what it takes both for
    DEAF = auto()  # nothing is felt here: something is wrong with the hardware
    DARK = auto()  # nothing here, while something else is spelled out
    DIGIT = auto()  # a part of a digit
    ABANDONING = auto()  # `new` is held: the match is about to be abandoned


@dataclass(frozen=True, slots=True)
class Mark:
    """A meaning on a pad from `start` until before `end` (seconds of the table's time).

    `kind` and `player` say whose colour is meant, where the meaning has one. A mark with a start
    begins its rhythm then; one without keeps step with all others of its rhythm.
    """

    pad: Pad
    meaning: Meaning
    kind: Kind | None = None
    player: Player | None = None
    start: float = -math.inf
    end: float = math.inf

    def during(self, start: float, end: float) -> Mark:
        """Give the same mark, shown only between two moments."""
        return Mark(self.pad, self.meaning, self.kind, self.player, start, end)


@dataclass(frozen=True, slots=True)
class Scene:
    """All marks on the board; where two are shown on one pad, the later one is seen.

    From `calm_from` on nobody has touched anything for so long that the lights move slowly.
    """

    marks: tuple[Mark, ...] = ()
    calm_from: float = math.inf
