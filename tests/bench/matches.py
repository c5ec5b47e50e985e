"""How long a whole match takes through the simulated board, beside the same by the rules alone.

Seconds of computing, on one core, for seeded random matches to two won cycles: chips, bus,
Adafruit's class, table and lights, in virtual time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from bench.figures import Figure, number
from iye.rehearsal.from_record import script_of
from iye.rehearsal.runner import rehearse
from iye.rules import Match
from strategies import random_match

NAMES = ("a match through the whole board, median", "the longest of them")
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


def measure() -> Iterator[Figure]:
    """Measure both ways of playing."""
    matches = [random_match(Random(seed)) for seed in range(MATCHES)]
    scripts = [tuple(script_of(match)) for match in matches]
    whole = [seconds(lambda script=script: rehearse(script, [])) for script in scripts]  # type: ignore[misc] # mypy cannot infer a lambda's default
    alone = [seconds(lambda match=match: by_the_rules(match)) for match in matches]  # type: ignore[misc] # the same
    times = median(whole) / median(alone)
    peer = f"the rules alone: {number(1000 * median(alone))} ms, 1/{times:.0f}"
    yield Figure(NAMES[0], median(whole), "s", at_most=TARGET, peer=peer)
    yield Figure(NAMES[1], max(whole), "s")
