"""Whole cycles on the page: by pointer, by keyboard, by dragging; wrong landings, payment, undo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from iye.lights import IyePad
from iye.rules import Match, Move
from page.conftest import Simulated
from page_hands import Person


@pytest.fixture
def person(browser: Browser, board: Simulated) -> Iterator[Person]:
    someone = Person(browser, board.address)
    yield someone
    assert someone.complaints == []
    someone.close()


def by_pointer(person: Person, match: Match, move: Move) -> None:
    if move.spent is not None:
        assert match.current is not None
        person.press(str(IyePad(match.current.position.mover, move.spent)))
    person.press(str(move.target))


def by_typing(person: Person, _match: Match, move: Move) -> None:
    person.type(str(move))


def by_dragging(person: Person, match: Match, move: Move) -> None:
    assert match.current is not None
    position = match.current.position
    if move.spent is not None:
        person.press(str(IyePad(position.mover, move.spent)))
        person.page.wait_for_selector('.pad[data-mark="spending"]')
    person.drag(str(position.drum), str(move.target))


@pytest.mark.parametrize(
    ("make", "seed"),
    [(by_pointer, 1), (by_typing, 2), (by_dragging, 3)],
    ids=["by pointer", "by typing", "by dragging"],
)
def test_a_whole_cycle_is_played(person: Person, make: object, seed: int) -> None:
    person.begin()
    match = person.play(make, Random(seed))  # type: ignore[arg-type] # one of the three above
    assert match.winner is not None or match.cycles[-1].end is not None


def test_arrows_and_space_carry_a_move(person: Person) -> None:
    person.begin()
    person.pad("c3").focus()
    person.page.keyboard.press("ArrowUp")
    person.page.keyboard.press("ArrowUp")
    person.page.keyboard.down(" ")
    person.page.wait_for_timeout(450)
    person.page.keyboard.up(" ")
    person.until(lambda match: len(match.cycles[-1].moves) == 1)
    assert person.moves() == ["c5"]


@pytest.mark.parametrize("focused", ["c3", "undo"])
def test_an_enter_after_a_typed_move_presses_nothing(person: Person, focused: str) -> None:
    """A line is ended with it; what happens to have the focus is not meant."""
    person.begin()
    if focused == "undo":
        person.type("c5")
        person.until(lambda match: len(match.cycles[-1].moves) == 1)
        person.do("undo")
        person.until(lambda match: not match.cycles[-1].moves)
        person.press("c3")
        person.page.locator('#tools [data-do="undo"]').focus()
    person.type("c4")
    person.page.keyboard.press("Enter")
    person.until(lambda match: len(match.cycles[-1].moves) == 1)
    person.type("c3")
    person.page.keyboard.press("Enter")
    person.until(lambda match: len(match.cycles[-1].moves) == 2)
    assert person.moves() == ["c4", "c3"]
    person.see("Player 2: drum to c3", "#log")


def test_a_wrong_landing_is_said_and_changes_nothing(person: Person) -> None:
    person.begin()
    person.press("e1")
    person.see("cannot reach e1", "#says")
    expect(person.pad("e1")).to_have_attribute("aria-label", re.compile("may not stand"))
    expect(person.pad("c3")).to_have_attribute("aria-label", re.compile("belongs here"))
    assert person.moves() == []
    person.press("c4")
    person.until(lambda match: len(match.cycles[-1].moves) == 1)


def test_undo_takes_back_and_shows_the_way(person: Person) -> None:
    person.begin()
    person.press("c5")
    person.until(lambda match: len(match.cycles[-1].moves) == 1)
    person.do("undo")
    person.until(lambda match: not match.cycles[-1].moves)
    expect(person.pad("c5")).to_have_attribute("aria-label", re.compile("goes back here"))
    person.press("c3")
    expect(person.pad("c5")).not_to_have_attribute("aria-label", re.compile("goes back"))


def test_a_payment_is_asked_for_and_paid_by_a_touch(person: Person) -> None:
    """With the deal of the sample: player 1 comes to hold Horse, Water and Sun on e4."""
    person.do("new")
    dialog = person.page.locator("dialog[open]")
    dialog.locator('input[name="deal"][value="pasted"]').check(force=True)
    dialog.locator('input[name="text"]').fill("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
    dialog.locator('input[name="first"][value="1"]').check(force=True)
    dialog.locator('button[type="submit"]').click()
    expect(person.page.locator("#call")).to_contain_text("c3")
    person.press("c3")
    person.until(lambda match: bool(match.cycles))
    for count, move in enumerate(("c5", "c4", "d4", "d3", "e3", "e4"), start=1):
        person.press(move)
        person.until(lambda match, count=count: len(match.cycles[-1].moves) == count)  # type: ignore[misc] # mypy cannot infer a lambda's default
    person.press("e1")
    person.page.wait_for_selector('[data-pad="1W"][data-mark="pay"]')
    expect(person.pad("1S")).to_have_attribute("aria-label", re.compile("touch to pay"))
    person.press("1W")
    person.until(lambda match: len(match.cycles[-1].moves) == 7)
    assert person.moves()[-1] == "We1"


def test_hints_are_stepped_through_by_the_button(person: Person) -> None:
    person.begin()
    hint = person.page.locator('#tools [data-do="hint"]')
    expect(hint).to_have_accessible_name("Hint: Targets")
    person.do("hint")
    expect(hint).to_have_accessible_name("Hint: Coach")
    person.see("The coach colours the targets", "#says")
    person.do("hint")
    expect(hint).to_have_accessible_name("Hint: No hints")
    person.see("Targets are hidden", "#says")
    person.do("hint")
    person.see("Targets are shown", "#says")


def test_abandoning_is_asked_about_first(person: Person) -> None:
    person.begin()
    person.do("abandon")
    dialog = person.page.locator("dialog[open]")
    dialog.wait_for()
    assert person.match().cycles
    dialog.get_by_role("button", name="Abandon").click()
    person.until(lambda match: not match.cycles)
    expect(dialog).to_have_count(0)
