"""The text form of a record: headers in brackets, then each cycle's deal, moves and result.

The law of this module: what it writes, `reader` reads back to the same record. It is close to
chess's PGN, so that it looks familiar, and a person can write one by hand.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from iye.record.model import Record, RecordError, result_of
from iye.record.reader import parse_record, read_record
from iye.rules import Cycle, format_deal

__all__ = ["WIDTH", "Record", "RecordError", "format_record", "parse_record", "read_record"]

WIDTH: Final = 80
"""Columns the moves are wrapped at."""


def format_record(record: Record) -> str:
    """Write a record, ready for a file in UTF-8 with the suffix `.iye`."""
    headers = (*record.headers, ("Wins", str(record.match.wins_needed)))
    blocks = ["\n".join(_format_header(name, value) for name, value in headers)]
    for number, cycle in enumerate(record.match.cycles, start=1):
        blocks.extend(_format_cycle(number, cycle))
    return "\n\n".join(blocks) + "\n"


def _format_header(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _format_cycle(number: int, cycle: Cycle) -> tuple[str, str]:
    headers = (
        ("Cycle", str(number)),
        ("Deal", format_deal(cycle.deal)),
        ("First", str(cycle.first)),
    )
    return (
        "\n".join(_format_header(name, value) for name, value in headers),
        textwrap.fill(" ".join(_words(cycle)), WIDTH, break_on_hyphens=False),
    )


def _words(cycle: Cycle) -> Iterator[str]:
    for place, move in enumerate(cycle.moves):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        yield str(move)
    yield result_of(cycle.end)
