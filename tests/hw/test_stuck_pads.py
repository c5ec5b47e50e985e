"""Pads that do not let go, and pads shorted to ground: said by name, taken back."""

from __future__ import annotations

from hw_rig import BoardBench
from iye_hw.panel import Complaint
from iye_hw.touch_settings import Care, TouchSettings

STUCK = (
    "pad b2 does not let go: take away what lies on it, dry the board, and check its wire for a "
    "short"
)
LET_GO = "pad b2 has let go: nothing is to be done"
SHORT = (
    "pad c3 is shorted to ground: look for a bridge of solder or water between its wire on "
    "touch chip 0x5B and ground"
)


def play(board: BoardBench, seconds: float) -> None:
    """Touch one pad after another, two seconds each."""
    for number in range(round(seconds / 2)):
        pad = ("c3", "d4", "1O")[number % 3]
        board.touch(pad)
        board.run_for(1)
        board.release(pad)
        board.run_for(1)


def test_a_pad_touched_for_a_minute_while_others_are_used_is_said_once(board: BoardBench) -> None:
    board.panel.sense.water.touch("b2")
    play(board, 56)
    assert board.sentences == []
    play(board, 120)
    assert board.sentences == [STUCK]
    [complaint] = [event for event in board.events if isinstance(event, Complaint)]
    assert complaint.pads == ("b2",)


def test_it_is_taken_back_when_it_lets_go(board: BoardBench) -> None:
    board.panel.sense.water.touch("b2")
    play(board, 80)
    board.panel.sense.water.release("b2")
    board.run_for(0.1)
    assert board.sentences == [STUCK, LET_GO]
    play(board, 120)
    assert board.sentences == [STUCK, LET_GO]


def test_a_drum_that_stands_while_nobody_plays_is_not_stuck(board: BoardBench) -> None:
    board.touch("b2")
    board.run_for(3600)
    board.touch("c3")
    board.run_for(1)
    board.release("b2")
    board.run_for(1)
    assert board.sentences == []


def test_two_stuck_pads_are_both_named(board: BoardBench) -> None:
    for pad in ("a5", "b2"):
        board.panel.sense.water.touch(pad)
    play(board, 80)
    assert sorted(sentence[:6] for sentence in board.sentences) == ["pad a5", "pad b2"]


def test_a_wire_shorted_to_ground_is_no_touch_and_is_said_at_once(board: BoardBench) -> None:
    board.panel.sense.short("c3")
    board.run_for(0.1)
    assert board.story() == []
    board.run_for(600)
    [complaint] = [event for event in board.events if isinstance(event, Complaint)]
    assert (complaint.sentence, complaint.pads) == (SHORT, ("c3",))


def test_a_short_that_is_gone_is_taken_back_and_the_pad_feels(board: BoardBench) -> None:
    board.panel.sense.short("c3")
    board.run_for(10)
    board.touch("d4")
    board.panel.sense.part("c3")
    board.run_for(1)
    board.touch("c3")
    board.run_for(1)
    assert board.story() == ["+d4", "+c3"]
    assert board.sentences == [SHORT, "pad c3 is free of its short: nothing is to be done"]


def test_a_pad_shorted_while_it_is_touched_is_found_by_the_health_check() -> None:
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0))).start()
    board.touch("c3")
    board.run_for(0.5)
    board.panel.sense.short("c3")
    board.release("c3")
    board.run_for(1)
    assert board.story() == ["+c3", "-c3"]
    assert board.sentences == [SHORT]
    board.close()


def test_the_neighbours_of_a_short_on_its_chip_play(board: BoardBench) -> None:
    board.panel.sense.short("c3")
    play(board, 6)
    assert board.story() == ["+d4", "-d4", "+1O", "-1O"]
