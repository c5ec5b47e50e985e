"""What holds in every game, shown on random play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.rules import (
    CENSUS,
    CENTRE,
    Cell,
    Cycle,
    IllegalMoveError,
    Kind,
    Match,
    MatchError,
    Move,
    Player,
    Position,
    cycle_end,
    format_position,
    legal_moves,
    parse_deal,
    parse_position,
)
from strategies import cycles, matches, positions

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
MOVES = tuple(Move(cell, spent) for spent in (None, *Kind) for cell in Cell)


def held(position: Position, kind: Kind) -> int:
    return position.hand1.count(kind) + position.hand2.count(kind)


@given(cycles())
def test_every_tile_is_on_the_board_or_in_a_hand_or_was_spent(cycle: Cycle) -> None:
    for moves, position in enumerate(cycle.positions):
        spent = [move.spent for move in cycle.moves[:moves]]
        for kind in Kind:
            board = position.layout.count(kind)
            assert board + held(position, kind) + spent.count(kind) == CENSUS[kind]
            assert position.discarded(kind) == spent.count(kind)


@given(cycles())
def test_every_move_takes_one_tile_and_passes_the_turn(cycle: Cycle) -> None:
    for moves, position in enumerate(cycle.positions):
        assert position.tiles.bit_count() == 25 - moves
        assert position.mover is (cycle.first if moves % 2 == 0 else cycle.first.other)


@given(cycles())
def test_the_drum_stands_on_a_tile_only_before_the_first_move(cycle: Cycle) -> None:
    assert cycle.positions[0].drum == CENTRE
    assert cycle.positions[0].layout[CENTRE] is not None
    for move, position in zip(cycle.moves, cycle.positions[1:], strict=True):
        assert position.drum == move.target
        assert position.layout[position.drum] is None


@given(positions())
def test_the_tiles_as_a_set_are_those_of_the_layout(position: Position) -> None:
    for cell in Cell:
        assert bool(position.tiles & cell.bit) == (position.layout[cell] is not None)


@given(positions())
def test_legal_moves_are_exactly_those_without_an_objection(position: Position) -> None:
    legal = legal_moves(position)
    assert len(set(legal)) == len(legal)
    assert {move for move in MOVES if position.objection(move) is None} == set(legal)
    for move in set(MOVES) - set(legal):
        with pytest.raises(IllegalMoveError) as refusal:
            position.play(move)
        assert refusal.value.objection is position.objection(move)


@given(positions())
def test_a_cycle_has_ended_exactly_when_no_move_is_legal(position: Position) -> None:
    assert (cycle_end(position) is None) == bool(legal_moves(position))


@given(positions())
def test_playing_leaves_the_position_played_from_as_it_was(position: Position) -> None:
    before = format_position(position)
    for move in legal_moves(position):
        position.play(move)
    assert format_position(position) == before


@given(positions(), positions())
def test_positions_are_equal_exactly_when_their_texts_are(one: Position, other: Position) -> None:
    assert (one == other) == (format_position(one) == format_position(other))
    again = parse_position(format_position(one))
    assert again == one
    assert hash(again) == hash(one)


@given(cycles(), cycles())
def test_equal_positions_reached_by_other_moves_are_one(one: Cycle, other: Cycle) -> None:
    """The same text is the same position, however play led there."""
    met = {format_position(position): position for position in one.positions}
    for position in other.positions:
        twin = met.get(format_position(position))
        assert twin is None or (twin == position and hash(twin) == hash(position))


@given(cycles())
def test_taking_a_move_back_gives_the_very_same_cycle(cycle: Cycle) -> None:
    for move in legal_moves(cycle.position):
        assert cycle.play(move).undo() == cycle


@given(matches())
def test_taking_any_step_back_gives_the_very_same_match(match: Match) -> None:
    if match.current is not None:
        for move in legal_moves(match.current.position):
            assert match.play(move).undo() == match
    elif match.winner is None:
        first = match.beginner.decided or Player.TWO
        assert match.begin(DEAL, first).undo() == match


@given(matches())
def test_a_match_taken_back_to_nothing_is_a_new_match(match: Match) -> None:
    steps = sum(1 + len(cycle.moves) for cycle in match.cycles)
    wins = match.wins_needed
    for _ in range(steps):
        match = match.undo()
    assert match == Match(wins)


@given(matches())
def test_a_match_replayed_from_its_deals_and_moves_is_the_same(match: Match) -> None:
    again = Match(match.wins_needed)
    for cycle in match.cycles:
        again = again.begin(cycle.deal, cycle.first)
        for move in cycle.moves:
            again = again.play(move)
    assert again == match
    assert hash(again) == hash(match)


@given(matches())
def test_only_the_last_cycle_can_be_under_way_and_only_while_nobody_has_won(match: Match) -> None:
    assert all(cycle.end is not None for cycle in match.cycles[:-1])
    assert sum(match.wins) <= len(match.cycles)
    if match.winner is not None:
        assert match.current is None
        assert match.wins[match.winner - 1] == match.wins_needed


@given(matches(), st.sampled_from(Player))
def test_a_match_lets_a_cycle_begin_exactly_when_the_rules_do(match: Match, first: Player) -> None:
    last = match.cycles[-1] if match.cycles else None
    after_a_tie = last is not None and last.end is not None and last.end.winner is None
    allowed = (
        match.winner is None
        and match.current is None
        and not (after_a_tie and last is not None and first is last.first)
    )
    try:
        match.begin(DEAL, first)
    except MatchError:
        assert not allowed
    else:
        assert allowed
