"""The table as a page sees it: all that the page may offer is said, since it knows no rules."""

from __future__ import annotations

from random import Random

import pytest

from iye.companion.messages import HandOver, LastMove, Payment, Way
from iye.companion.view import history_of, state_of
from iye.rules import Cell, Player, format_position, legal_moves
from iye.table import Button, ChoosingPayment, DealWay, MatchSetup
from table_hands import DEAL, Hands, at_turn


def test_a_sleeping_board_has_nothing_on_it() -> None:
    state = state_of(Hands().table)
    assert (state.phase, state.cycle, state.tiles) == ("asleep", 0, "." * 25)
    assert (state.drum, state.mover, state.first, state.targets) == (None, None, None, {})
    assert state.hands == (dict.fromkeys("OWTHS", 0), dict.fromkeys("OWTHS", 0))


def test_the_first_turn_shows_targets_of_the_natural_movement() -> None:
    # By hand: the drum on c3, on a Sun... its natural targets cost nothing, so all are ''.
    hands = at_turn()
    state = state_of(hands.table)
    natural = {str(move.target) for move in legal_moves(hands.position) if move.spent is None}
    assert state.targets == dict.fromkeys(natural, "")
    assert (state.phase, state.mover, state.first, state.drum, state.cycle) == (
        "turn",
        1,
        1,
        "c3",
        1,
    )
    assert state.tiles[:5] == "STWHH"


def test_a_move_is_told_with_what_goes_where() -> None:
    hands = at_turn("c5")
    state = state_of(hands.table)
    assert state.last_move == LastMove(1, "c5", "c3", "c5")
    assert state.handover == HandOver("c5", "S", 2)
    assert state.tiles[22] == "."
    assert state.hands[1]["S"] == 1
    assert state.mover == 2


def test_a_move_taken_back_is_told_with_the_way_back() -> None:
    hands = at_turn("c5")
    hands.press(Button.UNDO)
    state = state_of(hands.table)
    assert state.way_back == Way("c3", {"c5": "S"}, ["2S"], [])
    hands.play("c3")
    assert state_of(hands.table).way_back is None


def test_a_spent_tile_taken_back_returns_to_its_hand() -> None:
    hands, chance = at_turn(), Random(1)
    while not (spending := [m for m in legal_moves(hands.position) if m.spent is not None]):
        hands.play(chance.choice(legal_moves(hands.position)))
    move, mover = spending[0], hands.position.mover
    hands.play(move)
    hands.press(Button.UNDO)
    way = state_of(hands.table).way_back
    assert way is not None
    assert way.regained == [f"{mover:d}{move.spent.letter}"] if move.spent else False


def test_a_wrong_landing_is_told() -> None:
    hands = at_turn()
    hands.put("e1")
    assert state_of(hands.table).wrong == "e1"


@pytest.mark.parametrize("seed", range(40))
def test_targets_payments_and_ends_are_those_of_the_rules(seed: int) -> None:
    chance = Random(seed)
    hands = at_turn(wins=1)
    while hands.table.match.current is not None:
        position = hands.position
        state = state_of(hands.table)
        legal = legal_moves(position)
        assert set(state.targets) == {str(move.target) for move in legal}
        for target, kinds in state.targets.items():
            ways = {move.spent for move in legal if str(move.target) == target}
            letters = {kind.letter for kind in ways if kind is not None}
            assert set(kinds) == (set() if None in ways else letters)
        hands.put(chance.choice(legal).target)
        phase = hands.table.phase
        if isinstance(phase, ChoosingPayment):
            paid = "".join(kind.letter for kind in phase.kinds)
            assert state_of(hands.table).payment == Payment(str(phase.cell), paid)
            hands.tap(f"{position.mover:d}{phase.kinds[0].letter}")
    end, told = hands.table.match.cycles[-1].end, state_of(hands.table).end
    assert end is not None
    assert told is not None
    assert (told.reason, told.winner) == (end.reason.value, end.winner or 0)
    assert (told.points is None) == (told.takers is None) == (end.score is None)
    played = history_of(hands.table.match).cycles[0]
    assert len(played.positions) == len(played.moves) + 1
    assert played.positions[-1] == format_position(hands.table.match.cycles[0].position)
    assert played.end == told


def test_laying_by_hand_shows_what_is_told_and_what_is_left() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.TWO, DealWay.LAID, ("a", "b")))
    hands.tap("1H", Cell.a1)
    state = state_of(hands.table)
    assert (state.phase, state.telling, state.first) == ("laying_by_hand", "H", 2)
    assert state.tiles == "H" + "." * 24
    assert sum(state.untold.values()) == 24
    assert state.names == ("a", "b")
