"""The analysis of the match at the board, as pages ask for it and are shown it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion_rig import Page, Rig, served
from exhaustive import value, worth_and_best
from iye.companion.analyst import Analyst
from iye.rules import Cycle, Match, Player, parse_deal, parse_move
from iye.table import PERSON, Awaiting, MatchSetup, Table, mind
from patience import PATIENCE

DEAL = "SHWSH/TTHSH/SSSHS/TWHWS/TTOSH"
MOVES = (
    "e3 e1 d1 Se5 d5 b5 a5 a3 c3 c4 c5 Wc2 e2 e4 d4 d3 d2 Sa1 a2 Wb3 b2 b1 c1 Ob4".split()  # noqa: SIM905 - as in a record
)
"""The sample match's first cycle; it ends in a tie."""
PLAYED_OUT = 19
"""From the move of this number on, all there is can be played out in a test."""


def cycle_of(count: int = len(MOVES)) -> Cycle:
    cycle = Cycle.begin(parse_deal(DEAL), Player.ONE)
    for move in MOVES[:count]:
        cycle = cycle.play(parse_move(move))
    return cycle


async def play(page: Page, count: int = len(MOVES)) -> None:
    """Begin the sample match and make its first moves, which need not be at the table's pace."""
    await page.wish("new_match", first=1, deal=DEAL)
    await page.wish("drum_here", cell="c3")
    for ply, move in enumerate(MOVES[:count]):
        if len(move) == 3:
            await page.wish("tap", pad=f"{1 + ply % 2}{move[0]}")
        await page.wish("drum_here", cell=move[-2:])
    await page.until(lambda: moves_played(page) == list(MOVES[:count]))


def moves_played(page: Page) -> list[str]:
    cycles = page.told("history")[-1]["cycles"]
    return cycles[-1]["moves"] if cycles else []


def judged(page: Page) -> list[list[dict[str, Any]]]:
    cycles: list[list[dict[str, Any]]] = page.told("analysis")[-1]["cycles"]
    return cycles


def status(page: Page) -> str:
    return str(page.told("analysis")[-1]["status"]) if page.told("analysis") else ""


def winner(worth: int, mover: Player) -> int:
    """Say who wins by the mover's worth: 1 win, 0 tie, -1 loss."""
    return 0 if not worth else int(mover if worth > 0 else mover.other)


@served()
async def test_what_was_played_is_judged_as_playing_everything_out_does(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        await play(page)
        await page.wish("analyse", seconds=0.2)
        await other.until(lambda: status(other) == "running")
        await page.until(lambda: status(page) == "resting")
        cycle = cycle_of()
        told = {move["ply"]: move for move in judged(page)[0]}
        for ply in range(PLAYED_OUT, len(MOVES) + 1):
            before, after = cycle.positions[ply - 1 : ply + 1]
            worth, best = worth_and_best(before)
            move = told[ply]
            assert (move["move"], move["player"]) == (MOVES[ply - 1], before.mover)
            assert move["before"] == winner(worth, before.mover)
            assert move["after"] == winner(value(after), after.mover)
            assert move["mistake"] == (move["before"] != move["after"])
            assert move["best"] == best
        assert told[17]["mistake"]  # d2, where b3 would have won
        async with rig.page() as late:
            assert judged(late) == judged(page)


@served()
async def test_where_nothing_is_played_there_is_nothing_to_judge(rig: Rig) -> None:
    async with rig.page() as page:
        assert await page.refusal("analyse") == "nothing_played"
        await play(page, 0)
        assert await page.refusal("analyse") == "nothing_played"
        for seconds in (0, 61, "long"):
            assert await page.refusal("analyse", seconds=seconds) == "bad_message"


@served(code="123456")
async def test_only_joined_pages_have_the_board_think(rig: Rig) -> None:
    async with rig.page() as page:
        assert await page.refusal("analyse") == "not_joined"


@served()
async def test_what_is_taken_back_is_forgotten_and_a_new_match_is_not_judged(rig: Rig) -> None:
    async with rig.page() as page:
        await play(page, 22)
        await page.wish("analyse", seconds=0.1)
        await page.until(lambda: status(page) == "resting")
        assert [move["ply"] for move in judged(page)[0]][-3:] == [20, 21, 22]
        await page.wish("press", button="undo")
        await page.until(lambda: [move["ply"] for move in judged(page)[0]][-2:] == [20, 21])
        await page.wish("new_match", first=1)
        await page.until(lambda: judged(page) == [])


@served()
async def test_it_stops_when_nobody_wants_it_any_more(rig: Rig) -> None:
    async with rig.page() as page:
        await play(page, 3)
        await page.wish("analyse", seconds=60)  # 22 tiles left: it will not get far
        await page.until(lambda: status(page) == "running")
        await page.wish("analyse", on=False)
        await page.until(lambda: status(page) == "resting")
        assert judged(page) == [[]]
        await page.wish("analyse", seconds=60)
        await page.until(lambda: status(page) == "running")
        await page.wish("new_match", first=1)
        await page.until(lambda: status(page) == "resting")


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def rest(analyst: Analyst) -> None:
    await until(lambda: not analyst.running)


def test_more_time_is_spent_only_on_what_is_not_known() -> None:
    async def scene() -> None:
        analyst, match = Analyst(), Match(2, (cycle_of(4),))  # no machine solves 21 tiles so soon
        assert analyst.begin(match, 0.05)
        await rest(analyst)
        told = analyst.word().cycles[0]
        assert [move.before for move in told] == [None, None, None]  # three will do
        assert analyst.begin(match, 0.05)
        assert analyst.word().status == "resting"  # it would find the same
        assert analyst.begin(match, 0.06)
        assert analyst.word().status == "running"
        await analyst.close()
        known = Match(2, (cycle_of(),))
        assert analyst.begin(known, 0.05)
        await rest(analyst)
        assert analyst.begin(Match(2, (cycle_of(), cycle_of(0))), 0.05)
        assert analyst.word().status == "resting"
        assert len(analyst.word().cycles) == 2

    asyncio.run(scene())


def test_one_that_is_stopped_does_not_hold_up_the_next() -> None:
    """Whoever stops and begins again at once is not told that it rests, and nothing done."""

    async def scene() -> None:
        analyst, match = Analyst(), Match(2, (cycle_of(),))
        for _ in range(3):
            assert analyst.begin(match, 60)
            analyst.stop()
            assert analyst.word().status == "resting"
        assert analyst.begin(match, 0.05)
        assert analyst.word().status == "running"
        await rest(analyst)
        assert [move.ply for move in analyst.word().cycles[0]][-1] == len(MOVES)
        assert analyst.begin(match, 60)
        other = Cycle.begin(parse_deal(DEAL), Player.TWO).play(parse_move(MOVES[0]))
        assert analyst.begin(Match(2, (other,)), 60)
        assert analyst.word().status == "running"
        await analyst.close()
        assert analyst.word().status == "resting"

    asyncio.run(scene())


def test_it_waits_while_the_mind_has_to_move() -> None:
    async def scene() -> None:
        analyst, match = Analyst(), Match(2, (cycle_of(23),))
        setup = MatchSetup(seats=(PERSON, mind(3)))
        mine = Table(setup, match, phase=Awaiting())  # player 2 has the last move
        words: list[str] = []
        analyst.subscribe(lambda: words.append(analyst.word().status))
        analyst.follow(mine)
        assert analyst.begin(match, 0.05)
        await until(lambda: words[-1:] == ["waiting"] and analyst.word().cycles[0])
        waiting = analyst.word().cycles[0]
        await asyncio.sleep(0.2)  # so long that it would have gone on
        assert analyst.word().cycles[0] == waiting
        assert [move.ply for move in waiting] == [23]
        analyst.follow(replace(mine, setup=MatchSetup()))  # nobody asks the mind for this one
        await rest(analyst)
        assert len(analyst.word().cycles[0]) > 3

    asyncio.run(scene())


@pytest.mark.parametrize("program", ["/bin/false", "/there/is/no/such/program"])
def test_a_search_that_fails_is_said_to_have_failed(
    program: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sys.executable", program)

    async def scene() -> None:
        analyst = Analyst()
        assert analyst.begin(Match(2, (cycle_of(),)), 0.1)
        await rest(analyst)
        assert analyst.word().status == "failed"
        analyst.follow(Table(match=Match(2)))
        assert analyst.word().status == "resting"  # of another match nothing has failed

    asyncio.run(scene())
    assert "the analysis of a match" in caplog.text
    caplog.clear()
