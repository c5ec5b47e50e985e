"""Two boards on simulated chips play one match over a real broker, whatever happens to the line.

The bench plays two hundred such matches; here are a few of each sort. Time is real, since the
broker's is: hands are fast, and nothing waits for longer than it has to.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import by_the_book
from broker_rig import Household, Weather, lines_of, two_boards, until
from iye.rules import format_position

Homes = tuple[Household, Household]
BAD = Weather(doubled=0.15, delayed=0.15, swapped=0.15, cut=0.005)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def over(homes: Homes) -> bool:
    return all(home.over for home in homes)


def ended_alike(homes: Homes) -> None:
    """Both tables tell of the same match, and the rulebook says so too."""
    one, two = (home.match for home in homes)
    assert lines_of(one) == lines_of(two)
    won = [
        by_the_book.winner(format_position(cycle.positions[0]), map(str, cycle.moves))
        for cycle in one.cycles
    ]
    assert one.winner == two.winner == (1 if won.count(1) > won.count(2) else 2)
    for home in homes:
        assert home.away.view.stopped is None
        assert home.said == []


def test_a_whole_match_on_a_good_line(folder: Path) -> None:
    async def evening() -> None:
        async with two_boards(folder, seed=1) as (_, homes):
            await until(lambda: over(homes))
            ended_alike(homes)
            await until(lambda: all(home.away.view.followed for home in homes))
            assert [home.away.view.name for home in homes] == ["Bek", "Ada"]

    asyncio.run(evening())


def test_a_whole_match_on_a_line_that_doubles_delays_swaps_and_cuts(folder: Path) -> None:
    async def evening() -> None:
        async with two_boards(folder, seed=2, weather=BAD) as (_, homes):
            await until(lambda: over(homes), 150)
            ended_alike(homes)
            lines = [home.line for home in homes]
            assert sum(line.doubled for line in lines) > 5
            assert sum(line.delayed for line in lines) > 5
            assert sum(line.swapped for line in lines) > 5

    asyncio.run(evening())


def test_a_match_goes_on_after_the_broker_was_killed_and_has_forgotten_everything(
    folder: Path,
) -> None:
    async def evening() -> None:
        async with two_boards(folder, seed=3) as (broker, homes):
            for moves in (3, 8, 13):
                await until(lambda moves=moves: homes[0].table.point.moves >= moves or over(homes))
                broker.kill()
                await until(lambda: not any(home.away.view.online for home in homes))
                await broker.start()
            await until(lambda: over(homes), 90)
            ended_alike(homes)

    asyncio.run(evening())


def test_a_match_goes_on_after_boards_were_unplugged_in_mid_move_one_and_both(folder: Path) -> None:
    async def evening() -> None:
        rng = Random(4)
        async with two_boards(folder, seed=4) as (_, homes):
            for moves in (1, 4, 7, 10, 13):
                await until(lambda moves=moves: homes[0].table.point.moves >= moves or over(homes))
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                unplugged = homes if moves % 2 else (rng.choice(homes),)
                for home in unplugged:
                    await home.unplug()
                for home in unplugged:
                    await home.plug_in()
            await until(lambda: over(homes), 90)
            ended_alike(homes)

    asyncio.run(evening())


def test_each_page_is_told_when_the_other_board_goes_and_comes_back(folder: Path) -> None:
    async def evening() -> None:
        async with two_boards(folder, seed=5) as (_, (one, two)):
            await until(lambda: one.away.view.other is True and two.away.view.other is True)
            await two.unplug()
            await until(lambda: one.away.view.other is False)
            assert one.away.view.online
            await two.plug_in()
            await until(lambda: one.away.view.other is True)

    asyncio.run(evening())
