"""Commands about rehearsals: `iye rehearse`.

The law of this module: it reads scripts and records, has them played, and prints what is told.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import example, standard_input
from iye.cli.records import read_record_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from iye.rehearsal.script import ScriptStep

SAMPLE = Path(__file__).parent.parent / "samples" / "first-match.iye"
"""The match that is watched when none is named."""


def _a_number(_context: click.Context, parameter: click.Parameter, value: float) -> float:
    """Refuse what is no number, which every range lets through. Raises click.BadParameter."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number", param=parameter)
    return value


@click.command(
    short_help="Play a script of touches through the whole simulated board.",
    epilog=example(
        "iye rehearse evening.jsonl",
        "iye rehearse --from-record first-match.iye > evening.jsonl",
        "iye rehearse --watch --speed 2",
    ),
)
@click.argument("file", required=False)
@click.option("--lights", is_flag=True, help="Tell the lights too, whenever they change.")
@click.option(
    "--from-record",
    "record_file",
    metavar="RECORD",
    help="Write the script that plays a record, instead of playing one; with --watch, play it.",
)
@click.option("--watch", is_flag=True, help="Draw the board in the terminal, at a person's pace.")
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 100.0),
    default=1.0,
    callback=_a_number,
    show_default=True,
    help="With --watch: how many times a person's pace.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Chance for the chips' noise and for deals that the script leaves open.",
)
@click.pass_context
def rehearse(  # noqa: PLR0913 - a parameter an option
    context: click.Context,
    file: str | None,
    *,
    lights: bool,
    record_file: str | None,
    watch: bool,
    speed: float,
    seed: int,
) -> None:
    """Play the script of touches in FILE through the whole board, and print what happened.

    Everything is real but the copper: simulated chips on a simulated bus, the touch driver, the
    table, the lights. Time is virtual, so an evening takes a moment. FILE is JSON lines; - reads
    standard input. Each line is a moment in seconds and what is done then:

    \b
      {"at":0, "new_match":{"deals":["HOSST/…"], "first":1, "wins":2}}
      {"at":1.0, "touch":"c5"}
      {"at":1.6, "release":"c5"}

    A touch or release is at a cell, an İye pad like 2H, or a button: undo, hint, new. A new match
    may leave out everything: then the board asks who begins, and deals are drawn by the seed;
    "laid":true has the tiles laid by hand. What happened is printed as JSON lines, too.

    With --watch and no FILE a sample match is played.
    """  # noqa: D301 - click's mark for lines to keep is the character itself
    if file is not None and record_file is not None:
        raise click.UsageError("give a FILE or --from-record, not both", context)
    if file is None and record_file is None and not watch:
        raise click.UsageError("give a FILE of touches, or --watch to see a sample match", context)
    steps = _script(file) if file is not None else _script_of_record(record_file or str(SAMPLE))
    if watch:
        _watch(steps, seed, speed)
    elif record_file is not None:
        _write(steps)
    else:
        _play(steps, seed, lights=lights)


def _script(file: str) -> tuple[ScriptStep, ...]:
    """Read a script. Raises click.ClickException."""
    from iye.rehearsal.script import ScriptError, parse_script  # noqa: PLC0415 - see iye.cli

    name = "standard input" if file == "-" else click.format_filename(file)
    try:
        content = standard_input().read() if file == "-" else Path(file).read_bytes()
        content = content.removeprefix(b"\xef\xbb\xbf")
        return parse_script(content.splitlines())
    except OSError as error:
        raise click.ClickException(f"cannot read {name}: {error.strerror}") from None
    except ScriptError as error:
        if content.lstrip().startswith(b"["):  # a record's headers
            raise click.ClickException(
                f"{name} is a record, not a script of touches: "
                "give it after --from-record, or to 'iye replay'"
            ) from None
        raise click.ClickException(f"{name}, {error}") from None


def _script_of_record(file: str) -> tuple[ScriptStep, ...]:
    from iye.rehearsal.from_record import script_of  # noqa: PLC0415 - see iye.cli

    return tuple(script_of(read_record_file(file).match))


def _write(steps: Iterable[ScriptStep]) -> None:
    from iye.rehearsal.script import format_script  # noqa: PLC0415 - see iye.cli

    for line in format_script(steps):
        click.echo(line)


def _play(steps: tuple[ScriptStep, ...], seed: int, *, lights: bool) -> None:
    import json  # noqa: PLC0415 - see iye.cli

    from iye.rehearsal.report import Fields, Reporter  # noqa: PLC0415 - the same
    from iye.rehearsal.runner import rehearse as perform  # noqa: PLC0415 - the same

    def write(fields: Fields) -> None:
        click.echo(json.dumps(fields, ensure_ascii=False, separators=(",", ":")))

    perform(steps, [Reporter(write, lights=lights)], seed=seed, animated=lights)


def _watch(steps: tuple[ScriptStep, ...], seed: int, speed: float) -> None:
    from iye.terminal.watch import watch  # noqa: PLC0415 - see iye.cli

    watch(steps, seed=seed, speed=speed)
