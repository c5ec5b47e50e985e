"""The tiles and hands of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.rules import CENSUS, LETTERS, Hand, Kind

HANDS = st.tuples(*(st.integers(0, total) for total in CENSUS))


def test_the_game_has_one_owl_three_water_five_trees_seven_horses_and_nine_suns() -> None:
    totals = {kind.letter: kind.total for kind in Kind}
    assert totals == {"O": 1, "W": 3, "T": 5, "H": 7, "S": 9}
    assert sum(CENSUS) == 25
    assert LETTERS == "OWTHS"


@given(HANDS)
def test_a_hand_gives_back_the_counts_it_was_made_of(counts: tuple[int, ...]) -> None:
    hand = Hand.of(*counts)
    assert tuple(hand.counts()) == counts
    assert hand.size == sum(counts)
    assert hand.kinds == tuple(kind for kind in Kind if counts[kind])
    assert hand == Hand.of(*counts)
    assert repr(hand) == f"Hand.of({', '.join(map(str, counts))})"


@given(HANDS, st.sampled_from(Kind))
def test_a_tile_more_and_a_tile_fewer_touch_that_kind_alone(
    counts: tuple[int, ...], kind: Kind
) -> None:
    if counts[kind] == kind.total:
        return
    more = list(counts)
    more[kind] += 1
    assert Hand.of(*counts).plus(kind) == Hand.of(*more)
    assert Hand.of(*more).minus(kind) == Hand.of(*counts)


@pytest.mark.parametrize("kind", Kind)
def test_a_hand_cannot_hold_more_of_a_kind_than_the_game_has(kind: Kind) -> None:
    counts = [0] * 5
    counts[kind] = kind.total + 1
    with pytest.raises(ValueError, match=rf"cannot hold {kind.total + 1} {kind.letter} of"):
        Hand.of(*counts)


def test_a_hand_cannot_hold_fewer_than_none() -> None:
    with pytest.raises(ValueError, match="cannot hold -1 S of 9"):
        Hand.of(0, 0, 0, 0, -1)


def test_a_hand_needs_a_count_for_every_kind() -> None:
    with pytest.raises(ValueError, match=r"five counts, one a kind, not 4"):
        Hand.of(1, 2, 3, 4)
