"""The archive: finding matches, and taking records out and in.

The law of this module: listing reads summaries only; what comes in has been played through the
rules, and goes in whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from iye.record.model import RESULTS, Record
from iye.record.store import Store
from iye.record.summary import FINISHED, LEFT, Summary, digest, headers, summarise
from iye.record.text import format_record
from iye.table.restore import restore

_FROM_ELSEWHERE: Final = "Date", "Player1", "Player2"


class MissingError(LookupError):
    """A match that is not in the archive, in a sentence."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches to list; None and False ask nothing.

    `since` and `until` are dates like 2026-03-21, both included; `result` is 1-0 or 0-1.
    """

    player: str | None = None
    since: str | None = None
    until: str | None = None
    result: str | None = None
    unfinished: bool = False
    limit: int | None = None


def find(store: Store, wanted: Wanted) -> list[Summary]:
    """Give the matches wanted, the latest first.

    Each sort of question has its index, so that none looks through all there is.
    """
    limit = -1 if wanted.limit is None else wanted.limit
    searches = list(_searches(wanted))
    numbers = " UNION ".join(
        f"SELECT number FROM (SELECT number FROM matches {index} WHERE {' AND '.join(asked)}"  # noqa: S608 - our own words
        " ORDER BY number DESC LIMIT ?)"
        for index, asked in searches
    )
    values = tuple(value for _, asked in searches for value in (*chain(*asked.values()), limit))
    return list(store.matches(f"WHERE number IN ({numbers}) ORDER BY number DESC", values))[
        : wanted.limit
    ]


Asked = dict[str, tuple[str, ...]]
"""Conditions in SQL with the values they ask for."""


def _searches(wanted: Wanted) -> Iterator[tuple[str, Asked]]:
    """Give the index to look through, and what is asked of what it has; of two, both."""
    asked = dict(_conditions(wanted))
    player = wanted.player
    if wanted.since is not None or wanted.until is not None:
        if player is not None:
            asked["(player1 = ? OR player2 = ?)"] = (player, player)
        yield "INDEXED BY by_day", asked
    elif player is not None:
        for place in (1, 2):
            yield f"INDEXED BY by_player{place}", {f"player{place} = ?": (player,), **asked}
    else:
        yield "", asked


def _conditions(wanted: Wanted) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "TRUE", ()
    if wanted.since is not None or wanted.until is not None:
        # A label begins with its day and goes on with T: before the next day, and so below U.
        yield "began >= ? AND began < ?", (wanted.since or "", f"{wanted.until or '~'}U")
    if wanted.result is not None:
        yield "result = ?", (wanted.result,)
    if wanted.unfinished:
        yield "state != 'finished'", ()  # as the index says it


def all_numbers(store: Store) -> list[int]:
    """Give the numbers of all matches, in order."""
    return [number for (number,) in store.connection.execute("SELECT number FROM matches")]


def record_text(store: Store, number: int) -> str:
    """Give the record of a match, of one under way as far as it has come.

    Raises MissingError, and RestoreError or FactError when what is written of it does not replay.
    """
    text = store.record(number)
    if text is not None:
        return text
    summary = next(store.matches("WHERE number = ?", (number,)), None)
    if summary is None:
        raise MissingError(f"there is no match {number} in the archive")
    return format_record(_replayed(store, summary))


def _replayed(store: Store, summary: Summary) -> Record:
    """Make the record of a match of which only entries are written."""
    first = summary.first_entry
    if first is None:
        raise MissingError(f"nothing is written of match {summary.number} but that it was")
    match = restore(store.entries(first, store.next_beginning(first))).match
    return Record(headers(summary), match)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A record that has been taken in as match `number`, or was there already under it."""

    number: int
    known: bool


def take_in(store: Store, record: Record) -> Arrived:
    """Put a record into the archive, unless the same deals and moves are there.

    Raises ValueError when there is nothing in it to keep.
    """
    if not record.match.cycles:
        raise ValueError("no cycle of this match was begun, so there is nothing to keep")
    same = digest(record.match)
    with store.transaction():
        known = next(store.matches("WHERE digest = ? ORDER BY number", (same,)), None)
        if known is not None:
            return Arrived(known.number, known=True)
        number = store.add_match(_summary_of(record, same))
        store.set_record(number, format_record(record))
    return Arrived(number, known=False)


def _summary_of(record: Record, same: str) -> Summary:
    date, one, two = (record.header(name) or "" for name in _FROM_ELSEWHERE)
    state = LEFT if record.match.winner is None else FINISHED
    began = date.replace(".", "-")  # chess's way of writing dates is a usual one
    summary = summarise(record.match, (one, two), state, began, None)
    return replace(summary, ended=began, digest=same)


def as_data(summary: Summary) -> dict[str, object]:
    """Give a summary as plain data for JSON."""
    return {
        "number": summary.number,
        "began": summary.began,
        "ended": summary.ended or None,
        "players": [summary.player1, summary.player2],
        "wins_needed": summary.wins_needed,
        "state": summary.state,
        "result": summary.result,
        "wins": [summary.wins1, summary.wins2],
        "cycles": summary.cycles,
        "moves": summary.moves,
    }


def as_lines(summaries: Iterable[Summary]) -> list[str]:
    """Lay matches out as a table for a person."""
    rows = [("number", "date", "players", "result", "cycles"), *map(_row, summaries)]
    widths = [max(len(row[place]) for row in rows) for place in range(5)]
    return [_line(row, widths) for row in rows]


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    number, *others = (text.ljust(width) for text, width in zip(row, widths, strict=True))
    return "  ".join((number.strip().rjust(widths[0]), *others)).rstrip()


def _row(summary: Summary) -> tuple[str, ...]:
    one, two = summary.player1 or "player 1", summary.player2 or "player 2"
    return (
        str(summary.number),
        summary.began[:16].replace("T", " "),
        f"{one} – {two}",
        _result(summary),
        f"{summary.wins1}:{summary.wins2} of {summary.cycles}",
    )


def _result(summary: Summary) -> str:
    return summary.result if summary.result in RESULTS.values() else summary.state
