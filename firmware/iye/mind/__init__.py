"""The mind: the exact value of a position, and an opponent that plays.

The law of this room: it reads positions of the rules and says what they are worth and which moves
keep that. What it calls exact is proved (docs/mind.md); what it guesses it says is a guess. It
knows nothing of the table, the lights or the board, and decides nothing about the game's rules.
"""

from iye.mind.analysis import ANALYSIS_SECONDS, Judged, Turn, analyse, deciding
from iye.mind.cancel import Cancel
from iye.mind.levels import LEVELS, Level
from iye.mind.line import LINE_SECONDS, Line, main_line
from iye.mind.opponent import Choice, Opponent
from iye.mind.proof import Proof
from iye.mind.solver import Progress, Solver, solve
from iye.mind.value import Solution, Value

__all__ = [
    "ANALYSIS_SECONDS",
    "LEVELS",
    "LINE_SECONDS",
    "Cancel",
    "Choice",
    "Judged",
    "Level",
    "Line",
    "Opponent",
    "Progress",
    "Proof",
    "Solution",
    "Solver",
    "Turn",
    "Value",
    "analyse",
    "deciding",
    "main_line",
    "solve",
]
