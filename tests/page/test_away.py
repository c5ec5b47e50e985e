"""The page of a board that another board is met by, and whose broker is not reached."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from broker_rig import LOOPBACK, free_port
from page.conftest import simulated

SIZES = [(1280, 800), (360, 740)]


@pytest.mark.parametrize("size", SIZES)
def test_why_the_broker_is_not_reached_is_said_where_nothing_is_covered(
    browser: Browser, size: tuple[int, int]
) -> None:
    port = free_port()
    board = simulated("--port", "0", "--broker", f"mqtt://{LOOPBACK}:{port}")
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="tr")
    try:
        page.goto(board.address)
        panel = page.locator("#away")
        expect(panel).to_contain_text("sunucusuna ulaşılamıyor")
        expect(panel.locator("p.soft").first).to_have_text(
            f"{port} numaralı portta yanıt veren yok: sunucu çalışıyor mu, portu bu mu?"
        )
        expect(panel.locator(".qr")).to_have_count(0)  # nobody can be met by it now
        page.locator('[data-do="hint"]').first.click(trial=True)  # covered, it could not be
    finally:
        page.close()
        board.end()


LONG = f"{'0123456789abcdef' * 3}.s1.eu.example.invalid"
"""As brokers that are rented are called."""
NO_WIDER = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.mark.parametrize("size", SIZES)
def test_a_brokers_name_however_long_makes_the_page_no_wider(
    browser: Browser, size: tuple[int, int]
) -> None:
    board = simulated("--port", "0", "--broker", f"mqtt://{LONG}")
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en")
    try:
        page.goto(board.address)
        expect(page.locator("#away p.soft").first).to_contain_text(LONG)
        assert page.evaluate(NO_WIDER)
    finally:
        page.close()
        board.end()
