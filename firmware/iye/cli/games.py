"""Commands about the journal and the archive: `iye games`, `export`, `import`, `journal`.

The law of this module: it reads options, asks the record room and prints what that says.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import FAILED, WRONG_INPUT, complain, data_option, example, failure, warn

if TYPE_CHECKING:
    from iye.record.store import Store
    from iye.record.summary import Summary

DATE = click.DateTime(["%Y-%m-%d"])
LIMIT = 20
"""Matches listed, unless more are asked for."""


@contextlib.contextmanager
def _archive(data: Path | None, *, make: bool = False) -> Iterator[Store | None]:
    """Open the archive, or give None where there is none yet. Raises click's Exit."""
    import sqlite3  # noqa: PLC0415 - see iye.cli

    from iye.record.places import JOURNAL, data_folder  # noqa: PLC0415 - the same
    from iye.record.schema import NewerError  # noqa: PLC0415 - the same
    from iye.record.store import Store  # noqa: PLC0415 - the same

    path = data_folder(data) / JOURNAL
    if not make and not path.exists():
        yield None
        return
    try:
        with contextlib.closing(Store.open(path)) as store:
            yield store
    except NewerError as error:
        raise failure(str(error)) from None
    except sqlite3.Error as error:
        raise failure(f"{path} cannot be used: {error}") from None


def _elsewhere(data: Path | None) -> str:
    """Say, as a sentence goes on, how to come to the board's own archive; nothing if it is read."""
    from iye.record.places import BOARD, board_elsewhere, data_folder  # noqa: PLC0415 - see iye.cli

    if data is not None or not board_elsewhere(data_folder()):
        return ""
    command = click.get_current_context().command_path
    return f"; the board's own is in {BOARD}, not in {data_folder()}: run sudo -u iye {command}"


@click.command(
    short_help="List the matches of the archive.",
    epilog=example(
        "iye games --player Umay --since 2026-01-01",
        "iye games --unfinished --json",
    ),
)
@click.option("--player", metavar="NAME", help="Only matches in which NAME played.")
@click.option("--since", type=DATE, metavar="DATE", help="Only from this day on, as 2026-03-21.")
@click.option("--until", type=DATE, metavar="DATE", help="Only up to this day.")
@click.option("--result", type=click.Choice(["1-0", "0-1"]), help="Only with this result.")
@click.option("--unfinished", is_flag=True, help="Only those under way or left.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="At most so many, the latest.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@data_option
def games(  # noqa: PLR0913 - a parameter an option
    *,
    player: str | None,
    since: datetime | None,
    until: datetime | None,
    result: str | None,
    unfinished: bool,
    limit: int,
    as_json: bool,
    data: Path | None,
) -> None:
    """List matches, the latest first: number, date, players, result, cycles won and played.

    A match has a result, or is under way, or was left. Its number is the one to export it by.
    """
    from iye.record.archive import Wanted, find  # noqa: PLC0415 - see iye.cli

    first, last = (None if day is None else day.date().isoformat() for day in (since, until))
    wanted = Wanted(player, first, last, result, unfinished=unfinished, limit=limit + 1)
    with _archive(data) as store:
        found = [] if store is None else find(store, wanted)
    _print_matches(found[:limit], as_json=as_json)
    if not found and ((elsewhere := _elsewhere(data)) or not as_json):
        warn(f"no match is in the archive that fits{elsewhere}")
    if len(found) > limit:
        warn(f"there are more: ask for them with --limit {10 * limit}")


def _print_matches(found: list[Summary], *, as_json: bool) -> None:
    import json  # noqa: PLC0415 - see iye.cli

    from iye.record.archive import as_data, as_lines  # noqa: PLC0415 - the same

    if as_json:
        for summary in found:
            click.echo(json.dumps(as_data(summary), ensure_ascii=False))
    elif found:
        click.echo("\n".join(as_lines(found)))


@click.command(
    short_help="Write matches out as records.",
    epilog=example(
        "iye export 12 > evening.iye",
        "iye export --all --output backup",
    ),
)
@click.argument("numbers", metavar="[N]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--all", "every", is_flag=True, help="Every match there is.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A folder for a file a match, match-12.iye; or, for one match, a file ending in .iye.",
)
@data_option
@click.pass_context
def export(
    context: click.Context,
    numbers: tuple[int, ...],
    *,
    every: bool,
    output: Path | None,
    data: Path | None,
) -> None:
    """Write the records of matches, by their numbers as `iye games` lists them.

    One match goes to standard output unless --output names a place. A file that is there already
    is not overwritten.
    """
    from iye.record.archive import all_numbers  # noqa: PLC0415 - see iye.cli

    if bool(numbers) == every:
        raise click.UsageError("give the numbers of matches, or --all", context)
    if output is None and (every or len(numbers) > 1):
        raise click.UsageError("several matches need a folder: give --output", context)
    with _archive(data) as store:
        wanted = numbers if store is None or not every else all_numbers(store)
        if not wanted:
            warn(f"no match is in the archive{_elsewhere(data)}")
        for number in wanted:
            _export(store, number, _place(output, number), data)


def _place(output: Path | None, number: int) -> Path | None:
    if output is None or output.suffix == ".iye":
        return output
    return output / f"match-{number}.iye"


def _export(store: Store | None, number: int, place: Path | None, data: Path | None) -> None:
    """Write one record. Raises click.ClickException, and OSError."""
    from iye.record.archive import MissingError, record_text  # noqa: PLC0415 - see iye.cli
    from iye.record.aside import write_aside  # noqa: PLC0415 - the same
    from iye.record.facts import FactError  # noqa: PLC0415 - the same
    from iye.table import RestoreError  # noqa: PLC0415 - the same

    if store is None:
        said = f"there is no match {number} in the archive{_elsewhere(data)}"
        raise click.ClickException(said)
    try:
        text = record_text(store, number)
    except MissingError as error:
        raise click.ClickException(f"{error}{_elsewhere(data)}") from None
    except (RestoreError, FactError) as error:
        raise failure(f"match {number} does not replay: {error}") from None
    if place is None:
        click.echo(text, nl=False)
        return
    if place.exists():
        raise click.ClickException(f"{place} is there already: give another --output")
    place.parent.mkdir(parents=True, exist_ok=True)
    write_aside(place, text.encode())


@click.command(
    name="import",
    short_help="Take records into the archive.",
    epilog=example("iye import evening.iye", "iye import backup/*.iye"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@data_option
def import_(files: tuple[str, ...], *, data: Path | None) -> None:
    """Play the record in each FILE through the rules, and take it into the archive.

    A file is taken in whole or not at all; what is wrong with it is said by line and move, and
    the others are taken in all the same. A match that is there already is not taken in again.
    """
    with _archive(data, make=True) as store:
        assert store is not None  # noqa: S101 - it has been made
        done = [_import(store, file) for file in files]
    if elsewhere := _elsewhere(data):
        warn(f"they are in an archive of yours{elsewhere}")
    if not all(done):
        raise click.exceptions.Exit(WRONG_INPUT)


def _import(store: Store, file: str) -> bool:
    """Take one file in; say what became of it."""
    from iye.cli.records import read_record_file  # noqa: PLC0415 - see iye.cli
    from iye.record.archive import take_in  # noqa: PLC0415 - the same

    name = click.format_filename(file)
    try:
        arrived = take_in(store, read_record_file(file))
    except click.ClickException as error:
        complain(error.format_message())
        return False
    except ValueError as error:
        complain(f"{name}: {error}")
        return False
    became = "is there already as" if arrived.known else "is now"
    click.echo(f"{name} {became} match {arrived.number}")
    return True


@click.group(
    short_help="Look after the journal.",
    epilog=example("iye journal check", "iye journal check --data backup"),
)
def journal() -> None:
    """Look after the journal, in which every step of every match is written."""


@journal.command(short_help="Replay everything and say what is wrong.")
@data_option
@click.pass_context
def check(context: click.Context, *, data: Path | None) -> None:
    """Replay every entry and every record through the rules, and say what is wrong and where.

    Nothing is changed. The exit code is 0 when everything replays, 1 when something does not, and
    2 when there is no journal.
    """
    from iye.record.check import check as find_wrong  # noqa: PLC0415 - see iye.cli
    from iye.record.check import told  # noqa: PLC0415 - the same
    from iye.record.places import data_folder  # noqa: PLC0415 - the same

    with _archive(data) as store:
        if store is None:
            said = f"there is no journal in {data_folder(data)}{_elsewhere(data)}"
            raise click.UsageError(said, context)
        sound = True
        for sentence in find_wrong(store):
            complain(sentence)
            sound = False
        if not sound:
            raise click.exceptions.Exit(FAILED)
        click.echo(told(store))
