"""What boards show is believed as far as the rules bear it out, and dropped whole otherwise."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from club_rig import Shower, altered, board_id, finished, played, table_of
from iye.away.sealed import LARGEST
from iye.away.shown import MOST_CYCLES, Shown, ShownCycle, read_shown, write_shown
from iye.club.heard import Place, WrongError, read_presence, read_seen, read_topic
from iye.rules import Match, Player, format_position

BOARD = Shower(7, "Ada")
PLACE = Place("lobby", BOARD.id)
ROUND = 14
"""Moves of the cycle that most tests show."""
TIED = "TOTSW/SSTSS/HSSHS/TWWHT/HHHSH"


def show(match: Match, **changes: Any) -> bytes:
    _topic, payload = BOARD.show(table_of(match))
    return altered(payload, **changes) if changes else payload


def code(payload: bytes, place: Place = PLACE) -> str:
    with pytest.raises(WrongError) as wrong:
        read_seen(place, payload)
    return wrong.value.code


@pytest.mark.parametrize("steps", [0, 1, 2, ROUND, 25, 26, 40])
def test_what_a_board_shows_is_its_match(steps: int) -> None:
    match = played(steps, seed=3)
    assert read_seen(PLACE, show(match)).match == match


def test_a_match_that_is_won_is_over() -> None:
    match = finished(seed=1)
    seen = read_seen(PLACE, show(match))
    assert seen.told.state == "over"
    assert seen.match.winner == match.winner


def test_what_was_seen_before_is_gone_on_from_to_the_same_match() -> None:
    before = None
    for steps in [*range(40), 38, 20, 3, 0]:
        match = played(steps, seed=4)
        before = read_seen(PLACE, show(match), before)
        assert before.match == match


def test_topics_are_those_of_boards() -> None:
    assert read_topic(BOARD.show_topic) == (PLACE, "show")
    assert read_topic(BOARD.status_topic) == (PLACE, "status")


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "iye/1/lobby/0000000000000007",
        "iye/1/lobby/0000000000000007/show/0",
        "iye/1/lobby/0000000000000007/log",
        "iye/2/lobby/0000000000000007/show",
        "iye/1/lobby/000000000000000G/show",
        "iye/1/LOBBY/0000000000000007/show",
        "iye/1/../0000000000000007/show",
        "iye/1/lobby/0000000000000007/show\n",
    ],
)
def test_other_topics_are_nobodys(topic: str) -> None:
    with pytest.raises(WrongError) as wrong:
        read_topic(topic)
    assert wrong.value.code == "strange_topic"


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 2},
        {"board": "x"},
        {"state": "dancing"},
        {"names": ["A" * 41, ""]},
        {"names": ["one\ntwo", ""]},
        {"names": ["one\u2028two", ""]},
        {"names": ["Ada"]},
        {"seats": ["mind 11", "person"]},
        {"seats": ["<b>", "person"]},
        {"wins_needed": 4},
        {"wins": [9, 0]},
        {"winner": 3},
        {"cycle": -1},
        {"cycles": None},
        {"cycles": ...},
        {"cycles": [{"deal": "x", "first": 1, "moves": "", "winner": None}]},
        {"cycles": [{"deal": TIED, "first": 1, "moves": "z9", "winner": None}]},
        {"cycles": [{"deal": TIED, "first": 3, "moves": "", "winner": None}]},
        {"cycles": [{"deal": TIED, "first": 1, "moves": "c5 " * 33, "winner": None}]},
    ],
)
def test_what_is_not_in_shape_is_malformed(changes: dict[str, Any]) -> None:
    assert code(show(played(ROUND), **changes)) == "malformed"


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 10_000, b'{"v":1}', b'"' + b"x" * 9000 + b'"'],
    ids=["empty", "open", "null", "list", "no utf-8", "deep", "little", "long"],
)
def test_what_is_no_message_at_all_is_malformed(payload: bytes) -> None:
    assert code(payload) == "malformed"
    with pytest.raises(WrongError) as wrong:
        read_presence(PLACE, payload)
    assert wrong.value.code == "malformed"


def test_what_is_too_large_is_not_looked_at() -> None:
    assert code(show(played(ROUND)) + b" " * LARGEST) == "huge"


def test_a_board_speaks_for_itself_alone() -> None:
    other = Place("lobby", board_id(8))
    assert code(show(played(ROUND)), other) == "forged"
    with pytest.raises(WrongError) as wrong:
        read_presence(other, BOARD.status()[1])
    assert wrong.value.code == "forged"


def moved(moves: str, winner: int | None = None) -> list[dict[str, object]]:
    return [{"deal": TIED, "first": 1, "moves": moves, "winner": winner}]


@pytest.mark.parametrize(
    "moves",
    [
        "c3",  # the drum stands there
        "e1",  # no natural movement reaches it from c3
        "Oc5",  # nothing is in hand at first
        "c5 c5",  # the drum stands there by now
        "c5 c4 c5",  # no tile is left there
    ],
)
def test_a_move_against_the_rules_is_illegal(moves: str) -> None:
    assert code(show(played(0), cycles=moved(moves), cycle=1)) == "illegal"


def test_a_move_after_the_end_of_a_cycle_is_illegal() -> None:
    fields = json.loads(show(finished(seed=1)))
    fields["cycles"][0]["moves"] = (fields["cycles"][0]["moves"] + " a1")[: 24 * 4]
    assert code(json.dumps(fields).encode()) == "illegal"


def test_a_cycle_before_the_end_of_the_last_is_illegal() -> None:
    fields = json.loads(show(played(ROUND)))
    fields["cycles"] *= 2
    assert code(json.dumps(fields).encode()) == "illegal"


def test_a_cycle_after_the_end_of_the_match_is_illegal() -> None:
    fields = json.loads(show(finished(seed=1)))
    fields["cycles"] *= 2
    assert code(json.dumps(fields).encode()) == "illegal"


OTHER = "HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"


@pytest.mark.parametrize(
    "changes",
    [
        {"position": OTHER},
        {"position": None},
        {"mover": None},
        {"wins": [1, 0]},
        {"winner": 1},
        {"state": "over"},
        {"cycle": 2},
        {"cycle": 0},
    ],
)
def test_what_does_not_follow_from_the_moves_is_untrue(changes: dict[str, Any]) -> None:
    match = played(ROUND)
    assert format_position(match.cycles[-1].position) != OTHER
    assert code(show(match, **changes)) == "untrue"


@pytest.mark.parametrize("winner", [None, 0, 1, 2])
def test_a_cycles_winner_is_who_the_rules_say(winner: int | None) -> None:
    match = finished(seed=1)
    fields = json.loads(show(match))
    told = fields["cycles"][0]["winner"]
    fields["cycles"][0]["winner"] = winner
    if winner == told:
        assert read_seen(PLACE, json.dumps(fields).encode()).match == match
    else:
        assert code(json.dumps(fields).encode()) == "untrue"


def long_match() -> Shown:
    """Make a match with more cycles than are shown, of which those that are shown are tied."""
    cycle = tied_cycle()
    mirrored = ShownCycle(cycle.deal, 2 if cycle.first == 1 else 1, cycle.moves, cycle.winner)
    both = [cycle, mirrored]
    cycles = tuple(both[place % 2] for place in range(MOST_CYCLES))
    shown = read_shown(show(Match(2)))
    return msgspec.structs.replace(shown, cycle=MOST_CYCLES + 2, cycles=cycles, state="playing")


def tied_cycle() -> ShownCycle:
    """Find a cycle that nobody won; it is tied whoever begins."""
    for seed in range(10_000):
        match = played(25, seed)
        end = match.cycles[-1].end
        if end is not None and end.winner is None:
            return read_shown(show(match)).cycles[0]
    raise AssertionError("no cycle is tied")


def test_of_a_match_too_long_to_be_shown_the_wins_are_believed_that_may_be() -> None:
    told = long_match()
    for wins, winner, fine in (
        ((0, 0), None, True),
        ((1, 1), None, True),
        ((2, 0), None, False),
        ((2, 0), 2, False),
        ((1, 0), 1, False),
    ):
        payload = write_shown(msgspec.structs.replace(told, wins=wins, winner=winner))
        if fine:
            assert read_seen(PLACE, payload).wins == wins
        else:
            assert code(payload) == "untrue"


def test_a_status_says_that_a_board_is_there_and_a_will_that_it_is_not() -> None:
    here = read_presence(PLACE, BOARD.status()[1])
    assert (here.here, here.life, here.name) == (True, 1, "Ada")
    gone = read_presence(PLACE, BOARD.gone()[1])
    assert (gone.here, gone.life) == (False, 1)


@given(st.data())
def test_whatever_is_done_to_a_message_it_is_read_or_wrong(data: st.DataObject) -> None:
    payload = bytearray(show(played(data.draw(st.integers(0, 60)), seed=2)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(payload) - 1))
        payload[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        seen = read_seen(PLACE, bytes(payload))
    except WrongError:
        return
    assert seen.match.wins == seen.told.wins
    assert seen.match.winner == (seen.told.winner and Player(seen.told.winner))
