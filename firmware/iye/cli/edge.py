"""The edge between a shell and the rooms: sentences on standard error, and exit codes.

The law of this module: what goes wrong becomes one sentence; exit codes are 0 fine, 2 wrong
input, 1 failed. It knows no command.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

import click

from iye.signals import ending_signals

_Command = TypeVar("_Command", bound=Callable[..., Any])

WRONG_INPUT = 2
FAILED = 1


class Edge(click.Group):
    """A group of commands whose every failure is a sentence and an exit code."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and leave the program with its exit code."""
        _print_what_a_terminal_cannot_show_escaped()
        if sys.stdout is None:
            complain("there is no standard output to write to")
            sys.exit(FAILED)
        try:
            with _ended_as_by_ctrl_c():
                code = super().main(*args, **{**extra, "standalone_mode": False})
        except click.ClickException as error:
            complain(_sentence(error))
            sys.exit(WRONG_INPUT)
        except click.Abort:  # Ctrl-C: whoever pressed it knows
            sys.exit(FAILED)
        except OSError as error:
            what = "" if error.filename is None else f" {error.filename}"
            complain(f"reading or writing{what} failed: {error.strerror}")
            _let_go_of_what_cannot_be_written()
            sys.exit(FAILED)
        sys.exit(code if isinstance(code, int) else 0)


@contextlib.contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Let whatever ends the program have tidied up what Ctrl-C would; at last it dies of it."""
    came: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # a second one waits for nothing
        came.append(number)
        raise KeyboardInterrupt

    def die() -> None:
        signal.raise_signal(came[0])

    try:
        before = {
            number: signal.signal(number, interrupt)
            for number in ending_signals()
            if number is not signal.SIGINT
        }
    except ValueError:  # on a thread of another program, which has its own ways
        yield
        return
    atexit.register(die)  # the first to be registered is the last to be called
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if not came:
            atexit.unregister(die)


def _let_go_of_what_cannot_be_written() -> None:
    """Keep Python from trying again as it ends, and from an exit code of its own when it fails."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_what_a_terminal_cannot_show_escaped() -> None:
    """Keep a name with an İ from ending the program on a terminal that has no such letter."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    click.echo(f"error: {sentence}", err=True)


def warn(sentence: str) -> None:
    """Say on standard error what a person should know, though the program goes on."""
    click.echo(f"note: {sentence}", err=True)


def failure(sentence: str) -> click.exceptions.Exit:
    """Say on standard error what went wrong, and give what to raise to end the program."""
    complain(sentence)
    return click.exceptions.Exit(FAILED)


def _sentence(error: click.ClickException) -> str:
    """Make one line of what click has to say, with where to read on."""
    said = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said}; see '{context.command_path} --help'" if context is not None else said


def example(*lines: str) -> str:
    """Lay out what stands below a command's help; the first character keeps its lines as are."""
    return "\n  ".join(("\b\nExample:", *lines))


def standard_input() -> BinaryIO:
    """Give standard input as bytes. Raises click.ClickException when the program has none."""
    if sys.stdin is None:
        raise click.ClickException("there is no standard input to read")
    return sys.stdin.buffer


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder of journal and archive, instead of the user's own.",
)
"""The option of every command that uses the journal or the archive."""


def credentials(command: _Command) -> _Command:
    """Add the options by which a broker knows who comes, and is known itself."""
    options = (
        click.option("--user", default="", metavar="NAME", help="Who this is to the broker."),
        click.option(
            "--password-file", default="", metavar="FILE", help="The file with the user's password."
        ),
        click.option(
            "--ca-file",
            default="",
            metavar="FILE",
            help="The certificate of the authority behind an mqtts:// broker.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
