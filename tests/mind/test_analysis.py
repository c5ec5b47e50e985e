"""Judging a cycle's moves agrees with playing everything out, and says nothing it does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from exhaustive import value, worth_and_best
from iye.mind import Cancel, Judged, Solver, Turn, Value, analyse, deciding
from iye.mind.engine import Engine
from iye.mind.solver import Tell
from iye.rules import Cycle, Player, Position, parse_deal
from strategies import random_cycle

WORTH = {Value.WIN: 1, Value.TIE: 0, Value.LOSS: -1}
TURNS = {
    (1, 1): Turn.KEPT,
    (1, 0): Turn.WIN_TO_TIE,
    (1, -1): Turn.WIN_TO_LOSS,
    (0, 0): Turn.KEPT,
    (0, -1): Turn.TIE_TO_LOSS,
    (-1, -1): Turn.KEPT,
}


def endings(seed: int, count: int, moves: int = 6) -> list[Cycle]:
    """Give the last moves of random cycles, as cycles of their own."""
    rng = Random(seed)
    cycles = (random_cycle(rng, rng.choice(tuple(Player))) for _ in range(count))
    return [
        replace(cycle, moves=cycle.moves[-moves:], positions=cycle.positions[-moves - 1 :])
        for cycle in cycles
        if cycle.position.tiles.bit_count() == 1
    ]


def test_it_judges_as_playing_everything_out_does(make: Callable[[], Engine]) -> None:
    solver, turns = Solver(engine=make()), set()
    for cycle in endings(seed=61, count=60):
        judged = list(analyse(cycle, solver))
        assert [move.ply for move in judged] == [6, 5, 4, 3, 2, 1]
        for move in judged:
            position, after = cycle.positions[move.ply - 1 : move.ply + 1]
            assert (move.position, move.move) == (position, cycle.moves[move.ply - 1])
            worth, best = worth_and_best(position)
            worths = worth, -value(after)
            assert (WORTH[move.before], WORTH[move.after]) == worths, str(position)
            assert list(map(str, move.best or ())) == best, str(position)
            assert move.turn is TURNS[worths]
            assert move.mistake == (worths[0] != worths[1])
            assert move.only == (worth >= 0 and best == [str(move.move)])
            turns.add(move.turn)
    assert turns == set(Turn) - {Turn.UNKNOWN}


def test_values_can_be_had_for_either_player(make: Callable[[], Engine]) -> None:
    for cycle in endings(seed=62, count=10):
        for move in analyse(cycle, Solver(engine=make())):
            mine, theirs = (move.values(player) for player in (move.mover, move.mover.other))
            assert mine == (move.before, move.after)
            assert [WORTH[value] for value in theirs] == [-WORTH[value] for value in mine]


def test_from_the_deciding_move_on_the_value_is_how_the_cycle_ended(
    make: Callable[[], Engine],
) -> None:
    solver, decided = Solver(engine=make()), 0
    for cycle in endings(seed=63, count=40):
        judged = list(analyse(cycle, solver))
        last = deciding(judged)
        winner = None if cycle.end is None else cycle.end.winner
        final = {Player.ONE: Value.WIN, Player.TWO: Value.LOSS, None: Value.TIE}[winner]
        since = 0 if last is None else last.ply
        for move in judged:
            values = move.values(Player.ONE)
            if move.ply > since:
                assert values == (final, final)
            elif move.ply == since:
                assert values[0] is not final
                assert values[1] is final
        decided += last is not None
    assert decided > 10


def test_a_cycle_that_was_left_is_judged_up_to_there(make: Callable[[], Engine]) -> None:
    cycle = endings(seed=64, count=3)[0].undo()
    judged = list(analyse(cycle, Solver(engine=make())))
    assert [move.ply for move in judged] == [5, 4, 3, 2, 1]
    assert WORTH[judged[0].after] == -value(cycle.position)


def test_a_cycle_without_a_move_has_nothing_to_judge(make: Callable[[], Engine]) -> None:
    cycle = Cycle.begin(parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH"), Player.ONE)
    assert list(analyse(cycle, Solver(engine=make()), seconds=0.01)) == []


def test_what_the_time_is_too_short_for_is_unknown_and_no_mistake(
    make: Callable[[], Engine],
) -> None:
    cycle = random_cycle(Random(65), Player.ONE)
    first = list(analyse(cycle, Solver(engine=make()), seconds=0.002))[-1]
    assert (first.ply, first.before, first.best) == (1, Value.UNKNOWN, None)
    assert (first.turn, first.mistake, first.only) == (Turn.UNKNOWN, False, False)


def test_once_it_is_cancelled_nothing_more_comes(make: Callable[[], Engine]) -> None:
    cycle, cancel = random_cycle(Random(66), Player.ONE), Cancel()
    got: list[Judged] = []
    for move in analyse(cycle, Solver(engine=make()), cancel=cancel):
        got.append(move)
        if len(got) == 3:
            cancel.set()
    assert len(got) == 3


class _Forgetful(Solver):
    """A solver whose time is up in the positions named."""

    def __init__(self, unknown: set[object]) -> None:
        super().__init__()
        self._unknown = unknown

    def value(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        tell: Tell | None = None,
    ) -> Value:
        if position in self._unknown:
            return Value.UNKNOWN
        return super().value(position, seconds=seconds, cancel=cancel, tell=tell)


@pytest.mark.parametrize("worth", [Value.WIN, Value.LOSS])
def test_what_follows_from_the_position_next_to_it_is_known_all_the_same(worth: Value) -> None:
    """A win after a move proves one before it; after a move in a lost position all is lost."""
    shown = 0
    for cycle in endings(seed=67, count=30):
        for move in analyse(cycle, Solver()):
            if move.before is worth and move.after is worth:
                gap = cycle.positions[move.ply - 1 if worth is Value.WIN else move.ply]
                again = {m.ply: m for m in analyse(cycle, _Forgetful({gap}))}[move.ply]
                assert (again.before, again.after) == (worth, worth)
                shown += 1
    assert shown > 20
