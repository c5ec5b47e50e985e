"""A page and the room where another board is met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion_rig import Rig, run, served
from iye.away.kept import Stopped
from iye.away.view import AwayView
from iye.companion.rooms import away_word
from iye.table import Consent, Standing, Table

VIEW = AwayView("mqtt://broker:1883", online=True, room="NKRT-7WPM-3CXA")


class Line:
    """A room that notes what is wished."""

    def __init__(self) -> None:
        self.view = VIEW
        self.changed: Callable[[AwayView], None] = lambda _view: None
        self.wishes: list[str] = []

    def meet(self, code: str) -> None:
        if code == "bad":
            raise ValueError("a room's code has 12 letters")
        self.wishes.append(f"meet {code}")

    def leave(self) -> None:
        self.wishes.append("leave")

    def set(self, view: AwayView) -> None:
        self.view = view
        self.changed(view)


def test_the_code_is_shown_to_joined_pages_alone() -> None:
    joined = away_word(VIEW, Table(), joined=True)
    watching = away_word(VIEW, Table(), joined=False)
    assert (joined.room, watching.room) == ("NKRT-7WPM-3CXA", "")
    assert joined.picture.startswith("data:image/svg+xml")
    assert watching.picture == ""
    assert watching.in_room


def test_what_both_ask_and_from_where_they_disagree_is_shown() -> None:
    table = replace(Table(), consent=Standing(Consent.NEW, Consent.UNDO))
    word = away_word(replace(VIEW, stopped=Stopped("journals", 2, 7)), table, joined=True)
    assert (word.asked, word.asks) == ("new", "undo")
    assert word.stopped is not None
    assert (word.stopped.why, word.stopped.cycle, word.stopped.move) == ("journals", 2, 7)


@served()
async def test_a_board_without_a_broker_says_so(rig: Rig) -> None:
    async with rig.page() as page:
        assert await page.refusal("meet", code="NKRT-7WPM-3CXA") == "no_broker"
        assert await page.refusal("leave") == "no_broker"
        assert page.told("away") == []


def test_pages_wish_for_a_room_and_are_told_how_things_stand_in_it() -> None:
    line = Line()

    async def scene(rig: Rig) -> None:
        async with rig.page() as page:
            await page.until(lambda: page.told("away"))
            assert page.told("away")[-1]["room"] == "NKRT-7WPM-3CXA"
            assert await page.refusal("meet", code="bad") == "no_room"
            await page.wish("meet")
            await page.wish("meet", code="NKRT-7WPM-3CXB")
            await page.wish("leave")
            await page.until(lambda: len(line.wishes) == 3)
            line.set(replace(VIEW, other=True, name="Bek", followed=True))
            await page.until(lambda: page.told("away")[-1]["other"])
            assert page.told("away")[-1]["name"] == "Bek"

    run(scene, room=line)
    assert line.wishes == ["meet ", "meet NKRT-7WPM-3CXB", "leave"]


def test_a_page_that_only_watches_may_neither_enter_nor_leave_and_sees_no_code() -> None:
    line = Line()

    async def scene(rig: Rig) -> None:
        async with rig.page() as page:
            await page.until(lambda: page.told("away"))
            assert page.told("away")[-1]["room"] == ""
            assert await page.refusal("meet", code="NKRT-7WPM-3CXB") == "not_joined"
            assert await page.refusal("leave") == "not_joined"
            assert await page.refusal("answer", agree=True) == "not_joined"
            await page.wish("join", code="123456")
            await page.until(lambda: page.told("away")[-1]["room"])

    run(scene, room=line, code="123456")
    assert line.wishes == []
