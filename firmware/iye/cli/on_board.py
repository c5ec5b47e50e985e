"""Commands for the board itself: `iye run`, `iye doctor`.

The law of this module: it reads settings and options, and hands over. What can go wrong with the
hardware becomes one sentence here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from iye.cli.boards import board_ready, taken
from iye.cli.edge import FAILED, data_option, example, failure, warn

if TYPE_CHECKING:
    from iye.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])


fault_option = click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME[:PAD]",
    help="On a simulated panel: let this go wrong before.",
)


def board_options(command: Command) -> Command:
    """Add the options of every command that needs a board."""
    for option in (
        data_option,
        click.option(
            "--panel",
            type=click.Choice(["pi", "simulated"]),
            help="The board's own chips, or simulated ones; else as the settings say.",
        ),
        click.option(
            "--settings",
            "settings_file",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="The settings, instead of /etc/iye/iye.toml.",
        ),
    ):
        command = option(command)
    return command


@click.command(
    short_help="Run the board and serve its page.",
    epilog=example("iye run --panel pi", "iye run --panel simulated --settings iye.toml"),
)
@board_options
@click.option("--port", type=click.IntRange(0, 65535), help="The page's port; 0 takes any free.")
@click.option("--no-journal", is_flag=True, help="Keep nothing: the match is lost at the end.")
def run(
    *,
    settings_file: Path | None,
    panel: str | None,
    data: Path | None,
    port: int | None,
    no_journal: bool,
) -> None:
    """Run the board as its settings say, until Ctrl-C or a SIGTERM.

    The page is served to the network, to everyone who may look on; to act, a page needs the six
    digits that the board spells while `hint` is held. Every step of a match is kept in the
    journal, so that it goes on after any interruption.
    """
    import asyncio  # noqa: PLC0415 - see iye.cli

    from iye import loading  # noqa: PLC0415 - the same

    loading.begin()
    with hardware_in_words():
        from iye.listening import bind  # noqa: PLC0415 - the same
        from iye.on_board import Wishes, calibration_file, run_board  # noqa: PLC0415 - the same

        settings, chosen, folder = told(settings_file, panel, data)
        calibration = calibration_file(settings, folder)
        wishes = Wishes(settings, chosen, None if no_journal else folder, board_ready, warn)
        number = settings.page.port if port is None else port
        try:
            listening = bind(number, settings.page.host)
        except OSError as error:
            raise failure(taken(number, error)) from None
        with listening:
            asyncio.run(run_board(wishes, calibration, listening))


@click.command(
    short_help="Examine the board, and say what to do about whatever is wrong.",
    epilog=example(
        "iye doctor --panel pi --pads", "iye doctor --panel simulated --fault chip_gone:c3"
    ),
)
@board_options
@click.option("--pads", is_flag=True, help="Also list what every pad reads, to be noted down.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@fault_option
@click.pass_context
def doctor(  # noqa: PLR0913 - a parameter an option
    context: click.Context,
    *,
    settings_file: Path | None,
    panel: str | None,
    data: Path | None,
    pads: bool,
    as_json: bool,
    faults: tuple[str, ...],
) -> None:
    """Examine everything the board needs: the Pi, its bus, chips, pads, lights, port and journal.

    The board has to be empty, and nobody may touch it. Exit code 0 when it can be played on, 1
    when something has to be mended.

    --pads lists every pad's chip and electrode, its reading, how far that strays and its
    baseline, in counts, and the pad's capacitance by that reading. --json has the pads as well.
    """
    import json  # noqa: PLC0415 - see iye.cli

    with hardware_in_words():
        from iye.doctor.finding import as_data, as_text, is_well  # noqa: PLC0415 - the same
        from iye.doctor.pad_table import pads_as_data, pads_as_text  # noqa: PLC0415 - the same
        from iye.doctor.visit import visit  # noqa: PLC0415 - the same

        settings, chosen, folder = told(settings_file, panel, data)
        if faults and chosen != "simulated":
            raise click.UsageError("--fault is for --panel simulated", context)
        try:
            found = visit(settings, chosen, folder, faults)
        except ValueError as error:
            raise click.UsageError(str(error), context) from None
    if as_json:
        data_found = as_data(found.findings) | {"pads": pads_as_data(found.pads)}
        click.echo(json.dumps(data_found, ensure_ascii=False))
    else:
        if pads and found.pads:
            click.echo(f"{pads_as_text(found.pads)}\n")
        click.echo(as_text(found.findings))
    context.exit(0 if is_well(found.findings) else FAILED)


def told(
    settings_file: Path | None, panel: str | None, data: Path | None
) -> tuple[Settings, str, Path]:
    """Read the settings; give them, which panel is meant, and the data folder.

    Raises click.UsageError when nobody says which panel, SettingsError.
    """
    import logging  # noqa: PLC0415 - see iye.cli

    from iye.record.places import data_folder  # noqa: PLC0415 - the same
    from iye.settings import read_settings  # noqa: PLC0415 - the same

    settings = read_settings(settings_file)
    logging.basicConfig(level=settings.log.level.upper(), format="%(levelname)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it greets and takes leave at length
    chosen = panel or settings.board.panel
    if not chosen:
        raise click.UsageError(
            "say which panel: --panel pi, or simulated; or set board.panel in the settings",
            click.get_current_context(),
        )
    kept = data or (Path(settings.record.folder) if settings.record.folder else None)
    return settings, chosen, data_folder(kept)


@contextlib.contextmanager
def hardware_in_words() -> Iterator[None]:
    """Turn what can be wrong with settings and hardware into a sentence and an exit code."""
    from iye.calibration import CalibrationError  # noqa: PLC0415 - see iye.cli
    from iye.record.lock import LockedError  # noqa: PLC0415 - the same
    from iye.record.schema import NewerError  # noqa: PLC0415 - the same
    from iye.settings import SettingsError  # noqa: PLC0415 - the same
    from iye_hw.pi.i2c import I2CError  # noqa: PLC0415 - the same
    from iye_hw.pi.pins import PinsError  # noqa: PLC0415 - the same
    from iye_hw.touch_chip import TouchChipError  # noqa: PLC0415 - the same

    try:
        yield
    except (SettingsError, CalibrationError) as error:
        raise click.ClickException(str(error)) from None
    except (I2CError, PinsError, TouchChipError, LockedError, NewerError) as error:
        raise failure(str(error)) from None
