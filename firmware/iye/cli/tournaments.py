"""Commands that let levels play each other: `iye tournament`.

The law of this module: it shares the cycles out among processes, and prints the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

import click

from iye.cli.edge import example
from iye.cli.thinking import processors, seconds_checked
from iye.signals import ending_signals

if TYPE_CHECKING:
    from types import FrameType

    from iye.mind.tournament import Game, Pair, Result, Tally

LOOK: Final = 0.5
"""Seconds between looks at whether Ctrl-C has come, while a game is waited for."""


@click.command(
    short_help="Play the opponent's levels against each other.",
    epilog=example("iye tournament --levels 1-4 --cycles 100", "iye tournament --levels 10:5,9:5"),
)
@click.option(
    "--levels",
    default="1-10",
    show_default=True,
    metavar="LEVELS",
    help="1-10: each of these against the next lower one; 7:3: level 7 against 3; or several of"
    " both with commas.",
)
@click.option(
    "--cycles",
    type=click.IntRange(2, 1_000_000),
    default=100,
    show_default=True,
    help="Cycles for each pair: half as many deals, each played from both sides.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Where the deals come from.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 1e6),
    callback=seconds_checked,
    default=2.0,
    show_default=True,
    metavar="N",
    help="For a move. Only where this cuts thinking short may a run differ from another.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    show_default="one a processor",
    metavar="N",
    help="Play so many cycles at once.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a pair.")
def tournament(  # noqa: PLR0913 - a parameter an option
    *, levels: str, cycles: int, seed: int, seconds: float, processes: int | None, as_json: bool
) -> None:
    """Let levels of the opponent play cycles against each other, and print who won how many.

    The share is that of the cycles which somebody won; behind it is where it lies with 95 %
    confidence. The same seed deals the same cycles.
    """
    # The pool is loaded before anything is said: a Ctrl-C within an import would be spoken of.
    import multiprocessing.pool  # noqa: F401, PLC0415 - the law of this room

    from iye.chance import Dealer  # noqa: PLC0415 - the same
    from iye.mind.tournament import Tally, both_sides  # noqa: PLC0415 - the same

    pairs = list(_pairs(levels))
    dealer = Dealer(seed=seed)
    deals = [dealer.draw() for _ in range((cycles + 1) // 2)]
    games = [game for pair in pairs for game in both_sides(pair, deals, seconds=seconds)]
    with _noted() as asked_to_end:
        results = _played(games, processes or processors(), asked_to_end)
        if not as_json:
            click.echo(
                f"{'level':>5} {'against':>7} {'won':>5} {'tied':>5} {'lost':>5}  share (95 %)"
            )
        for pair in pairs:
            tally = Tally.of(pair, (next(results) for _ in range(2 * len(deals))))
            click.echo(_json_line(tally) if as_json else _text_line(tally))


def _pairs(levels: str) -> Iterator[Pair]:
    """Read which levels play. Raises click.ClickException."""
    from iye.mind import LEVELS  # noqa: PLC0415 - the law of this room
    from iye.mind.tournament import Pair  # noqa: PLC0415 - the same

    for part in levels.split(","):
        found = re.fullmatch(r"\s*(\d{1,3})\s*([-:])\s*(\d{1,3})\s*", part, re.ASCII)
        if not found:
            raise click.BadParameter(
                f"'{part.strip()}' is neither a range like 1-10 nor a pair like 7:3",
                param_hint="--levels",
            )
        first, last = int(found[1]), int(found[3])
        for level in (first, last):
            if not 1 <= level <= len(LEVELS):
                raise click.BadParameter(
                    f"levels are 1 to {len(LEVELS)}, not {level}", param_hint="--levels"
                )
        if found[2] == ":":
            yield Pair(first, last)
        elif first < last:
            yield from (Pair(level, level - 1) for level in range(first + 1, last + 1))
        else:
            raise click.BadParameter(
                f"a range goes from a lower level to a higher, not '{part.strip()}'",
                param_hint="--levels",
            )


@contextmanager
def _noted() -> Iterator[list[int]]:
    """Give a list to which whatever asks for the end is noted, besides what it does otherwise.

    What they raise goes nowhere if it comes within something that lets no exception out, as the end
    of an object, or a look into a dictionary from C.
    """
    import signal  # noqa: PLC0415 - the law of this room

    came: list[int] = []
    before = {number: signal.getsignal(number) for number in ending_signals()}

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in before:
        signal.signal(number, note)
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _played(games: list[Game], processes: int, asked_to_end: list[int]) -> Iterator[Result]:
    """Play all games, so many at once, and give the results in the games' order.

    Raises KeyboardInterrupt when it has been asked to end.
    """
    from iye.mind.tournament import play  # noqa: PLC0415 - the law of this room

    processes = min(processes, len(games))
    if processes == 1:
        yield from map(play, games)
        return
    from multiprocessing import get_context  # noqa: PLC0415 - the same

    with _undisturbed():
        pool = get_context("spawn").Pool(processes)
    with pool:
        results = pool.imap(play, games)
        for _ in games:
            yield _next(results, asked_to_end)


class _Results(Protocol):
    """Results of a pool, as they come."""

    def next(self, timeout: float) -> Result:
        """Wait so many seconds for the next. Raises multiprocessing's TimeoutError."""
        ...


def _next(results: _Results, asked_to_end: list[int]) -> Result:
    """Wait for the next result. Raises KeyboardInterrupt when it has been asked to end."""
    from multiprocessing import TimeoutError as NotYet  # noqa: PLC0415 - the law of this room

    while True:
        try:
            return results.next(timeout=LOOK)
        except NotYet:
            if asked_to_end:
                raise KeyboardInterrupt from None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hear of Ctrl-C and SIGTERM only afterwards; processes begun meanwhile never hear of Ctrl-C.

    Half begun, they would complain.
    """
    import signal  # noqa: PLC0415 - the law of this room
    from multiprocessing import resource_tracker  # noqa: PLC0415 - the same

    came: list[int] = []
    resource_tracker.ensure_running()  # which lets Ctrl-C through when it begins
    ended = signal.signal(signal.SIGTERM, lambda number, _frame: came.append(number))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, ended)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        if came:
            signal.raise_signal(signal.SIGTERM)


def _text_line(tally: Tally) -> str:
    low, high = tally.interval
    return (
        f"{tally.pair.level:5} {tally.pair.against:7} {tally.won:5} {tally.tied:5} {tally.lost:5}"
        f"  {tally.share:5.2f} ({low:.2f}-{high:.2f})"
    )


def _json_line(tally: Tally) -> str:
    from json import dumps  # noqa: PLC0415 - the law of this room

    said: dict[str, Any] = {
        "level": tally.pair.level,
        "against": tally.pair.against,
        "won": tally.won,
        "tied": tally.tied,
        "lost": tally.lost,
        "share": round(tally.share, 4),
        "interval": [round(bound, 4) for bound in tally.interval],
    }
    return dumps(said)
