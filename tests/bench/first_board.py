"""How soon the board is on the screen of a phone.

From the start of the navigation to the frame in which all pads stand with their state, in a real
Chromium whose processor is slowed six times, and one that is not; median of several loads with a
cold cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Figure, number
from page.conftest import FLAGS, chromium, simulated

LOADS = 9
SLOWED = (1, 6)
TARGET_S = 1.0
NAMES = tuple(f"first board in the browser, processor slowed {slowed}×" for slowed in SLOWED)

# Runs in the page before its own scripts: notes the first frame in which the board is complete.
NOTE = """
  const look = () => {
    const pads = document.querySelectorAll("#board .pad").length;
    const told = document.querySelector("#call")?.textContent;
    if (pads >= 35 && told) window.boardAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""


def first_board(browser: Browser, address: str, slowed: int) -> float:
    """Load the page anew and give the seconds until its board stands."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.add_init_script(NOTE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(address)
    while (at := page.evaluate("() => window.boardAt ?? 0")) == 0:
        page.wait_for_timeout(20)
    context.close()
    return float(at) / 1000


def measure() -> Iterator[Figure]:
    """Measure both."""
    board = simulated("--port", "0", "--seed", "7")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for name, slowed in zip(NAMES, SLOWED, strict=True):
                taken = [first_board(browser, board.address, slowed) for _ in range(LOADS)]
                peer = f"the longest: {number(max(taken))} s"
                target = TARGET_S if slowed == max(SLOWED) else None
                yield Figure(name, median(taken), "s", at_most=target, peer=peer)
            browser.close()
    finally:
        board.end()
