"""The native core against its twin, with much of its memory filled by other questions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from exhaustive import late_positions
from iye.mind import Solver
from iye.mind.engine import TIE, WIN, Native
from iye.mind.reference import Reference
from iye.rules import Hand, Kind, Player, Position, parse_position
from mind_rig import needs_native
from strategies import random_cycle

pytestmark = needs_native


def test_it_answers_like_its_twin_on_thousands_of_positions() -> None:
    native, twin = Solver(engine=Native()), Solver(engine=Reference())
    for position in late_positions(seed=21, count=2500, most_tiles=9):
        ours, theirs = native.solve(position), twin.solve(position)
        assert (ours.value, ours.best) == (theirs.value, theirs.best), str(position)


def test_it_answers_like_its_twin_with_more_tiles_left() -> None:
    native, twin = Solver(engine=Native()), Solver(engine=Reference())
    for position in late_positions(seed=22, count=20, most_tiles=12, least_tiles=11):
        ours, theirs = native.solve(position), twin.solve(position)
        assert (ours.value, ours.best) == (theirs.value, theirs.best), str(position)


def test_what_it_knows_of_a_cycle_holds_for_every_position_of_it_in_any_order() -> None:
    rng = Random(23)
    native = Solver(engine=Native(memory_mb=8))
    for _ in range(60):
        positions = [p for p in random_cycle(rng, Player.ONE).positions if p.tiles.bit_count() < 11]
        for position in rng.sample(positions, len(positions)):
            fresh = Solver(engine=Reference()).solve(position)
            known = native.solve(position)
            assert (known.value, known.best) == (fresh.value, fresh.best), str(position)


def other_hands(rng: Random, position: Position) -> Position:
    """Deal what is not on the board anew to hands and discards."""
    counts: tuple[list[int], list[int]] = ([], [])
    for kind in Kind:
        free = kind.total - position.layout.count(kind)
        first = rng.randint(0, free)
        counts[0].append(first)
        counts[1].append(rng.randint(0, free - first))
    return replace(position, hand1=Hand.of(*counts[0]), hand2=Hand.of(*counts[1]))


def test_a_proof_for_some_hands_is_never_taken_for_others_that_it_does_not_cover() -> None:
    """One memory, and hundreds of pairs of hands over each board."""
    rng = Random(24)
    core = Native()
    for position in late_positions(seed=24, count=25, most_tiles=7, least_tiles=3):
        for _ in range(150):
            asked = other_hands(rng, position)
            for goal in (WIN, TIE):
                assert core.ask(asked, goal) is Reference().ask(asked, goal), str(asked)


LATE = parse_position("...../...../..S../..H../..... c1 1 S1 T1")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({0: bytes(24)}, "there are 25 cells"),
        ({1: 0}, "tiles is a set of cells, not empty"),
        ({1: 1 << 25}, "tiles is a set of cells, not empty"),
        ({2: 25}, "the drum is on one of 25 cells"),
        ({2: -1}, "the drum is on one of 25 cells"),
        ({3: 1 << 13}, "a hand is 13 bits"),
        ({4: 1 << 13}, "a hand is 13 bits"),
        ({5: 2}, "a goal is 1, to win, or 0, to tie at least"),
        ({0: bytes([255] * 25)}, "a kind is 0 to 4"),
        ({0: bytes(25)}, "there are more tiles than the game has"),
        ({3: 1, 4: 1}, "there are more tiles than the game has"),
    ],
)
def test_the_core_refuses_what_is_no_position(change: dict[int, object], sentence: str) -> None:
    from iye.mind._core import Core  # noqa: PLC0415 - it may not be there
    from iye.mind.key import kinds_of, state_of  # noqa: PLC0415

    arguments: list[object] = [kinds_of(LATE), *state_of(LATE), WIN]
    for place, value in change.items():
        arguments[place] = value
    with pytest.raises(ValueError, match=sentence):
        Core().ask(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("memory_mb", [7, 0, -1, 1 << 30])
def test_the_core_refuses_memory_it_cannot_work_with(memory_mb: int) -> None:
    with pytest.raises(ValueError, match="the mind takes 8 MB or more"):
        Native(memory_mb)
