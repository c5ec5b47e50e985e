"""The line that follows a move: best play as playing everything out has it, and what decides it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from exhaustive import late_positions, value, worth_and_best
from iye.mind import Cancel, Solver, Value
from iye.mind.engine import Engine
from iye.mind.line import Line, main_line
from iye.rules import (
    CENSUS,
    EndReason,
    IllegalMoveError,
    Kind,
    Player,
    cycle_end,
    legal_moves,
    parse_move,
    parse_position,
)
from iye.table import Decides
from mind_rig import START

WORTH = {Value.WIN: 1, Value.TIE: 0, Value.LOSS: -1}


def line(position: str, move: str) -> Line:
    return main_line(parse_position(position), parse_move(move), Solver())


def test_every_move_after_the_first_is_a_best_one_and_the_last_ends_the_cycle(
    make: Callable[[], Engine],
) -> None:
    solver, reasons = Solver(engine=make()), Counter[Decides]()
    for position in late_positions(seed=71, count=120, most_tiles=6):
        for move in legal_moves(position):
            found = main_line(position, move, solver, seconds=60)
            here = position.play(move)
            assert (found.position, found.moves[0]) == (position, move)
            assert WORTH[found.value] == -value(here), f"{position} {move}"
            for follows in found.moves[1:]:
                assert str(follows) in worth_and_best(here)[1], f"{position} {move}"
                here = here.play(follows)
            assert found.end == cycle_end(here) is not None
            reasons[found.decides] += 1
    assert set(reasons) == set(Decides) - {Decides.UNKNOWN}


def points_if_other_took(found: Line, kind: Kind) -> int:
    """Give the winner's lead if the other player had taken this kind."""
    assert found.winner is not None
    assert found.points is not None
    lead = found.points[found.winner - 1] - found.points[found.winner.other - 1]
    return lead - 2 * CENSUS[kind]


def test_the_reason_fits_the_end(make: Callable[[], Engine]) -> None:
    solver = Solver(engine=make())
    for position in late_positions(seed=72, count=150, most_tiles=6):
        for move in legal_moves(position)[:3]:
            found = main_line(position, move, solver, seconds=60)
            assert found.end is not None
            assert (found.decides is Decides.STUCK) == (found.end.reason is EndReason.STUCK)
            assert (found.decides is Decides.LEVEL) == (found.winner is None)
            assert (found.decides is Decides.MAJORITY) == (found.kind is not None)
            if found.kind is not None:
                assert points_if_other_took(found, found.kind) <= 0


@pytest.mark.parametrize(
    ("position", "winner", "decided", "points"),
    [
        # Player 2 takes the only Horse, 7, to the 5 of the Tree held before; 1 has the Sun's 9.
        (
            "...../...../..S../..H../..... c1 1 S1 T1",
            Player.TWO,
            (Decides.MAJORITY, Kind.HORSE),
            (9, 12),
        ),
        # Suns are level then, and the Tree was player 2's already.
        ("...../...../..H../..S../..... c1 1 S1 T1", Player.TWO, (Decides.POINTS, None), (0, 5)),
        # Sun 9 against Owl 1, Water 3 and Tree 5.
        ("...../...../..H../..O../..... c1 1 S1 W1T1", None, (Decides.LEVEL, None), (9, 9)),
        # From c2 neither a diagonal step nor a corner nor two straight spaces lead to d4 or d5.
        ("...H./...H./...../..S../..... c1 1 W1 T1", Player.ONE, (Decides.STUCK, None), None),
    ],
    ids=["majority", "points", "level", "stuck"],
)
def test_what_decides_it_once_the_drum_goes_to_c2(
    position: str,
    winner: Player | None,
    decided: tuple[Decides, Kind | None],
    points: tuple[int, int] | None,
) -> None:
    found = line(position, "c2")
    assert found.moves == (parse_move("c2"),)
    assert (found.winner, (found.decides, found.kind), found.points) == (winner, decided, points)


def test_a_won_line_goes_on_to_where_it_is_won() -> None:
    """1 gives a Tree, 2 has to spend one to give the Horse, and Sun and Horse are 16 to 5.

    The second Sun could have levelled them, so that the Suns were open and decide it.
    """
    found = line("...../...../..S../..H../.T... c1 1 S1 T1", "b1")
    assert list(map(str, found.moves)) == ["b1", "Tc2"]
    assert (found.value, found.winner, found.points) == (Value.WIN, Player.ONE, (16, 5))
    assert (found.decides, found.kind) == (Decides.MAJORITY, Kind.SUN)


def test_without_the_time_it_is_the_move_alone_and_nothing_is_said() -> None:
    move = legal_moves(START)[0]
    found = main_line(START, move, Solver(), seconds=0)
    assert (found.moves, found.value, found.end) == ((move,), Value.UNKNOWN, None)
    assert (found.decides, found.winner, found.points) == (Decides.UNKNOWN, None, None)


def test_cancelled_it_is_the_move_alone() -> None:
    cancel = Cancel()
    cancel.set()
    found = main_line(START, legal_moves(START)[0], Solver(), cancel=cancel)
    assert (len(found.moves), found.value) == (1, Value.UNKNOWN)


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        main_line(START, parse_move("a1"), Solver())
