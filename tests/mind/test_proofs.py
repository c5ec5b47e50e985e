"""The statements of docs/mind.md, tried on positions that can be played out in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exhaustive import late_positions, value
from iye.rules import Kind, Move, Player, Position, legal_moves


def with_one_more(position: Position, player: Player, kind: Kind) -> Position:
    """Put one of the discarded tiles into a hand."""
    hand = position.hand(player).plus(kind)
    one = player is Player.ONE
    return replace(position, hand1=hand) if one else replace(position, hand2=hand)


def every_tile_more(position: Position) -> Iterator[tuple[Player, Position]]:
    for kind in Kind:
        if position.discarded(kind):
            for player in Player:
                yield player, with_one_more(position, player, kind)


def test_a_tile_more_in_hand_never_hurts_its_owner() -> None:
    compared, better = 0, 0
    for position in late_positions(seed=11, count=500, most_tiles=5):
        here = value(position)
        for owner, richer in every_tile_more(position):
            gained = value(richer) - here
            gained = gained if owner is position.mover else -gained
            assert gained >= 0, f"{position} {owner}"
            compared, better = compared + 1, better + (gained > 0)
    assert compared > 2000
    assert better > 100


def test_spending_a_tile_to_where_natural_movement_leads_is_never_better() -> None:
    compared, worse = 0, 0
    for position in late_positions(seed=12, count=5000, most_tiles=6, least_tiles=3):
        for move in legal_moves(position):
            natural = Move(move.target)
            if move.spent is None or position.objection(natural) is not None:
                continue
            difference = value(position.play(natural)) - value(position.play(move))
            assert difference <= 0, f"{position} {move}"
            compared, worse = compared + 1, worse + (difference < 0)
    assert compared > 1000
    assert worse > 50
