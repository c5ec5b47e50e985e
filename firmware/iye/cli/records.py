"""Commands about records: `iye replay`.

The law of this module: it reads records and prints what the record room says of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import example, standard_input

if TYPE_CHECKING:
    from iye.record import Record


@click.command(
    short_help="Play a record through the rules and print its results.",
    epilog=example(
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

    record = read_record_file(file)
    if as_json:
        click.echo(json.dumps(as_data(record.match), ensure_ascii=False))
    else:
        click.echo(as_text(record), nl=False)


def read_record_file(file: str) -> Record:
    """Read a record from a file or standard input. Raises click.ClickException."""
    from iye.record import RecordError, read_record  # noqa: PLC0415 - the law of this module

    name = "standard input" if file == "-" else click.format_filename(file)
    try:
        return read_record(standard_input().read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise click.ClickException(f"cannot read {name}: {error.strerror}") from None
    except RecordError as error:
        raise click.ClickException(f"{name}, {error}") from None
