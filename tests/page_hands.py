"""A person at the page: what they press, drag and type, and what the board then holds.

The law of this module: it acts on what is seen and on nothing behind it. What came of it is asked
of the board's own record, which the rules read back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from iye.record import parse_record
from iye.rules import Match, Move, legal_moves
from patience import PATIENCE


class Person:
    """Someone with the page open before them, on a screen of some size, in some language."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = (1280, 800),
        locale: str = "en-GB",
        touch: bool = False,
    ) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, has_touch=touch
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)
        self.page.wait_for_selector('#tools [data-do="new"]:enabled')

    def _hear(self, said: object) -> None:
        kind, text = getattr(said, "type", ""), getattr(said, "text", "")
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def close(self) -> None:
        self.context.close()

    # What is seen.

    def pad(self, name: str) -> Locator:
        return self.page.locator(f'[data-pad="{name}"]')

    def label(self, name: str) -> str:
        return self.pad(name).get_attribute("aria-label") or ""

    @property
    def call(self) -> str:
        return self.page.locator("#call").inner_text()

    @property
    def log(self) -> str:
        return self.page.locator("#log").inner_text()

    def see(self, text: str, where: str = "body") -> None:
        self.page.locator(where).get_by_text(text).first.wait_for(timeout=PATIENCE * 1000)

    # What is done.

    def press(self, name: str) -> None:
        """Click a pad, as quickly as people click."""
        self.pad(name).click()

    def hold(self, name: str, seconds: float) -> None:
        self.pad(name).hover()
        self.page.mouse.down()
        self.page.wait_for_timeout(seconds * 1000)
        self.page.mouse.up()

    def drag(self, start: str, end: str) -> None:
        """Drag the drum from one cell to another in a few steps, and drop it."""
        self.pad(start).hover()
        self.page.mouse.down()
        box = self.pad(end).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def type(self, move: str) -> None:
        self.page.keyboard.type(move, delay=30)

    def do(self, name: str) -> None:
        """Press one of the match's buttons: undo, hint, drum, new, abandon."""
        self.page.locator(f'#tools [data-do="{name}"]').click()

    # What the board holds.

    def match(self) -> Match:
        return parse_record(httpx.get(f"{self.address}record.iye").text).match

    def until(self, what: Callable[[Match], bool]) -> Match:
        """Wait until the match is so, and give it."""
        end = time.monotonic() + PATIENCE
        while not what(match := self.match()):
            assert time.monotonic() < end, f"it did not come about: {self.call!r}, {self.log!r}"
            self.page.wait_for_timeout(30)
        return match

    def moves(self) -> list[str]:
        cycles = self.match().cycles
        return [str(move) for move in cycles[-1].moves] if cycles else []

    # A cycle from its deal to its end.

    def begin(self, how: Callable[[str], None] | None = None) -> None:
        """Ask for a match to one cycle that player 1 begins, and put the drum on c3."""
        self.do("new")
        dialog = self.page.locator("dialog[open]")
        dialog.locator('input[name="wins"][value="1"]').check(force=True)
        dialog.locator('input[name="first"][value="1"]').check(force=True)
        dialog.locator('button[type="submit"]').click()
        self.until(lambda match: not match.cycles)
        expect(self.page.locator("#call")).to_contain_text("c3")
        (how or self.press)("c3")
        self.until(lambda match: bool(match.cycles))

    def play(self, make: Callable[[Person, Match, Move], None], rng: Random) -> Match:
        """Play random legal moves, each made as `make` makes it, to the end of the match."""
        match = self.match()
        while match.current is not None:
            move = rng.choice(legal_moves(match.current.position))
            before = len(match.current.moves)
            make(self, match, move)
            match = self.until(
                lambda now, count=before: len(now.cycles[-1].moves) > count  # type: ignore[misc] # mypy cannot infer a lambda's default
            )
            assert match.cycles[-1].moves[-1] == move
        return match
