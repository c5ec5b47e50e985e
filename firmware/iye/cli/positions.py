"""Commands about positions: `iye moves` and `iye perft`.

The law of this module: it reads positions, asks the rules, and prints what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from iye.cli.edge import WRONG_INPUT, example, standard_input

if TYPE_CHECKING:
    from iye.rules import Position


@click.command(
    short_help="List legal moves, a line for each position.",
    epilog=example(
        "iye moves 'HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -'",
        "a3 b3 c1 c2 c4 c5 d3 e3",
    ),
)
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@click.pass_context
def moves(context: click.Context, positions: tuple[str, ...]) -> None:
    """List the legal moves of each POSITION, a line for each.

    Moves are sorted as text and separated by spaces: a cell for a natural movement, with a kind's
    letter in front where a tile is spent. The line is empty when the cycle has ended.

    With - positions are read from standard input, a line each, and every line, a blank one too,
    is answered at once by one line: the moves, or what is wrong after 'error:'.

    Exit code 2 when anything was wrong; the others are answered all the same.
    """
    if looks_unquoted(positions):
        raise click.UsageError(unquoted(f"iye moves '{' '.join(positions[:5])}'"), context)
    wrong = False
    for text, from_stdin in texts(positions):
        try:
            click.echo(_moves_line(text))
        except ValueError as error:
            wrong = True
            click.echo(f"error: {error}", err=not from_stdin)
    context.exit(WRONG_INPUT if wrong else 0)


def looks_unquoted(words: tuple[str, ...]) -> bool:
    """Tell a position the shell has taken apart: a board alone, and a short word after it."""
    return len(words) > 1 and "/" in words[0] and "/" not in words[1] and " " not in words[0]


def unquoted(example: str) -> str:
    """Say how to write a position that the shell has taken apart."""
    return f"a position is one argument, so put it in quotes: {example}"


def texts(positions: Iterable[str]) -> Iterator[tuple[str | bytes, bool]]:
    """Give each position's text and whether it came from standard input."""
    for text in positions:
        if text == "-":
            for line in standard_input():
                yield line, True
        else:
            yield text, False


def _moves_line(text: str | bytes) -> str:
    """Answer one position. Raises ValueError with a sentence."""
    from iye.rules import legal_moves, parse_position  # noqa: PLC0415 - the law of this module

    if isinstance(text, bytes):
        text = decoded(text)
    return " ".join(sorted(map(str, legal_moves(parse_position(text)))))


def decoded(line: bytes) -> str:
    """Decode a line of standard input without its end. Raises ValueError with a sentence."""
    try:
        text = line.decode("utf-8-sig")  # some editors and shells begin what they write with a mark
    except UnicodeDecodeError:
        raise ValueError("this line is not UTF-8 text") from None
    text = text.removesuffix("\n").removesuffix("\r")
    if not text.strip():
        raise ValueError("this line is blank: write a position on it")
    return text


@click.command(
    short_help="Count legal move sequences of a length.",
    epilog=example(
        "iye perft 'HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -' 3",
        "1099",
    ),
)
@click.argument("words", nargs=-1, metavar="POSITION DEPTH")
@click.option("--divide", is_flag=True, help="Count for each first move, then the total.")
@click.pass_context
def perft(context: click.Context, words: tuple[str, ...], *, divide: bool) -> None:
    """Count the legal move sequences of exactly DEPTH moves from a POSITION.

    This shows whether two programs agree on the rules, and how fast they are. The same target by
    another movement is another move; a cycle that has ended has none.
    """
    if len(words) > 2 and looks_unquoted(words):
        example = f"iye perft '{' '.join(words[:5])}' {' '.join(words[5:]) or 'DEPTH'}"
        raise click.UsageError(unquoted(example), context)
    if len(words) != 2:
        raise click.UsageError(f"give a POSITION and a DEPTH, not {len(words)} arguments", context)
    depth = _depth(words[1], 1 if divide else 0, context)
    for line in _perft_lines(_position(words[0]), depth, divide=divide):
        click.echo(line)


def _depth(text: str, lowest: int, context: click.Context) -> int:
    """Read a number of moves that a cycle can have. Raises click.UsageError."""
    from iye.rules.notation import quote  # noqa: PLC0415 - the law of this module

    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= lowest):
        sentence = f"DEPTH is a whole number of moves, {lowest} or more, not {quote(text)}"
        raise click.UsageError(sentence, context)
    return int(text)


def _position(text: str) -> Position:
    """Read a position given as an argument. Raises click.ClickException."""
    from iye.rules import parse_position  # noqa: PLC0415 - the law of this module

    try:
        return parse_position(text)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _perft_lines(position: Position, depth: int, *, divide: bool) -> Iterator[str]:
    from iye import rules  # noqa: PLC0415 - the law of this module

    if not divide:
        yield str(rules.perft(position, depth))
        return
    parts = {str(move): count for move, count in rules.divide(position, depth).items()}
    yield from (f"{move} {parts[move]}" for move in sorted(parts))
    yield f"total {sum(parts.values())}"
