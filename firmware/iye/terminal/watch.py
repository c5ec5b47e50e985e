"""Watching a rehearsal in a terminal at a person's pace; without a terminal, in sentences.

The law of this module: it looks on. What it shows is the daemon's table and frame, as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.live import Live

from iye.lights import DARK, Frame
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import ScriptStep
from iye.sentences import Teller
from iye.table import Effect, Event, MatchSetup, Table
from iye.terminal.drawing import draw
from iye_hw.panel import Complaint


class Spectator:
    """Draws the board in `live` whenever something is seen to change, or speaks on `console`."""

    def __init__(self, console: Console, live: Live | None) -> None:
        self._console = console
        self._live = live
        self._sentences: list[str] = []
        self._setup = MatchSetup()

    def sensed(self, _event: Event) -> None:
        """Show what comes of events, not the events."""

    def happened(self, effect: Effect, _at: float) -> None:
        """Say what happened."""
        said = Teller(setup=self._setup).tell(effect)
        if said is not None:
            self._say(said)

    def stands(self, table: Table, frame: Frame, _at: float) -> None:
        """Draw the board as it stands."""
        self._setup = table.setup
        if self._live is not None:
            self._live.update(draw(table, frame, self._sentences), refresh=True)

    def complained(self, complaint: Complaint) -> None:
        """Say what is wrong with the hardware."""
        self._say(complaint.sentence)

    def _say(self, words: str) -> None:
        self._sentences.append(words)
        if self._live is None:
            self._console.print(words, highlight=False, soft_wrap=True)


def watch(steps: Sequence[ScriptStep], *, seed: int = 0, speed: float = 1.0) -> None:
    """Play a script where a person can see it: drawn at `speed` times a person's pace.

    Without a terminal the sentences are printed as fast as it goes, and the board as it ended.
    """
    console = Console()
    if console.is_terminal:
        with Live(console=console, auto_refresh=False, screen=True) as live:
            daemon = rehearse(steps, [Spectator(console, live)], seed=seed, pace=speed)
    else:
        daemon = rehearse(steps, [Spectator(console, None)], seed=seed, animated=False)
    console.print(draw(daemon.table, DARK, ()))
