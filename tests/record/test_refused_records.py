"""Records that are refused: the first thing wrong, with its line and move."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.record import Record, RecordError, format_record, parse_record, read_record
from iye.rules import Match, Player
from strategies import random_cycle, random_match

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
HEAD = '[Wins "2"]\n\n'
CYCLE = f'[Cycle "1"]\n[Deal "{DEAL}"]\n[First "1"]\n\n'
MOVES = "1. c5 b5\n2. Oa1"


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    return refused.value


def finished(winner: Player | None, wins: int = 2) -> Match:
    """Give a match of one cycle that ended so, player 1 having begun."""
    for seed in count():
        cycle = random_cycle(Random(seed), Player.ONE)
        if cycle.end is not None and cycle.end.winner is winner:
            return Match(wins, (cycle,))
    raise AssertionError


def written(match: Match) -> str:
    return format_record(Record((), match))


def test_the_text_the_others_are_made_from_is_fine() -> None:
    assert len(parse_record(f"{HEAD}{CYCLE}{MOVES} *\n").match.cycles[0].moves) == 3


IN_HEADERS = {
    "an unclosed bracket": ('[Date "x"', 1, "'[Date \"x\"' is no header: write [Name"),
    "no quotes": ("\n[Date x]", 2, "'[Date x]' is no header"),
    "a bare quote in a value": ('[Player1 "a"b"]', 1, "is no header"),
    "a backslash before another letter": ('[Player1 "a\\nb"]', 1, "is no header"),
    "two headers on a line": ('[A "a"] [B "b"]', 1, "is no header"),
    "a name with a space": ('[My name "a"]', 1, "is no header"),
    "a name that starts with a digit": ('[1st "a"]', 1, "'1st' is no name for a header"),
    "a control character": ('[A "a\tb"]', 1, "the header A holds a line break or another"),
    "the same header twice": ('[A "a"]\n[B "b"]\n[A "c"]', 3, "the header A is there twice"),
    "Wins twice": ('[Wins "2"]\n[Wins "2"]', 2, "the header Wins is there twice"),
    "wins with a small letter": ('[wins "3"]', 1, "the header wins would be taken for Wins"),
    "no wins": ('[Wins "0"]', 1, "a match goes to 1, 2 or 3 won cycles, not '0'"),
    "many wins": ('[Wins "4"]', 1, "a match goes to 1, 2 or 3 won cycles, not '4'"),
    "wins in words": ('[Wins "two"]', 1, "a match goes to 1, 2 or 3 won cycles, not 'two'"),
    "wins in another script": ('[Wins "٢"]', 1, "a match goes to 1, 2 or 3 won cycles, not '٢'"),
    "Deal before Cycle": (f'[Deal "{DEAL}"]', 1, 'a cycle starts with [Cycle "1"]'),
    "First before Cycle": ('[First "1"]', 1, 'a cycle starts with [Cycle "1"]'),
    "moves before Cycle": ("1. c5", 1, 'a cycle starts with [Cycle "1"]'),
    "other text": ("Hello", 1, 'a cycle starts with [Cycle "1"]'),
    "a first cycle that is not 1": ('[Cycle "2"]', 1, "cycle 1 comes next, not '2'"),
    "a cycle number written oddly": ('[Cycle "01"]', 1, "cycle 1 comes next, not '01'"),
    "no Deal": ('[Cycle "1"]\n[First "1"]', 2, 'the cycle\'s [Deal "…"] is due here, not [First]'),
    "moves for a Deal": ('[Cycle "1"]\n1. c5', 2, "the cycle's [Deal \"…\"] is due here, not '1.'"),
    "no First": (
        f'[Cycle "1"]\n[Deal "{DEAL}"]\n\n1. c5',
        4,
        "the cycle's [First \"…\"] is due here, not '1.'",
    ),
    "Deal twice": (
        f'[Cycle "1"]\n[Deal "{DEAL}"]\n[Deal "{DEAL}"]',
        3,
        'the cycle\'s [First "…"] is due here, not [Deal]',
    ),
    "an end after Cycle": ('[Cycle "1"]\n', 1, 'the record breaks off: the cycle\'s [Deal "…"]'),
    "an end after Deal": (
        f'[Cycle "1"]\n[Deal "{DEAL}"]\n',
        2,
        'the record breaks off: the cycle\'s [First "…"]',
    ),
    "a deal with a gap": (
        f'[Cycle "1"]\n[Deal "{DEAL.replace("O", ".")}"]',
        2,
        "a deal has 25 tiles, one on every space, not 24",
    ),
    "a deal with another tile": (
        f'[Cycle "1"]\n[Deal "{DEAL.replace("O", "S")}"]',
        2,
        "the deal has 0 tiles of kind O, but the game has 1",
    ),
    "a third player": (
        f'[Cycle "1"]\n[Deal "{DEAL}"]\n[First "3"]',
        3,
        "'3' is not a player: the players are 1 and 2",
    ),
}


@pytest.mark.parametrize("what", IN_HEADERS)
def test_headers_that_are_wrong_are_refused_at_their_line(what: str) -> None:
    text, line, sentence = IN_HEADERS[what]
    error = refusal(text)
    assert error.line == line
    assert sentence in str(error)
    assert str(error).startswith(f"line {line}: ")
    assert (error.number, error.move) == (None, None)


IN_MOVES = {
    "an illegal move": ("1. c5 d1 *", 5, 1, "d1", "d1 is not legal: that movement does not reach"),
    "a tile not held": ("1. c5 b5\n2. Ha1", 6, 2, "Ha1", "the mover holds no tile of that kind"),
    "a taken tile": ("1. c5\nb5 2.\nc5", 7, 2, "c5", "c5 is not legal: the space holds no tile"),
    "the drum's own space": ("1. c3", 5, 1, "c3", "the drum already stands there"),
    "no move at all": ("1. c5 castle", 5, 1, "castle", "'castle' is not a move: write a cell"),
    "a comment": ("1. c5 {fine} b5 *", 5, 1, "{fine}", "'{fine}' is not a move"),
    "a small letter": ("1. c5 b5 2. oa1", 5, 2, "oa1", "'oa1' is not a move"),
    "a first move without number": ("c5 b5", 5, 1, "c5", "its number, 1., is due in front of it"),
    "a later move without number": ("1. c5 b5 Oa1", 5, 2, "Oa1", "its number, 2., is due"),
    "an illegal move touching its number": ("1.c3 *", 5, 1, "c3", "already stands there"),
}


@pytest.mark.parametrize("what", IN_MOVES)
def test_the_first_wrong_move_is_named_with_line_number_and_text(what: str) -> None:
    moves, line, number, move, sentence = IN_MOVES[what]
    error = refusal(CYCLE + moves)
    assert (error.line, error.number, error.move) == (line, number, move)
    assert str(error).startswith(f"line {line}, move {number} ({move}): ")
    assert sentence in str(error)


AROUND_MOVES = {
    "a number too high": ("2. c5", 5, "number 1. is due here, not '2.'"),
    "a number skipped": ("1. c5 b5\n3. Oa1", 6, "number 2. is due here, not '3.'"),
    "a number repeated": ("1. c5 b5 1. Oa1", 5, "number 2. is due here, not '1.'"),
    "a number with a nought in front": ("01. c5", 5, "number 1. is due here, not '01.'"),
    "a number in another script": ("١. c5", 5, "number 1. is due here, not '١.'"),
    "a number of thousands of digits": ("1" * 9999 + ". c5", 5, "number 1. is due here, not '111"),
    "a full stop alone": (". c5", 5, "number 1. is due here, not '.'"),
    "a number for the second move": ("1. c5 1. b5", 5, "a move is due here, not the number '1.'"),
    "a number twice": ("1. 1. c5", 5, "a move is due here, not the number '1.'"),
    "three full stops as in chess": (
        "1. c5 1... b5",
        5,
        "a move is due here, not the number '1...'",
    ),
    "a number without a move": ("1. c5 b5 2. *", 5, "number 2. has no move after it"),
    "a won result too soon": (
        "1. c5 b5 1-0",
        5,
        "the cycle has not ended by these moves: its result is *, not 1-0",
    ),
    "a tie too soon": ("1/2-1/2", 5, "its result is *, not ½-½"),
    "no result at the end": (
        "1. c5\nb5\n\n",
        6,
        "the record breaks off: the cycle's result is due here: 1-0, 0-1, ½-½ or *",
    ),
    "a header for a result": ('1. c5 b5\n[Cycle "2"]', 6, "the cycle's result is due here"),
    "a cycle after one that was left": ('* [Cycle "2"]', 5, 'only the next [Cycle "…"] can come'),
    "a cycle after one that was left, on its own line": (
        '*\n[Cycle "2"]',
        6,
        "the cycle before was left (*), so no other can follow it",
    ),
    "a header after a cycle": (
        '*\n[Note "x"]',
        6,
        'only the next [Cycle "…"] can come, not [Note]',
    ),
    "two results": ("* *", 5, "only the next [Cycle \"…\"] can come, not '*'"),
}


@pytest.mark.parametrize("what", AROUND_MOVES)
def test_numbers_and_results_that_are_wrong_are_refused_at_their_line(what: str) -> None:
    text, line, sentence = AROUND_MOVES[what]
    error = refusal(CYCLE + text)
    assert (error.line, error.number) == (line, None)
    assert sentence in str(error)
    assert len(str(error)) < 250


@pytest.mark.parametrize("winner", [Player.ONE, Player.TWO, None])
def test_a_result_that_contradicts_the_rules_is_refused(winner: Player | None) -> None:
    text = written(finished(winner))
    ruled = {Player.ONE: "1-0", Player.TWO: "0-1", None: "½-½"}[winner]
    assert parse_record(text).match == finished(winner)
    for other in {"1-0", "0-1", "½-½", "*"} - {ruled}:
        error = refusal(text.replace(ruled, other))
        assert error.line == text.count("\n")
        assert error.reason == f"by the rules the cycle ended {ruled}, not {other}"


def test_a_tie_may_be_written_with_ordinary_digits() -> None:
    text = written(finished(None))
    assert parse_record(text.replace("½-½", "1/2-1/2")) == parse_record(text)


@pytest.mark.parametrize("extra", ["c3", "Hc3", "99.c3"])
def test_a_move_after_the_cycles_end_is_refused(extra: str) -> None:
    match = finished(Player.ONE)
    text = written(match).replace("1-0", f"{extra} 1-0")
    error = refusal(text)
    assert error.reason == "the cycle has ended 1-0, so no move can follow"
    assert error.move == extra.removeprefix("99.")
    assert error.number == len(match.cycles[0].moves) // 2 + 1


def test_a_number_after_the_cycles_end_is_refused() -> None:
    error = refusal(written(finished(Player.ONE)).replace("1-0", "13. 1-0"))
    assert error.reason == "the cycle has ended 1-0, so no move can follow"
    assert error.move is None


def test_a_move_after_the_result_is_named() -> None:
    error = refusal(written(finished(Player.ONE)) + "a1")
    assert error.move == "a1"
    assert "after a cycle's result only the next" in str(error)


def test_after_a_tie_the_other_player_must_begin() -> None:
    text = written(finished(None))
    line = text.count("\n") + 3
    begun = f'[Cycle "2"]\n[Deal "{DEAL}"]\n[First "1"]\n*'
    error = refusal(text + begun)
    assert error.line == line
    assert "after a tied cycle its second player begins: player 2, not 1" in str(error)
    assert len(parse_record(text + begun.replace('"1"', '"2"')).match.cycles) == 2


def test_no_cycle_can_follow_the_matchs_end() -> None:
    text = written(random_match(Random(5), 1))
    error = refusal(f'{text}[Cycle "2"]')
    assert error.line == text.count("\n") + 1
    assert error.reason.startswith("the match is over: player ")


@pytest.mark.parametrize("number", ["1", "3"])
def test_cycles_out_of_order_are_refused(number: str) -> None:
    error = refusal(f'{written(finished(Player.ONE))}[Cycle "{number}"]')
    assert error.reason == f"cycle 2 comes next, not '{number}'"


def test_bytes_that_are_not_utf_8_are_refused_at_their_line() -> None:
    with pytest.raises(RecordError) as refused:
        read_record('[Wins "2"]\n[Player1 "Jos\xe9"]\n'.encode("latin-1"))
    assert str(refused.value) == "line 2: this is not UTF-8 text"


def test_of_several_errors_the_first_is_the_one_said() -> None:
    error = refusal(f"{CYCLE}1. c3 zz\n7. c3 1-0")
    assert (error.line, error.number, error.move) == (5, 1, "c3")


@pytest.mark.parametrize("seed", range(3))
def test_a_record_cut_anywhere_is_refused_or_is_a_match_that_was_finished_there(seed: int) -> None:
    """What a power cut leaves of a file never reads as another match."""
    match = random_match(Random(seed))
    text = written(match)
    for end in range(len(text)):
        try:
            read = parse_record(text[:end])
        except RecordError:
            continue
        assert read.match.cycles == match.cycles[: len(read.match.cycles)]


@given(st.integers(0, 2), st.data())
def test_a_character_changed_anywhere_is_refused_in_a_sentence_or_still_a_record(
    seed: int, data: st.DataObject
) -> None:
    """No text makes the reader fail in another way."""
    text = written(random_match(Random(seed)))
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('OWTHS.-*/[]" 0129abcde\n\t\\') | st.characters())
    changed = text[:place] + letter + text[place + 1 :]
    try:
        read = parse_record(changed)
    except RecordError as error:
        said, line = str(error), error.line
    else:
        said, line = "line 1", 1
        assert parse_record(format_record(read)) == read
    assert said.startswith(f"line {line}")
    assert "\n" not in said
    assert 1 <= line <= text.count("\n") + 1
