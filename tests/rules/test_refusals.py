"""Positions that are refused, each with a sentence that says what is wrong and where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.rules import NotationError, Position, PositionError, format_position, parse_position
from strategies import positions

FULL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
FEW = "H...T/...../..W../...../....."

MISSHAPEN = {
    "nothing": ("", "has 0"),
    "one space for a field": (" ", "has 2"),
    "a field too few": (f"{FEW} a4 1 S1", "has 4"),
    "a field too many": (f"{FEW} a4 1 S1 - -", "has 6"),
    "two spaces": (f"{FEW}  a4 1 S1 -", "has 6"),
    "a space in front": (f" {FEW} a4 1 S1 -", "has 6"),
    "a space behind": (f"{FEW} a4 1 S1 - ", "has 6"),
    "tabs": (f"{FEW}\ta4\t1\tS1\t-", "has 1"),
    "a no-break space": (f"{FEW}\u00a0a4 1 S1 -", "has 4"),
}


@pytest.mark.parametrize("what", MISSHAPEN)
def test_a_position_has_five_fields_with_one_space_between_them(what: str) -> None:
    text, ending = MISSHAPEN[what]
    with pytest.raises(NotationError) as refusal:
        parse_position(text)
    assert str(refusal.value).startswith(
        "a position has five fields, 'BOARD DRUM MOVER HAND1 HAND2', with one space between them;"
    )
    assert str(refusal.value).endswith(ending)


def test_a_bare_deal_is_told_how_its_position_is_written() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_position(FULL)
    assert f"'{FULL}' is a board alone" in str(refusal.value)
    assert str(refusal.value).endswith(f"a deal's first position is '{FULL} c3 1 - -'")


IN_A_FIELD = {
    "four ranks": (
        "H...T/...../..W../..... a4 1 S1 -",
        "a board has five ranks separated by '/', not 4",
    ),
    "six ranks": (
        f"{FEW}/..... a4 1 S1 -",
        "a board has five ranks separated by '/', not 6",
    ),
    "a short rank": (
        "H...T/...../..W./...../..... a4 1 S1 -",
        "rank 3 of the board has 4 characters, not five",
    ),
    "a long rank": (
        "H....T/...../..W../...../..... a4 1 S1 -",
        "rank 5 of the board has 6 characters, not five",
    ),
    "an unknown letter": (
        "H...T/...../..X../...../..... a4 1 S1 -",
        "c3 of the board is 'X': a space is one of O W T H S or '.'",
    ),
    "a small letter": (
        "H...t/...../..W../...../..... a4 1 S1 -",
        "e5 of the board is 't': a space is one of O W T H S or '.'",
    ),
    "a count of gaps as in chess": (
        "H3T/5/2W2/5/5 a4 1 S1 -",
        "rank 1 of the board has 1 characters, not five",
    ),
    "a letter that only looks like one of ours": (
        "Н...T/...../..W../...../..... a4 1 S1 -",
        "a5 of the board is 'Н': a space is one of O W T H S or '.'",
    ),
    "a drum off the board": (
        f"{FEW} a6 1 S1 -",
        "drum: 'a6' is not a cell: cells are a1 to e5",
    ),
    "a drum in capitals": (
        f"{FEW} A4 1 S1 -",
        "drum: 'A4' is not a cell: cells are a1 to e5",
    ),
    "an unknown mover": (
        f"{FEW} a4 3 S1 -",
        "mover: '3' is not a player: the players are 1 and 2",
    ),
    "a mover in another script's digit": (
        f"{FEW} a4 １ S1 -",
        "mover: '１' is not a player: the players are 1 and 2",
    ),
    "a kind without a count": (
        f"{FEW} a4 1 S -",
        "player 1's hand: hand 'S' is not pairs of kind and count, like O1W2S4, or '-'",
    ),
    "a count of two digits": (
        f"{FEW} a4 1 S1 S10",
        "player 2's hand: hand 'S10' is not pairs of kind and count, like O1W2S4, or '-'",
    ),
    "a hand left out": (
        f"{FEW} a4 1 S1 ",
        "player 2's hand: hand '' is not pairs of kind and count, like O1W2S4, or '-'",
    ),
    "an unknown kind in a hand": (
        f"{FEW} a4 1 X1 -",
        "player 1's hand: hand 'X1': 'X' is not one of the kinds O W T H S",
    ),
    "a line's end kept": (
        f"{FEW} a4 1 S1 -\n",
        "player 2's hand: hand '-\\n': '-' is not one of the kinds O W T H S",
    ),
    "a zero count": (
        f"{FEW} a4 1 S1 O0T1",
        "player 2's hand: hand 'O0T1': O needs a count from 1 to 1",
    ),
    "a letter for a count": (
        f"{FEW} a4 1 SS -",
        "player 1's hand: hand 'SS': S needs a count from 1 to 9",
    ),
    "a count in another script's digit": (
        f"{FEW} a4 1 S٣ -",
        "player 1's hand: hand 'S٣': S needs a count from 1 to 9",
    ),
    "a raised digit": (
        f"{FEW} a4 1 S² -",
        "player 1's hand: hand 'S²': S needs a count from 1 to 9",
    ),
    "more of a kind in a hand than the game has": (
        f"{FEW} a4 1 W4 -",
        "player 1's hand: hand 'W4' has 4 tiles of kind W, but the game has 3",
    ),
    "kinds out of order": (
        f"{FEW} a4 1 S1H1 -",
        "player 1's hand: hand 'S1H1': kinds go once each, in the order O W T H S",
    ),
    "a kind twice": (
        f"{FEW} a4 1 S1S1 -",
        "player 1's hand: hand 'S1S1': kinds go once each, in the order O W T H S",
    ),
}


@pytest.mark.parametrize("what", IN_A_FIELD)
def test_a_field_that_is_wrong_is_named(what: str) -> None:
    text, sentence = IN_A_FIELD[what]
    with pytest.raises(NotationError) as refusal:
        parse_position(text)
    assert str(refusal.value) == sentence


NONE_TO_SPEND = " at most can be, since the first move has none to spend"
IMPOSSIBLE = {
    "too many tiles on board and in hands together": (
        f"{FEW} a4 1 W2 W1",
        "board and hands hold 4 tiles of kind W, but the game has 3",
    ),
    "too many tiles on the board": (
        "OO.../...../...../...../..... a4 1 S1 -",
        "board and hands hold 2 tiles of kind O, but the game has 1",
    ),
    "a full board that is not the game's tiles": (
        "SOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -",
        "board and hands hold 10 tiles of kind S, but the game has 9",
    ),
    "a full board with tiles in player 1's hand": (
        f"{FULL} c3 1 S1 -",
        "on a full board both hands are empty, but player 1 holds 1",
    ),
    "a full board with tiles in player 2's hand": (
        f"{FULL} c3 1 - O1S2",
        "on a full board both hands are empty, but player 2 holds 3",
    ),
    "a full board with the drum elsewhere": (
        f"{FULL} c4 1 - -",
        "on a full board the drum stands on c3, not on c4",
    ),
    "the drum on a tile": (
        f"{FEW} c3 1 S1 -",
        "the drum stands on the tile of c3, but only a full board has a tile under the drum",
    ),
    "an empty board": (
        "...../...../...../...../..... c3 1 S1 -",
        "the board is empty, but a cycle ends with one tile on it",
    ),
    "player 1 to move with an empty hand": (
        f"{FEW} a4 1 - S1",
        "player 1 is to move with an empty hand, but the last move gave that player a tile",
    ),
    "player 2 to move with an empty hand": (
        f"{FEW} a4 2 S1 -",
        "player 2 is to move with an empty hand, but the last move gave that player a tile",
    ),
    "more discards than moves could have made": (
        f"{FEW} a4 1 - -",
        "tiles discarded: 22, but with 22 gone from the board 21" + NONE_TO_SPEND,
    ),
    "a tile discarded by the very first move": (
        "HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - -",
        "tiles discarded: 1, but with 1 gone from the board 0" + NONE_TO_SPEND,
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_no_play_could_have_led_to_is_refused(what: str) -> None:
    text, sentence = IMPOSSIBLE[what]
    with pytest.raises(PositionError) as refusal:
        parse_position(text)
    assert str(refusal.value) == sentence


def test_as_many_discards_as_moves_can_make_are_fine() -> None:
    """The second move can spend what the first one gave: two gone, one of them discarded."""
    text = "HO.ST/TTHSS/TWSWS/HSH.H/STWHH d2 1 S1 -"
    assert format_position(parse_position(text)) == text


def test_the_opponents_hand_may_be_empty() -> None:
    text = f"{FEW} a4 2 - S1"
    assert format_position(parse_position(text)) == text


def test_the_first_thing_wrong_from_the_left_is_what_is_said() -> None:
    with pytest.raises(NotationError, match="c3 of the board is 'X'"):
        parse_position("H...T/...../..X../...../..... z9 7 Q -")
    with pytest.raises(NotationError, match="drum: 'z9'"):
        parse_position(f"{FEW} z9 7 Q -")


def test_a_sentence_stays_short_whatever_is_thrown_at_it() -> None:
    for text in ("x" * 100_000, f"{FEW} {'y' * 100_000} 1 S1 -", f"{FEW} a4 1 {'Z' * 99_999} -"):
        with pytest.raises(NotationError) as refusal:
            parse_position(text)
        assert len(str(refusal.value)) < 250


@given(positions(), st.data())
def test_a_character_changed_anywhere_is_refused_in_a_sentence_or_reads_back(
    position: Position, data: st.DataObject
) -> None:
    """No text makes the reader fail in another way, or accept what it would not write."""
    text = format_position(position)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("OWTHS.-/ 0129abcde\t\n\u00e7\u0663") | st.characters())
    changed = text[:place] + letter + text[place + 1 :]
    try:
        read = parse_position(changed)
    except (NotationError, PositionError) as refusal:
        said = str(refusal)
    else:
        said = ""
        assert format_position(read) == changed
    assert "\n" not in said
