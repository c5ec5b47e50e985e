"""Playing against the board on its page, and what its coach says."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import pairwise
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from companion_rig import Rig, serving
from iye.lights import IyePad
from iye.rules import Match, Player, legal_moves
from iye.table import MatchSet, MatchSetup
from page.conftest import Simulated
from page_hands import Person
from patience import PATIENCE

DESKTOP, PHONE, ON_ITS_SIDE = (1280, 800), (360, 740), (740, 360)
DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"


@pytest.fixture
def person(browser: Browser, board: Simulated) -> Iterator[Person]:
    someone = Person(browser, board.address)
    yield someone
    assert someone.complaints == []
    someone.close()


def against(person: Person, seat: str, *, deal: str | None = None) -> None:
    """Begin a match to one cycle against the board, which plays for player 2."""
    person.do("new")
    dialog = person.page.locator("dialog[open]")
    dialog.locator('select[name="seat2"]').select_option(seat)
    if deal is not None:
        dialog.locator('input[name="deal"][value="pasted"]').check(force=True)
        dialog.locator('input[name="text"]').fill(deal)
    dialog.locator('input[name="wins"][value="1"]').check(force=True)
    dialog.locator('input[name="first"][value="1"]').check(force=True)
    dialog.locator('button[type="submit"]').click()
    expect(person.page.locator("#call")).to_contain_text("c3")
    person.press("c3")
    person.until(lambda match: bool(match.cycles))


def phase(person: Person, name: str) -> None:
    expect(person.page.locator("#table")).to_have_attribute("data-phase", name)


def wanted(person: Person) -> Locator:
    """Wait for the board's move, and give the space where it wants the drum."""
    phase(person, "following")
    return person.page.locator('.cell[data-mark="answer"]')


def moves(person: Person, count: int) -> Match:
    return person.until(lambda match: len(match.cycles[-1].moves) >= count)


def hint(person: Person, name: str) -> None:
    """Press the hint button until it says so."""
    button = person.page.locator('#tools [data-do="hint"]')
    while button.get_attribute("data-hints") != name:
        before = button.get_attribute("data-hints") or ""
        button.click()
        expect(button).not_to_have_attribute("data-hints", before)


def test_a_whole_cycle_is_played_against_the_board(person: Person) -> None:
    """The person moves at random; every move of the board is followed by a touch."""
    against(person, "mind 1", deal=DEAL)
    rng = Random(5)
    match = person.match()
    while (cycle := match.current) is not None:
        made = len(cycle.moves)
        if cycle.position.mover == 2:
            answer = wanted(person)
            target = answer.get_attribute("data-pad") or ""
            expect(answer).to_have_accessible_name(re.compile("put the drum here"))
            expect(person.page.locator("#call")).to_contain_text(target)
            person.press(target)
            match = moves(person, made + 1)
            assert str(match.cycles[-1].moves[-1].target) == target
        else:
            phase(person, "turn")
            move = rng.choice(legal_moves(cycle.position))
            if move.spent is not None:
                person.press(str(IyePad(Player.ONE, move.spent)))
            person.press(str(move.target))
            match = moves(person, made + 1)
    assert match.cycles[-1].end is not None
    phase(person, "match_over")


def test_the_last_choice_of_opponents_is_offered_again(person: Person) -> None:
    against(person, "mind 4")
    person.page.reload()
    person.do("new")
    dialog = person.page.locator("dialog[open]")
    expect(dialog.locator('select[name="seat2"]')).to_have_value("mind 4")
    expect(dialog.locator('select[name="seat1"]')).to_have_value("person")
    expect(dialog.locator('input[name="name2"]')).to_be_hidden()
    expect(dialog.get_by_text("expects your natural movement", exact=True)).to_be_visible()


def test_the_level_is_chosen_beside_the_question_who_begins(person: Person) -> None:
    person.do("new")
    person.page.locator('dialog[open] button[type="submit"]').click()
    phase(person, "choosing_first")
    opponent = person.page.get_by_label("Player 2", exact=True)
    opponent.select_option("mind 8")
    expect(person.page.locator("#player-2 h2")).to_have_text("Board (level 8)")
    opponent.select_option("person")
    expect(person.page.locator("#player-2 h2")).to_have_text("Player 2")


def test_it_says_that_it_thinks_and_undo_takes_the_move_back(person: Person) -> None:
    against(person, "mind 10", deal=DEAL)
    person.press("c5")
    moves(person, 1)
    expect(person.page.locator("#call")).to_contain_text("Board (level 10) is thinking")
    expect(person.page.locator("#player-2 .turn")).to_have_text("thinking …")
    person.do("undo")
    person.until(lambda match: not match.cycles[-1].moves)
    phase(person, "turn")
    person.see("Put back: Sun on c5, the drum on c3.", "#says")


def test_a_wrong_landing_while_following_says_where_the_drum_is_wanted(person: Person) -> None:
    against(person, "mind 1", deal=DEAL)
    person.press("c5")
    target = wanted(person).get_attribute("data-pad") or ""
    wrong = next(cell for cell in ("a1", "b2") if cell != target)
    person.press(wrong)
    text = f"Not on {wrong}: Board (level 1) wants the drum on {target}."
    expect(person.page.locator("#call")).to_have_text(text)
    assert len(person.moves()) == 1
    person.press(target)
    moves(person, 2)


def test_what_the_coach_says_is_read_aloud_and_explained(person: Person) -> None:
    against(person, "person", deal=DEAL)
    hint(person, "coach")
    verdict = re.compile(r"natural target, (may lead|leads) to a (win|tie|loss)")
    expect(person.pad("c5")).to_have_accessible_name(verdict)
    best = person.page.locator('.cell[data-verdict$="best"]')
    expect(best).to_have_count(1)
    expect(best).to_have_accessible_name(re.compile("the best there is"))
    cell = best.get_attribute("data-pad")
    expect(person.page.locator("#why")).to_contain_text(f"est: {cell}. ")
    for word in ("win", "tie", "loss", "estimated", "best"):
        expect(person.page.locator("#legend").get_by_text(word, exact=True)).to_be_visible()
    hint(person, "targets")
    expect(person.pad("c5")).not_to_have_accessible_name(re.compile("lead"))
    expect(person.page.locator("#coach")).to_be_hidden()


IS_WHOLE = """element => {
  const box = element.getBoundingClientRect();
  const within = element.closest("#says").getBoundingClientRect();
  return box.bottom <= within.bottom + 1 && element.scrollHeight <= element.clientHeight + 1;
}"""


@pytest.mark.parametrize("language", ["ru", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, ON_ITS_SIDE, (360, 620)])
def test_all_of_what_the_coach_says_is_in_sight(
    browser: Browser, board: Simulated, size: tuple[int, int], language: str
) -> None:
    """In the languages of the longest sentences."""
    someone = Person(browser, board.address, size=size, locale=language)
    against(someone, "person", deal=DEAL)
    hint(someone, "coach")
    expect(someone.page.locator('.cell[data-verdict$="best"]')).to_have_count(1)
    for part in ("#why", "#legend"):
        assert someone.page.locator(part).evaluate(IS_WHOLE)
    someone.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, ON_ITS_SIDE])
def test_no_sentence_is_written_over_another_when_there_is_most_to_say(
    browser: Browser, board: Simulated, size: tuple[int, int]
) -> None:
    """A wrong landing, what the coach says, what its marks mean, and what has happened."""
    someone = Person(browser, board.address, size=size, locale="ru")
    against(someone, "person", deal=DEAL)
    hint(someone, "coach")
    expect(someone.page.locator('.cell[data-verdict$="best"]')).to_have_count(1)
    someone.press("a1")
    expect(someone.page.locator("#call")).to_contain_text("a1")
    expect(someone.page.locator("#legend")).to_be_visible()
    for box in ("#says", "#coach"):
        extents = someone.page.locator(f"{box} > *:visible").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map((r) => [r.top, r.bottom])"
        )
        assert len(extents) >= 2
        for (_, bottom), (top, _) in pairwise(extents):
            assert bottom <= top + 1
    lost, hidden = someone.page.locator("#coach").evaluate(
        "(one) => [one.scrollHeight - one.clientHeight, getComputedStyle(one).overflowY]"
    )
    assert lost <= 1 or hidden == "hidden"
    assert lost <= 1 or size != DESKTOP
    assert someone.complaints == []
    someone.close()


def test_the_settings_set_the_hints_and_leave_the_boards_seat_alone(person: Person) -> None:
    against(person, "mind 1")
    person.page.locator("#open-tuning").click()
    drawer = person.page.locator("#tuning")
    drawer.locator('input[name="hints"][value="coach"]').check(force=True)
    expect(person.page.locator('#tools [data-do="hint"]')).to_have_attribute("data-hints", "coach")
    drawer.locator('input[name="hints"][value="off"]').check(force=True)
    expect(person.page.locator('#tools [data-do="hint"]')).to_have_attribute("data-hints", "off")
    expect(drawer.locator('input[name="seat"][value="2"]')).to_be_disabled()
    expect(drawer.locator('input[name="seat"][value="1"]')).to_be_enabled()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, ON_ITS_SIDE])
@pytest.mark.parametrize("scene", ["choosing", "coach", "thinking", "following"])
def test_everyone_can_play_against_it(
    browser: Browser, board: Simulated, size: tuple[int, int], scene: str
) -> None:
    someone = Person(browser, board.address, size=size)
    if scene == "choosing":
        someone.do("new")
        someone.page.locator('dialog[open] button[type="submit"]').click()
        phase(someone, "choosing_first")
    else:
        against(someone, "mind 10" if scene == "thinking" else "mind 1", deal=DEAL)
    if scene == "coach":
        hint(someone, "coach")
        expect(someone.page.locator('.cell[data-verdict$="best"]')).to_have_count(1)
    elif scene in ("thinking", "following"):
        someone.press("c5")
        phase(someone, "awaiting" if scene == "thinking" else scene)
    found = Axe().run(someone.page)
    assert found.violations_count == 0, found.generate_report()
    assert someone.complaints == []
    someone.close()


def test_a_coach_that_the_match_does_not_allow_cannot_be_chosen_and_is_passed_over(
    browser: Browser,
) -> None:
    """Two boards play so, where one of them wants no coach; here the board itself is told."""
    over, opened = asyncio.Event(), Future[tuple[asyncio.AbstractEventLoop, Rig]]()

    async def serve() -> None:
        async with serving() as rig:
            opened.set_result((asyncio.get_running_loop(), rig))
            await over.wait()

    served = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    served.start()
    loop, rig = opened.result(PATIENCE)
    try:
        someone = Person(browser, rig.address)
        setup = MatchSetup(first=Player.ONE, coach=False)
        loop.call_soon_threadsafe(lambda: rig.board.post(MatchSet(rig.board.now(), setup)))
        phase(someone, "laying_out")  # before it knows of the match it offers the coach
        button = someone.page.locator('#tools [data-do="hint"]')
        for shown in ("off", "targets", "off"):
            expect(button).to_be_enabled()
            button.click()
            expect(button).to_have_attribute("data-hints", shown)
        someone.page.locator("#open-tuning").click()
        choice = someone.page.locator("#tuning label:has(input[name=hints])")
        expect(choice.locator("input:disabled")).to_have_value("coach")
        looks = choice.evaluate_all(
            "all => all.map((one) => Number(getComputedStyle(one).opacity))"
        )
        assert looks[0] == looks[1] > looks[2]
        assert someone.complaints == []
        someone.close()
    finally:
        loop.call_soon_threadsafe(over.set)
        served.join(PATIENCE)
