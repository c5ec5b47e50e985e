"""Commands at the workbench: `iye calibrate`, `iye panel-test`.

The law of this module: it reads settings and options, shows what is going on, and hands over.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from iye.cli.edge import FAILED, complain, example, failure
from iye.cli.on_board import board_options, fault_option, hardware_in_words, told

if TYPE_CHECKING:
    from iye_hw.panel import PadReading

    Watch = Callable[[Mapping[str, PadReading]], None]


@click.command(
    short_help="Measure the empty board and a touch of each pad.",
    epilog=example("iye calibrate --panel pi", "iye calibrate --panel simulated --data try"),
)
@board_options
@fault_option
@click.pass_context
def calibrate(
    context: click.Context,
    *,
    settings_file: Path | None,
    panel: str | None,
    data: Path | None,
    faults: tuple[str, ...],
) -> None:
    """Measure the empty board, then a touch of each pad, and keep what was found.

    Stop the board first (sudo systemctl stop iye) and clear it. Pads light up one by one: touch
    each. What all pads read is drawn in the terminal meanwhile. Baselines and the thresholds
    proposed are kept in the data folder, and `iye run` takes them from there.
    """
    with hardware_in_words():
        from iye.calibration import write_calibration  # noqa: PLC0415 - see iye.cli
        from iye.on_board import calibration_file  # noqa: PLC0415 - the same
        from iye.workbench.calibrate import UnclearError  # noqa: PLC0415 - the same
        from iye.workbench.session import Place, calibrate_board  # noqa: PLC0415 - the same

        settings, chosen, folder = told(settings_file, panel, data)
        _check_faults(context, chosen, faults)
        path = calibration_file(settings, folder)
        place = Place(settings, chosen, folder, faults)
        _see_that_it_can_be_kept(path)
        try:
            with _shown() as watch:
                measured, untouched = calibrate_board(place, click.echo, watch)
        except UnclearError as error:
            raise failure(str(error)) from None
        except ValueError as error:
            raise click.UsageError(str(error), context) from None
        with _kept(path):
            write_calibration(path, measured)
    click.echo(
        f"Kept in {path}: touched at {measured.touch_threshold} counts, "
        f"let go at {measured.release_threshold}."
    )
    if untouched:
        complain(f"these pads felt nothing: {', '.join(untouched)}; run iye panel-test")
        context.exit(FAILED)


@click.command(
    "panel-test",
    short_help="Test each pad and light: which are dead, which are swapped.",
    epilog=example("iye panel-test --panel pi", "iye panel-test --panel pi --write mine.toml"),
)
@board_options
@fault_option
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the board's map with pads and lights as found; board.map in the settings names it.",
)
@click.pass_context
def panel_test(  # noqa: PLR0913 - a parameter an option
    context: click.Context,
    *,
    settings_file: Path | None,
    panel: str | None,
    data: Path | None,
    faults: tuple[str, ...],
    write: Path | None,
) -> None:
    """Ask for each pad by name, then by light, and tell which are dead and which are swapped.

    Stop the board first (sudo systemctl stop iye) and clear it. Touch the pad that is named, and
    in the second round the pad that is lit. Exit code 0 when every pad answers as itself and is
    lit by its own light, 1 otherwise.
    """
    with hardware_in_words():
        from iye.workbench.session import Place, examine_panel  # noqa: PLC0415 - see iye.cli

        settings, chosen, folder = told(settings_file, panel, data)
        _check_faults(context, chosen, faults)
        if write is not None:
            _see_that_it_can_be_kept(write)
        place = Place(settings, chosen, folder, faults)
        try:
            with _shown() as watch:
                verdict = examine_panel(place, click.echo, watch)
        except ValueError as error:
            raise click.UsageError(str(error), context) from None
        for sentence in verdict.sentences():
            click.echo(sentence)
        if write is not None:
            from iye.record.aside import write_aside  # noqa: PLC0415 - see iye.cli
            from iye.workbench.verdict import corrected_map  # noqa: PLC0415 - the same

            try:
                with _kept(write):
                    write_aside(write, corrected_map(settings.map_text(), verdict).encode())
            except ValueError as error:
                raise failure(str(error)) from None
            click.echo(f"Written to {write}: name it as board.map in the settings.")
    context.exit(0 if verdict.is_well else FAILED)


def _check_faults(context: click.Context, panel: str, faults: tuple[str, ...]) -> None:
    if faults and panel != "simulated":
        raise click.UsageError("--fault is for --panel simulated", context)


def _see_that_it_can_be_kept(path: Path) -> None:
    """See before anybody touches a pad that it will not be in vain."""
    import os  # noqa: PLC0415 - see iye.cli

    with _kept(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _kept(path: Path) -> Iterator[None]:
    """Name the file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise failure(
            f"{path} cannot be written ({error.strerror}): run this as the user of the board "
            "(sudo -u iye), or give another place"
        ) from None


@contextmanager
def _shown() -> Iterator[Watch]:
    """Show what all pads read, where there is a terminal to show it in."""
    from rich.console import Console  # noqa: PLC0415 - see iye.cli
    from rich.live import Live  # noqa: PLC0415 - the same

    from iye.workbench.picture import picture  # noqa: PLC0415 - the same

    console = Console()
    if not console.is_terminal:
        yield lambda _readings: None
        return
    with Live(console=console, refresh_per_second=8) as live:
        yield lambda readings: live.update(picture(readings, console.width))
