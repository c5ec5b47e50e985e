"""Lights each pad and waits for its touch; tells swapped pads from dead ones: `iye panel-test`.

The law of this module: a pad is what its name on the board says. What answers when it is touched is
the electrode that it is wired to, whatever the board's file says; so the file can be corrected.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from iye.workbench.bench import PATIENCE, Workbench
from iye_hw.board_map import SPARE, BoardMap, parse_board_map
from iye_hw.board_panel import BoardPanel
from iye_hw.panel import PadReleased, PadTouched, PanelEvent


@dataclass(frozen=True, slots=True)
class Verdict:
    """For each pad asked for, in order, the pad whose electrode answered; None for none."""

    felt: Mapping[str, str | None]

    @property
    def dead(self) -> tuple[str, ...]:
        """The pads that nobody could touch so that they were felt."""
        return tuple(pad for pad, answer in self.felt.items() if answer is None)

    @property
    def swapped(self) -> dict[str, str]:
        """The pads at which another one answered, and which."""
        answered = {pad: answer for pad, answer in self.felt.items() if answer is not None}
        return {pad: answer for pad, answer in answered.items() if answer != pad}

    @property
    def is_well(self) -> bool:
        """Whether every pad is itself."""
        return not self.dead and not self.swapped

    def sentences(self) -> Iterator[str]:
        """Say what is wrong, and what to do."""
        for pad in self.dead:
            yield f"{pad} is dead: check its wire, and that its copper touches the wood"
        for pad, answer in self.swapped.items():
            yield f"{pad} answers as {answer}: swap their wires, or write the corrected map"
        if self.is_well:
            yield f"all {len(self.felt)} pads answer as themselves"


class PanelTest:
    """Tests the pads of a panel, whose events it takes."""

    def __init__(self, bench: Workbench, panel: BoardPanel) -> None:
        self._bench = bench
        self._panel = panel
        self._events: asyncio.Queue[PanelEvent] = asyncio.Queue()

    async def run(self, pads: Iterable[str] | None = None) -> Verdict:
        """Start the panel and ask for each of `pads`, or for all; it stays started."""
        await self._panel.start(self._events.put_nowait)
        board = self._bench.board
        asked = [pad for pad in board.pads if pad != SPARE] if pads is None else list(pads)
        felt: dict[str, str | None] = {}
        for pad in asked:
            self._bench.light(pad)
            self._bench.person.asked(pad)
            felt[pad] = await self._answer()
            self._bench.watch(self._panel.readings())
        self._bench.light()
        return Verdict(felt)

    async def _answer(self) -> str | None:
        """Wait for a touch and its end, and give the pad that told of it."""
        try:
            async with asyncio.timeout(PATIENCE):
                pad = await self._next(PadTouched)
                while await self._next(PadReleased) != pad:
                    pass
        except TimeoutError:
            return None
        return pad

    async def _next(self, kind: type[PadTouched | PadReleased]) -> str:
        while True:
            event = await self._events.get()
            if isinstance(event, PadTouched | PadReleased) and isinstance(event, kind):
                return event.pad


def corrected_map(text: str, verdict: Verdict) -> str:
    """Rewrite a board.toml so that every pad has the electrode that answered for it.

    Raises BoardMapError when the answers contradict each other, ValueError when a pad's line is
    not where it is looked for.
    """
    board = parse_board_map(text)
    places = {place.name: place for place in board.places}
    for pad, answer in verdict.swapped.items():
        wired = places[answer]
        line = re.compile(
            rf"^({pad}\s*=\s*\{{\s*chip\s*=\s*)\d+(\s*,\s*electrode\s*=\s*)\d+", re.MULTILINE
        )
        text, found = line.subn(rf"\g<1>{wired.chip}\g<2>{wired.electrode}", text)
        if found != 1:
            raise ValueError(f"board.toml has no line of its own for pad {pad}: correct it by hand")
    _check(parse_board_map(text), board)
    return text


def _check(after: BoardMap, before: BoardMap) -> None:
    if after.pads != before.pads:
        raise ValueError("the corrected board.toml would have other pads: correct it by hand")
