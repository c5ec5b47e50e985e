"""The command line `iye`: a thin edge between a shell and the rooms.

The law of this module: it reads arguments, calls a room, prints what that gives, and turns what
goes wrong into one sentence on standard error. Exit codes: 0 fine, 2 wrong input, 1 failed. Each
command imports what it needs when it runs, so that none pays for another; to add one is to write
a few lines like those below, with its body in a room.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

if TYPE_CHECKING:
    from iye.record import Record
    from iye.rules import Position

WRONG_INPUT = 2
FAILED = 1
LONGEST_CYCLE = 24
"""Moves from 25 tiles to one."""


class Edge(click.Group):
    """A group of commands whose every failure is a sentence and an exit code."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and leave the program with its exit code."""
        _print_what_a_terminal_cannot_show_escaped()
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
        except click.ClickException as error:
            complain(_sentence(error))
            sys.exit(WRONG_INPUT)
        except click.Abort:  # Ctrl-C: whoever pressed it knows
            sys.exit(FAILED)
        except OSError as error:
            complain(f"reading or writing failed: {error.strerror}")
            sys.exit(FAILED)
        sys.exit(code if isinstance(code, int) else 0)


def _print_what_a_terminal_cannot_show_escaped() -> None:
    """Keep a name with an İ from ending the program on a terminal that has no such letter."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    click.echo(f"error: {sentence}", err=True)


def _sentence(error: click.ClickException) -> str:
    """Make one line of what click has to say, with where to read on."""
    said = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said}; see '{context.command_path} --help'" if context is not None else said


def _example(*lines: str) -> str:
    """Lay out what stands below a command's help; the first character keeps its lines as are."""
    return "\n  ".join(("\b\nExample:", *lines))


@click.group(
    name="iye",
    cls=Edge,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="iye-board", prog_name="iye")
def main() -> None:
    """Rules and records of the board game İYE, on the command line.

    A position is written 'BOARD DRUM MOVER HAND1 HAND2': the board from rank 5 to rank 1 with
    letters O W T H S and '.', the drum's cell, the player to move, and both hands like O1W2 or -.
    Put it in quotes, since it has spaces.
    """


@main.command(
    short_help="List legal moves, a line for each position.",
    epilog=_example(
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
    if _looks_unquoted(positions):
        raise click.UsageError(_unquoted(f"iye moves '{' '.join(positions[:5])}'"), context)
    wrong = False
    for text, from_stdin in _texts(positions):
        try:
            click.echo(_moves_line(text))
        except ValueError as error:
            wrong = True
            click.echo(f"error: {error}", err=not from_stdin)
    context.exit(WRONG_INPUT if wrong else 0)


def _looks_unquoted(words: tuple[str, ...]) -> bool:
    """Tell a position the shell has taken apart: a board alone, and a short word after it."""
    return len(words) > 1 and "/" in words[0] and "/" not in words[1] and " " not in words[0]


def _unquoted(example: str) -> str:
    return f"a position is one argument, so put it in quotes: {example}"


def _texts(positions: Iterable[str]) -> Iterator[tuple[str | bytes, bool]]:
    """Give each position's text and whether it came from standard input."""
    for text in positions:
        if text == "-":
            for line in _stdin():
                yield line, True
        else:
            yield text, False


def _stdin() -> BinaryIO:
    """Give standard input as bytes. Raises click.ClickException when the program has none."""
    if sys.stdin is None:
        raise click.ClickException("there is no standard input to read")
    return sys.stdin.buffer


def _moves_line(text: str | bytes) -> str:
    """Answer one position. Raises ValueError with a sentence."""
    from iye.rules import legal_moves, parse_position  # noqa: PLC0415 - the law of this module

    if isinstance(text, bytes):
        text = _decoded(text)
    return " ".join(sorted(map(str, legal_moves(parse_position(text)))))


def _decoded(line: bytes) -> str:
    """Decode a line of standard input without its end. Raises ValueError with a sentence."""
    try:
        text = line.decode("utf-8-sig")  # some editors and shells begin what they write with a mark
    except UnicodeDecodeError:
        raise ValueError("this line is not UTF-8 text") from None
    text = text.removesuffix("\n").removesuffix("\r")
    if not text.strip():
        raise ValueError("this line is blank: write a position on it")
    return text


@main.command(
    short_help="Count legal move sequences of a length.",
    epilog=_example(
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
    if len(words) > 2 and _looks_unquoted(words):
        example = f"iye perft '{' '.join(words[:5])}' {' '.join(words[5:]) or 'DEPTH'}"
        raise click.UsageError(_unquoted(example), context)
    if len(words) != 2:
        raise click.UsageError(f"give a POSITION and a DEPTH, not {len(words)} arguments", context)
    depth = _depth(words[1], 1 if divide else 0, context)
    for line in _perft_lines(_position(words[0]), depth, divide=divide):
        click.echo(line)


def _depth(text: str, lowest: int, context: click.Context) -> int:
    """Read a number of moves that a cycle can have. Raises click.UsageError."""
    from iye.rules.notation import quote  # noqa: PLC0415 - the law of this module

    if text not in map(str, range(lowest, LONGEST_CYCLE + 1)):
        sentence = f"DEPTH is a number of moves from {lowest} to {LONGEST_CYCLE}, not {quote(text)}"
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


@main.command(
    short_help="Play a record through the rules and print its results.",
    epilog=_example(
        "iye replay first-match.iye",
        "iye replay --json - < first-match.iye",
    ),
)
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def replay(file: str, *, as_json: bool) -> None:
    """Play the record in FILE through the rules and print what came of it.

    FILE is a record of a match, as kept with the suffix .iye; - reads standard input. Each cycle
    is shown with its result and its points kind by kind, then the match. What is wrong with a
    record is said by line and move.
    """
    import json  # noqa: PLC0415 - the law of this module

    from iye.record import as_data, as_text  # noqa: PLC0415 - the same

    record = _record(file)
    if as_json:
        click.echo(json.dumps(as_data(record.match), ensure_ascii=False))
    else:
        click.echo(as_text(record), nl=False)


def _record(file: str) -> Record:
    """Read a record from a file or standard input. Raises click.ClickException."""
    from iye.record import RecordError, read_record  # noqa: PLC0415 - the law of this module

    name = "standard input" if file == "-" else click.format_filename(file)
    try:
        return read_record(_stdin().read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise click.ClickException(f"cannot read {name}: {error.strerror}") from None
    except RecordError as error:
        raise click.ClickException(f"{name}, {error}") from None
