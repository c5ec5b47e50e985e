"""The club's page in a browser: every board at a real broker, in step, for everyone."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from broker_rig import LOOPBACK, Mosquitto
from club_rig import HERE, ROOM, Shower, finished, played, table_of, turned_back
from club_served import until_it_hears
from iye.languages import NAMES, language
from iye.rules import Player
from patience import PATIENCE

DESKTOP, PHONE = (1280, 800), (360, 740)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE])
SHARED = "f" * 32
MATCH = played(40, seed=3)


def apart(work: Coroutine[Any, Any, None]) -> None:
    """Do something on a loop of its own: Playwright's runs in this thread."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, work).result()


@dataclass
class Club:
    """A broker, `iye club` in a process of its own, and what boards say."""

    broker: Mosquitto
    address: str

    def say(self, *said: tuple[str, bytes]) -> None:
        apart(self._say(said))

    async def _say(self, said: tuple[tuple[str, bytes], ...]) -> None:
        async with aiomqtt.Client(LOOPBACK, self.broker.port) as client:
            for topic, payload in said:
                await client.publish(topic, payload, 1, retain=True)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    broker = Mosquitto(tmp_path)
    apart(broker.start())
    where = f"mqtt://{LOOPBACK}:{broker.port}"
    command = [sys.executable, "-m", "iye", "club", "--broker", where, "--port", "0"]
    process = subprocess.Popen([*command, "--no-browser"], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        apart(until_it_hears(found[0].rstrip("/")))
        yield Club(broker, found[0])
        process.terminate()
        assert process.wait(timeout=PATIENCE) == 0
    broker.kill()


@dataclass
class Watcher:
    """Someone with the club's page open; `complaints` are the browser's."""

    context: BrowserContext
    page: Page
    complaints: list[str]

    @classmethod
    def at(
        cls, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, tag: str = "en-GB"
    ) -> Watcher:
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, locale=tag)  # type: ignore[arg-type]
        page, complaints = context.new_page(), list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend(_complaint(said)))
        page.goto(address)
        page.wait_for_selector("#counts:not(:empty)")
        return cls(context, page, complaints)

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()


def _complaint(said: ConsoleMessage) -> list[str]:
    return [said.text] if said.type in ("error", "warning") else []


def pair(steps: int = 40) -> list[tuple[str, bytes]]:
    """Make what two boards say that play with each other."""
    match = played(steps, seed=3)
    ada, bek = Shower(1, "Ada", ROOM), Shower(2, "Bek", ROOM)
    one = table_of(match, seats=HERE[Player.ONE], shared=SHARED)
    two = table_of(match, seats=HERE[Player.TWO], shared=SHARED)
    return [ada.status(), bek.status(), ada.show(one), bek.show(two)]


def an_evening() -> list[tuple[str, bytes]]:
    """Make what boards of a club say: a match on two, one alone, one won, and one that is gone."""
    alone, won, gone = Shower(3, "Umay"), Shower(4, "Erlik"), Shower(5, "Ece")
    shown = [
        alone.show(table_of(played(9, seed=5), ("Umay", ""))),
        won.show(table_of(finished(seed=1), ("Erlik", "Gül"))),
        gone.show(table_of(played(4, seed=6), ("Ece", "Can"))),
    ]
    return [*pair(), alone.status(), won.status(), gone.gone(), *shown]


def test_boards_appear_where_they_belong_and_their_picture_is_the_position(
    club: Club, browser: Browser
) -> None:
    watcher = Watcher.at(browser, club.address)
    expect(watcher.page.locator("#none")).to_be_visible()
    club.say(*an_evening())
    expect(watcher.page.locator("#counts")).to_have_text("4 of 5 boards are there")
    for sort, count in (("playing", 2), ("resting", 1), ("gone", 1)):
        expect(watcher.page.locator(f'[data-sort="{sort}"] .game')).to_have_count(count)
    expect(watcher.page.locator('[data-sort="finished"] a')).to_have_count(1)
    first = watcher.page.locator('[data-sort="playing"] .game').first
    expect(first).to_contain_text("Ada")
    expect(first).to_contain_text("two boards")
    position = MATCH.cycles[-1].position
    tiles = [kind.letter for kind in position.layout if kind is not None]
    drawn = first.locator("use[data-kind]").evaluate_all("all => all.map(one => one.dataset.kind)")
    assert sorted(drawn) == sorted(tiles)
    watcher.close()


def test_a_move_at_a_board_is_seen_in_the_list_and_by_who_follows(
    club: Club, browser: Browser
) -> None:
    club.say(*pair(30))
    watcher = Watcher.at(browser, club.address)
    game = watcher.page.locator(".game")
    expect(game).to_contain_text("Cycle 2, move 5")
    game.click()
    moves = watcher.page.locator("#moves .ply")
    expect(moves).to_have_count(28)
    club.say(*pair(31))
    expect(moves).to_have_count(29)
    target = str(played(31, seed=3).cycles[-1].moves[-1].target)
    pad = watcher.page.locator(f'[data-pad="{target}"]')
    expect(pad).to_have_attribute("aria-label", re.compile("the drum"))
    watcher.page.keyboard.press("Escape")
    expect(game).to_contain_text("Cycle 2, move 6")
    expect(game).to_be_focused()
    watcher.close()


def test_one_steps_back_and_on_while_the_match_goes_on(club: Club, browser: Browser) -> None:
    club.say(*pair(30))
    watcher = Watcher.at(browser, club.address)
    watcher.page.locator(".game").click()
    watcher.page.locator('[data-do="back"]').click()
    call = watcher.page.locator("#call")
    expect(call).to_contain_text("after move 3")
    club.say(*pair(31))
    expect(watcher.page.locator("#moves .ply")).to_have_count(29)
    expect(call).to_contain_text("after move 3")
    drum = str(played(29, seed=3).cycles[-1].position.drum)
    pad = watcher.page.locator(f'[data-pad="{drum}"]')
    expect(pad).to_have_attribute("aria-label", re.compile("the drum"))
    watcher.page.locator(".bar").get_by_text("Back to now").click()
    expect(call).to_contain_text("is to move")
    watcher.close()


def test_a_finished_match_can_be_stepped_through(club: Club, browser: Browser) -> None:
    match = finished(seed=1)
    board = Shower(4, "Erlik")
    club.say(board.show(table_of(turned_back(match))), board.show(table_of(match)))
    club.say(board.show(table_of(played(3, seed=9))))
    watcher = Watcher.at(browser, club.address)
    watcher.page.locator('[data-sort="finished"] a').click()
    expect(watcher.page.locator("#call")).to_contain_text("wins the match, 1 to 0")
    expect(watcher.page.locator("#moves .ply")).to_have_count(len(match.cycles[0].moves))
    watcher.page.locator("#moves .deed", has_text="Score").click()
    expect(watcher.page.locator(".card")).to_contain_text("Cycle 1 is over")
    watcher.close()


def test_a_page_says_when_the_broker_is_out_of_reach_and_goes_on_by_itself(
    club: Club, browser: Browser
) -> None:
    club.say(*an_evening())
    watcher = Watcher.at(browser, club.address)
    expect(watcher.page.locator(".game")).to_have_count(4)
    club.broker.kill()
    expect(watcher.page.locator("#stale")).to_be_visible()
    expect(watcher.page.locator(".game")).to_have_count(4)
    apart(club.broker.start())
    expect(watcher.page.locator("#stale")).to_be_hidden()
    watcher.close()


@pytest.mark.parametrize("tag", NAMES)
def test_why_the_broker_is_out_of_reach_is_said_in_the_readers_language_and_any_other(
    club: Club, browser: Browser, tag: str
) -> None:
    club.say(*an_evening())
    watcher = Watcher.at(browser, club.address, tag=tag)
    expect(watcher.page.locator(".game")).to_have_count(4)
    club.broker.kill()
    for spoken in (tag, "ru"):  # the page takes another language by itself
        watcher.page.locator("#language").select_option(spoken)
        said = language(spoken).say(
            "nothing answers at port {port}: is the broker running, and is that its port?",
            port=club.broker.port,
        )
        capital = f"{said[0].upper()}{said[1:]}"
        expect(watcher.page.locator("#stale small")).to_have_text(capital, timeout=20_000)
    watcher.close()


def test_names_are_text_whatever_is_in_them(club: Club, browser: Browser) -> None:
    rude = "<img src=x onerror=alert(1)>"
    board = Shower(1, rude)
    club.say(board.status(), board.show(table_of(played(5), (rude, "\u202eevil"))))
    watcher = Watcher.at(browser, club.address)
    expect(watcher.page.locator(".game")).to_contain_text(rude)
    assert watcher.page.locator(".game img").count() == 0
    watcher.close()


def test_names_are_found(club: Club, browser: Browser) -> None:
    club.say(*an_evening())
    watcher = Watcher.at(browser, club.address)
    watcher.page.locator("#search input").fill("gül")
    expect(watcher.page.locator(".game:visible")).to_have_count(1)
    expect(watcher.page.locator('[data-sort="finished"] a')).to_have_count(1)
    watcher.page.locator("#search input").fill("nobody")
    expect(watcher.page.locator(".game:visible")).to_have_count(0)
    watcher.close()


def test_only_pictures_in_sight_are_drawn(club: Club, browser: Browser) -> None:
    boards = [Shower(number, f"B{number}") for number in range(1, 201)]
    shows = [board.show(table_of(played(5, seed=board.number % 9))) for board in boards]
    club.say(*shows, *(board.status() for board in boards))
    watcher = Watcher.at(browser, club.address)
    expect(watcher.page.locator(".game")).to_have_count(200)
    last = watcher.page.locator(".game").last
    drawn = watcher.page.locator(".small-board:has(use)")
    expect(last.locator("use")).to_have_count(0)
    assert 0 < drawn.count() < 100
    last.scroll_into_view_if_needed()
    expect(last.locator("use").first).to_be_attached()
    watcher.close()


@pytest.mark.parametrize("tag", NAMES)
def test_a_reader_is_spoken_to_in_their_language(club: Club, browser: Browser, tag: str) -> None:
    club.say(*an_evening())
    watcher = Watcher.at(browser, club.address, tag=tag)
    expect(watcher.page.locator("html")).to_have_attribute("lang", tag)
    said = language(tag).say("The club's boards")
    expect(watcher.page.locator("#lead h2")).to_have_text(said)
    watcher.close()


@SIZES
def test_a_reason_however_long_makes_the_page_no_wider(
    browser: Browser, club: Club, size: tuple[int, int]
) -> None:
    watcher = Watcher.at(browser, club.address, size)
    club.broker.kill()
    why = watcher.page.locator("#stale small")
    expect(why).to_be_visible()
    assert why.evaluate(
        "(small) => {"
        " small.textContent = 'a'.repeat(253);"
        " return small.closest('#club').scrollWidth <= small.closest('#club').clientWidth; }"
    )
    watcher.close()


@SIZES
@pytest.mark.parametrize("scene", ["nobody", "evening", "following", "past", "stale"])
def test_everyone_can_use_it(
    club: Club, browser: Browser, size: tuple[int, int], scene: str
) -> None:
    if scene != "nobody":
        club.say(*an_evening())
    watcher = Watcher.at(browser, club.address, size)
    if scene in ("following", "past"):
        watcher.page.locator(".game").first.click()
        expect(watcher.page.locator("#call")).not_to_be_empty()
    if scene == "past":
        watcher.page.locator('[data-do="back"]').click()
        expect(watcher.page.locator("#call")).to_contain_text("Looking back")
    if scene == "stale":
        expect(watcher.page.locator(".game")).to_have_count(4)
        club.broker.kill()
        expect(watcher.page.locator("#stale")).to_be_visible()
    found = Axe().run(watcher.page)
    assert found.violations_count == 0, found.generate_report()
    assert watcher.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    watcher.close()
