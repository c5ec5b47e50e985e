"""Commands that ask the mind: `iye solve`.

The law of this module: it reads positions, has them solved, and prints what is proved; a guess is
never printed as anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from iye.cli.edge import WRONG_INPUT, example
from iye.cli.positions import decoded, looks_unquoted, texts, unquoted
from iye.cli.thinking import memory_option, seconds_checked

if TYPE_CHECKING:
    from iye.mind import Progress, Solution
    from iye.rules import Position

    Solve = Callable[[Position], Solution]


@click.command(
    short_help="Solve positions: who wins, and by which moves.",
    epilog=example(
        "iye solve '...../...../..S../..H../.T... c1 1 S1 T1'",
        "win b1 c3 (9 nodes, 0.00 s)",
    ),
)
@click.argument("positions", nargs=-1, metavar="POSITION...")
@click.option("--deal", metavar="DEAL", help="Solve a whole deal, for the player who begins.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 1e6),
    callback=seconds_checked,
    metavar="N",
    help="Think no longer than this about a position; then say unknown, and guess.",
)
@memory_option(default=64)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, a line a position.")
@click.pass_context
def solve(  # noqa: PLR0913 - one for each option
    context: click.Context,
    positions: tuple[str, ...],
    *,
    deal: str | None,
    seconds: float | None,
    memory: int,
    as_json: bool,
) -> None:
    """Find the exact value of each POSITION for the player to move: win, tie or loss.

    After it comes every move that keeps the value, in order of text, then what the search took.
    Of a position that --seconds were too few for, it says unknown and then what looks best.

    With - positions are read from standard input, a line each, and every line is answered at once
    by one line: the solution, or what is wrong after 'error:'.

    Exit code 2 when anything was wrong; the others are answered all the same.
    """
    _check_use(context, positions, deal)
    show = _json_line if as_json else _text_line
    if deal is not None:
        click.echo(show(_solver(memory, seconds, telling=True)(_start(deal))))
        return
    answer, wrong = _solver(memory, seconds), False
    for text, from_stdin in texts(positions):
        try:
            click.echo(show(answer(_position(text))))
        except ValueError as error:
            wrong = True
            _complain(str(error), from_stdin=from_stdin, as_json=as_json)
    context.exit(WRONG_INPUT if wrong else 0)


def _check_use(context: click.Context, positions: tuple[str, ...], deal: str | None) -> None:
    if bool(positions) == (deal is not None):
        raise click.UsageError("give POSITIONs to solve, or a deal with --deal", context)
    if looks_unquoted(positions):
        raise click.UsageError(unquoted(f"iye solve '{' '.join(positions[:5])}'"), context)


def _position(text: str | bytes) -> Position:
    """Read one position. Raises ValueError with a sentence."""
    from iye.rules import parse_position  # noqa: PLC0415 - the law of this room

    return parse_position(decoded(text) if isinstance(text, bytes) else text)


def _start(deal: str) -> Position:
    """Read a deal. Raises click.ClickException."""
    from iye.rules import Player, parse_deal  # noqa: PLC0415 - the law of this room

    try:
        return parse_deal(deal).start(Player.ONE)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _solver(memory: int, seconds: float | None, *, telling: bool = False) -> Solve:
    from iye.mind import Solver  # noqa: PLC0415 - the law of this room

    solver = Solver(memory)
    tell = _Teller() if telling else None
    return lambda position: solver.solve(position, seconds=seconds, tell=tell)


class _Teller:
    """Says on standard error, every few seconds, how far a search is."""

    EVERY = 2.0

    def __init__(self) -> None:
        self._next = self.EVERY

    def __call__(self, progress: Progress) -> None:
        """Say it, unless it was said a moment ago."""
        if progress.seconds < self._next:
            return
        self._next = progress.seconds + self.EVERY
        click.echo(
            f"{progress.tiles} tiles left: {progress.nodes:,} nodes in {progress.seconds:.0f} s,"
            f" perhaps {progress.done:.0%} done",
            err=True,
        )


def _text_line(solution: Solution) -> str:
    best = " ".join(map(str, solution.best))
    said = solution.value.value if solution.exact else "unknown, perhaps"
    return f"{f'{said} {best}'.rstrip()} ({solution.nodes:,} nodes, {solution.seconds:.2f} s)"


def _json_line(solution: Solution) -> str:
    return _as_json(
        {
            "value": solution.value.value,
            "best": [str(move) for move in solution.best],
            "nodes": solution.nodes,
            "seconds": round(solution.seconds, 6),
        }
    )


def _as_json(said: dict[str, object]) -> str:
    from json import dumps  # noqa: PLC0415 - the law of this room

    return dumps(said, separators=(",", ":"))


def _complain(sentence: str, *, from_stdin: bool, as_json: bool) -> None:
    """Say what is wrong with a position: where its answer would be, if a program waits for that."""
    if as_json and from_stdin:
        click.echo(_as_json({"error": sentence}))
    else:
        click.echo(f"error: {sentence}", err=not from_stdin)
