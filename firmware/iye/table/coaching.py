"""What the coach says in light: where each target leads, and which is best.

The law of this module: it shows what was said and judges nothing. What is proved is lit steadily,
as targets are; what is only estimated winks. The best beats as an answer does; where that is not
proved, with one beat at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from iye.lights import IyePad, Mark, Meaning
from iye.rules import Cell, Kind, Move, cells_in
from iye.table.advice import Advice, Outcome, Verdict
from iye.table.state import ChoosingPayment, Table
from iye.table.turns import payments

PROVED: Final = {
    Outcome.WIN: Meaning.LEADS_TO_WIN,
    Outcome.TIE: Meaning.LEADS_TO_TIE,
    Outcome.LOSS: Meaning.LEADS_TO_LOSS,
}
ESTIMATED: Final = {
    Outcome.WIN: Meaning.MAY_LEAD_TO_WIN,
    Outcome.TIE: Meaning.MAY_LEAD_TO_TIE,
    Outcome.LOSS: Meaning.MAY_LEAD_TO_LOSS,
}
BEST: Final = {
    Outcome.WIN: Meaning.BEST_WINS,
    Outcome.TIE: Meaning.BEST_TIES,
    Outcome.LOSS: Meaning.BEST_LOSES,
}


def coach_marks(table: Table, advice: Advice) -> Iterator[Mark]:
    """Mark every target with what it leads to, and what the best one costs."""
    best = advice.best[0] if advice.best else None
    for cell, verdict in said_of_landings(table, advice):
        yield Mark(cell, _meaning(verdict, best))
    if best is not None and best.spent is not None:
        yield Mark(IyePad(table.position.mover, best.spent), Meaning.BEST_SPENDS, kind=best.spent)


def said_of_landings(table: Table, advice: Advice) -> Iterator[tuple[Cell, Verdict]]:
    """Give what is said of every cell where the drum may land as things stand."""
    for cell in cells_in(table.position.tiles):
        verdict = _said_of(advice, cell, payments(table, cell))
        if verdict is not None:
            yield cell, verdict


def best_payment(table: Table, phase: ChoosingPayment) -> Kind | None:
    """Give the kind that pays best for a landing, if the coach says so."""
    best = table.advised.best if table.advised is not None else ()
    return next((kind for kind in phase.kinds if Move(phase.cell, kind) in best), None)


def _said_of(advice: Advice, cell: Cell, paid_by: tuple[Kind | None, ...]) -> Verdict | None:
    """Give what is said of landing on a cell: of its payments, the best one's."""
    said = [verdict for kind in paid_by if (verdict := advice.of(Move(cell, kind))) is not None]
    return max(
        said, key=lambda verdict: (verdict.outcome, verdict.move in advice.best), default=None
    )


def _meaning(verdict: Verdict, best: Move | None) -> Meaning:
    if verdict.move == best and verdict.sure:
        return BEST[verdict.outcome]
    if verdict.move == best:
        return Meaning.LOOKS_BEST
    return (PROVED if verdict.sure else ESTIMATED)[verdict.outcome]
