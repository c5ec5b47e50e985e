"""Commands that judge what was played: `iye analyse`.

The law of this module: it reads a record, has every move judged, and prints what is proved; what
is not is `?`, or `unknown` in JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from iye.cli.edge import example
from iye.cli.records import read_record_file
from iye.cli.thinking import memory_option, processors, seconds_checked, threads_option

if TYPE_CHECKING:
    from iye.mind import Judged, Solver, Value
    from iye.record import Record
    from iye.rules import Cycle, Player

TELL_EVERY: Final = 2.0
"""Seconds between two words on how far it is."""


@click.command(
    short_help="Judge every move of a record: the value before and after, and the mistakes.",
    epilog=example("iye analyse first-match.iye", "iye analyse --json --seconds 60 evening.iye"),
)
@click.argument("file")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 1e6),
    callback=seconds_checked,
    default=5.0,
    show_default=True,
    metavar="N",
    help="Think no longer than this about a position; what it is too short for is unknown.",
)
@memory_option(default=256)
@threads_option("all processors")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def analyse(file: str, *, seconds: float, memory: int, threads: int | None, as_json: bool) -> None:
    """Say what every move of the record in FILE did, if both had played their best from there on.

    FILE is a record of a match, as kept with the suffix .iye; - reads standard input. A mistake is
    a move that is proved to have given away a win or a tie, and with it are all moves that would
    not have. Positions early in a cycle may need minutes: give --seconds, or they are unknown.
    """
    from iye.mind import Solver  # noqa: PLC0415 - the law of this room

    record = read_record_file(file)
    judge = _Judge(Solver(memory, threads=threads or processors()), seconds)
    if as_json:
        from json import dumps  # noqa: PLC0415 - the law of this room

        told = [_cycle_data(*judged) for judged in judge.cycles(record)]
        click.echo(dumps({"cycles": told}, ensure_ascii=False))
        return
    click.echo(_heading(record))
    for number, cycle, judged in judge.cycles(record):
        click.echo("\n" + "\n".join(_cycle_lines(number, cycle, judged)))


class _Judge:
    """Has cycles judged one after another, and tells on standard error how far it is."""

    def __init__(self, solver: Solver, seconds: float) -> None:
        self._solver, self._seconds = solver, seconds
        self._told = 0.0

    def cycles(self, record: Record) -> Iterator[tuple[int, Cycle, list[Judged]]]:
        """Go through a match's cycles: number, cycle, and its moves in the order of play."""
        for number, cycle in enumerate(record.match.cycles, 1):
            yield number, cycle, self._moves(number, cycle)

    def _moves(self, number: int, cycle: Cycle) -> list[Judged]:
        from time import monotonic  # noqa: PLC0415 - the law of this room

        from iye.mind import analyse as judge  # noqa: PLC0415 - the same

        self._told, judged = monotonic(), []
        for move in judge(cycle, self._solver, seconds=self._seconds):
            judged.append(move)
            if monotonic() - self._told >= TELL_EVERY:
                self._told = monotonic()
                of = len(cycle.moves)
                click.echo(f"cycle {number}: {len(judged)} of {of} moves judged", err=True)
        return judged[::-1]


def _heading(record: Record) -> str:
    from iye.rules import Player  # noqa: PLC0415 - the law of this room

    names = {player: record.header(f"Player{player}") for player in Player}
    return ", ".join(
        f"player {player} is {name}" if name else f"player {player}"
        for player, name in names.items()
    )


def _cycle_lines(number: int, cycle: Cycle, judged: list[Judged]) -> Iterator[str]:
    from iye.mind import deciding  # noqa: PLC0415 - the law of this room
    from iye.record import result_of  # noqa: PLC0415 - the same
    from iye.rules import Player  # noqa: PLC0415 - the same

    yield f"Cycle {number}: player {cycle.first} began, {result_of(cycle.end)}"
    yield f"  {'move':10}{'player':9}{'before':9}{'after':9}".rstrip()
    yield from map(_move_line, judged)
    yield "  mistakes: " + ", ".join(
        f"{sum(move.mistake and move.mover is player for move in judged)} by player {player}"
        for player in Player
    )
    last = deciding(judged)
    if last is not None:
        yield f"  it was decided by {(last.ply + 1) // 2}. {last.move} of player {last.mover}"


def _move_line(judged: Judged) -> str:
    number = f"{(judged.ply + 1) // 2}." if judged.ply % 2 else ""
    before, after = (_short(value) for value in judged.values(_one()))
    columns = f"  {number:>3} {judged.move!s:6}{judged.mover!s:9}{before:9}{after:9}"
    return f"{columns}{_remark(judged)}".rstrip()


def _one() -> Player:
    from iye.rules import Player  # noqa: PLC0415 - the law of this room

    return Player.ONE


def _short(value: Value) -> str:
    """Say who wins by player 1's value."""
    return {"win": "1 wins", "tie": "tie", "loss": "2 wins"}.get(value.value, "?")


def _remark(judged: Judged) -> str:
    if judged.mistake:
        kept = "not listed in the time" if judged.best is None else _listed(judged)
        return f"mistake; the {judged.before.value} was kept by {kept}"
    return "the only move" if judged.only else ""


def _listed(judged: Judged) -> str:
    return " ".join(map(str, judged.best or ()))


def _cycle_data(number: int, cycle: Cycle, judged: list[Judged]) -> dict[str, Any]:
    """Give a cycle as plain data; values are the mover's, and unknown or null what is not proved.

    `decided` is the ply of the last mistake.
    """
    from iye.mind import deciding  # noqa: PLC0415 - the law of this room
    from iye.record import result_of  # noqa: PLC0415 - the same
    from iye.rules import format_deal  # noqa: PLC0415 - the same

    last = deciding(judged)
    return {
        "cycle": number,
        "deal": format_deal(cycle.deal),
        "first": int(cycle.first),
        "result": result_of(cycle.end),
        "decided": None if last is None else last.ply,
        "moves": [_move_data(move) for move in judged],
    }


def _move_data(judged: Judged) -> dict[str, Any]:
    from iye.rules import format_position  # noqa: PLC0415 - the law of this room

    return {
        "ply": judged.ply,
        "position": format_position(judged.position),
        "player": int(judged.mover),
        "move": str(judged.move),
        "before": judged.before.value,
        "after": judged.after.value,
        "turn": judged.turn.value,
        "mistake": judged.mistake,
        "best": None if judged.best is None else [str(move) for move in judged.best],
    }
