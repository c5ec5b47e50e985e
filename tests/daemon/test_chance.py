"""Chance: deals told beforehand, then drawn ones, fair and repeatable by seed."""

from __future__ import annotations

from collections import Counter

from iye.chance import Dealer
from iye.rules import Kind, parse_deal

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")


def test_deals_told_beforehand_come_first_and_in_order() -> None:
    other = parse_deal("HSSSS/TSHSH/HSOTW/THSHH/WTWST")
    dealer = Dealer([DEAL, other], seed=1)
    assert [dealer.draw(), dealer.draw()] == [DEAL, other]
    assert dealer.draw() not in (DEAL, other)


def test_the_same_seed_draws_the_same_deals() -> None:
    one, two = Dealer(seed=7), Dealer(seed=7)
    assert [one.draw() for _ in range(5)] == [two.draw() for _ in range(5)]


def test_without_a_seed_two_dealers_do_not_draw_alike() -> None:
    assert [Dealer().draw() for _ in range(3)] != [Dealer().draw() for _ in range(3)]


def test_every_kind_comes_to_the_centre_as_often_as_it_has_tiles() -> None:
    # 5,000 draws: an Owl is expected 200 times, with a standard deviation of 14.
    dealer = Dealer(seed=3)
    seen = Counter(dealer.draw().kinds[12] for _ in range(5000))
    for kind in Kind:
        expected = 5000 * kind.total / 25
        assert abs(seen[kind] - expected) < 5 * expected**0.5
