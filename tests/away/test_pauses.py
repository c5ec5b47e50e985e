"""How often a line is tried: soon, then seldom, and never two programs against each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from iye.away.pauses import FIRST_ASIDE, LONGEST_ASIDE, LONGEST_PAUSE, Pauses


@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0])
def test_a_broker_that_stays_away_is_tried_twice_as_seldom_every_time(chance: float) -> None:
    pauses = Pauses()
    taken = [pauses.after(0.1, chance, taken_over=False) for _ in range(20)]
    assert all(later in (2 * sooner, taken[-1]) for sooner, later in pairwise(taken))
    assert LONGEST_PAUSE / 2 <= taken[-1] <= LONGEST_PAUSE
    assert sum(taken[:4]) < 10  # one that was only restarted is soon found


def test_a_line_that_held_is_taken_up_again_at_once() -> None:
    pauses = Pauses()
    first = pauses.after(0.1, 1.0, taken_over=False)
    for _ in range(10):
        pauses.after(0.1, 1.0, taken_over=False)
    assert pauses.after(LONGEST_PAUSE + 1, 1.0, taken_over=False) == first


def test_a_broker_that_lets_in_and_throws_out_is_not_hammered() -> None:
    pauses = Pauses()
    taken = [pauses.after(2.0, 0.0, taken_over=False) for _ in range(100)]
    assert len([pause for pause in taken if pause < LONGEST_PAUSE / 2]) < 8


def test_two_programs_of_one_board_take_each_others_place_once_an_hour_at_most() -> None:
    """Each connects when its time aside is over, and so sends the other aside."""
    programs, now, swaps = (Pauses(), Pauses()), 0.0, 0
    held = 0.0
    while now < 7 * 86_400:
        held = programs[swaps % 2].after(held, 0.5, taken_over=True)
        now, swaps = now + held, swaps + 1
    assert swaps < 7 * 24 + 12


def test_time_aside_grows_from_a_minute_to_an_hour() -> None:
    pauses = Pauses()
    aside = [pauses.after(86_400.0, 0.0, taken_over=True) for _ in range(12)]
    assert aside[0] == FIRST_ASIDE
    assert aside == sorted(aside)
    assert aside[-1] == LONGEST_ASIDE
