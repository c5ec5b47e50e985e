"""The rules of İYE: positions, moves, the ends of a cycle, scoring, matches and their text forms.

Pure: no clock, no chance, no I/O, and nothing of the board's hardware or of the table around it.
What other rooms need is named here.
"""

from iye.rules.board import CENTRE, FILES, Cell, cells_in
from iye.rules.match import WINS_ALLOWED, Beginner, Cycle, Match, MatchError
from iye.rules.notation import (
    NotationError,
    format_deal,
    format_hand,
    format_layout,
    format_position,
    parse_cell,
    parse_deal,
    parse_hand,
    parse_kind,
    parse_layout,
    parse_move,
    parse_player,
    parse_position,
)
from iye.rules.perft import divide, perft
from iye.rules.position import (
    Deal,
    IllegalMoveError,
    Move,
    Objection,
    Player,
    Position,
    legal_moves,
    ways,
)
from iye.rules.scoring import CycleEnd, EndReason, Score, cycle_end, score
from iye.rules.tiles import CENSUS, LETTERS, Hand, Kind
from iye.rules.validity import PositionError

__all__ = [
    "CENSUS",
    "CENTRE",
    "FILES",
    "LETTERS",
    "WINS_ALLOWED",
    "Beginner",
    "Cell",
    "Cycle",
    "CycleEnd",
    "Deal",
    "EndReason",
    "Hand",
    "IllegalMoveError",
    "Kind",
    "Match",
    "MatchError",
    "Move",
    "NotationError",
    "Objection",
    "Player",
    "Position",
    "PositionError",
    "Score",
    "cells_in",
    "cycle_end",
    "divide",
    "format_deal",
    "format_hand",
    "format_layout",
    "format_position",
    "legal_moves",
    "parse_cell",
    "parse_deal",
    "parse_hand",
    "parse_kind",
    "parse_layout",
    "parse_move",
    "parse_player",
    "parse_position",
    "perft",
    "score",
    "ways",
]
