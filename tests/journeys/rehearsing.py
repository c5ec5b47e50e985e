"""Rehearsing in tests: scripts as they would be written, and what came of them.

The law of this module: everything goes through the simulated chips, Adafruit's class, the table
and the lights; nothing is handed to the table directly.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from iye.daemon import Daemon
from iye.rehearsal.report import Reporter
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import parse_script

Line = dict[str, Any]


@dataclass
class Rehearsal:
    """A script in the making, and the lines it gives when played."""

    lines: list[Line] = field(default_factory=list)
    at: float = 0.0

    def new_match(self, *deals: str, **wishes: object) -> Rehearsal:
        self.lines.append({"at": self.at, "new_match": {"deals": list(deals), **wishes}})
        return self

    def put(self, *pads: str, hold: float = 0.6, pause: float = 0.4) -> Rehearsal:
        """Touch pads one after another: each held, let go, and a pause before it."""
        for pad in pads:
            self.wait(pause).touch(pad).wait(hold).release(pad)
        return self

    def touch(self, pad: str) -> Rehearsal:
        self.lines.append({"at": round(self.at, 4), "touch": pad})
        return self

    def release(self, pad: str) -> Rehearsal:
        self.lines.append({"at": round(self.at, 4), "release": pad})
        return self

    def answer(self, move: str) -> Rehearsal:
        self.lines.append({"at": round(self.at, 4), "answer": move})
        return self

    def slide(self, *pads: str, each: float) -> Rehearsal:
        """Drag the drum over pads: the next one is felt before the last one is left."""
        self.wait(0.4).touch(pads[0]).wait(each)
        for left, reached in pairwise(pads):
            self.touch(reached).wait(0.04).release(left).wait(each)
        return self.wait(0.4).release(pads[-1])

    def wait(self, seconds: float) -> Rehearsal:
        self.at += seconds
        return self

    def play(self, *, lights: bool = False) -> Played:
        steps = parse_script(map(json.dumps, self.lines))
        told: list[Line] = []
        daemon = rehearse(steps, [Reporter(told.append, lights=lights)])
        return Played(told, daemon)


@dataclass
class Played:
    """What a rehearsal told, and the daemon as it stood at its end."""

    lines: list[Line]
    daemon: Daemon

    def events(self, *names: str) -> list[Line]:
        return [line for line in self.lines if line["event"] in names]

    def moves(self) -> list[str]:
        return [line["move"] for line in self.events("moved")]

    def names(self, *without: str) -> list[str]:
        return [line["event"] for line in self.lines if line["event"] not in without]

    def lights_at(self, at: float) -> dict[str, str]:
        """Give the last frame told at or before a moment."""
        frames: Iterable[Line] = (line for line in self.events("lights") if line["at"] <= at)
        *_, last = frames
        pads: dict[str, str] = last["pads"]
        return pads
