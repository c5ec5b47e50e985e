"""A coach: where every move of a position leads, which is best, and what comes of it.

The law of this module: first what it looks like, at once; then what is proved, as far as the time
allows. An estimate is never called sure. It stops at once when it is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import Final

from iye.mind.cancel import Cancel
from iye.mind.evaluation import look_ahead
from iye.mind.line import main_line
from iye.mind.solver import Solver
from iye.mind.value import Value
from iye.rules import Move, Position, legal_moves
from iye.table import Advice, Outcome, Verdict, Why

COACH_SECONDS: Final = 6.0
"""For a position, unless another time is asked for; half of it may go into one move."""

CLEARLY: Final = 2.0
"""Points of estimate that are more than a tie."""

_OUTCOMES: Final = {Value.WIN: Outcome.LOSS, Value.TIE: Outcome.TIE, Value.LOSS: Outcome.WIN}
"""What a move leads to for its mover, by the value for whoever moves next."""

Looks = Mapping[Move, float]


def advise(
    position: Position,
    solver: Solver,
    tell: Callable[[Advice], object],
    *,
    seconds: float = COACH_SECONDS,
    cancel: Cancel | None = None,
) -> None:
    """Tell advice about a position: an estimate first, then whatever is proved beyond it.

    Where no move is legal, nothing is told.
    """
    cancel = cancel or Cancel()
    looks = _looks(position)
    if not looks:
        return
    tell(_advice(position, looks, {}))
    until = monotonic() + seconds
    proved = dict(_prove(position, looks, solver, until, cancel))
    if cancel.is_set:
        return
    advice = _advice(position, looks, proved)
    tell(advice)
    if proved:
        _tell_why(advice, solver, max(1.0, until - monotonic()), cancel, tell)


def _looks(position: Position) -> Looks:
    """Look a reply ahead after every move; the best-looking first."""
    looks = {move: -look_ahead(position.play(move), 1) for move in legal_moves(position)}
    return dict(sorted(looks.items(), key=lambda item: (-item[1], str(item[0]))))


def _prove(
    position: Position, looks: Looks, solver: Solver, until: float, cancel: Cancel
) -> Iterator[tuple[Move, Outcome]]:
    """Prove where moves lead, one after the other, while there is time."""
    for move in looks:
        left = until - monotonic()
        if left <= 0 or cancel.is_set:
            return
        value = solver.value(position.play(move), seconds=left, cancel=cancel)
        if value is not Value.UNKNOWN:
            yield move, _OUTCOMES[value]


def _advice(position: Position, looks: Looks, proved: Mapping[Move, Outcome]) -> Advice:
    verdicts = tuple(
        Verdict(move, proved[move], sure=True)
        if move in proved
        else Verdict(move, _seems(look), sure=False)
        for move, look in looks.items()
    )
    return Advice(position, verdicts, _best(verdicts))


def _seems(look: float) -> Outcome:
    if look > CLEARLY:
        return Outcome.WIN
    return Outcome.LOSS if look < -CLEARLY else Outcome.TIE


def _best(verdicts: tuple[Verdict, ...]) -> tuple[Move, ...]:
    """Give the proved wins; else what may still be better than what is proved; best-looking first.

    `verdicts` are in the order of looks.
    """
    won = tuple(one.move for one in verdicts if one.sure and one.outcome is Outcome.WIN)
    if won:
        return won
    most = max(one.outcome for one in verdicts)
    return tuple(one.move for one in verdicts if one.outcome is most)


def _tell_why(
    advice: Advice,
    solver: Solver,
    seconds: float,
    cancel: Cancel,
    tell: Callable[[Advice], object],
) -> None:
    """Follow the best move to the end, where it is proved where it leads."""
    best = advice.of(advice.best[0])
    if best is None or not best.sure:
        return
    line = main_line(advice.position, best.move, solver, seconds=seconds, cancel=cancel)
    if cancel.is_set:
        return
    why = Why(line.moves, line.decides, line.winner, line.points, line.kind)
    tell(Advice(advice.position, advice.verdicts, advice.best, why))
