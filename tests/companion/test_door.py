"""Joining: everyone may watch, and whoever has read the six digits off the board may act."""

from __future__ import annotations

import re

from companion_rig import Rig, served
from iye.companion.door import TRIES_AT_ONCE, Door, draw_code


@served(code="042917")
async def test_a_page_that_has_not_joined_only_watches(rig: Rig) -> None:
    async with rig.page() as page:
        assert page.words[0]["joined"] is False
        wishes: list[tuple[str, dict[str, object]]] = [
            ("touch", {"pad": "a1"}),
            ("release", {"pad": "a1"}),
            ("press", {"button": "undo"}),
            ("tap", {"pad": "1O"}),
            ("drum_here", {"cell": "a1"}),
            ("new_match", {}),
            ("abandon", {}),
            ("tune", {"brightness": 0}),
            ("watch_pads", {"on": True}),
            ("fault", {"name": "noise", "on": True}),
            ("sit", {"seat": 1}),
        ]
        for do, fields in wishes:
            assert await page.refusal(do, **fields) == "not_joined"
        rig.panel.touch("a1")
        await page.until(lambda: page.state["held"] == ["a1"])
        await page.wish("speak", language="tr")
        await page.until(lambda: page.told("hello")[-1]["language"] == "tr")
        assert page.told("code") == []


@served(code="042917")
async def test_the_right_digits_open_and_the_code_is_shown_to_pass_on(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        assert await page.refusal("join", code="042918") == "wrong_code"
        assert await page.refusal("join", code="42917") == "wrong_code"
        assert await page.refusal("join", code="") == "wrong_code"
        assert await page.refusal("join", code="٠٤٢٩١٧") == "wrong_code"
        await page.wish("join", code=" 042 917 ")
        await page.until(lambda: page.told("code"))
        assert page.told("hello")[-1]["joined"] is True
        code = page.told("code")[0]
        assert (code["digits"], code["address"]) == ("042917", "http://iye.local/")
        assert code["picture"].startswith("data:image/svg+xml")
        await page.wish("drum_here", cell="a1")
        await other.until(lambda: other.state["phase"] == "choosing_first")
        assert other.told("code") == []
        assert other.told("hello")[-1]["joined"] is False


@served(code="042917")
async def test_tries_are_limited_for_all_pages_together(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        for _ in range(TRIES_AT_ONCE):
            assert await page.refusal("join", code="000000") == "wrong_code"
        assert await page.refusal("join", code="042917") == "too_many_tries"
        assert await other.refusal("join", code="042917") == "too_many_tries"


def test_a_try_more_is_given_every_half_minute() -> None:
    door = Door("123456")
    now = 1000.0
    for _ in range(10):
        assert door.opens_for("000000", now) is False
    assert door.opens_for("123456", now) is None
    assert door.opens_for("123456", now + 29.9) is None
    assert door.opens_for("000000", now + 30.1) is False
    assert door.opens_for("123456", now + 30.2) is None
    assert door.opens_for("123456", now + 60.2) is True


def test_guessing_takes_weeks_on_average() -> None:
    # 10 at once, then 2 a minute: 2 880 a day, and half of a million digits are 174 days.
    door, guesses = Door("999999"), 0
    for second in range(24 * 60 * 60):
        guesses += door.opens_for("000000", float(second)) is not None
    assert guesses <= 2 * 60 * 24 + TRIES_AT_ONCE


def test_a_door_without_a_code_is_open() -> None:
    assert Door(None).opens_for("", 0.0) is True


def test_codes_are_six_digits_with_leading_zeros() -> None:
    assert all(re.fullmatch("[0-9]{6}", draw_code()) for _ in range(200))
    assert len({draw_code() for _ in range(50)}) > 40
