"""Commands that ask the mind: `iye solve`.

The law of this module: it reads positions, has them solved, and prints what is proved; a guess is
never printed as anything else. Whole deals are `deals`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import WRONG_INPUT, example
from iye.cli.positions import decoded, looks_unquoted, texts, unquoted
from iye.cli.thinking import (
    memory_option,
    plenty_of_memory,
    processors,
    seconds_checked,
    threads_option,
)

if TYPE_CHECKING:
    from iye.mind import Solution
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
@memory_option(None, "64, or for a deal a quarter of the machine's up to 1024")
@threads_option("1, or for a deal all processors")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep what is proved of a deal in FILE, instead of the user's data folder, and go on"
    " from what is there.",
)
@click.option("--afresh", is_flag=True, help="Do not go on from what is kept of the deal.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, a line a position.")
@click.pass_context
def solve(  # noqa: PLR0913 - one for each option
    context: click.Context,
    positions: tuple[str, ...],
    *,
    deal: str | None,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    resume: Path | None,
    afresh: bool,
    as_json: bool,
) -> None:
    """Find the exact value of each POSITION for the player to move: win, tie or loss.

    After it comes every move that keeps the value, in order of text, then what the search took.
    Of a position that --seconds were too few for, it says unknown and then what looks best.

    With - positions are read from standard input, a line each, and every line is answered at once
    by one line: the solution, or what is wrong after 'error:'.

    A whole DEAL takes minutes, or more. What is proved of it is kept: stop it by Ctrl-C, and the
    same command goes on from there.

    Exit code 2 when anything was wrong; the others are answered all the same.
    """
    _check_use(context, positions, deal)
    show = _json_line if as_json else _text_line
    if deal is not None:
        from iye.cli.deals import Effort, solve_deal  # noqa: PLC0415 - the law of this room

        effort = Effort(memory or plenty_of_memory(), threads or processors(), seconds)
        click.echo(show(solve_deal(deal, effort, resume, afresh=afresh)))
        return
    if resume is not None or afresh:
        raise click.UsageError("--resume and --afresh are for a deal: give --deal", context)
    context.exit(_answer_all(positions, _solver(memory or 64, threads or 1, seconds), show))


def _solver(memory: int, threads: int, seconds: float | None) -> Solve:
    from iye.mind import Solver  # noqa: PLC0415 - the law of this room

    solver = Solver(memory, threads=threads)
    return lambda position: solver.solve(position, seconds=seconds)


def _answer_all(positions: tuple[str, ...], answer: Solve, show: Callable[[Solution], str]) -> int:
    """Answer one after another; give the exit code."""
    wrong = False
    for text, from_stdin in texts(positions):
        try:
            click.echo(show(answer(_position(text))))
        except ValueError as error:
            wrong = True
            _complain(str(error), from_stdin=from_stdin, as_json=show is _json_line)
    return WRONG_INPUT if wrong else 0


def _check_use(context: click.Context, positions: tuple[str, ...], deal: str | None) -> None:
    if bool(positions) == (deal is not None):
        raise click.UsageError("give POSITIONs to solve, or a deal with --deal", context)
    if looks_unquoted(positions):
        raise click.UsageError(unquoted(f"iye solve '{' '.join(positions[:5])}'"), context)


def _position(text: str | bytes) -> Position:
    """Read one position. Raises ValueError with a sentence."""
    from iye.rules import parse_position  # noqa: PLC0415 - the law of this room

    return parse_position(decoded(text) if isinstance(text, bytes) else text)


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
