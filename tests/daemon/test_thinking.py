"""The mind at the table: what it is asked, when it answers, and what is dropped of what it says."""

from __future__ import annotations

import asyncio
import logging
import threading
from random import Random
from typing import Any

import pytest

from iye import thinking
from iye.daemon import Daemon
from iye.mind import Opponent
from iye.rules import CENTRE, Cell, Move, Player, legal_moves, parse_move
from iye.table import (
    PEOPLE,
    PERSON,
    Answered,
    Awaiting,
    Button,
    ButtonPressed,
    Coached,
    Following,
    Hints,
    LayingOut,
    MatchEnded,
    MatchOver,
    MatchSet,
    MatchSetup,
    PadDeclared,
    Turn,
    mind,
)
from iye.thinking import Answering, Apart, Coaching, MindWishes, Thinking, task_of
from iye_hw.board_map import load_board_map
from iye_hw.simulated.simulated_panel import SimulatedPanel
from patience import PATIENCE
from thinking_rig import DEAL, Evening, evening

ALONE = (PERSON, mind(1))
QUICK = MindWishes(seconds=0.05, coach_seconds=0.3, pause=0.0)


def test_the_mind_is_asked_for_the_position_in_which_its_player_moves() -> None:
    async def play() -> None:
        board = Evening(prompt=False)
        await board.begin(ALONE)
        assert (task_of(board.table), board.desk.begun) == (None, 0)
        await board.put("c5")
        task = task_of(board.table)
        assert isinstance(task, Answering)
        assert (task.position, task.level) == (board.table.position, 1)
        assert board.desk.begun == 1
        board.close()

    evening(play)


def test_its_answer_is_the_levels_own_choice_and_comes_after_a_pause() -> None:
    async def play() -> None:
        board = Evening(prompt=True, wishes=MindWishes(pause=1.0))
        await board.begin(ALONE)
        board.panel.touch("c5")
        await asyncio.sleep(0.4)
        task = task_of(board.table)
        assert isinstance(task, Answering)
        phases = [board.table.phase]
        for seconds in (0.8, 0.3):
            await asyncio.sleep(seconds)
            phases.append(board.table.phase)
        chosen = Opponent(1, task.seed).choose(task.position).move
        assert phases == [Awaiting(), Awaiting(), Following(chosen)]
        board.close()

    evening(play)


def test_a_whole_cycle_is_played_through_the_chips_against_the_mind() -> None:
    async def play() -> Evening:
        board, rng = Evening(prompt=True, wishes=QUICK), Random(3)
        await board.begin(ALONE)
        for _ in range(200):
            phase = board.table.phase
            if isinstance(phase, MatchOver):
                break
            if isinstance(phase, Following):
                await board.put(str(phase.move.target))
            elif isinstance(phase, Turn):
                move = rng.choice(legal_moves(board.table.position))
                await board.make(move)
            elif isinstance(phase, LayingOut):  # a tie went before
                await board.put("c3")
            else:
                await asyncio.sleep(0.1)
        board.close()
        return board

    board = evening(play)
    cycle = board.table.match.cycles[-1]
    answers = [effect.move for effect in board.effects if isinstance(effect, Answered)]
    assert answers[-len(cycle.moves[1::2]) :] == list(cycle.moves[1::2])
    assert board.moves[-len(cycle.moves) :] == list(cycle.moves)
    assert any(isinstance(effect, MatchEnded) for effect in board.effects)


def test_an_undo_while_it_thinks_cancels_and_what_it_says_afterwards_is_dropped() -> None:
    async def play() -> None:
        board = Evening(prompt=False, wishes=QUICK)
        await board.begin(ALONE)
        await board.put("c5")
        await board.put("undo")
        board.desk.work()  # the job was begun before the undo
        assert task_of(board.table) is None
        await board.put("c3", "a3")
        assert board.desk.begun == 2
        board.desk.work()
        assert isinstance(board.effects[-1], Answered)
        assert board.moves[-1] == parse_move("a3")
        board.close()

    evening(play)


def test_an_answer_that_waits_out_its_pause_is_dropped_by_an_undo() -> None:
    async def play() -> None:
        board = Evening(prompt=True, wishes=MindWishes(pause=5.0))
        await board.begin(ALONE)
        await board.put("c5", "undo")
        await asyncio.sleep(10.0)
        assert isinstance(board.table.phase, Turn)
        board.close()

    evening(play)


def test_the_same_position_reached_again_is_thought_about_again() -> None:
    async def play() -> None:
        board = Evening(prompt=True, wishes=QUICK)
        await board.begin(ALONE)
        await board.put("c5")
        first = board.table.phase
        await board.put("undo", "c3", "c5")
        assert isinstance(first, Following)
        assert board.table.phase == first
        board.close()

    evening(play)


def test_what_a_cancelled_search_says_is_dropped_though_its_position_stands_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its time was cut short: the search that was begun for the position anew answers."""

    async def play() -> None:
        board = Evening(prompt=False, wishes=QUICK)
        await board.begin(ALONE)
        await board.put("c5")
        task = task_of(board.table)
        assert isinstance(task, Answering)

        def interrupted(*arguments: Any) -> None:
            at = board.daemon.now()
            board.daemon.post(ButtonPressed(Button.UNDO, at))
            for cell in (CENTRE, Cell.c5):
                board.daemon.post(PadDeclared(cell, at))
            arguments[-1](legal_moves(task.position)[-1])

        with monkeypatch.context() as patched:
            patched.setitem(thinking._THINKERS, Answering, interrupted)
            board.desk.work()
        assert (task_of(board.table), board.table.phase) == (task, Awaiting())
        board.desk.work()
        chosen = Opponent(1, task.seed).choose(task.position).move
        assert board.table.phase == Following(chosen)
        board.close()

    evening(play)


def test_an_answer_that_waits_out_its_pause_is_dropped_though_its_position_stands_again() -> None:
    async def play() -> None:
        board = Evening(prompt=False, wishes=MindWishes(pause=5.0))
        await board.begin(ALONE)
        await board.put("c5")
        board.desk.work()
        await board.put("undo", "c3", "c5")
        await asyncio.sleep(10.0)
        assert board.table.phase == Awaiting()
        board.close()

    evening(play)


def test_an_answer_that_waits_out_its_pause_is_dropped_when_the_board_closes() -> None:
    async def play() -> None:
        board = Evening(prompt=False, wishes=MindWishes(pause=5.0))
        await board.begin(ALONE)
        await board.put("c5")
        board.desk.work()
        board.close()
        await asyncio.sleep(10.0)
        assert board.table.phase == Awaiting()

    evening(play)


@pytest.mark.parametrize("seats", [PEOPLE, (mind(1), mind(2))])
def test_who_is_asked_follows_from_the_seats_alone(seats: tuple[object, object]) -> None:
    async def play() -> None:
        board = Evening(prompt=False)
        await board.begin(seats)  # type: ignore[arg-type]
        task = task_of(board.table)
        assert (task is None) == (seats == PEOPLE)
        board.close()

    evening(play)


def test_a_mind_that_fails_plays_a_plain_move_and_says_so_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_arguments: object) -> None:
        raise MemoryError("no room to think")

    monkeypatch.setitem(thinking._THINKERS, Answering, broken)

    async def play() -> None:
        board = Evening(prompt=True, wishes=QUICK)
        await board.begin(ALONE)
        await board.put("c5")
        phase = board.table.phase
        assert isinstance(phase, Following)
        assert phase.move in legal_moves(board.table.position)
        board.close()

    with caplog.at_level(logging.ERROR):
        evening(play)
    assert "plays a plain move" in caplog.text


def test_the_coach_looks_at_every_position_a_person_is_to_move_in() -> None:
    async def play() -> None:
        board = Evening(prompt=True, wishes=QUICK)
        await board.begin(PEOPLE)
        assert task_of(board.table) is None
        await board.put("hint")
        assert board.table.hints is Hints.COACH
        assert task_of(board.table) == Coaching(board.table.position)
        advice = board.table.advised
        assert advice is not None
        assert {verdict.move for verdict in advice.verdicts} == set(
            legal_moves(board.table.position)
        )
        await board.put("c5")
        assert board.table.advised is not None
        assert board.table.advised.position == board.table.position
        told = [effect for effect in board.effects if isinstance(effect, Coached)]
        assert {effect.advice.position for effect in told} >= {board.table.position}
        board.close()

    evening(play)


def test_the_coach_is_silent_for_the_minds_own_moves() -> None:
    async def play() -> None:
        board = Evening(prompt=False)
        await board.begin(ALONE)
        await board.put("hint")
        await board.put("c5")
        assert isinstance(task_of(board.table), Answering)
        board.close()

    evening(play)


def test_closing_cancels_and_begins_nothing_more() -> None:
    async def play() -> None:
        board = Evening(prompt=False)
        await board.begin(ALONE)
        await board.put("c5")
        board.close()
        assert board.desk.closed
        board.desk.work()  # it was cancelled before it began
        assert isinstance(board.table.phase, Awaiting)

    evening(play)


def test_on_a_thread_apart_it_answers_and_closing_waits_for_nothing() -> None:
    async def play() -> list[str]:
        loop = asyncio.get_running_loop()
        worker, names = Apart(loop), list[str]()
        done, closed, waited = asyncio.Event(), threading.Event(), list[bool]()

        def job(hand_over: thinking.HandOver) -> None:
            names.append(threading.current_thread().name)
            hand_over(lambda: names.append(threading.current_thread().name))
            hand_over(done.set)
            waited.append(closed.wait(PATIENCE))

        worker.run(job)
        async with asyncio.timeout(PATIENCE):
            await done.wait()
        worker.close()
        assert waited == []  # it still thinks
        closed.set()
        return names

    names = asyncio.run(play())
    assert names[0].startswith("mind")
    assert names[1] == "MainThread"


def test_what_a_thread_says_after_the_board_has_closed_harms_nobody() -> None:
    async def make() -> Apart:
        return Apart(asyncio.get_running_loop())

    worker, tried = asyncio.run(make()), threading.Event()

    def job(hand_over: thinking.HandOver) -> None:
        hand_over(lambda: None)
        tried.set()

    worker.run(job)
    assert tried.wait(PATIENCE)
    worker.close()


def test_a_level_that_solves_answers_from_a_real_thread_within_its_time() -> None:
    async def play() -> Move:
        loop = asyncio.get_running_loop()
        panel = SimulatedPanel(load_board_map(), loop, seed=1)
        daemon = Daemon(panel, loop)
        mind_ = Thinking(daemon, loop, MindWishes(seconds=0.2, pause=0.0))
        daemon.subscribe(mind_)
        await daemon.start()
        daemon.dealer.tell([DEAL])
        daemon.post(MatchSet(daemon.now(), MatchSetup(1, Player.ONE, seats=(PERSON, mind(10)))))
        daemon.post(PadDeclared(CENTRE, daemon.now()))
        daemon.post(PadDeclared(parse_move("c5").target, daemon.now()))
        async with asyncio.timeout(PATIENCE):
            while not isinstance(daemon.table.phase, Following):  # noqa: ASYNC110 - it tells observers
                await asyncio.sleep(0.01)
        phase = daemon.table.phase
        mind_.close()
        daemon.close()
        assert isinstance(phase, Following)
        assert phase.move in legal_moves(daemon.table.position)
        return phase.move

    assert asyncio.run(play())
