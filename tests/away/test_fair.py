"""The deal that both draw: complete, repeatable, bound to what it is for, and fair."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

from iye.away.fair import Draw, commitment, deal_of, first_of
from iye.rules import Kind, Player

DRAW = Draw("m" * 32, "s" * 16, 1)
NONCES = ("0" * 32, "1" * 32)


def test_a_commitment_is_the_hash_of_the_number_and_of_what_it_is_for() -> None:
    text = f"iye|commit|{DRAW.match}|{DRAW.state}|1|2|{NONCES[1]}"
    assert commitment(DRAW, Player.TWO, NONCES[1]) == hashlib.sha256(text.encode()).hexdigest()


def test_every_deal_has_all_tiles_and_comes_out_the_same_again() -> None:
    for number in range(50):
        deal = deal_of(DRAW, (f"{number:032x}", NONCES[1]))
        assert Counter(deal.kinds) == {kind: kind.total for kind in Kind}
        assert deal == deal_of(DRAW, (f"{number:032x}", NONCES[1]))


def test_each_number_the_match_its_state_and_the_cycle_all_change_the_deal() -> None:
    draws = [DRAW, replace(DRAW, match="n" * 32), replace(DRAW, state="t" * 16),
             replace(DRAW, cycle=2)]  # fmt: skip
    deals = [deal_of(draw, NONCES) for draw in draws]
    deals += [deal_of(DRAW, (NONCES[1], NONCES[1])), deal_of(DRAW, (NONCES[0], NONCES[0]))]
    assert len(set(deals)) == len(deals)


def test_the_owl_lies_on_every_cell_as_often_as_chance_would_have_it() -> None:
    """Chi-square over 25 cells: 24 degrees of freedom pass 51.2 once in a thousand times."""
    times = 5000
    deals = (deal_of(DRAW, (f"{number:032x}", NONCES[1])) for number in range(times))
    found = Counter(deal.kinds.index(Kind.OWL) for deal in deals)
    expected = times / 25
    assert sum((found[cell] - expected) ** 2 / expected for cell in range(25)) < 51.2


def test_either_player_begins_as_often() -> None:
    """Of 2,000 fair coins fewer than 900 or more than 1,100 fall alike once in 130,000 times."""
    firsts = Counter(first_of(DRAW, (f"{number:032x}", NONCES[1])) for number in range(2000))
    assert 900 <= firsts[Player.ONE] <= 1100
