"""What a board costs that nobody touches, phase by phase, and one whose lights move.

In real time and in a process of its own for each phase, all at once: `iye simulate`'s own wiring
with journal and page server, nobody looking on. Wake-ups are the process's voluntary context
switches, all threads together, and seconds of a core are user and system time, both as getrusage
tells them for a minute. Lights are made to calm down after half a second instead of thirty, so
that the minute is one of rest; where they move, they never calm down.
"""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.boards import Stopwatch
from bench.figures import Figure
from iye.chance import Dealer
from iye.lights import parse_pad
from iye.listening import bind
from iye.rules import Player, parse_deal
from iye.running import Around, RunningBoard, run
from iye.table import (
    Button,
    ButtonPressed,
    ButtonReleased,
    DealWay,
    Event,
    MatchSet,
    MatchSetup,
    PadDeclared,
    Timing,
)

SECONDS = 60.0
MOVING = 20.0
"""Seconds for which boards are watched whose lights move."""
SETTLES = 3.0
"""Seconds before that: everything is loaded, and grows calm."""
WAKE_UPS, SHARE = 3.0, 0.2
FRAMES, MOVING_SHARE = 30.0, 5.0
DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
MOVES_TO_THE_END = ("c5", "c4", "a4", "a3", "b3", "b4", "b5", "a5")

Script = Callable[[float], list[Event]]
"""Gives the events that lead a sleeping board into a phase, all at one moment."""


def declared(*pads: str) -> Script:
    """Say of pads, one after another, that they were touched."""
    return lambda at: [PadDeclared(parse_pad(pad), at) for pad in pads]


def turn(*pads: str) -> Script:
    """Give what leads into a turn, after pads have been declared."""
    setup = MatchSetup(first=Player.ONE)
    return lambda at: [MatchSet(at, setup), *declared("c3", *pads)(at)]


def match_over(at: float) -> list[Event]:
    """Lead to the end of a match: a cycle of eight moves, after which player 1 has none."""
    setup = MatchSetup(first=Player.ONE, wins_needed=1)
    return [MatchSet(at, setup), *declared("c3", *MOVES_TO_THE_END)(at)]


def undone(at: float) -> list[Event]:
    """Lead into a turn in which a move has been taken back."""
    pressed: list[Event] = [ButtonPressed(Button.UNDO, at), ButtonReleased(Button.UNDO, at)]
    return [*turn("c5", "c4")(at), *pressed]


AT_REST: dict[str, Script] = {
    "asleep": lambda _at: [],
    "who begins": lambda at: [MatchSet(at, MatchSetup())],
    "laying out": lambda at: [MatchSet(at, MatchSetup(first=Player.ONE))],
    "laying by hand": lambda at: [
        MatchSet(at, MatchSetup(first=Player.ONE, deal_way=DealWay.LAID)),
        *declared("1T")(at),
    ],
    "a turn": turn("c5"),
    "choosing what to pay": turn("b3", "a3", "a4", "b5"),
    "a wrong landing": turn("a1"),
    "the way back": undone,
    "match over": match_over,
}
IN_MOTION: dict[str, Script] = {
    "who begins": AT_REST["who begins"],
    "a move just made": turn("c5"),
    "a wrong landing": AT_REST["a wrong landing"],
    "the way back": undone,
}


def names(phase: str, *, moving: bool) -> tuple[str, str]:
    """Say what the two figures of a phase are."""
    kind, what = ("lights in motion", "frames a second") if moving else ("at rest", "wake-ups")
    return f"{kind}, {phase}: {what}", f"{kind}, {phase}: share of a core"


NAMES = tuple(
    name
    for moving, phases in ((False, AT_REST), (True, IN_MOTION))
    for phase in phases
    for name in names(phase, moving=moving)
)


class Watcher:
    """Brings a board into a phase, waits until it is settled, measures, and ends it."""

    def __init__(self, panel: Stopwatch, script: Script, seconds: float) -> None:
        self._panel = panel
        self._script = script
        self._seconds = seconds
        self.measured: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def began(self, board: RunningBoard) -> None:
        """Bring the board into the phase, one thing after another."""
        for event in self._script(board.now()):
            board.post(event)
        asyncio.get_running_loop().call_later(SETTLES, self._begin)

    def ends(self) -> None:
        """Nothing is to be done."""

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._seconds, self._end, _spent(), self._panel.frames, time.monotonic())

    def _end(self, before: tuple[float, float], frames: int, began: float) -> None:
        took = time.monotonic() - began
        wake_ups, seconds = (now - then for now, then in zip(_spent(), before, strict=True))
        frames = self._panel.frames - frames
        self.measured = (wake_ups / took, 100 * seconds / took, frames / took)
        signal.raise_signal(signal.SIGTERM)


def _spent() -> tuple[float, float]:
    """Give the process's voluntary context switches and seconds of a core so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_nvcsw, used.ru_utime + used.ru_stime


async def watch(phase: str, *, moving: bool) -> tuple[float, float, float]:
    """Run a board in a phase, and give wake-ups a second, per cent of a core, frames a second."""
    script = (IN_MOTION if moving else AT_REST)[phase]
    panel = Stopwatch(asyncio.get_running_loop())
    watcher = Watcher(panel, script, MOVING if moving else SECONDS)
    with tempfile.TemporaryDirectory() as data, bind(0) as listening:
        around = Around(
            ready=lambda _address: None,
            warn=lambda sentence: print(sentence, file=sys.stderr),  # noqa: T201 - said to people
            data=Path(data),
            timing=Timing(calm=1e9 if moving else 0.5),
            dealer=Dealer([DEAL]),
            care=watcher,
        )
        await run(panel, around, listening)
    return watcher.measured


async def apart(phase: str, *, moving: bool) -> tuple[float, float, float]:
    """Do the same in another process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.rest",
        phase,
        "moving" if moving else "calm",
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    wake_ups, share, frames = json.loads(said.splitlines()[-1])
    return wake_ups, share, frames


async def all_apart(*, moving: bool) -> dict[str, tuple[float, float, float]]:
    """Watch all phases at the same time."""
    phases = IN_MOTION if moving else AT_REST
    watched = await asyncio.gather(*(apart(phase, moving=moving) for phase in phases))
    return dict(zip(phases, watched, strict=True))


def measure() -> Iterator[Figure]:
    """Measure all phases."""
    for phase, (wake_ups, share, _) in asyncio.run(all_apart(moving=False)).items():
        counted, spent = names(phase, moving=False)
        yield Figure(counted, wake_ups, "a second", at_most=WAKE_UPS)
        yield Figure(spent, share, "%", at_most=SHARE)
    for phase, (_, share, frames) in asyncio.run(all_apart(moving=True)).items():
        counted, spent = names(phase, moving=True)
        yield Figure(counted, frames, "a second", at_most=FRAMES)
        yield Figure(spent, share, "%", at_most=MOVING_SHARE)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(watch(sys.argv[1], moving=sys.argv[2] == "moving"))))  # noqa: T201
