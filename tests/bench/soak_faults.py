"""A thousand matches on a board that fails at random: part of `make bench-soak`.

Every match must end as the rules say, without a move that nobody meant and without an exception.
It prints a line for each that does not, then a table; its exit code says whether any did not.
Arguments: how many matches, and the first seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from time import monotonic

from fault_rig import Story, play, what_is_wrong

MATCHES = 1000


def one(seed: int) -> Story | str:
    """Play one match; what escapes from it is told, not raised."""
    try:
        return play(seed, wins=1 + seed % 3)
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return f"seed {seed}: {type(error).__name__}: {error}"


def main() -> int:
    """Play and print."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began, wrong, stories = monotonic(), 0, list[Story]()
    with ProcessPoolExecutor() as workers:
        for told in workers.map(one, range(first, first + matches), chunksize=4):
            complaints = [told] if isinstance(told, str) else what_is_wrong(told)
            wrong += bool(complaints)
            for line in complaints:
                print(line[:300])  # noqa: T201 - the report is what this is run for
            if isinstance(told, Story):
                stories.append(told)
    faults: Counter[str] = sum((story.faults for story in stories), Counter())
    hours = sum(story.seconds for story in stories) / 3600
    for name, value in (
        ("matches", matches),
        ("not as they should be", wrong),
        ("hours of play", f"{hours:.1f}"),
        ("faults", faults.total()),
        ("touches repeated", sum(story.repeated for story in stories)),
        ("said on the page instead", sum(story.declared for story in stories)),
        ("median of each match's slowest move, s", f"{median(s.slowest for s in stories):.1f}"),
        ("slowest move, s", f"{max(s.slowest for s in stories):.1f}"),
        ("matches a minute", f"{60 * matches / (monotonic() - began):.0f}"),
    ):
        print(f"| {name} | {value} |")  # noqa: T201 - the same
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
