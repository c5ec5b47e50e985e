"""How each meaning looks: its ink, its rhythm and its strength, in one table.

The law of this module: a table and nothing else. Two meanings that can stand beside each other
differ in rhythm or in place, not in colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from iye.lights.palettes import Ink
from iye.lights.rhythms import (
    BEAT,
    BLINK,
    CALL,
    GLINT,
    ONE_BEAT,
    PULSE,
    SPARK,
    STEADY,
    TWICE,
    WINK,
    Rhythm,
)
from iye.lights.scene import Meaning


@dataclass(frozen=True, slots=True)
class Look:
    """An ink in a rhythm; `strength` from 0 to 1 as the eye sees it."""

    ink: Ink
    rhythm: Rhythm
    strength: float = 1.0


LOOKS: Final = {
    Meaning.ASLEEP: Look(Ink.DRUM, BEAT, 0.7),
    Meaning.TOUCHED: Look(Ink.HAND, STEADY),
    Meaning.ASKED_SIDE: Look(Ink.PLAYER, PULSE),
    Meaning.OTHER_SIDE: Look(Ink.PLAYER, STEADY, 0.4),
    Meaning.TILE: Look(Ink.KIND, STEADY, 0.8),
    Meaning.DRUM_ON_TILE: Look(Ink.KIND, PULSE),
    Meaning.LAID: Look(Ink.KIND, STEADY, 0.5),
    Meaning.LAID_NOW: Look(Ink.KIND, STEADY),
    Meaning.KIND_OPEN: Look(Ink.KIND, STEADY, 0.6),
    Meaning.KIND_CHOSEN: Look(Ink.KIND, PULSE),
    Meaning.TARGET: Look(Ink.PLAYER, STEADY, 0.9),
    Meaning.TARGET_BY_SPENDING: Look(Ink.PLAYER, WINK, 0.55),
    Meaning.USABLE: Look(Ink.KIND, STEADY, 0.5),
    Meaning.SPENDING: Look(Ink.KIND, WINK),
    Meaning.THINKING: Look(Ink.PLAYER, CALL, 0.6),
    Meaning.ANSWER: Look(Ink.PLAYER, CALL),
    Meaning.ANSWER_SPENDS: Look(Ink.KIND, CALL),
    Meaning.LEADS_TO_WIN: Look(Ink.GOOD, STEADY),
    Meaning.LEADS_TO_TIE: Look(Ink.EVEN, STEADY, 0.5),
    Meaning.LEADS_TO_LOSS: Look(Ink.BAD, STEADY, 0.3),
    Meaning.MAY_LEAD_TO_WIN: Look(Ink.GOOD, WINK),
    Meaning.MAY_LEAD_TO_TIE: Look(Ink.EVEN, WINK, 0.5),
    Meaning.MAY_LEAD_TO_LOSS: Look(Ink.BAD, WINK, 0.3),
    Meaning.BEST_WINS: Look(Ink.GOOD, CALL),
    Meaning.BEST_TIES: Look(Ink.EVEN, CALL, 0.8),
    Meaning.BEST_LOSES: Look(Ink.BAD, CALL, 0.7),
    Meaning.LOOKS_BEST: Look(Ink.GOOD, ONE_BEAT),
    Meaning.BEST_SPENDS: Look(Ink.KIND, CALL),
    Meaning.LEVEL: Look(Ink.DRUM, STEADY, 0.8),
    Meaning.HIGHER_LEVEL: Look(Ink.DRUM, STEADY, 0.25),
    Meaning.PAY: Look(Ink.KIND, BLINK),
    Meaning.UNPAID: Look(Ink.PLAYER, WINK),
    Meaning.TAKEN: Look(Ink.KIND, TWICE),
    Meaning.HAND_OVER: Look(Ink.KIND, PULSE),
    Meaning.WRONG: Look(Ink.WRONG, BLINK),
    Meaning.WAY_BACK: Look(Ink.DRUM, PULSE),
    Meaning.TILE_BACK: Look(Ink.KIND, TWICE),
    Meaning.GIVE_BACK: Look(Ink.KIND, BLINK),
    Meaning.REGAIN: Look(Ink.KIND, PULSE),
    Meaning.SEVERAL_HELD: Look(Ink.HAND, GLINT),
    Meaning.LAST_TILE: Look(Ink.KIND, BLINK),
    Meaning.STUCK: Look(Ink.WRONG, BLINK),
    Meaning.SCORE_TAKEN: Look(Ink.KIND, STEADY),
    Meaning.SCORE_LOST: Look(Ink.KIND, STEADY, 0.2),
    Meaning.SCORE_EQUAL: Look(Ink.KIND, BLINK, 0.5),
    Meaning.CYCLE_WON: Look(Ink.PLAYER, PULSE),
    Meaning.CYCLE_TIED: Look(Ink.PLAYER, STEADY, 0.6),
    Meaning.MATCH_WON: Look(Ink.PLAYER, BEAT),
    Meaning.OTHER_ASKS: Look(Ink.PLAYER, SPARK),
    Meaning.DEAF: Look(Ink.WRONG, SPARK, 0.7),
    Meaning.DARK: Look(Ink.HAND, STEADY, 0.0),
    Meaning.DIGIT: Look(Ink.DRUM, STEADY),
    Meaning.ABANDONING: Look(Ink.WRONG, STEADY),
}
