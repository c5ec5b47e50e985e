"""A rehearsal as pictures to step through: state, light and sentence at every change.

The law of this module: run as a program of its own (`python -m iye.rehearsal.pictures LANGUAGE`,
script in, JSON out), so that a long rehearsal takes no time from a board that is being played on.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from typing import Final

import msgspec

from iye.companion.messages import State
from iye.companion.view import state_of
from iye.languages import Language, language
from iye.lights import PAD_NAMES, Frame
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import WRONG_SCRIPT, ScriptError, parse_script
from iye.sentences import URGENT, Teller
from iye.table import Effect, Event, MatchSetup, Table
from iye_hw.panel import Complaint

MOST: Final = 5000
"""Pictures in one album; what comes after them is left out."""


class Picture(msgspec.Struct, frozen=True):
    """How things stood from a moment on, and what was said then; `frame` is base64."""

    at: float
    text: str | None
    urgent: bool
    state: State
    frame: str


class Album(msgspec.Struct, frozen=True):
    """All pictures of a rehearsal, and the pads in the order of their frames."""

    pads: list[str]
    steps: list[Picture]


class Photographer:
    """Takes a picture whenever something is said or the state changes."""

    def __init__(self, spoken: Language) -> None:
        self.pictures: list[Picture] = []
        self._spoken = spoken
        self._setup = MatchSetup()
        self._said: list[str] = []
        self._urgent = False

    def sensed(self, _event: Event) -> None:
        """Wait for what comes of it."""

    def happened(self, effect: Effect, _at: float) -> None:
        """Remember what was said for the next picture."""
        text = Teller(self._spoken, self._setup).tell(effect)
        if text is not None:
            self._said.append(text)
            self._urgent = self._urgent or isinstance(effect, URGENT)

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        """Take a picture if it differs from the last one in more than light."""
        self._setup = table.setup
        state = state_of(table)
        same = bool(self.pictures) and self.pictures[-1].state == state
        if (same and not self._said) or len(self.pictures) >= MOST:
            return
        text = " ".join(self._said) or None
        light = b64encode(frame).decode()
        self.pictures.append(Picture(round(at, 3), text, self._urgent, state, light))
        self._said, self._urgent = [], False

    def complained(self, complaint: Complaint) -> None:
        """Remember a complaint like a sentence."""
        self._said.append(complaint.sentence)


def album(script: bytes, spoken: Language) -> bytes:
    """Rehearse a script and give its album as JSON. Raises ScriptError."""
    photographer = Photographer(spoken)
    steps = parse_script(script.removeprefix(b"\xef\xbb\xbf").splitlines())
    rehearse(steps, [photographer], animated=False)
    return msgspec.json.encode(Album(list(PAD_NAMES), photographer.pictures))


def main() -> None:
    """Read a script from standard input and write its album; exit code 2 for a wrong script."""
    try:
        sys.stdout.buffer.write(album(sys.stdin.buffer.read(), language(sys.argv[1])))
    except ScriptError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(WRONG_SCRIPT)


if __name__ == "__main__":
    main()
