"""Takes the README's picture of a club's page: `PYTHONPATH=tests python tools/club_picture.py`.

A real broker, `iye club` in a process of its own, and what the boards of an evening say, seeded.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import aiomqtt
from playwright.sync_api import ViewportSize, sync_playwright

from broker_rig import LOOPBACK, Mosquitto
from club_rig import HERE, Shower, finished, played, table_of
from iye.rules import Player
from page.conftest import FLAGS, chromium

PICTURE = Path(__file__).parent.parent / "docs" / "page-club.png"
SIZE = ViewportSize(width=1280, height=800)
PLAYING = (("Kaan", "Asena", 40), ("Cem", "Deniz", 9), ("Ayla", "Bora", 26), ("İpek", "Işıl", 18))
ALONE = (("Tengri", "Jale", 31), ("Umay", "Oğuz", 5))
WON = (("Erlik", "Gül"), ("Ece", "Can"), ("Nur", "Alp"))
GONE = (("Elif", "Su", 22),)


def evening() -> list[tuple[str, bytes]]:
    """Give what is said: matches on two boards, alone, won, and one whose board is gone."""
    said, number = [], 0
    for seed, (one, two, steps) in enumerate(PLAYING):
        match, shared = played(steps, seed=seed), f"{seed:032x}"
        for player, name in zip(Player, (one, two), strict=True):
            number += 1
            board = Shower(number, name, room=shared)
            table = table_of(match, (one, two), HERE[player], shared)
            said += [board.status(), board.show(table)]
    for one, two, steps in ALONE:
        number += 1
        board = Shower(number, one)
        said += [board.status(), board.show(table_of(played(steps, seed=number), (one, two)))]
    for one, two in WON:
        number += 1
        board = Shower(number, one)
        said += [board.status(), board.show(table_of(finished(seed=number), (one, two)))]
    for one, two, steps in GONE:
        number += 1
        board = Shower(number, one)
        said += [board.gone(), board.show(table_of(played(steps, seed=number), (one, two)))]
    return said


async def _say(port: int) -> None:
    async with aiomqtt.Client(LOOPBACK, port) as client:
        for topic, payload in evening():
            await client.publish(topic, payload, 1, retain=True)


def main() -> None:
    """Take it."""
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder))
        asyncio.run(broker.start())
        asyncio.run(_say(broker.port))
        where = f"mqtt://{LOOPBACK}:{broker.port}"
        command = [sys.executable, "-m", "iye", "club", "--broker", where, "--port", "0"]
        with subprocess.Popen(
            [*command, "--no-browser"], stdout=subprocess.PIPE, text=True
        ) as club:
            assert club.stdout is not None  # noqa: S101 - it is a pipe
            address = re.search(r"http://\S+/", club.stdout.readline())
            with sync_playwright() as started:
                browser = started.chromium.launch(executable_path=chromium(), args=list(FLAGS))
                page = browser.new_page(viewport=SIZE, locale="en-GB", color_scheme="dark")
                page.goto(address[0] if address else "")
                page.locator('[data-sort="finished"] a').first.wait_for()
                page.screenshot(path=PICTURE)
                browser.close()
            club.terminate()
        broker.kill()


if __name__ == "__main__":
    main()
