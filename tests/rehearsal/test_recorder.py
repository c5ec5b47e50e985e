"""The recorder: where a script begins, what it has to know beforehand, and how long it grows."""

from __future__ import annotations

import pytest

from iye.lights import DARK, IyePad
from iye.rehearsal import recorder as recording
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import (
    Abandon,
    Answer,
    Declare,
    Hint,
    NewMatch,
    NextDeal,
    Release,
    ScriptStep,
    Touch,
    format_script,
    parse_script,
)
from iye.rules import Cell, Kind, Player, parse_move
from iye.table import (
    PERSON,
    AbandonWanted,
    Advice,
    Advised,
    Button,
    ButtonPressed,
    ButtonReleased,
    CodeGiven,
    DealDrawn,
    DealWay,
    Event,
    Hints,
    HintsWanted,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    PadDeclared,
    PadReleased,
    PadTouched,
    Table,
    TimePassed,
    handle,
    mind,
)
from table_hands import DEAL, OTHER_DEAL

OWL = IyePad(Player.ONE, Kind.OWL)


class Evening:
    """A table and its recorder, without chips."""

    def __init__(self) -> None:
        self.table = Table()
        self.recorder = Recorder()

    def post(self, *events: Event) -> Evening:
        for event in events:
            self.recorder.sensed(event)
            self.table, effects = handle(self.table, event)
            for effect in effects:
                self.recorder.happened(effect, event.at)
            self.recorder.stands(self.table, DARK, event.at)
        return self

    @property
    def script(self) -> tuple[ScriptStep, ...]:
        return self.recorder.script()


def test_a_script_counts_from_the_touch_that_woke_the_board() -> None:
    evening = Evening().post(PadTouched(Cell.a1, 100.0), PadReleased(Cell.a1, 100.25))
    assert evening.script == (Touch(0.0, Cell.a1), Release(0.25, Cell.a1))


def test_a_match_set_on_a_page_begins_a_script_with_its_deal() -> None:
    setup = MatchSetup(1, Player.TWO, DealWay.DRAWN, ("İ", ""))
    evening = Evening().post(
        PadTouched(Cell.a1, 1.0),
        PadReleased(Cell.a1, 1.5),
        MatchSet(9.0, setup),
        DealDrawn(DEAL, 9.0),
        PadDeclared(Cell.c3, 10.0),
        HintsWanted(Hints.COACH, 10.5),
        AbandonWanted(11.0),
    )
    assert evening.script == (
        NewMatch(0.0, setup, (DEAL,)),
        Declare(1.0, Cell.c3),
        Hint(1.5, Hints.COACH),
        Abandon(2.0),
    )


def test_a_deal_stands_before_the_touch_that_asked_for_it_and_no_later_than_it() -> None:
    evening = Evening().post(
        PadTouched(Cell.a1, 1.0),
        PadReleased(Cell.a1, 2.0),
        PadTouched(OWL, 3.0),
        DealDrawn(DEAL, 3.0),
        PadReleased(OWL, 3.2),
        ButtonPressed(Button.NEW, 4.0),
        ButtonReleased(Button.NEW, 4.1),
        DealDrawn(OTHER_DEAL, 4.5),
    )
    assert evening.script[2:] == (
        NextDeal(2.0, DEAL),
        Touch(2.0, OWL),
        Release(2.2, OWL),
        Touch(3.0, Button.NEW),
        NextDeal(3.1, OTHER_DEAL),
        Release(3.1, Button.NEW),
    )
    assert parse_script(format_script(evening.script)) == evening.script


def test_time_and_codes_are_not_written_down() -> None:
    evening = Evening().post(
        PadTouched(Cell.a1, 1.0), CodeGiven("123456", 2.0), TimePassed(3.0), DealDrawn(DEAL, 3.0)
    )
    assert [type(step) for step in evening.script] == [NextDeal, Touch]
    assert "123456" not in "".join(format_script(evening.script))


def test_a_deal_without_anything_before_it_is_not_written_down() -> None:
    assert Evening().post(DealDrawn(DEAL, 1.0)).script == ()


def test_pressing_hint_or_undo_on_a_sleeping_board_keeps_the_last_script() -> None:
    evening = Evening().post(
        MatchSet(0.0, MatchSetup(first=Player.ONE)),
        AbandonWanted(1.0),
        ButtonPressed(Button.UNDO, 2.0),
        ButtonReleased(Button.UNDO, 2.1),
    )
    assert evening.script[0] == NewMatch(0.0, MatchSetup(first=Player.ONE))
    assert len(evening.script) == 4


@pytest.mark.parametrize(
    "wakes", [PadTouched(Cell.a1, 5.0), PadDeclared(Cell.a1, 5.0), ButtonPressed(Button.NEW, 5.0)]
)
def test_what_wakes_the_board_begins_another_script(wakes: Event) -> None:
    evening = Evening().post(MatchSet(0.0, MatchSetup(first=Player.ONE)), AbandonWanted(1.0), wakes)
    assert len(evening.script) == 1
    assert evening.script[0].at == 0.0


def test_wishes_that_stayed_from_before_are_led_in() -> None:
    evening = Evening().post(
        MatchSet(0.0, MatchSetup(3, Player.TWO, DealWay.LAID, ("İ", "I"))),
        AbandonWanted(1.0),
        PadTouched(Cell.a1, 5.0),
    )
    assert evening.script == (
        NewMatch(0.4, MatchSetup(3, Player.ONE, DealWay.LAID, ("İ", "I"))),
        Abandon(0.5),
        Touch(0.6, Cell.a1),
    )


def test_hints_that_were_off_and_hands_that_were_on_are_led_in() -> None:
    evening = Evening().post(
        ButtonPressed(Button.HINT, 1.0),
        ButtonReleased(Button.HINT, 1.1),
        ButtonPressed(Button.HINT, 1.5),
        ButtonReleased(Button.HINT, 1.6),
        PadTouched(Cell.a1, 2.0),
        PadTouched(OWL, 3.0),
        PadReleased(OWL, 3.1),
        MatchSet(4.0, MatchSetup(first=Player.ONE)),
    )
    assert evening.script == (
        Touch(0.0, Button.HINT),
        Release(0.05, Button.HINT),
        Touch(0.1, Button.HINT),
        Release(0.15, Button.HINT),
        Touch(0.2, Cell.a1),
        NewMatch(0.6, MatchSetup(first=Player.ONE)),
    )


def against_the_mind() -> Evening:
    """Player 1 has moved to c5, and the mind is asked at 3 s."""
    return Evening().post(
        MatchSet(0.0, MatchSetup(first=Player.ONE, seats=(PERSON, mind(3)))),
        DealDrawn(DEAL, 0.0),
        PadDeclared(Cell.c3, 1.0),
        PadDeclared(Cell.c5, 2.0),
    )


def test_an_answer_is_written_down_with_its_moment() -> None:
    evening = against_the_mind()
    evening.post(MoveAnswered(evening.table.position, parse_move("Sa5"), 3.5))
    assert evening.script == (
        NewMatch(0.0, MatchSetup(first=Player.ONE, seats=(PERSON, mind(3))), (DEAL,)),
        Declare(1.0, Cell.c3),
        Declare(2.0, Cell.c5),
        Answer(3.5, parse_move("Sa5")),
    )


def test_an_answer_that_did_not_count_is_not_written_down() -> None:
    """Rehearsed, it would be an answer to whatever stands then, and might fit."""
    evening = against_the_mind()
    asked = evening.table.position
    evening.post(
        ButtonPressed(Button.UNDO, 3.0),
        ButtonReleased(Button.UNDO, 3.1),
        PadDeclared(Cell.c3, 4.0),
        PadDeclared(Cell.c4, 5.0),
        MoveAnswered(asked, parse_move("c3"), 6.0),
        Advised(Advice(evening.table.position, (), ()), 6.5),
        PadDeclared(Cell.a1, 7.0),
    )
    assert evening.script[-1] == Declare(7.0, Cell.a1)
    assert not any(isinstance(step, Answer) for step in evening.script)


def test_the_mind_that_stayed_from_before_is_led_in() -> None:
    evening = against_the_mind().post(AbandonWanted(3.0), PadTouched(Cell.a1, 5.0))
    assert evening.script == (
        NewMatch(0.4, MatchSetup(first=Player.ONE, seats=(PERSON, mind(3)))),
        Abandon(0.5),
        Touch(0.6, Cell.a1),
    )


@pytest.mark.parametrize(
    ("presses", "hints"), [(0, Hints.TARGETS), (1, Hints.COACH), (2, Hints.OFF)]
)
def test_the_lead_in_brings_a_real_board_to_the_hints_there_were(
    presses: int, hints: Hints
) -> None:
    evening = Evening()
    for press in range(presses):
        evening.post(
            ButtonPressed(Button.HINT, press + 0.0), ButtonReleased(Button.HINT, press + 0.1)
        )
    evening.post(MatchSet(9.0, MatchSetup(first=Player.ONE)))
    assert evening.table.hints is hints
    assert rehearse(evening.script, []).table.hints is hints


def test_a_pause_longer_than_anything_at_the_table_takes_is_shortened() -> None:
    evening = Evening().post(
        MatchSet(0.0, MatchSetup(first=Player.ONE)),
        DealDrawn(DEAL, 0.0),
        PadTouched(Cell.a1, 1e6),
        PadReleased(Cell.a1, 1e6 + 1),
    )
    assert [step.at for step in evening.script] == [0.0, 900.0, 901.0]
    assert Table().timing.sleep < recording.LONGEST_PAUSE


def test_a_clock_that_seems_to_go_back_a_little_gives_a_script_that_does_not() -> None:
    evening = Evening().post(PadTouched(Cell.a1, 5.0), PadReleased(Cell.a1, 4.9999))
    assert [step.at for step in evening.script] == [0.0, 0.0]


def test_a_script_grows_no_longer_than_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_STEPS", 3)
    evening = Evening()
    for number in range(10):
        evening.post(
            PadTouched(Cell.a1, 1.0 + number),
            DealDrawn(DEAL, 1.0 + number),
            PadReleased(Cell.a1, 1.5 + number),
        )
    assert len(evening.script) == 3
