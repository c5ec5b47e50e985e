"""What a page is shown of the table: how it stands, what was played, and how that is judged.

The law of this module: shapes, and nothing that fills them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from iye.companion.messages.wished import Player

Kinds = dict[str, int]
"""Counts by kind letter, all five of them."""


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Something the board tells a page; `type` says what."""


class Payment(msgspec.Struct, frozen=True):
    """The landing that has to be paid for, and the kinds that would do."""

    cell: str
    kinds: str


class Way(msgspec.Struct, frozen=True):
    """Where the drum and tiles go back to after moves were taken back."""

    home: str
    tiles: dict[str, str]
    given: list[str]
    """İye pads of the hands that tiles come back out of, like 2S."""
    regained: list[str]


class HandOver(msgspec.Struct, frozen=True):
    """The tile of `cell` goes to player `to`."""

    cell: str
    kind: str
    to: Player


class LastMove(msgspec.Struct, frozen=True):
    """The last move of the cycle; `start` is where the drum came from."""

    player: Player
    move: str
    start: str
    target: str


class End(msgspec.Struct, frozen=True):
    """How a cycle ended; `winner` 0 is a tie; the rest is None where nothing was scored.

    `takers` says who takes the points of Owl, Water, Tree, Horse and Sun: 1, 2, or 0 for nobody.
    """

    reason: Literal["scored", "stuck"]
    winner: Literal[0, 1, 2]
    points: tuple[int, int] | None
    takers: list[int] | None


class Answer(msgspec.Struct, frozen=True):
    """The move of a mover who does not sit here; `spent` is the kind that is discarded for it."""

    target: str
    spent: str | None


Outcome = Literal["win", "tie", "loss"]
"""What the mover gets from the cycle, if both play their best."""


class Verdict(msgspec.Struct, frozen=True):
    """Where a move leads; `sure` when that is proved, otherwise it is an estimate."""

    outcome: Outcome
    sure: bool
    best: bool


class Advice(msgspec.Struct, frozen=True):
    """What the coach says of the position that stands.

    `landings` says it of each cell as things stand, `moves` of every legal move. `line` is the best
    move and what best play makes of it; empty while that is not known.
    """

    landings: dict[str, Verdict]
    moves: dict[str, Verdict]
    line: list[str]


class State(Message, frozen=True, tag="state"):
    """Everything at the table, sent whole whenever it changes."""

    phase: str
    cycle: int
    wins: tuple[int, int]
    wins_needed: int
    winner: Player | None
    names: tuple[str, str]
    asked: Player | None
    """Who chooses who begins; None in that phase: the players agree."""
    first: Player | None
    """Who begins the cycle under way or being dealt."""
    mover: Player | None
    tiles: str
    """25 characters, a1 first: a kind's letter, or '.'."""
    drum: str | None
    hands: tuple[Kinds, Kinds]
    discards: Kinds
    targets: dict[str, str]
    """Where the drum may land now: '' naturally, or the letters of the kinds that would pay."""
    spending: str | None
    payment: Payment | None
    telling: str | None
    """Laying by hand: the kind that touched cells are told to hold."""
    untold: Kinds
    """Laying by hand: how many tiles of each kind are still to be told."""
    wrong: str | None
    way_back: Way | None
    handover: HandOver | None
    last_move: LastMove | None
    end: End | None
    """How the last cycle ended, while that is being shown."""
    held: list[str]
    hints: Literal["off", "targets", "coach"]
    hints_allowed: list[Literal["off", "targets", "coach"]]
    """What can be set, in the order in which the button steps through it."""
    seats: tuple[str, str]
    """Who answers for player 1 and 2: person, mind 3, elsewhere."""
    reseatable: bool
    """Whether seats can be changed without beginning a match anew."""
    answer: Answer | None
    """Where a hand is to put the drum for a mover who does not sit here."""
    advice: Advice | None
    """What the coach says of the position that stands, to whoever asked."""


class PlayedCycle(msgspec.Struct, frozen=True):
    """A cycle's deal and moves, and the position before the first and after each of them."""

    deal: str
    first: Player
    moves: list[str]
    positions: list[str]
    end: End | None


class History(Message, frozen=True, tag="history"):
    """All cycles of the match, sent when they change."""

    cycles: list[PlayedCycle]


class JudgedMove(msgspec.Struct, frozen=True):
    """A move that was played, and who wins before and after it if both play their best from there.

    1 and 2 are the players, 0 is a tie, None is not known. `ply` counts the cycle's moves from 1.
    `best` holds the moves that would have kept what the mover had, or None where that is not known;
    `only` says that the move played is all of them, and that there was something to keep.
    """

    ply: int
    move: str
    player: Player
    before: Literal[0, 1, 2] | None
    after: Literal[0, 1, 2] | None
    mistake: bool
    only: bool
    best: list[str] | None


class Analysis(Message, frozen=True, tag="analysis"):
    """How the match's moves are judged, sent whole whenever more is known.

    `cycles` are those of the match, each with the moves judged so far, in the order of play.
    `status` is `waiting` while the mind has a move of its own to think about.
    """

    cycles: list[list[JudgedMove]]
    status: Literal["resting", "running", "waiting", "failed"]
