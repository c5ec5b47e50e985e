"""Rehearsals in a process of their own, one at a time, beside a board that is being played on.

The law of this module: whatever a script does, its process ends in time, and with whoever wanted
it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from iye.companion.beside import Program
from iye.companion.workshop import RehearsalError
from iye.languages import message
from iye.rehearsal.script import WRONG_SCRIPT

LONGEST: Final = 60.0
"""Seconds of computing that a rehearsal may take."""


class Stage:
    """Where rehearsals are played, those that wait in the order they came."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._free = asyncio.Lock()

    async def play(self, script: bytes, tag: str) -> bytes:
        """Play a script and give its album as JSON, told in a language. Raises RehearsalError."""
        async with self._free:
            program = Program(
                *(sys.executable, "-P", "-m", "iye.rehearsal.pictures", tag),
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            )
            played = program.run(lambda process: process.communicate(script))
            try:
                (pictures, said), code = await asyncio.wait_for(played, self._longest)
            except TimeoutError:
                text = message("This rehearsal takes too long: shorten its script.")
                raise RehearsalError(text) from None
        if code == WRONG_SCRIPT:
            raise RehearsalError("{error}", error=said.decode(errors="replace").strip())
        if code:
            raise RehearsalError(message("This rehearsal failed."))
        return pictures
