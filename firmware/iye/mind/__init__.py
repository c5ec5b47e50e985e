"""The mind: the exact value of a position, and an opponent that plays.

The law of this room: it reads positions of the rules and says what they are worth and which moves
keep that. What it calls exact is proved (docs/mind.md); what it guesses it says is a guess. It
knows nothing of the board, and decides nothing about the game's rules. Its coach alone speaks the
table's words, so it and its lines of play are asked for by their modules: solving loads no table.
"""

from iye.mind.analysis import ANALYSIS_SECONDS, Judged, Turn, analyse, deciding
from iye.mind.cancel import Cancel
from iye.mind.levels import LEVELS, Level
from iye.mind.opponent import Choice, Opponent
from iye.mind.proof import Proof
from iye.mind.solver import Progress, Solver, solve
from iye.mind.value import Solution, Value

__all__ = [
    "ANALYSIS_SECONDS",
    "LEVELS",
    "Cancel",
    "Choice",
    "Judged",
    "Level",
    "Opponent",
    "Progress",
    "Proof",
    "Solution",
    "Solver",
    "Turn",
    "Value",
    "analyse",
    "deciding",
    "solve",
]
