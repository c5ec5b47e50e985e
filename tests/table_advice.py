"""Advice for a table's tests: what a coach could say of a position, made up.

The law of this module: every legal move has its verdict, as whoever thinks has to see to; what the
verdicts say is the test's wish, or chance, and not the truth.
"""

from __future__ import annotations

from random import Random

from iye.rules import Position, legal_moves, parse_move
from iye.table import Advice, Outcome, Verdict


def advice(
    position: Position,
    best: str,
    outcome: Outcome = Outcome.WIN,
    *,
    sure: bool = True,
    **others: Outcome,
) -> Advice:
    """Say that `best` leads to `outcome`, `others` where they say, and all else to a loss."""
    said = {parse_move(text): leads for text, leads in others.items()}
    said[parse_move(best)] = outcome
    legal = legal_moves(position)
    assert said.keys() <= set(legal)
    verdicts = tuple(Verdict(move, said.get(move, Outcome.LOSS), sure) for move in legal)
    return Advice(position, verdicts, (parse_move(best),))


def random_advice(rng: Random, position: Position) -> Advice:
    """Say anything of every legal move."""
    verdicts = tuple(
        Verdict(move, rng.choice(tuple(Outcome)), rng.random() < 0.5)
        for move in legal_moves(position)
    )
    most = max((one.outcome for one in verdicts), default=None)
    best = [one.move for one in verdicts if one.outcome is most]
    return Advice(position, verdicts, tuple(rng.sample(best, len(best))))
