"""Solving whole deals, for `iye solve --deal`: hours at worst, so it tells and can be gone on with.

The law of this module: what is proved is kept before anybody can lose it; what is said on the way
goes to standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from iye.cli.edge import warn
from iye.mind import Progress, Solution, Solver, Value
from iye.mind.engine import native_is_there
from iye.record.places import data_folder
from iye.rules import Deal, Player, parse_deal
from iye.solving import MILESTONE, Sitting, UnfinishedError, place_for


@dataclass(frozen=True, slots=True)
class Effort:
    """What may be spent on a deal: megabytes, threads, and seconds unless it is to be solved."""

    memory: int
    threads: int
    seconds: float | None


def solve_deal(deal_text: str, effort: Effort, resume: Path | None, *, afresh: bool) -> Solution:
    """Solve a deal for the player who begins, going on from what is kept of it.

    Raises click.ClickException, and click.Abort for Ctrl-C.
    """
    deal = _deal(deal_text)
    path = resume or place_for(deal, data_folder())
    sitting = _sit_down(deal, effort, path, afresh=afresh)
    if sitting.before.proofs:
        took = _span(sitting.before.seconds)
        warn(f"going on from {path}: {sitting.before.nodes:,} nodes in {took} were searched before")
    try:
        solution = sitting.solve(seconds=effort.seconds, tell=Teller())
    except KeyboardInterrupt:
        _say_how_to_go_on(sitting, path)
        raise click.Abort from None
    if not solution.exact:
        _say_how_to_go_on(sitting, path)
    return solution


def _deal(text: str) -> Deal:
    """Read a deal. Raises click.ClickException."""
    try:
        return parse_deal(text)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _sit_down(deal: Deal, effort: Effort, path: Path, *, afresh: bool) -> Sitting:
    solver = Solver(effort.memory, threads=effort.threads, milestone=MILESTONE)

    def trouble(error: OSError | UnfinishedError) -> None:
        why = error.strerror if isinstance(error, OSError) else error
        warn(f"what is proved cannot be kept in {path}: {why}")

    try:
        return Sitting(solver, deal.start(Player.ONE), path, trouble, afresh=afresh)
    except UnfinishedError as error:
        raise click.ClickException(f"{error}; --afresh begins again in its place") from None
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror}") from None


def _say_how_to_go_on(sitting: Sitting, path: Path) -> None:
    if sitting.kept:
        warn(f"what is proved is kept in {path}: the same command goes on from there")
    elif not native_is_there():
        warn("without the native core nothing can be kept")


class Teller:
    """Says on standard error, every few seconds, how far a search is."""

    EVERY: Final = 2.0
    _WINS: Final = {Value.WIN: "wins", Value.TIE: "ties", Value.LOSS: "loses"}

    def __init__(self) -> None:
        self._next = self.EVERY
        self._value = Value.UNKNOWN

    def __call__(self, progress: Progress) -> None:
        """Say it, unless it was said a moment ago."""
        if progress.value is not self._value:
            self._value = progress.value
            took = f"{progress.nodes:,} nodes in {_span(progress.seconds)}"
            said = f"who begins {self._WINS[progress.value]}, proved by {took};"
            click.echo(f"{said} now every other move is looked at", err=True)
        if progress.seconds >= self._next:
            self._next = progress.seconds + self.EVERY
            click.echo(_told(progress), err=True)


def _told(progress: Progress) -> str:
    took = f"{progress.nodes:,} nodes in {_span(progress.seconds)}"
    return f"{progress.tiles} tiles left: {took}, perhaps {progress.done:.0%} done"


def _span(seconds: float) -> str:
    """Say a time: 42 s, 7 min, 3.2 h."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
