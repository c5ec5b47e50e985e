"""The command that shows a club's boards: `iye club`.

The law of this module: it reads options, takes the port, and hands over to the club's view.
"""

from __future__ import annotations

import click

from iye.cli.boards import open_page, taken
from iye.cli.edge import credentials, example

PORT = 8026


@click.command(
    short_help="Serve a page with every board at a broker.",
    epilog=example(
        "iye club --broker mqtt://club.local", "iye club --broker mqtts://HOST --host ''"
    ),
)
@click.option(
    "--broker",
    metavar="URL",
    required=True,
    help="Where the boards are: mqtt://HOST, mqtts://HOST.",
)
@credentials
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The page's port; 0 takes any that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address the page is served at; '' is every address of this machine.",
)
@click.option(
    "--known-as",
    multiple=True,
    metavar="NAME",
    help="A name the page may be asked for by, beside this machine's own; may be given again.",
)
@click.option("--no-browser", is_flag=True, help="Only say where the page is.")
def club(  # noqa: PLR0913 - a parameter an option
    *,
    broker: str,
    user: str,
    password_file: str,
    ca_file: str,
    port: int,
    host: str,
    known_as: tuple[str, ...],
    no_browser: bool,
) -> None:
    """Show every board at a broker on one page: what is played now, and what has ended.

    Boards that are started with the same broker appear by themselves, unless they are set not to be
    seen. The page is for looking on: nothing on it reaches a board. The address is printed when the
    page is ready, and Ctrl-C, or a SIGTERM, ends it.
    """
    import asyncio  # noqa: PLC0415 - see iye.cli

    from iye.away.address import AddressError, parse_address  # noqa: PLC0415 - the same
    from iye.club.running import run_club  # noqa: PLC0415 - the same
    from iye.companion.guard import Hosts  # noqa: PLC0415 - the same
    from iye.listening import LOOPBACK, bind, page_address  # noqa: PLC0415 - the same

    try:
        address = parse_address(broker, user=user, password_file=password_file, ca_file=ca_file)
    except AddressError as error:
        raise click.ClickException(str(error)) from None
    try:
        listening = bind(port, host)
    except OSError as error:
        raise click.ClickException(taken(port, error)) from None
    hosts = Hosts(loopback_only=host in (LOOPBACK, "::1"), names=tuple(map(str.lower, known_as)))
    page = page_address(listening)

    def ready() -> None:
        click.echo(f"The club's page is at {page} (Ctrl-C ends it)")
        if not no_browser:
            open_page(page)

    with listening:
        asyncio.run(run_club(address, listening, hosts, ready))
