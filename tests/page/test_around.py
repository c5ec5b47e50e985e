"""Around the board: two pages in step, a restart under an open page, sizes, languages, everyone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from iye.companion.server import STATIC
from iye.languages import NAMES, language
from page.conftest import Simulated, simulated
from page_hands import Person

DESKTOP, PHONE, ON_ITS_SIDE = (1280, 800), (360, 740), (740, 360)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE, ON_ITS_SIDE])


@pytest.fixture
def person(browser: Browser, board: Simulated) -> Iterator[Person]:
    someone = Person(browser, board.address)
    yield someone
    assert someone.complaints == []
    someone.close()


def test_two_pages_are_in_step(browser: Browser, board: Simulated, person: Person) -> None:
    other = Person(browser, board.address)
    person.begin()
    person.press("c5")
    expect(other.pad("c5")).to_have_attribute("aria-label", re.compile("the drum"))
    other.do("undo")
    expect(person.pad("c3")).to_have_attribute("aria-label", re.compile("the drum"))
    assert other.complaints == []
    other.close()


def test_a_hand_that_leaves_with_its_page_lets_go(
    browser: Browser, board: Simulated, person: Person
) -> None:
    other = Person(browser, board.address)
    other.pad("a1").hover()
    other.page.mouse.down()
    expect(person.pad("a1")).to_have_attribute("aria-label", re.compile("held"))
    other.close()
    expect(person.pad("a1")).not_to_have_attribute("aria-label", re.compile("held"))


def test_a_page_goes_on_by_itself_when_the_board_was_started_anew(browser: Browser) -> None:
    first = simulated("--port", "0", "--seed", "7")
    someone = Person(browser, first.address)
    someone.begin()
    assert first.end() == 0
    expect(someone.page.locator("#link")).not_to_have_attribute("data-state", "online")
    expect(someone.page.locator('#tools [data-do="undo"]')).to_be_disabled()
    again = simulated("--port", first.port, "--seed", "8")
    expect(someone.page.locator("#link")).to_have_attribute("data-state", "online")
    someone.begin()
    someone.press("c4")
    someone.until(lambda match: len(match.cycles[-1].moves) == 1)
    someone.close()
    assert again.end() == 0


@SIZES
def test_the_whole_board_is_on_the_screen_without_scrolling(
    browser: Browser, board: Simulated, size: tuple[int, int]
) -> None:
    someone = Person(browser, board.address, size=size)
    someone.begin()
    for pad in ("a1", "e1", "a5", "e5", "1O", "1S", "2O", "2S"):
        box = someone.pad(pad).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    wide = someone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]
    assert someone.complaints == []
    someone.close()


def test_a_finger_plays_on_a_phone(browser: Browser, board: Simulated) -> None:
    someone = Person(browser, board.address, size=PHONE, touch=True)
    someone.begin(lambda pad: someone.pad(pad).tap())
    someone.pad("c4").tap()
    someone.until(lambda match: len(match.cycles[-1].moves) == 1)
    assert someone.complaints == []
    someone.close()


@pytest.mark.parametrize("tag", NAMES)
def test_a_reader_is_spoken_to_in_their_language(
    browser: Browser, board: Simulated, tag: str
) -> None:
    someone = Person(browser, board.address, locale=tag)
    expect(someone.page.locator("html")).to_have_attribute("lang", tag)
    someone.begin()
    said = language(tag).say("The board is awake.")
    expect(someone.page.locator("#log")).to_contain_text(said)
    undo = someone.page.locator('#tools [data-do="undo"]')
    expect(undo).to_contain_text(language(tag).say("Undo"))
    assert someone.page.locator("h1").inner_text() == "İYE"
    assert someone.complaints == []
    someone.close()


@SIZES
@pytest.mark.parametrize("scene", ["asleep", "turn", "new", "settings", "wrong", "undone"])
def test_everyone_can_use_it(
    browser: Browser, board: Simulated, size: tuple[int, int], scene: str
) -> None:
    someone = Person(browser, board.address, size=size)
    _set(someone, scene)
    found = Axe().run(someone.page)
    assert found.violations_count == 0, found.generate_report()
    someone.close()


def _set(someone: Person, scene: str) -> None:
    """Bring about what is to be looked at."""
    if scene in ("turn", "wrong", "undone"):
        someone.begin()
    if scene == "new":
        someone.do("new")
    elif scene == "settings":
        someone.page.locator("#open-tuning").click()
    elif scene == "wrong":
        someone.press("e1")
        expect(someone.page.locator("#log")).to_contain_text("e1")
    elif scene == "undone":
        someone.press("c5")
        someone.until(lambda match: bool(match.cycles[-1].moves))
        someone.do("undo")
        someone.until(lambda match: not match.cycles[-1].moves)


def test_all_static_files_together_are_small() -> None:
    files = [path for path in Path(STATIC).rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 200_000


def test_nothing_is_fetched_from_elsewhere(person: Person) -> None:
    hosts: set[str] = set()
    person.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    person.page.reload()
    person.begin()
    person.page.locator("#open-tuning").click()
    person.page.wait_for_load_state("networkidle")
    assert hosts == {person.address.split("/")[2]}


def test_without_motion_nothing_moves_longer_than_a_blink(
    browser: Browser, board: Simulated
) -> None:
    someone = Person(browser, board.address)
    someone.page.emulate_media(reduced_motion="reduce")
    someone.begin()
    someone.press("c5")
    someone.until(lambda match: bool(match.cycles[-1].moves))
    longest = someone.page.evaluate(
        "() => Math.max(0, ...document.getAnimations().map("
        "(one) => Number(one.effect.getComputedTiming().endTime)))"
    )
    assert longest <= 10
    someone.close()
