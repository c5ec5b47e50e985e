"""Runs the benches and prints one table: `make bench`, or `python -m bench NAME…` for some.

The law of this module: each bench has a process of its own, so that none pays for another, and one
that breaks down costs only its own figures. The exit code says whether any is missing.
"""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Final

import msgspec

from bench.figures import Figure, machine, markdown

BENCHES: Final = (
    "perft",
    "mind",
    "matches",
    "bus",
    "touch",
    "rest",
    "start",
    "archive",
    "growth",
    "day",
    "first_board",
)
"""Each is a module here with `NAMES`, the figures it has to give, and `measure()`, which does."""

ALONE: Final = "--alone"


def main(args: list[str]) -> int:
    """Measure and print; with `--alone NAME`, one bench in this very process, as JSON lines."""
    if args[:1] == [ALONE]:
        for figure in measured(args[1]):
            sys.stdout.write(msgspec.json.encode(figure).decode() + "\n")
            sys.stdout.flush()
        return 0
    unknown = set(args) - set(BENCHES)
    if unknown:
        sys.stderr.write(f"error: no bench is called {unknown.pop()}: {', '.join(BENCHES)}\n")
        return 2
    figures = [figure for name in args or BENCHES for figure in apart(name)]
    sys.stdout.write(markdown(figures))
    return 1 if any(figure.value is None for figure in figures) else 0


def apart(name: str) -> Iterator[Figure]:
    """Give the figures of one bench, measured in a process of its own."""
    sys.stderr.write(f"{name} …\n")
    command = (sys.executable, "-m", "bench", ALONE, name)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    figures = [
        msgspec.json.decode(line, type=Figure)
        for line in done.stdout.splitlines()
        if line.startswith("{")
    ]
    yield from figures
    if done.returncode:
        yield Figure(f"the rest of the bench `{name}`", None)


def measured(name: str) -> Iterator[Figure]:
    """Give the figures of one bench, and those that are missing."""
    bench = import_module(f"bench.{name}")
    given = set()
    try:
        for figure in bench.measure():
            given.add(figure.name)
            yield replace(figure, machine=machine())
    except Exception:  # noqa: BLE001 - whatever it is, the other benches are to be run
        traceback.print_exc()
    for missing in bench.NAMES:
        if missing not in given:
            yield Figure(missing, None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
