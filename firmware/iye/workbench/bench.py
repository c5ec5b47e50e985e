"""What the workbench works with: a board's parts, a person, and whoever shows what is going on.

The law of this module: a person is asked by name of a pad and lit pad alike. On a simulated board
the person is simulated too, and does what is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from iye_hw.board_map import SPARE, BoardMap
from iye_hw.board_panel import Parts
from iye_hw.light_chain import WireOrder
from iye_hw.panel import PadReading
from iye_hw.simulated.simulated_panel import SimulatedPanel

PATIENCE: Final = 20.0
"""Seconds that a pad is waited for."""

_LIT: Final = bytes((90, 90, 90))
_REACTION: Final = 0.3


class Person(Protocol):
    """Somebody at the board."""

    def asked(self, pad: str) -> None:
        """Be asked to touch a pad, and to leave it again."""
        ...

    def shown(self) -> None:
        """Be asked to touch whichever pad is lit, and to leave it again."""
        ...


class Reader:
    """A person who reads what is asked; their hands are their own."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def asked(self, pad: str) -> None:
        """Be told which pad to touch."""
        self._say(f"touch {pad}, then let it go")

    def shown(self) -> None:
        """Be told to go by the light alone."""
        self._say("touch the pad that is lit, then let it go; wait if none is")


class SimulatedPerson:
    """A person at a simulated board, who does what is asked for within a second.

    They see what is really lit, and reach everything but the spare pad.
    """

    def __init__(self, panel: SimulatedPanel, loop: asyncio.AbstractEventLoop) -> None:
        self._panel = panel
        self._loop = loop

    def asked(self, pad: str) -> None:
        """Touch the pad a little later, and let it go again."""
        self._loop.call_later(_REACTION, self._panel.touch, pad)
        self._loop.call_later(3 * _REACTION, self._panel.release, pad)

    def shown(self) -> None:
        """Look where the light is, and touch that."""
        for pad, colour in self._panel.lights().items():
            if any(colour) and pad != SPARE:
                self.asked(pad)


@dataclass(frozen=True)
class Workbench:
    """A board's parts and the person at it; `watch` is shown what all pads read."""

    board: BoardMap
    parts: Parts
    person: Person
    say: Callable[[str], None]
    watch: Callable[[Mapping[str, PadReading]], None]

    def light(self, *pads: str) -> str:
        """Light these pads alone; give the sentence of a chain that cannot be driven."""
        names = self.board.pads
        frame = b"".join(_LIT if name in pads else bytes(3) for name in names)
        try:
            self.parts.chain.send(WireOrder(self.board).wire(frame))
        except OSError as error:
            return str(error)
        return ""
