"""Scripts of touches: what is read, what is refused and how it is said."""

from __future__ import annotations

import json

import pytest

from iye.lights import IyePad
from iye.rehearsal.script import (
    Abandon,
    Answer,
    Declare,
    Hint,
    NewMatch,
    NextDeal,
    Release,
    ScriptError,
    Touch,
    format_script,
    parse_script,
)
from iye.rules import Cell, Kind, Player, parse_deal, parse_move
from iye.table import PERSON, Button, DealWay, Hints, MatchSetup, Seat, Sitting, mind

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"


def test_every_form_of_a_line_is_read() -> None:
    lines = [
        json.dumps({"at": 0, "new_match": {"deals": [DEAL], "first": 1, "wins": 3, "seed": 9}}),
        "",
        '{"at":1.0, "touch":"c5"}',
        '{"at":1.6, "release":"c5"}',
        '{"at":2, "touch":"2H"}',
        '{"at":2, "touch":"undo"}',
    ]
    setup = MatchSetup(3, Player.ONE, DealWay.DRAWN)
    assert parse_script(lines) == (
        NewMatch(0.0, setup, (parse_deal(DEAL),), 9),
        Touch(1.0, Cell.c5),
        Release(1.6, Cell.c5),
        Touch(2.0, IyePad(Player.TWO, Kind.HORSE)),
        Touch(2.0, Button.UNDO),
    )


def test_a_new_match_needs_no_wishes_at_all() -> None:
    assert parse_script(['{"at":0,"new_match":{}}']) == (NewMatch(0.0, MatchSetup()),)


def test_a_match_laid_by_hand_is_asked_for() -> None:
    (step,) = parse_script(['{"at":0,"new_match":{"laid":true}}'])
    assert isinstance(step, NewMatch)
    assert step.setup.deal_way is DealWay.LAID


def test_who_plays_and_what_is_answered_are_read() -> None:
    lines = [
        '{"at":0,"new_match":{"seats":["person","mind 7"]}}',
        '{"at":1,"answer":"Hc5"}',
    ]
    assert parse_script(lines) == (
        NewMatch(0.0, MatchSetup(seats=(PERSON, mind(7)))),
        Answer(1.0, parse_move("Hc5")),
    )


def test_bytes_are_read_as_text_is() -> None:
    assert parse_script([b'{"at":1,"touch":"a1"}\r\n']) == (Touch(1.0, Cell.a1),)


def test_what_is_written_is_read_back_the_same() -> None:
    steps = (
        NewMatch(
            0.0, MatchSetup(1, Player.TWO, DealWay.LAID, ("Umay", "İpek")), (parse_deal(DEAL),), 4
        ),
        NewMatch(0.0, MatchSetup()),
        NextDeal(0.25, parse_deal(DEAL)),
        Touch(0.5, Button.NEW),
        Release(2.75, Button.NEW),
        Touch(3.125, IyePad(Player.ONE, Kind.OWL)),
        Release(3.5, IyePad(Player.ONE, Kind.OWL)),
        Declare(4.0, Cell.e5),
        Answer(4.25, parse_move("Sa5")),
        Answer(4.5, parse_move("c4")),
        NewMatch(4.75, MatchSetup(seats=(PERSON, mind(3)))),
        NewMatch(4.75, MatchSetup(seats=(Seat(Sitting.ELSEWHERE), PERSON))),
        Hint(5.0, Hints.COACH),
        Hint(5.0, Hints.OFF),
        Abandon(5.0),
    )
    assert parse_script(format_script(steps)) == steps


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: .*JSON|line 2: .*truncated"),
        ("[]", "line 2: .*object"),
        ('{"touch":"c5"}', "line 2: .*at"),
        (
            '{"at":1}',
            "line 2: a step is one of .*, release, declare, hints, abandon, answer$",
        ),
        ('{"at":1,"touch":"c5","release":"c5"}', "line 2: a step is one of"),
        ('{"at":1,"tuch":"c5"}', "line 2: .*tuch"),
        ('{"at":"1","touch":"c5"}', r"line 2: .*\$\.at"),
        ('{"at":1,"hints":"all"}', r"line 2: .*\$\.hints"),
        ('{"at":-1,"touch":"c5"}', "line 2: a step's moment is 0 s or later, not -1"),
        ('{"at":1e300,"touch":"c5"}', "line 2: a script ends within 1000000000 s, not at 1e.300 s"),
        ('{"at":1,"touch":"f6"}', "line 2: 'f6' is not a pad.*undo, hint and new"),
        ('{"at":1,"touch":""}', "line 2: '' is not a pad"),
        ('{"at":1,"touch":"spare"}', "line 2: 'spare' is not a pad"),
        ('{"at":1,"new_match":{"wins":4}}', "line 2: a match goes to 1, 2 or 3 won cycles, not 4"),
        ('{"at":1,"new_match":{"first":3}}', "line 2: '3' is not a player"),
        ('{"at":1,"new_match":{"deals":["HO"]}}', "line 2: deal 1: a board has five ranks"),
        ('{"at":1,"new_match":{"names":[]}}', "line 2: .*names"),
        ('{"at":1,"new_match":{"name":"x"}}', "line 2: .*name"),
        ('{"at":1,"new_match":{"seats":["dog","person"]}}', "line 2: 'dog' is no seat: say person"),
        ('{"at":1,"new_match":{"seats":["mind 0","person"]}}', "line 2: .*levels 1 to 10, not 0"),
        ('{"at":1,"new_match":{"seats":["person"]}}', "line 2: .*seats"),
        ('{"at":1,"answer":"Xa5"}', "line 2: .*Xa5"),
        ('{"at":1,"answer":5}', r"line 2: .*\$\.answer"),
        ('{"at":1,"deal":"HO"}', "line 2: a board has five ranks"),
        ('{"at":1,"declare":"undo"}', "line 2: 'undo' is not a pad"),
        ('{"at":1,"abandon":false}', r"line 2: .*\$\.abandon"),
        ('{"at":0.1,"touch":"c5"}', "line 2: time goes back from 0.5 to 0.1 s"),
    ],
)
def test_a_line_that_cannot_be_played_is_named_with_what_is_wrong(line: str, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        parse_script(['{"at":0.5,"touch":"a1"}', line])
