"""From pads as the chips report them to touches and releases, in order and once each.

The law of this module: what is told is what was reported, at once, unless the pads flicker as no
hands make them. It says which pads do not let go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from iye_hw.host import Host
from iye_hw.panel import PadReleased, PadTouched
from iye_hw.sentence import sentence
from iye_hw.stuck_pads import StuckPads
from iye_hw.unrest import Unrest

SAID_AFTER: Final = 2.0
"""Seconds of unrest after which it is spoken of; a forearm on the board is over sooner."""


class PadEvents:
    """What is to be told of the pads, which are `pads` in the order in which they are told of."""

    def __init__(self, pads: Sequence[str], stuck_after: float, host: Host) -> None:
        self._pads = pads
        self._host = host
        self._unrest = Unrest()
        self._said_unrest = False
        self._stuck = StuckPads(stuck_after)
        self._waiting: list[PadTouched | PadReleased] = []
        self.held: frozenset[str] = frozenset()
        """The pads told as touched."""

    @property
    def restless(self) -> bool:
        """Whether the pads flicker and nothing is told of them."""
        return self._unrest.since is not None

    @property
    def suspected(self) -> bool:
        """Whether what was reported is to be seen again when it will have lasted."""
        return self._unrest.suspected

    @property
    def due_in(self) -> float:
        """Seconds until the pads are to be weighed again though nothing changes; or infinity."""
        return max(0.0, self._unrest.due - self._host.now())

    def reported(self, touched: frozenset[str], silent: frozenset[str]) -> None:
        """Take the pads touched according to the chips, and those whose chip cannot be read."""
        now = self._host.now()
        before, self.held = self.held, self._unrest.weigh(touched, now, silent)
        self._tell_unrest(now)
        if self.held == before:
            return
        self._waiting += [
            PadTouched(pad, now) if pad in self.held else PadReleased(pad, now)
            for pad in self._pads
            if (pad in self.held) != (pad in before)
        ]

    def tell(self) -> None:
        """Report what has been found, once nothing is in the middle of anything."""
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            self._watch(event)
            self._host.emit(event)

    def _watch(self, event: PadTouched | PadReleased) -> None:
        if isinstance(event, PadTouched):
            for pad in self._stuck.touched(event.pad, event.at):
                self._host.complain(
                    sentence(
                        "pad {pad} does not let go: take away what lies on it, dry the board, "
                        "and check its wire for a short",
                        pad=pad,
                    ),
                    f"stuck pad {pad}",
                    pads=(pad,),
                )
        elif self._stuck.released(event.pad):
            self._host.complain(
                sentence("pad {pad} has let go: nothing is to be done", pad=event.pad),
                f"stuck pad {event.pad}",
                mended=True,
            )

    def _tell_unrest(self, now: float) -> None:
        since = self._unrest.since
        if since is not None and now - since >= SAID_AFTER and not self._said_unrest:
            self._said_unrest = True
            self._host.complain(
                sentence(
                    "the pads flicker as no hands make them, and are not listened to meanwhile: "
                    "look for a bad charger or supply, or a wet board"
                ),
                "unrest",
                pads=(),
            )
        elif since is None and self._said_unrest:
            self._said_unrest = False
            self._host.complain(
                sentence("the pads are calm again: nothing is to be done"), "unrest", mended=True
            )
