"""How long a whole match takes through the simulated board, as a Markdown table: `make bench`.

Seconds of computing, on one core, for seeded random matches to two won cycles: chips, bus,
Adafruit's class, table and lights, in virtual time. Beside it the same matches by the rules
alone, in the same run. It measures and never fails: a slow machine is no error.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from iye.rehearsal.from_record import script_of
from iye.rehearsal.runner import rehearse
from iye.rules import Match
from strategies import random_match

TARGET = 2.0
MATCHES = 20


def seconds(work: Callable[[], object]) -> float:
    """Give the seconds of computing that `work` takes."""
    began = process_time()
    work()
    return process_time() - began


def by_the_rules(match: Match) -> Match:
    """Play the same moves with nothing but the rules."""
    again = Match(match.wins_needed)
    for cycle in match.cycles:
        again = again.begin(cycle.deal, cycle.first)
        for move in cycle.moves:
            again = again.play(move)
    return again


def main() -> None:
    """Measure and print."""
    matches = [random_match(Random(seed)) for seed in range(MATCHES)]
    scripts = [tuple(script_of(match)) for match in matches]
    whole = [seconds(lambda script=script: rehearse(script, [])) for script in scripts]  # type: ignore[misc] # mypy cannot infer a lambda's default
    alone = [seconds(lambda match=match: by_the_rules(match)) for match in matches]  # type: ignore[misc] # the same
    rows = (
        ("a match of", "median s", "longest s", "target s", "times the rules alone"),
        ("---", "---:", "---:", "---:", "---:"),
        (
            "the whole board",
            f"{median(whole):.3f}",
            f"{max(whole):.3f}",
            f"{TARGET:g}",
            f"{median(whole) / median(alone):.0f}",
        ),
        ("the rules alone", f"{median(alone):.4f}", f"{max(alone):.4f}", "", "1"),
    )
    print()  # noqa: T201 - the table is what this is run for
    for row in rows:
        print(f"| {' | '.join(row)} |")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
