"""Two hundred matches between two boards over a real broker, on a line that does its worst.

The law of this module: every match has to end alike on both boards, and as the rulebook says; a
figure is printed, and a match that does not is named by its seed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import by_the_book
from broker_rig import Household, Mosquitto, Weather, lines_of, two_boards
from iye.rules import Cycle, format_position

MATCHES = 200
AT_ONCE = 3
"""Matches, two boards each; with eight, one process has more to do than a processor can."""
PATIENCE = 400.0
BAD = Weather(doubled=0.15, delayed=0.15, swapped=0.15, cut=0.005)


async def befall(rng: Random, broker: Mosquitto, homes: tuple[Household, Household]) -> str:
    """Do one of the things that happen to brokers, lines and boards."""
    what = rng.choice(("broker killed", "line cut", "board unplugged", "both unplugged"))
    match what:
        case "broker killed":
            broker.kill()
            await asyncio.sleep(rng.uniform(0.0, 1.0))
            await broker.start()
        case "line cut":
            rng.choice(homes).line.cut()
        case _:
            unplugged = homes if what == "both unplugged" else (rng.choice(homes),)
            for home in unplugged:
                await home.unplug()
            await asyncio.sleep(rng.uniform(0.0, 0.5))
            for home in unplugged:
                await home.plug_in()
    return what


async def one_match(seed: int, happened: Counter[str]) -> str | None:
    """Play a match; say what is wrong with it, if anything."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with two_boards(Path(folder), seed, BAD) as (broker, homes):
            deadline = time.monotonic() + PATIENCE
            while not all(home.over for home in homes):
                if time.monotonic() > deadline:
                    return f"seed {seed}: not at its end after {PATIENCE:.0f} s"
                await asyncio.sleep(rng.uniform(1.0, 8.0))
                happened[await befall(rng, broker, homes)] += 1
            return _judged(seed, homes)


def _judged(seed: int, homes: tuple[Household, Household]) -> str | None:
    one, two = (home.match for home in homes)
    if lines_of(one) != lines_of(two):
        return f"seed {seed}: the boards tell of two different matches"
    won = [_winner(cycle) for cycle in one.cycles]
    if one.winner != two.winner or one.winner != (1 if won.count(1) > won.count(2) else 2):
        return f"seed {seed}: the winner is not the rulebook's"
    said = [sentence for home in homes for sentence in home.said]
    return f"seed {seed}: {said[0]}" if said else None


def _winner(cycle: Cycle) -> int:
    return by_the_book.winner(format_position(cycle.positions[0]), map(str, cycle.moves))


async def soak(matches: int, first: int) -> int:
    """Play them, several at once; give the exit code."""
    happened: Counter[str] = Counter()
    gate, begun = asyncio.Semaphore(AT_ONCE), time.monotonic()

    async def play(seed: int) -> str | None:
        async with gate:
            return await one_match(seed, happened)

    wrong = [
        said for said in await asyncio.gather(*map(play, range(first, first + matches))) if said
    ]
    taken = time.monotonic() - begun
    print(f"two boards: {matches - len(wrong)} of {matches} matches ended alike, in {taken:.0f} s")  # noqa: T201
    print("  " + ", ".join(f"{what} {count} times" for what, count in sorted(happened.items())))  # noqa: T201
    for said in wrong:
        print(f"  {said}", file=sys.stderr)  # noqa: T201
    return 1 if wrong else 0


def main() -> None:
    """Play as many as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first", type=int, default=1)
    wishes = parser.parse_args()
    sys.exit(asyncio.run(soak(wishes.matches, wishes.first)))


if __name__ == "__main__":
    main()
