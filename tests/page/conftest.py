"""A real browser before a real board: `iye simulate` in a process of its own, and Chromium.

The law of this module: whoever starts something ends it, and a browser that cannot be had is said
out loud. CI takes that for a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Simulated:
    """A simulated board in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> str:
        return self.address.rstrip("/").rpartition(":")[2]

    def end(self) -> int:
        with self.process:
            self.process.terminate()
            return self.process.wait(timeout=PATIENCE)


def simulated(*options: str) -> Simulated:
    """Start a board, which keeps no journal unless told where, and wait for its address."""
    if "--data" not in options:
        options = (*options, "--no-journal")
    process = subprocess.Popen(
        [sys.executable, "-m", "iye", "simulate", "--no-browser", "--no-journal", *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    address = re.search(r"http://\S+", said)
    assert address is not None, said
    return Simulated(process, address[0])


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _install_debians() -> str | None:
    """Install Debian's Chromium where that is allowed, and say where it is."""
    if os.geteuid() != 0 or not Path("/usr/bin/apt-get").exists():
        return None
    for order in (["update"], ["install", "-y", "chromium"]):
        subprocess.run(["/usr/bin/apt-get", "-qq", *order], stdout=subprocess.DEVNULL, check=False)
    return _installed()


def chromium() -> str | None:
    """Say where a Chromium is, after installing Debian's where need be; None for Playwright's."""
    return _installed() or _install_debians()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Start Playwright, whose loop runs in this thread until it is ended; others need it too."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Start the Chromium there is, Debian's, or Playwright's own."""
    path = chromium()
    try:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    except PlaywrightError:
        pytest.skip("page tests are left out: no Chromium is here and none could be installed")
    yield started
    started.close()


@pytest.fixture
def board() -> Iterator[Simulated]:
    """Start a board with deals and noise by a seed, and end it."""
    started = simulated("--port", "0", "--seed", "7")
    yield started
    assert started.end() == 0
