"""Asks for each pad by name, then by its light: `iye panel-test`.

The law of this module: a pad is what its name on the board says. What answers when it is touched is
the electrode that it is wired to, whatever the board's file says. A pad that is lit while another
answers could be either's fault; so pads are asked for by name first, in the dark, where no light
misleads, and then by light alone, when it is known which pad it is that answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from iye.workbench.bench import PATIENCE, Workbench
from iye.workbench.verdict import Verdict
from iye_hw.board_map import SPARE
from iye_hw.board_panel import BoardPanel
from iye_hw.panel import Complaint, PadReleased, PadTouched, PanelEvent

_DARK: Final = 3
"""Lights that nobody sees, from the first on, before it is thought that there are none."""


class PanelTest:
    """Tests the pads of a panel, whose events it takes."""

    def __init__(self, bench: Workbench, panel: BoardPanel) -> None:
        self._bench = bench
        self._panel = panel
        self._events: asyncio.Queue[PanelEvent] = asyncio.Queue()
        self._complaints: dict[str, Complaint] = {}
        """What is wrong now, by what it is about: its pads cannot be tested."""

    async def run(self, pads: Iterable[str] | None = None, *, lights: bool = True) -> Verdict:
        """Start the panel and ask for each of `pads`, or for all; it stays started.

        A board that has no `lights` is asked by name alone. Pads of which it is known that they
        cannot answer, as with a chip that is gone, are not waited for.
        """
        await self._panel.start(self._heard)
        board = self._bench.board
        asked = [pad for pad in board.pads if pad != SPARE] if pads is None else list(pads)
        dark = self._bench.light()
        person = self._bench.person
        felt = {
            pad: None if pad in self._silent() else await self._asked(partial(person.asked, pad))
            for pad in asked
        }
        lit: Mapping[str, str | None] | None = {}
        if lights and not dark:
            lit = await self._by_light(asked, felt)
            self._bench.light()
        if lit is None:
            lit, dark = {}, "nobody saw one: iye doctor says what drives them"
        return Verdict(felt, lit, dark, self._troubles(), self._silent())

    def _heard(self, event: PanelEvent) -> None:
        if not isinstance(event, Complaint):
            self._events.put_nowait(event)
            return
        self._bench.say(event.sentence)
        about = event.about or event.sentence
        if event.mended:
            self._complaints.pop(about, None)
        else:
            self._complaints[about] = event

    def _troubles(self) -> tuple[str, ...]:
        return tuple(complaint.sentence for complaint in self._complaints.values())

    def _silent(self) -> frozenset[str]:
        """Give the pads that cannot answer, whoever touches them."""
        return frozenset(pad for found in self._complaints.values() for pad in found.pads)

    async def _by_light(
        self, asked: Iterable[str], felt: Mapping[str, str | None]
    ) -> dict[str, str | None] | None:
        """Light each pad, and find out which it is that is lit; None when nobody sees any."""
        names = {answer: pad for pad, answer in felt.items() if answer is not None}
        lit: dict[str, str | None] = {}
        for pad in asked:
            if felt[pad] is None:
                continue  # it would not answer, and so cannot be told from a light that is dark
            lit[pad] = await self._seen(pad, names)
            if len(lit) == _DARK and not any(lit.values()):
                return None
        unseen = [pad for pad, seen in lit.items() if seen is None]
        if len(unseen) == 1:
            self._may_be_the_spares(unseen[0], await self._seen(SPARE, names), lit)
        return lit

    @staticmethod
    def _may_be_the_spares(pad: str, spare_seen: str | None, lit: dict[str, str | None]) -> None:
        """One light was not seen: if the spare pad's is at a pad, this one is at the spare."""
        if spare_seen is not None and spare_seen not in lit.values():
            lit |= {pad: SPARE, SPARE: spare_seen}

    async def _seen(self, pad: str, names: Mapping[str, str]) -> str | None:
        """Light the light of a pad, and give the pad at which it is seen."""
        self._bench.light(pad)
        answer = await self._asked(self._bench.person.shown)
        return None if answer is None else names.get(answer, answer)

    async def _asked(self, ask: Callable[[], None]) -> str | None:
        while not self._events.empty():
            self._events.get_nowait()  # a touch that came too late is no answer to this
        ask()
        answer = await self._answer()
        self._bench.watch(self._panel.readings())
        return answer

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
