"""Two boards in a room, on any network: they meet, play, ask each other, and lose nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from away_rig import (
    BOARDS,
    Board,
    Network,
    calm_down,
    finish,
    follow,
    move,
    phases,
    play,
    room,
    settle,
    written_and_read,
)
from iye.away.agreed import Ended
from iye.away.entries import Made
from iye.away.session import GONE_FOR_GOOD
from iye.away.wishes import Wishes
from iye.lights import IyePad
from iye.rules import CENTRE, Cell, Kind, Player
from iye.table import (
    AbandonWanted,
    Asked,
    Asleep,
    Awaiting,
    Button,
    Consent,
    Drawing,
    Following,
    Hints,
    LayingOut,
    MatchOver,
    OtherAsked,
    OtherRefused,
    Point,
    Reason,
    Rejected,
    TakenBack,
    Turn,
)

# Meeting and playing.


def test_two_boards_that_meet_lay_the_same_tiles_and_know_each_other() -> None:
    net = Network(Random(1))
    one, two = Board(BOARDS[0], net, Wishes("Ada")), Board(BOARDS[1], net, Wishes("Bek"))
    one.connect()
    two.connect()
    settle(net, one, two)
    assert phases(one, two) == [LayingOut, LayingOut]
    assert one.table.phase == two.table.phase
    assert one.table.setup.names == two.table.setup.names == ("Ada", "Bek")
    assert [str(seat) for seat in one.table.setup.seats] == ["person", "elsewhere"]
    assert [str(seat) for seat in two.table.setup.seats] == ["elsewhere", "person"]


def test_a_move_made_here_is_asked_of_the_hand_there_and_then_it_is_their_turn() -> None:
    net, mover, other = room()
    move(mover)
    assert phases(mover, other) == [Awaiting, Awaiting]
    settle(net, mover, other)
    assert phases(mover, other) == [Awaiting, Following]
    followed = [mover.session.followed]
    follow(other)
    settle(net, mover, other)
    assert phases(mover, other) == [Awaiting, Turn]
    followed.append(mover.session.followed)
    assert followed == [False, True]
    assert mover.table.match == other.table.match


def test_a_wrong_landing_for_the_other_is_explained_and_changes_nothing() -> None:
    net, mover, other = room()
    move(mover)
    settle(net, mover, other)
    assert isinstance(other.table.phase, Following)
    asked = other.table.phase.move.target
    wrong = next(cell for cell in Cell if cell not in (asked, CENTRE))
    other.put(wrong)
    assert other.effects[-1] == Rejected(wrong, Reason.FOLLOW_ANSWER)
    assert other.table.position.mover is mover.session.me


def test_a_drum_that_may_still_slide_on_is_told_to_nobody() -> None:
    net, mover, other = room()
    move(mover)
    net.now += 1.0
    mover.pass_time()
    assert not any(isinstance(entry, Made) for entry in mover.kept.own)
    settle(net, mover, other)
    assert any(isinstance(entry, Made) for entry in mover.kept.own)


def test_the_smaller_of_two_wishes_for_wins_counts_and_the_coach_needs_both() -> None:
    net = Network(Random(1))
    one = Board(BOARDS[0], net, Wishes("Ada", 3, coach=True))
    two = Board(BOARDS[1], net, Wishes("Bek", 1, coach=False))
    one.connect()
    two.connect()
    settle(net, one, two)
    assert one.table.match.wins_needed == two.table.match.wins_needed == 1
    assert not one.table.setup.coach
    for expected in (Hints.OFF, Hints.TARGETS, Hints.OFF):  # never the coach
        one.press(Button.HINT)
        assert one.table.hints is expected


def test_nobody_lays_by_hand_or_draws_again_what_both_have_drawn() -> None:
    net = Network(Random(1))
    boards = Board(BOARDS[0], net), Board(BOARDS[1], net)
    for board in boards:
        board.connect()
    settle(net, *boards)
    board, dealt = boards[0], boards[0].table.phase
    board.put(IyePad(Player.ONE, Kind.SUN))
    board.press(Button.NEW)
    board.press(Button.UNDO)
    assert board.table.phase == dealt
    assert board.effects[-1] == Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO)


# Asking.


def three_moves() -> tuple[Network, Board, Board]:
    """Play three moves; then it is `other`'s turn."""
    net, mover, other = room()
    for one, two in ((mover, other), (other, mover), (mover, other)):
        move(one)
        settle(net, one, two)
        follow(two)
        settle(net, one, two)
    return net, mover, other


def test_undo_asks_the_other_and_their_undo_agrees() -> None:
    net, mover, other = three_moves()
    mover.press(Button.UNDO)
    assert mover.effects[-1] == Asked(Consent.UNDO, Point(1, 2))
    assert mover.table.point == Point(1, 3)
    settle(net, mover, other)
    assert other.effects[-1] == OtherAsked(Consent.UNDO)
    other.press(Button.UNDO)
    settle(net, mover, other)
    assert [board.table.point for board in (mover, other)] == [Point(1, 2)] * 2
    assert phases(mover, other) == [Turn, Awaiting]
    assert all(TakenBack in map(type, board.effects) for board in (mover, other))
    assert mover.table.way_back is not None


def test_whoever_is_to_move_asks_back_to_before_their_own_last_move() -> None:
    net, mover, other = three_moves()
    other.press(Button.UNDO)
    assert other.effects[-1] == Asked(Consent.UNDO, Point(1, 1))
    settle(net, mover, other)
    mover.press(Button.UNDO)
    settle(net, mover, other)
    assert phases(mover, other) == [Awaiting, Turn]
    assert other.table.point == mover.table.point == Point(1, 1)


def test_making_a_move_lets_the_others_wish_lapse() -> None:
    net, mover, other = three_moves()
    mover.press(Button.UNDO)
    settle(net, mover, other)
    move(other)
    settle(net, mover, other)
    assert mover.table.consent.here is None
    assert other.table.consent.elsewhere is None
    assert isinstance(mover.table.phase, Following)


def test_new_refuses_and_the_other_is_told() -> None:
    net, mover, other = three_moves()
    mover.press(Button.UNDO)
    settle(net, mover, other)
    other.press(Button.NEW)
    settle(net, mover, other)
    assert mover.effects[-1] == OtherRefused()
    assert mover.table.point == other.table.point == Point(1, 3)


def test_who_has_asked_is_not_heard_twice() -> None:
    net, mover, other = three_moves()
    mover.press(Button.UNDO)
    settle(net, mover, other)
    mover.press(Button.UNDO)
    assert mover.effects[-1] == Rejected(Button.UNDO, Reason.ASKED_ALREADY)


def test_an_undo_asked_while_the_other_moves_has_lapsed() -> None:
    net, mover, other = three_moves()
    move(other)
    net.now += 2.0
    other.pass_time()  # the move is on its way
    mover.press(Button.UNDO)  # and crosses this
    settle(net, mover, other)
    assert phases(mover, other) == [Following, Awaiting]
    assert mover.table.consent == other.table.consent
    assert mover.table.consent.here is None


def test_agreeing_prevails_over_the_move_the_asker_made_meanwhile() -> None:
    net, mover, other = three_moves()
    other.press(Button.UNDO)
    settle(net, mover, other)
    move(other)
    net.now += 2.0
    other.pass_time()
    mover.press(Button.UNDO)  # has not heard of the move
    settle(net, mover, other)
    assert [board.table.point for board in (mover, other)] == [Point(1, 1)] * 2
    assert phases(mover, other) == [Awaiting, Turn]
    assert other.table.way_back is not None


def test_both_asking_at_once_is_agreeing_to_what_both_want() -> None:
    net, mover, other = three_moves()
    mover.press(Button.UNDO)  # back to two moves
    other.press(Button.UNDO)  # back to one
    settle(net, mover, other)
    assert [board.table.point for board in (mover, other)] == [Point(1, 2)] * 2


def test_both_abandoning_at_once_abandon() -> None:
    net, mover, other = three_moves()
    for board in (mover, other):
        board.post(AbandonWanted(net.now))
    settle(net, mover, other)
    assert phases(mover, other) == [Asleep, Asleep]
    assert mover.session.state is not None
    assert mover.session.state.ended is Ended.ABANDONED


def test_another_match_begins_when_both_want_it() -> None:
    net, mover, other = room()
    finish(net, (mover, other))
    assert phases(mover, other) == [MatchOver, MatchOver]
    before = mover.table.setup.shared
    mover.press(Button.NEW)
    settle(net, mover, other)
    assert phases(mover, other) == [MatchOver, MatchOver]
    other.press(Button.NEW)
    settle(net, mover, other)
    assert phases(mover, other) == [LayingOut, LayingOut]
    assert mover.table.setup.shared == other.table.setup.shared != before


def test_a_match_whose_other_player_stays_away_can_be_left_alone() -> None:
    net, mover, other = three_moves()
    other.disconnect()
    settle(net, mover)
    mover.post(AbandonWanted(net.now))
    assert isinstance(mover.table.phase, Awaiting)  # they may come back
    net.now += GONE_FOR_GOOD
    mover.post(AbandonWanted(net.now))
    assert isinstance(mover.table.phase, Awaiting)  # the first question is still open
    mover.session.part(net.now)
    mover.do()
    assert isinstance(mover.table.phase, Asleep)
    other.connect()
    settle(net, mover, other)
    assert isinstance(other.table.phase, Asleep)
    assert not other.session.stopped


# Whatever the network does.


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 400))
def test_whatever_happens_to_boards_and_network_the_match_is_played_to_the_same_end(
    seed: int, steps: int
) -> None:
    """Loss, doubling, delay, reordering, a broker that forgets, boards that crash anywhere."""
    net = Network(Random(seed))
    boards = Board(BOARDS[0], net), Board(BOARDS[1], net)
    for board in boards:
        board.connect()
    play(net, boards, steps, bad=0.08, cuts=0.03)
    calm_down(net, boards)
    one, two = boards
    assert one.session.kept.own == two.session.kept.others
    assert two.session.kept.own == one.session.kept.others
    finish(net, boards)
    assert not one.session.stopped
    assert not two.session.stopped
    assert phases(*boards) in ([MatchOver] * 2, [Asleep] * 2)
    assert one.table.match == two.table.match
    for board in boards:
        assert written_and_read(board.effects_written) == board.effects_written


def test_a_move_the_journal_lost_is_asked_of_the_hand_again() -> None:
    net, mover, other = room()
    move(mover)
    settle(net, mover, other)
    mover.forget_move()
    mover.connect()
    settle(net, mover, other)
    assert isinstance(mover.table.phase, Following)
    assert mover.table.position.mover is mover.session.me
    follow(mover)
    follow(other)
    settle(net, mover, other)
    assert mover.table.match == other.table.match
    assert not mover.session.stopped


def test_a_status_that_an_older_last_will_has_covered_is_said_again() -> None:
    """A broker may be late, and anybody there can say an old will once more."""
    net, mover, other = room()
    will = mover.will
    assert will is not None
    mover.crash()
    mover.connect()
    settle(net, mover, other)
    status = net.retained[will.topic]
    net.publish(will.topic, will.payload)
    settle(net, mover, other)
    assert net.retained[will.topic] not in (will.payload, status)
    third = Board("c" * 16, net)
    third.connect()
    settle(net, mover, other, third)
    assert third.session.taken  # it sees that both are there


def test_a_good_bye_is_not_taken_back() -> None:
    net, *boards = room()
    will = boards[0].will
    assert will is not None
    said = len(net.seen)
    net.publish(will.topic, will.payload)
    settle(net, *boards)
    assert will.topic not in [topic for topic, _ in net.seen[said + 1 :]]


# Journals that disagree.


def test_two_journals_that_disagree_stop_the_match_and_both_say_from_where() -> None:
    net, mover, other = three_moves()
    log = list(mover.kept.own)
    made = next(place for place, entry in enumerate(log) if isinstance(entry, Made))
    forgotten = type(mover.kept)(
        board=mover.kept.board, code="CODE", life=mover.kept.life, offer=mover.kept.offer,
        peer=mover.kept.peer, match=mover.kept.match, own=tuple(log[:made]),
        others=mover.kept.others[:made], nonce=mover.kept.nonce,
    )  # fmt: skip
    mover.disconnect()
    mover.kept = forgotten
    mover.crash()
    mover.connect()
    settle(net, mover, other)
    assert mover.session.stopped
    assert other.session.stopped
    assert len(other.kept.own) > 2  # what it had is kept
    assert other.kept.stopped is not None
    assert mover.kept.stopped is not None
    assert other.kept.stopped.move == mover.kept.stopped.move


@pytest.mark.parametrize("player", list(Player))
def test_a_sleeping_board_asks_for_another_match_at_a_touch(player: Player) -> None:
    net, mover, other = three_moves()
    for board in (mover, other):
        board.post(AbandonWanted(net.now))
    settle(net, mover, other)
    board = (mover, other)[player - 1]
    board.put(CENTRE)
    assert board.effects[-1] == Asked(Consent.NEW)
    assert isinstance(board.table.phase, Asleep)
    assert Drawing not in phases(mover, other)
