"""Moves within a cycle: what is legal, what is not and why, and what a move changes."""

from __future__ import annotations

import pytest

from iye.rules import (
    IllegalMoveError,
    Kind,
    Objection,
    format_position,
    legal_moves,
    parse_move,
    parse_position,
)

START = "HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"


def after(position: str, moves: str) -> str:
    stands = parse_position(position)
    for move in moves.split():
        stands = stands.play(parse_move(move))
    return format_position(stands)


def legal(position: str, letter: str = "") -> list[str]:
    """Legal moves as sorted text: all of them, or those that spend a tile of one kind."""
    texts = sorted(map(str, legal_moves(parse_position(position))))
    return [text for text in texts if text.startswith(letter)]


def test_a_cycle_starts_with_the_eight_natural_movements_from_the_centre() -> None:
    assert legal(START) == ["a3", "b3", "c1", "c2", "c4", "c5", "d3", "e3"]


def test_moves_are_listed_natural_first_then_by_kind_each_from_a1_up() -> None:
    position = parse_position("...../...../S.T../HH.../...W. a1 2 S1 T1S2")
    assert list(map(str, legal_moves(position))) == ["a2", "a3", "Tb2"]


def test_the_tile_landed_on_and_the_turn_go_to_the_opponent() -> None:
    assert after(START, "c5") == "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"
    assert after(START, "c5 b5") == "H..ST/TTHSS/TWSWS/HSHSH/STWHH b5 1 O1 S1"


def test_the_centre_tile_stays_when_the_drum_leaves_and_is_taken_later() -> None:
    assert after(START, "c4 c3") == "HOSST/TT.SS/TW.WS/HSHSH/STWHH c3 1 S1 H1"


def test_a_spent_tile_is_out_of_play_and_its_kind_stays_known() -> None:
    spent = parse_position(after(START, "c2 Hb4"))
    assert format_position(spent) == "HOSST/T.HSS/TWSWS/HS.SH/STWHH b4 1 T1 -"
    assert [spent.discarded(kind) for kind in Kind] == [0, 0, 0, 1, 0]


def test_a_natural_step_of_two_passes_over_a_tile_and_over_a_gap() -> None:
    assert "c5" in legal(START), "over the tile of c4"
    assert after(START, "c4 c3 c5").startswith("HO.ST/TT.SS/TW.WS/"), "over the gap at c4"


def test_a_natural_step_neither_turns_nor_goes_three_spaces() -> None:
    assert legal("S.S../...../S..../.S.../...SS a1 1 H1 S2") == ["a3"]


def test_water_passes_over_tiles_and_gaps_alike() -> None:
    full_line = "HOSST/TTHSS/TSSWS/HSHSH/.TWHH a1 2 - W1"
    assert {"We5", "Wa5", "We1"} <= set(legal(full_line))
    gaps = "....T/...../...../...../..... a1 2 S1 W1"
    assert legal(gaps) == [], "one tile left"
    assert legal(gaps.replace("....T", "H...T")) == ["Wa5", "We5"]


@pytest.mark.parametrize(
    ("position", "targets"),
    [
        ("S...T/...../..H../...../....H b1 1 S1 -", ["Sa5", "Se1", "Se5"]),
        ("S...T/...../..H../...../....H a1 1 S1 -", ["Sa5", "Se1", "Se5"]),
        ("....T/...../..H../...../....H a5 1 S1 -", ["Se1", "Se5"]),
        (".H.T./H...H/..H../...../..... a5 1 S1 -", []),
    ],
    ids=["from elsewhere", "from a corner", "two corners empty", "four corners empty"],
)
def test_sun_moves_to_the_corners_that_hold_tiles(position: str, targets: list[str]) -> None:
    assert legal(position, "S") == targets


def test_owl_moves_to_any_tile_but_to_no_gap_and_not_to_where_the_drum_stands() -> None:
    assert legal("S...T/...../..H../...../.H... e1 1 O1 -", "O") == ["Oa5", "Ob1", "Oc3", "Oe5"]


def test_a_tile_may_be_spent_where_a_natural_movement_reaches_too_and_is_gone_all_the_same() -> (
    None
):
    both = "S...T/...../W.H../...../..... a4 1 W1 -"
    assert legal(both) == ["Wa3", "Wa5", "a3", "a5"]
    assert after(both, "a3").endswith("a3 2 W1 W1")
    assert after(both, "Wa3").endswith("a3 2 - W1")


def test_one_kind_held_twice_is_one_way_to_move() -> None:
    assert legal("S...T/...../..H../...../..... a4 1 T1S3 -", "S") == ["Sa5", "Se5"]


def test_only_the_movers_own_hand_pays() -> None:
    assert legal("S...T/...../..H../...../..... a4 1 T1 S3", "S") == []


OBJECTIONS = [
    ("...../...../..S../...../..... c2 1 S1 T1", "c3", Objection.CYCLE_OVER, "has ended"),
    (START, "c3", Objection.DRUM_STANDS_HERE, "already stands there"),
    ("S...T/...../..H../...../..... a4 1 S1 -", "a3", Objection.NO_TILE, "holds no tile"),
    (START, "Hb1", Objection.NOT_IN_HAND, "holds no tile of that kind"),
    (START, "e5", Objection.OUT_OF_REACH, "does not reach"),
    ("S...T/...../..H../...../..... a4 1 S1 -", "Sc3", Objection.OUT_OF_REACH, "does not reach"),
]


@pytest.mark.parametrize(
    ("position", "move", "objection", "words"), OBJECTIONS, ids=[o[2].value for o in OBJECTIONS]
)
def test_an_illegal_move_is_refused_with_its_reason(
    position: str, move: str, objection: Objection, words: str
) -> None:
    stands = parse_position(position)
    assert stands.objection(parse_move(move)) is objection
    with pytest.raises(IllegalMoveError, match=f"^{move} is not legal: .*{words}") as refusal:
        stands.play(parse_move(move))
    assert refusal.value.objection is objection
    assert refusal.value.move == parse_move(move)


def test_every_reason_for_refusing_a_move_is_shown_above() -> None:
    assert {objection for _, _, objection, _ in OBJECTIONS} == set(Objection)


def test_the_reason_nearest_the_players_eyes_comes_first() -> None:
    """A gap is a gap whatever was spent on it; a tile one does not hold reaches nowhere."""
    stands = parse_position("S...T/...../..H../...../..... a4 1 S1 -")
    assert stands.objection(parse_move("Te1")) is Objection.NO_TILE
    assert stands.objection(parse_move("Te5")) is Objection.NOT_IN_HAND


def test_a_legal_move_meets_no_objection() -> None:
    stands = parse_position(START)
    assert [stands.objection(move) for move in legal_moves(stands)] == [None] * 8
