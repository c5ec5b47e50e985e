"""The end of a cycle told in light: why it ended, the score kind by kind, the winner.

The law of this module: it is a script of marks with their moments; it waits for nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from iye.lights import SIDES, IyePad, Mark, Meaning, Pad
from iye.rules import CycleEnd, EndReason, Kind, Player, Score, cells_in
from iye.table.state import CycleShow

WHY_SHOWN: Final = 1.5
"""Seconds for why the cycle ended."""
KIND_SHOWN: Final = 1.0
"""Seconds from one kind's score to the next."""
WINNER_SHOWN: Final = 3.5
"""Seconds for the winner."""

END_SHOWN: Final = {
    EndReason.SCORED: WHY_SHOWN + len(Kind) * KIND_SHOWN + WINNER_SHOWN,
    EndReason.STUCK: WHY_SHOWN + WINNER_SHOWN,
}
"""Seconds for the whole, by reason."""


def end_marks(show: CycleShow) -> Iterator[Mark]:
    """Give the whole script's marks."""
    end_of_show = show.at + END_SHOWN[show.end.reason]
    told_from = end_of_show - WINNER_SHOWN
    yield from _why(show, show.at + WHY_SHOWN)
    if show.end.score is not None:
        yield from _scores(show.end.score, show.at + WHY_SHOWN, told_from)
    yield from _winner(show.end, told_from, end_of_show)


def _why(show: CycleShow, until: float) -> Iterator[Mark]:
    position = show.position
    if show.end.reason is EndReason.STUCK:
        pads: tuple[Pad, ...] = (position.drum, *SIDES[position.mover])
        for pad in pads:
            yield Mark(pad, Meaning.STUCK, start=show.at, end=until)
        return
    for cell in cells_in(position.tiles):
        kind = position.layout[cell]
        yield Mark(cell, Meaning.LAST_TILE, kind=kind, start=show.at, end=until)


def _scores(score: Score, start: float, until: float) -> Iterator[Mark]:
    """Light each kind's pads on both sides, one kind after another, and leave them lit."""
    for kind, taker in zip(Kind, score.takers, strict=True):
        begin = start + kind * KIND_SHOWN
        for player in Player:
            meaning = _verdict(taker, player)
            yield Mark(IyePad(player, kind), meaning, kind=kind, start=begin, end=until)


def _verdict(taker: Player | None, player: Player) -> Meaning:
    if taker is None:
        return Meaning.SCORE_EQUAL
    return Meaning.SCORE_TAKEN if taker is player else Meaning.SCORE_LOST


def _winner(end: CycleEnd, start: float, until: float) -> Iterator[Mark]:
    for player, pads in SIDES.items():
        if end.winner not in (None, player):
            continue
        meaning = Meaning.CYCLE_TIED if end.winner is None else Meaning.CYCLE_WON
        for pad in pads:
            yield Mark(pad, meaning, player=player, start=start, end=until)
