"""How soon the board is on the screen, as a Markdown table: `make bench`.

From the start of the navigation to the frame in which all pads stand with their state, in a real
Chromium whose processor is slowed as many times as the row says; median of several loads with a
cold cache. It measures and never fails.
"""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Browser, sync_playwright

from page.conftest import FLAGS, chromium, simulated

LOADS = 7
SLOWED = (1, 6)
TARGET_MS = 1000

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
    """Load the page anew and give the milliseconds until its board stands."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.add_init_script(NOTE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(address)
    while (at := page.evaluate("() => window.boardAt ?? 0")) == 0:
        page.wait_for_timeout(20)
    context.close()
    return float(at)


def main() -> None:
    """Measure and print."""
    board = simulated("--port", "0", "--seed", "7")
    rows = [("processor slowed", "median ms", "longest ms", "target ms"), ("---:",) * 4]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for slowed in SLOWED:
            taken = [first_board(browser, board.address, slowed) for _ in range(LOADS)]
            target = str(TARGET_MS) if slowed == max(SLOWED) else ""
            rows.append((f"{slowed} times", f"{median(taken):.0f}", f"{max(taken):.0f}", target))
        browser.close()
    board.end()
    print()  # noqa: T201 - the table is what this is run for
    for row in rows:
        print(f"| {' | '.join(row)} |")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
