"""What everybody at a broker may see of a board."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from away_rig import finish, follow, move, room, settle
from iye.away.sealed import LARGEST
from iye.away.shown import read_shown, shown, write_shown
from iye.rules import format_deal, format_position
from iye.table import Table


def test_a_match_is_shown_whole_in_the_games_notation_and_alike_by_both_boards() -> None:
    net, mover, other = room()
    move(mover)
    settle(net, mover, other)
    follow(other)
    told = [read_shown(write_shown(shown(board.name, board.table))) for board in (mover, other)]
    cycle = mover.table.cycle
    for one in told:
        assert one.state == "playing"
        assert one.match == mover.kept.match
        assert one.position == format_position(cycle.position)
        assert one.cycles[0].deal == format_deal(cycle.deal)
        assert one.cycles[0].moves == str(cycle.moves[0])
        assert one.cycles[0].winner is None
    assert {one.board for one in told} == {mover.name, other.name}
    assert told[0].seats == told[1].seats[::-1]


def test_a_finished_match_says_who_has_won() -> None:
    net, mover, other = room()
    finish(net, (mover, other))
    told = shown(mover.name, mover.table)
    assert (told.state, told.winner) == ("over", mover.table.match.winner)
    assert told.mover is None
    assert told.cycles[-1].winner == mover.table.match.winner
    assert len(write_shown(told)) < LARGEST


def test_a_sleeping_board_shows_that_it_sleeps() -> None:
    told = shown("a" * 16, Table())
    assert (told.state, told.match, told.cycles, told.position) == ("asleep", "", (), None)


def test_whatever_is_no_such_message_is_refused() -> None:
    rng = Random(1)
    for _ in range(200):
        with pytest.raises((msgspec.MsgspecError, UnicodeError)):
            read_shown(rng.randbytes(rng.randrange(80)))
