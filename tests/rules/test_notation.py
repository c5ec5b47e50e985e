"""The text forms: what is written, and that reading gives the same thing back."""

from __future__ import annotations

import pytest
from hypothesis import given

from iye.rules import (
    Cell,
    Deal,
    Hand,
    Kind,
    Move,
    NotationError,
    Player,
    Position,
    cells_in,
    format_deal,
    format_hand,
    format_layout,
    format_position,
    parse_cell,
    parse_deal,
    parse_hand,
    parse_kind,
    parse_layout,
    parse_move,
    parse_player,
    parse_position,
)
from strategies import deals, positions

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"


def test_a_board_is_written_from_rank_5_to_rank_1_and_from_file_a_to_e() -> None:
    deal = parse_deal(DEAL)
    assert deal.kinds[Cell.a5] is Kind.HORSE
    assert deal.kinds[Cell.b5] is Kind.OWL
    assert deal.kinds[Cell.a1] is Kind.SUN
    assert deal.kinds[Cell.c1] is Kind.WATER
    assert format_deal(deal) == DEAL


def test_a_position_is_read_field_by_field() -> None:
    position = parse_position("H...T/...../..W../...../..... a4 2 O1W1 S9")
    occupied = {str(cell) for cell in cells_in(position.tiles)}
    assert occupied == {"a5", "e5", "c3"}
    assert position.layout[Cell.c3] is Kind.WATER
    assert (position.drum, position.mover) == (Cell.a4, Player.TWO)
    assert position.hand(Player.ONE) == Hand.of(1, 1, 0, 0, 0)
    assert position.hand(Player.TWO) == Hand.of(0, 0, 0, 0, 9)
    assert [position.discarded(kind) for kind in Kind] == [0, 1, 4, 6, 0]


@given(positions())
def test_a_position_reads_back_the_same(position: Position) -> None:
    assert parse_position(format_position(position)) == position


@given(deals())
def test_a_deal_reads_back_the_same_and_starts_as_its_text_says(deal: Deal) -> None:
    text = format_deal(deal)
    assert parse_deal(text) == deal
    assert format_position(parse_deal(text).start(Player.TWO)) == f"{text} c3 2 - -"


@pytest.mark.parametrize("kind", [None, *Kind])
def test_a_move_reads_back_the_same(kind: Kind | None) -> None:
    for cell in Cell:
        move = Move(cell, kind)
        assert str(move) == ("" if kind is None else kind.letter) + cell.name
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((0, 0, 0, 0, 0), "-"),
        ((1, 2, 0, 0, 4), "O1W2S4"),
        ((1, 3, 5, 7, 9), "O1W3T5H7S9"),
        ((0, 0, 0, 7, 0), "H7"),
    ],
)
def test_a_hand_is_kinds_with_counts(counts: tuple[int, ...], text: str) -> None:
    assert format_hand(Hand.of(*counts)) == text
    assert parse_hand(text) == Hand.of(*counts)


def test_a_board_with_gaps_reads_back_the_same() -> None:
    text = "H...T/...../..W../.S.../O...."
    assert format_layout(parse_layout(text)) == text


def test_players_kinds_and_cells_are_read() -> None:
    assert (parse_player("1"), parse_player("2")) == (Player.ONE, Player.TWO)
    assert [parse_kind(letter) for letter in "OWTHS"] == list(Kind)
    assert [parse_cell(cell.name) for cell in Cell] == list(Cell)


@pytest.mark.parametrize("text", ["0", "3", "", "11", " 1", "１", "²", "one"])
def test_other_players_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a player: the players are 1 and 2"):
        parse_player(text)


@pytest.mark.parametrize("text", ["", "o", "X", "OW", "Ο"])
def test_other_kinds_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a kind: the kinds are O W T H S"):
        parse_kind(text)


@pytest.mark.parametrize("text", ["", "c", "c0", "c6", "f1", "C3", "3c", "c33", "c３", "ç3", " c3"])
def test_other_cells_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a cell: cells are a1 to e5"):
        parse_cell(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c",
        "5",
        "c6",
        "Xc5",
        "hc5",
        "OWc5",
        "HHc5",
        "Hc",
        "H",
        "Hc55",
        "c5 ",
        " c5",
        "Hc５",
        "-c5",
    ],
)
def test_what_is_no_move_is_refused_whole(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_move(text)
    assert str(refusal.value).startswith(f"{text!r} is not a move: write a cell, like c5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("HOSST/TTHSS/TWSWS/HSHSH", "a board has five ranks separated by '/', not 4"),
        ("HOSST/TTHSS/TWSWS/HSHSH/STWH", "rank 1 of the board has 4 characters, not five"),
        ("HOSST/TTHSS/TW.WS/HSHSH/STWHH", "a deal has 25 tiles, one on every space, not 24"),
        ("SOSST/TTHSS/TWSWS/HSHSH/STWHH", "the deal has 6 tiles of kind H, but the game has 7"),
        ("HOOST/TTHSS/TWSWS/HSHSH/STWHH", "the deal has 2 tiles of kind O, but the game has 1"),
    ],
)
def test_what_is_no_deal_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_deal(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("tiles", [(), (Kind.SUN,) * 25, (*parse_deal(DEAL).kinds, Kind.SUN)])
def test_a_deal_is_made_of_exactly_the_games_tiles(tiles: tuple[Kind, ...]) -> None:
    with pytest.raises(ValueError, match="each of the game's 25 tiles once"):
        Deal(tiles)
