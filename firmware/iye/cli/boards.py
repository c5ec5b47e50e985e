"""Commands that run a board: `iye simulate`.

The law of this module: it reads options, takes the port, and hands over to what runs the board.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import credentials, data_option, example, failure, warn

if TYPE_CHECKING:
    from iye.away.wishes import AwayWishes

PORT = 8025


@click.command(
    short_help="Run a simulated board and serve its page.",
    epilog=example("iye simulate --seed 7", "iye simulate --port 0 --no-browser"),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The page's port on this machine; 0 takes any that is free.",
)
@click.option("--no-browser", is_flag=True, help="Only say where the page is.")
@click.option("--seed", type=int, help="Make deals and the chips' noise repeatable.")
@data_option
@click.option(
    "--opponent",
    type=click.IntRange(1, 10),
    metavar="LEVEL",
    help="The board plays for player 2, at this level from 1 to 10.",
)
@click.option(
    "--broker", metavar="URL", help="Meet another board there: mqtt://HOST, mqtts://HOST."
)
@credentials
@click.option("--room", metavar="CODE", help="The room to meet in; without it a new one.")
@click.option("--name", default="", metavar="NAME", help="What the other board calls you.")
@click.option("--no-journal", is_flag=True, help="Keep nothing: the match is lost at the end.")
def simulate(  # noqa: PLR0913 - a parameter an option
    *,
    port: int,
    no_browser: bool,
    seed: int | None,
    data: Path | None,
    opponent: int | None,
    broker: str | None,
    user: str,
    password_file: str,
    ca_file: str,
    room: str | None,
    name: str,
    no_journal: bool,
) -> None:
    """Run the very program that runs on the board, on simulated chips, and serve its page.

    The address is printed when the page is ready. Without a screen no browser is opened. Ctrl-C,
    or a SIGTERM, ends it. The page is served to this machine alone. Every step of a match is
    kept in the journal, so that it goes on after any interruption.
    """
    import asyncio  # noqa: PLC0415 - see iye.cli

    from iye import loading  # noqa: PLC0415 - the same

    loading.begin()
    from iye.listening import bind  # noqa: PLC0415 - the same
    from iye.record.lock import LockedError  # noqa: PLC0415 - the same
    from iye.record.places import data_folder  # noqa: PLC0415 - the same
    from iye.record.schema import NewerError  # noqa: PLC0415 - the same
    from iye.simulate import Wishes  # noqa: PLC0415 - the same
    from iye.simulate import simulate as run  # noqa: PLC0415 - the same
    from iye.table import PERSON, mind  # noqa: PLC0415 - the same

    away = _away(broker, room, name, user=user, password_file=password_file, ca_file=ca_file)
    try:
        listening = bind(port)
    except OSError as error:
        raise click.ClickException(taken(port, error)) from None
    ready = board_ready if no_browser else _ready_and_open
    folder = None if no_journal else data_folder(data)
    seats = None if opponent is None else (PERSON, mind(opponent))
    try:
        with listening:
            asyncio.run(run(Wishes(seed, ready, warn, folder, seats, away), listening))
    except (LockedError, NewerError) as error:
        raise failure(str(error)) from None


def _away(broker: str | None, room: str | None, name: str, **credentials: str) -> AwayWishes | None:
    """Give which room is meant at which broker. Raises click.ClickException."""
    if broker is None:
        if room is not None or name or any(credentials.values()):
            raise click.UsageError(
                "--room, --name, --user and the files are for --broker",
                click.get_current_context(),
            )
        return None
    from iye.away.address import AddressError, parse_address  # noqa: PLC0415 - see iye.cli
    from iye.away.code import parse_code  # noqa: PLC0415 - the same
    from iye.away.wishes import AwayWishes  # noqa: PLC0415 - the same
    from iye.away.wishes import Wishes as Play  # noqa: PLC0415 - the same

    try:
        code = "" if room is None else parse_code(room)
        return AwayWishes(parse_address(broker, **credentials), code, Play(name), invite=True)
    except (AddressError, ValueError) as error:
        raise click.ClickException(str(error)) from None


def taken(port: int, error: OSError) -> str:
    """Say why a port cannot be had."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: give another with --port, or 0 for any that is free"
    return f"cannot serve on port {port}: {error.strerror}"


def board_ready(address: str) -> None:
    """Say where the board is: it is loaded."""
    from iye import loading  # noqa: PLC0415 - see iye.cli

    click.echo(f"The board is at {address} (Ctrl-C ends it)")
    loading.done()


def _ready_and_open(address: str) -> None:
    board_ready(address)
    open_page(address)


def open_page(address: str) -> None:
    """Open a page in the browser, where there is a screen for one."""
    import os  # noqa: PLC0415 - see iye.cli
    import sys  # noqa: PLC0415 - the same
    import threading  # noqa: PLC0415 - the same
    import webbrowser  # noqa: PLC0415 - the same

    on_screen = sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if on_screen:
        # A browser in a terminal would hold up the board.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    else:
        click.echo("There is no screen here: open that address in a browser on this machine.")
