"""What a record tells once it has been played through."""

from __future__ import annotations

from importlib.resources import files

from hypothesis import given

from iye.record import Record, as_data, as_text, format_record, read_record
from iye.rules import EndReason, Match, Player, cycle_end, parse_deal, parse_move, parse_position
from strategies import matches

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
SAMPLE = files("iye") / "samples" / "first-match.iye"


def test_the_sample_match_replays_to_its_end() -> None:
    record = read_record(SAMPLE.read_bytes())
    assert format_record(record) == SAMPLE.read_text(encoding="utf-8")
    assert record.match.winner is Player.TWO
    reasons = [cycle.end.reason for cycle in record.match.cycles if cycle.end is not None]
    assert reasons == [EndReason.SCORED, EndReason.SCORED, EndReason.STUCK]
    for cycle in record.match.cycles:
        assert sum(move.spent is not None for move in cycle.moves) >= 3


def test_the_sample_match_as_data() -> None:
    """Points by hand, from the hands in the last positions."""
    data = as_data(read_record(SAMPLE.read_bytes()).match)
    first, second, third = data["cycles"]
    assert first["position"] == "...../T..../...../...../..... b4 1 T3H7S2 W1T1S5"
    assert (first["reason"], first["winner"]) == ("scored", 0)
    assert first["points"] == [5 + 7, 3 + 9]
    assert second["position"] == "...../...../S..../...../..... a1 2 W1T2S3 W2H4S4"
    assert (second["reason"], second["winner"]) == ("scored", 2)
    assert second["points"] == [5, 3 + 7 + 9]
    assert third["position"] == "...../...../...../...SS/..... c5 1 W1T2H1S4 T1H2S3"
    assert (third["reason"], third["winner"], third["points"]) == ("stuck", 2, None)
    assert (data["wins"], data["winner"]) == ([0, 2], 2)


def test_a_cycle_that_was_left_as_data() -> None:
    match = Match().begin(parse_deal(DEAL), Player.ONE).play(parse_move("c5"))
    assert as_data(match) == {
        "cycles": [
            {
                "cycle": 1,
                "deal": DEAL,
                "first": 1,
                "moves": ["c5"],
                "position": "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1",
                "reason": None,
                "winner": None,
                "points": None,
            }
        ],
        "wins": [0, 0],
        "winner": None,
    }


@given(matches())
def test_data_can_be_checked_against_its_own_positions(match: Match) -> None:
    for cycle in as_data(match)["cycles"]:
        end = cycle_end(parse_position(cycle["position"]))
        assert cycle["reason"] == (None if end is None else end.reason.value)
        assert (cycle["points"] is None) == (end is None or end.score is None)


def test_the_sample_match_as_text() -> None:
    text = as_text(read_record(SAMPLE.read_bytes()))
    assert (
        text
        == """\
Umay (player 1) against Erlik (player 2), to 2 won cycles

Cycle 1: Umay (player 1) began, 24 moves
  held (points)      Owl   Water    Tree   Horse     Sun  points
  player 1             0       0   3 (5)   7 (7)       2      12
  player 2             0   1 (3)       1       0   5 (9)      12
  one tile left: a tie, nobody wins the cycle

Cycle 2: Erlik (player 2) began, 24 moves
  held (points)      Owl   Water    Tree   Horse     Sun  points
  player 1             0       1   2 (5)       0       3       5
  player 2             0   2 (3)       0   4 (7)   4 (9)      19
  one tile left: Erlik (player 2) wins the cycle

Cycle 3: Erlik (player 2) began, 23 moves
  Umay (player 1) could not move: Erlik (player 2) wins the cycle

Erlik (player 2) wins the match with 2 won cycles to 0
"""
    )


def test_a_match_under_way_as_text() -> None:
    match = Match(1).begin(parse_deal(DEAL), Player.TWO).play(parse_move("c5"))
    assert (
        as_text(Record((("Player2", ""),), match))
        == """\
player 1 against player 2, to 1 won cycle

Cycle 1: player 2 began, 1 move
  left here: HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 1 S1 -

The match is not decided; cycles won: 0 : 0
"""
    )
