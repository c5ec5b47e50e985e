"""Matches played by people on a board that fails at random: cooperative players, seeded faults.

The law of this module: players do what people do. They look at the board's light (the table's
state), repeat a touch that was not felt, hold it longer, and in the end say on the page what the
pad does not feel. They know nothing of the faults.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import Frame, IyePad, Pad
from iye.rules import CENTRE, Cycle, Kind, Match, Move
from iye.table import (
    Button,
    ButtonPressed,
    ButtonReleased,
    ChoosingFirst,
    CycleBegan,
    Effect,
    Event,
    FirstChosen,
    LayingByHand,
    MatchOver,
    MatchSet,
    MatchSetup,
    Moved,
    PadDeclared,
    Table,
    Turn,
)
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from iye_hw.touch_settings import Care, TouchSettings
from strategies import random_match

CARE = Care(health_check=1.0, drift=5.0)
KINDS = tuple(name for name in Faults.names if name != "slow_bus")  # that one takes real time
HOLDS = (0.6, 0.8, 1.5, 2.5)
"""Seconds a pad is held, time after time; after the last the player says it on the page."""
PATIENCE = 1.6
"""Seconds a player waits for the board to show what was done."""


@dataclass
class Story:
    """What came of a match, and what went wrong meanwhile."""

    match: Match
    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    complaints: list[Complaint] = field(default_factory=list)
    repeated: int = 0
    declared: int = 0
    made_up: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    ended: Match | None = None
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds from first trying a move to its being made."""


class Player:
    """Both players, who mean to play `story.match`, and the observer of what comes of it."""

    def __init__(self, panel: SimulatedPanel, daemon: Daemon, story: Story) -> None:
        self._panel = panel
        self._daemon = daemon
        self._story = story
        self.meant: Move | None = None
        self.playing = True

    # What the board says.

    def sensed(self, event: Event) -> None:
        """Nothing is made of it."""

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        """Nothing is made of it."""

    def happened(self, effect: Effect, at: float) -> None:
        if isinstance(effect, Moved):
            if effect.move != self.meant:
                self._story.made_up.append(f"{effect.move} at {at:.2f}, meant was {self.meant}")
            self.meant, self._made = None, True
        if isinstance(effect, FirstChosen) and effect.player is not self._first:
            self._story.made_up.append(f"{effect.player} chosen to begin at {at:.2f}")
        if isinstance(effect, CycleBegan) and not self._beginning:
            self._story.made_up.append(f"a cycle begun at {at:.2f}")

    def complained(self, complaint: Complaint) -> None:
        self._story.complaints.append(complaint)

    # What the players do.

    _beginning = False
    _made = False
    """Whether the move that is being made has been, as its lights say."""
    _first: object = None

    async def play(self) -> None:
        match = self._story.match
        self._daemon.dealer.tell([cycle.deal for cycle in match.cycles])
        first = match.cycles[0].first
        self._daemon.post(MatchSet(self._daemon.now(), MatchSetup(match.wins_needed, first)))
        for cycle in match.cycles:
            await self._play_cycle(cycle)
        self.playing = False

    async def _play_cycle(self, cycle: Cycle) -> None:
        self._first = cycle.first
        if isinstance(self._table.phase, ChoosingFirst):
            await self._tap(
                IyePad(cycle.first, Kind.OWL),
                lambda: not isinstance(self._table.phase, ChoosingFirst),
            )
        self._beginning = True
        await self._land(CENTRE, lambda: self._table.match.current is not None)
        self._beginning = False
        for position, move in zip(cycle.positions, cycle.moves, strict=False):
            began = self._daemon.now()
            await self._make(move, IyePad(position.mover, move.spent or Kind.OWL))
            self._story.slowest = max(self._story.slowest, self._daemon.now() - began)
        await asyncio.sleep(3.0)

    async def _make(self, move: Move, pad: IyePad) -> None:
        self._made = False
        choose = partial(self._choose, move, pad)
        await choose()
        self.meant = move
        await self._try(move.target, lambda: self._made, self._put_down, choose)

    async def _choose(self, move: Move, pad: IyePad) -> None:
        """See that what is lit to be spent is what is meant: noise may have chosen otherwise.

        A drum that stands there already may be felt meanwhile, and the move be made.
        """
        while isinstance(self._table.phase, Turn) and not self._chosen(move):
            chosen = self._table.phase.spending
            wrong = pad if chosen is None or move.spent is not None else IyePad(pad.player, chosen)
            await self._tap(wrong, lambda: self._chosen(move))

    def _chosen(self, move: Move) -> bool:
        return self._made or self._spends(move.spent)

    def _spends(self, kind: Kind | None) -> bool:
        return isinstance(self._table.phase, Turn) and self._table.phase.spending is kind

    async def _leave_laying(self) -> None:
        """Take back what a touch felt late was taken for."""
        while isinstance(self._table.phase, LayingByHand):
            now = self._daemon.now()
            self._daemon.post(ButtonPressed(Button.UNDO, now))
            self._daemon.post(ButtonReleased(Button.UNDO, now))
            await asyncio.sleep(1.0)

    async def _tap(self, pad: Pad, done: Callable[[], bool]) -> None:
        await self._try(pad, done, self._touch)

    async def _land(self, pad: Pad, done: Callable[[], bool]) -> None:
        await self._try(pad, done, self._put_down)

    async def _try(
        self,
        pad: Pad,
        done: Callable[[], bool],
        gesture: Callable[[str, float], object],
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        for count, hold in enumerate(HOLDS):
            await asyncio.sleep(0.7)
            if done():
                return
            self._story.repeated += count > 0
            await self._leave_laying()
            if before is not None:
                await before()
            await gesture(str(pad), hold)  # type: ignore[misc] # a coroutine
            if await self._seen(done):
                return
        self._story.declared += 1
        await self._leave_laying()
        if before is not None:
            await before()
        self._daemon.post(PadDeclared(pad, self._daemon.now()))
        if not done():
            self._story.errors.append(f"{pad} declared, {self._table.phase}")
            raise AssertionError(self._story.made_up + self._story.errors)

    async def _seen(self, done: Callable[[], bool]) -> bool:
        until = self._daemon.now() + PATIENCE
        while not done() and self._daemon.now() < until:  # noqa: ASYNC110 - as people look
            await asyncio.sleep(0.1)
        return done()

    async def _touch(self, pad: str, hold: float) -> None:
        self._panel.touch(pad)
        await asyncio.sleep(hold)
        self._panel.release(pad)

    async def _put_down(self, pad: str, hold: float) -> None:
        self._panel.sense.drum.lift()
        await asyncio.sleep(0.4)
        self._panel.sense.drum.place(pad)
        await self._touch(pad, hold)

    @property
    def _table(self) -> Table:
        return self._daemon.table


def play(seed: int, *, wins: int = 2, gap: float = 8.0) -> Story:
    """Play a random match with faults every `gap` seconds or so, and tell its story."""
    story = Story(random_match(Random(seed), wins), seed)
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(_perform(story, gap))
    return story


async def _perform(story: Story, gap: float) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: story.errors.append(str(context)))
    panel = SimulatedPanel(
        load_board_map(), loop, seed=story.seed, settings=TouchSettings(care=CARE)
    )
    daemon = Daemon(panel, loop, dealer=Dealer(seed=story.seed), animated=False)
    player = Player(panel, daemon, story)
    daemon.subscribe(player)
    await daemon.start()
    failing = loop.create_task(_fail(panel, player, story, gap))
    await player.play()
    failing.cancel()
    story.seconds = loop.time()
    story.ended = daemon.table.match if isinstance(daemon.table.phase, MatchOver) else None
    daemon.close()


async def _fail(panel: SimulatedPanel, player: Player, story: Story, gap: float) -> None:
    """Let faults begin at random moments and end after up to twenty seconds."""
    chance = Random(story.seed + 1)
    faults = Faults(panel)
    loop = asyncio.get_running_loop()
    while player.playing:
        await asyncio.sleep(chance.expovariate(1 / gap))
        name = chance.choice(KINDS)
        pad = _wet_enough(panel, chance) if name == "wet_pad" else chance.choice(panel.pads)
        if pad is None:
            continue
        story.faults[name] += 1
        faults.begin(name, pad)
        loop.call_later(chance.uniform(0.05, 20.0), faults.end, name)


def _wet_enough(panel: SimulatedPanel, chance: Random) -> str | None:
    """Give a pad that a hand is on, where water keeps the touch from ending.

    Water anywhere else is a touch like any other, as far as a chip can tell.
    """
    held = sorted(panel.sense.hand.pads)
    return chance.choice(held) if held else None


def what_is_wrong(story: Story) -> list[str]:
    """Give what must not be, a sentence each."""
    wrong = [f"made up: {text}" for text in story.made_up] + story.errors
    if story.ended != story.match:
        wrong.append(f"the match ended otherwise: {story.ended}")
    wrong += [c.sentence for c in story.complaints if "stumbled" in c.sentence]
    return [f"seed {story.seed}: {text}" for text in wrong]
