"""The analysis of a match on the page: asked for, clicked through, read aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from websockets.sync.client import connect

from page.conftest import Simulated
from page_hands import Person
from patience import PATIENCE

DESKTOP, PHONE, ON_ITS_SIDE = (1280, 800), (360, 740), (740, 360)
DEAL = "SHWSH/TTHSH/SSSHS/TWHWS/TTOSH"
MOVES = "e3 e1 d1 Se5 d5 b5 a5 a3 c3 c4 c5 Wc2 e2 e4 d4 d3 d2 Sa1 a2 Wb3 b2 b1 c1 Ob4".split()  # noqa: SIM905 - as in a record
"""The sample match's first cycle: 17. d2 gives a win away, which b3 would have kept."""


def play(board: Simulated, moves: list[str]) -> None:
    """Let the sample match be played from another page; it stops before the cycle's end."""
    address = board.address.replace("http", "ws")
    with connect(f"{address}ws", origin=None, ping_interval=None) as page:

        def wish(do: str, **fields: object) -> None:
            page.send(json.dumps({"do": do, **fields}))

        wish("new_match", first=1, deal=DEAL, names=["Umay", "Erlik"])
        wish("drum_here", cell="c3")
        for ply, move in enumerate(moves):
            if len(move) == 3:
                wish("tap", pad=f"{1 + ply % 2}{move[0]}")
            wish("drum_here", cell=move[-2:])
        wish("press", button="power")  # what is refused has been heard, and all before it
        while '"refused"' not in str(page.recv()):
            pass


@pytest.fixture
def person(browser: Browser, board: Simulated) -> Iterator[Person]:
    play(board, MOVES[:-1])
    someone = Person(browser, board.address)
    yield someone
    assert someone.complaints == []
    someone.close()


def analyse(person: Person) -> None:
    """Ask for the analysis, and wait until the mistake is found."""
    person.page.get_by_role("button", name="Analyse").click()
    mistake(person).wait_for(timeout=PATIENCE * 1000)


def mistake(person: Person) -> Locator:
    return person.page.get_by_role("button", name="17. Umay, d2: a win given away; a tie.")


def test_a_match_is_analysed_and_clicked_through(person: Person) -> None:
    analyse(person)
    expect(mistake(person)).to_contain_text("Better: b3.")
    mistake(person).click()
    expect(person.page.locator("#call")).to_contain_text("after move 17 (d2)")
    expect(person.page.locator("#also")).to_contain_text("a win given away")
    expect(person.pad("d2")).to_have_accessible_name(re.compile("the drum"))
    expect(person.pad("a1")).to_have_accessible_name(re.compile("leads to a tie, the best"))
    expect(person.page.locator(".ply .slip")).to_have_count(1)
    picture = person.page.locator(".picture")
    box = picture.bounding_box()
    assert box is not None
    # Columns are 314 / 25 of 330 wide after a margin of 16: the 20th begins at 16 + 20 * 12.56.
    picture.click(position={"x": box["width"] * (16 + 20.5 * 12.56) / 330, "y": 20})
    expect(person.page.locator("#call")).to_contain_text("after move 20 (Wb3)")
    person.page.get_by_role("button", name="Back to now").click()
    expect(person.page.locator("#table")).to_have_attribute("data-shown", "live")


def test_the_picture_is_read_and_stepped_through_by_keys(person: Person) -> None:
    analyse(person)
    picture = person.page.get_by_role("slider", name="Cycle 1, move by move")
    picture.focus()
    person.page.keyboard.press("ArrowLeft")
    expect(picture).to_have_attribute("aria-valuenow", "22")
    for _ in range(5):
        person.page.keyboard.press("ArrowLeft")
    expect(picture).to_have_attribute("aria-valuenow", "17")
    expect(picture).to_have_attribute("aria-valuetext", re.compile("Umay, d2: a win given away"))
    person.page.keyboard.press("ArrowLeft")
    expect(picture).to_have_attribute("aria-valuetext", re.compile("With best play Umay wins"))
    person.page.keyboard.press("Home")
    expect(person.page.locator("#call")).to_contain_text("before the first move")
    expect(picture).to_be_focused()


def test_an_analysis_is_stopped_and_seen_by_others(
    browser: Browser, board: Simulated, person: Person
) -> None:
    analyse(person)
    other = Person(browser, board.address)
    expect(mistake(other)).to_be_visible()
    stop = person.page.get_by_role("button", name="Stop")
    longer = person.page.get_by_role("button", name="Look longer")
    expect(stop.or_(longer)).to_be_visible()
    if stop.is_visible():
        stop.click()
    expect(stop).to_have_count(0)
    other.do("undo")
    expect(person.page.locator(".ply")).to_have_count(len(MOVES) - 2)
    expect(mistake(person)).to_be_visible()  # that move is still played
    other.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, ON_ITS_SIDE])
def test_everyone_can_use_it(browser: Browser, board: Simulated, size: tuple[int, int]) -> None:
    play(board, MOVES[:-1])
    someone = Person(browser, board.address, size=size)
    if size != DESKTOP:
        someone.page.locator("#open-moves").click()
    analyse(someone)
    assert_clean(someone)
    mistake(someone).click()
    picture = someone.page.locator(".picture")
    expect(picture).to_be_in_viewport(ratio=0.9)
    expect(someone.pad("a1")).to_be_in_viewport(ratio=0.9)
    box, pad = picture.bounding_box(), someone.pad("d2").bounding_box()
    assert box is not None
    assert pad is not None
    beside = box["x"] >= pad["x"] + pad["width"] or box["y"] >= pad["y"] + pad["height"]
    assert beside  # the board is seen while it is stepped through
    assert_clean(someone)
    assert someone.complaints == []
    someone.close()


def assert_clean(someone: Person) -> None:
    found = Axe().run(someone.page)
    assert found.violations_count == 0, found.generate_report()
