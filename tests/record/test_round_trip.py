"""Records written, and read back to the same match."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iye.record import Record, format_record, parse_record, read_record
from iye.record.text import WIDTH
from iye.rules import Match, Player, parse_deal, parse_move
from strategies import matches, random_match

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
    lambda name: name.lower() not in ("wins", "cycle", "deal", "first")
)
VALUES = st.text(st.characters(exclude_categories=("Cc", "Cs")))
HEADERS = st.dictionaries(NAMES, VALUES, max_size=5).map(lambda found: tuple(found.items()))


@given(HEADERS, matches())
def test_it_reads_back_to_the_same_match_and_headers(
    headers: tuple[tuple[str, str], ...], match: Match
) -> None:
    record = Record(headers, match)
    assert parse_record(format_record(record)) == record
    assert read_record(format_record(record).encode()) == record


@given(matches())
def test_moves_are_wrapped_and_no_line_ends_in_a_space(match: Match) -> None:
    text = format_record(Record((), match))
    assert text.endswith("\n")
    for line in text.split("\n"):
        assert len(line) <= WIDTH == 80
        assert line == line.strip()


def test_a_record_as_it_looks() -> None:
    match = Match().begin(parse_deal(DEAL), Player.ONE)
    for move in ("c5", "b5", "Oa1"):
        match = match.play(parse_move(move))
    headers = (("Date", "2031-02-03"), ("Player1", 'Ayla "the \\ owl"'), ("Player2", "Deniz"))
    expected = """\
[Date "2031-02-03"]
[Player1 "Ayla \\"the \\\\ owl\\""]
[Player2 "Deniz"]
[Wins "2"]

[Cycle "1"]
[Deal "HOSST/TTHSS/TWSWS/HSHSH/STWHH"]
[First "1"]

1. c5 b5 2. Oa1 *
"""
    assert format_record(Record(headers, match)) == expected
    assert parse_record(expected) == Record(headers, match)


def test_a_match_not_begun_has_a_record_without_cycles() -> None:
    assert format_record(Record((), Match(3))) == '[Wins "3"]\n'
    assert parse_record('[Wins "3"]\n') == Record((), Match(3))
    for blank in ("", "\n", " \r\n\t\n"):
        assert parse_record(blank) == Record((), Match(2))


def test_a_cycle_begun_without_a_move_is_only_left() -> None:
    match = Match().begin(parse_deal(DEAL), Player.TWO)
    text = format_record(Record((), match))
    assert text.endswith('[First "2"]\n\n*\n')
    assert parse_record(text).match == match


def test_won_cycles_needed_are_two_when_not_said() -> None:
    assert parse_record('[Date "today"]').match.wins_needed == 2


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_won_cycles_needed_are_kept(wins: int) -> None:
    match = random_match(Random(wins), wins)
    assert parse_record(format_record(Record((), match))).match == match


def test_other_headers_are_kept_in_order_wherever_wins_stands() -> None:
    record = parse_record('[Zeta "z"]\n[Wins "1"]\n[Alpha "ğüşıöç İ 🦉"]\n')
    assert record.headers == (("Zeta", "z"), ("Alpha", "ğüşıöç İ 🦉"))
    assert record.header("Alpha") == "ğüşıöç İ 🦉"
    assert record.header("Beta") is None


TEXT = format_record(Record((("Player1", "Ayla"),), random_match(Random(11))))
SAME = {
    "a byte order mark": "\ufeff" + TEXT,
    "Windows line ends": TEXT.replace("\n", "\r\n"),
    "old Mac line ends": TEXT.replace("\n", "\r"),
    "no line end at the last line": TEXT.rstrip("\n"),
    "blank lines": TEXT.replace("\n", "\n\n \n"),
    "no blank lines": TEXT.replace("\n\n", "\n"),
    "spaces around lines": TEXT.replace("\n", "  \n\t"),
    "a word a line": "\n".join(
        line if line.startswith("[") else line.replace(" ", "\n") for line in TEXT.split("\n")
    ),
    "numbers touching their moves": TEXT.replace(". ", "."),
    "spaces within brackets": TEXT.replace('[Deal "', '[ Deal   "').replace('"]', '" ]'),
}


@pytest.mark.parametrize("what", SAME)
def test_harmless_differences_read_the_same(what: str) -> None:
    assert SAME[what] != TEXT
    assert parse_record(SAME[what]) == parse_record(TEXT)
    assert read_record(SAME[what].encode()) == parse_record(TEXT)


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ((("", "x"),), "'' is no name for a header: use letters, digits and _"),
        ((("Two words", "x"),), "'Two words' is no name for a header"),
        ((("1st", "x"),), "'1st' is no name for a header"),
        ((("Straße", "x"),), "'Straße' is no name for a header"),
        ((("Wins", "2"),), "the header Wins would be taken for Wins"),
        ((("deal", "x"),), "the header deal would be taken for Deal"),
        ((("Note", "one\ntwo"),), "the header Note holds a line break"),
        ((("Note", "\x1b[31m"),), "the header Note holds a line break or another character"),
        ((("Note", "\ud800"),), "the header Note holds a line break or another character"),
        ((("Note", "a"), ("Date", "b"), ("Note", "c")), "the header Note is there twice"),
    ],
)
def test_headers_that_could_not_be_read_back_are_refused(
    headers: tuple[tuple[str, str], ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match="header") as refusal:
        Record(headers, Match())
    assert str(refusal.value).startswith(sentence)
