"""Plays a script through the whole board: simulated chips, the drivers, the table, the lights.

The law of this module: it plays hands and nothing else. What happens is the daemon's doing, on a
loop whose time is virtual, so that a rehearsal always ends the same.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from iye.chance import Dealer
from iye.daemon import Daemon, Observer
from iye.lights import Frame, LightSettings
from iye.rehearsal.script import (
    Abandon,
    Answer,
    Declare,
    Hint,
    NewMatch,
    NextDeal,
    Release,
    ScriptStep,
    Touch,
    place_name,
)
from iye.table import (
    AbandonWanted,
    Effect,
    Event,
    HintsWanted,
    MatchSet,
    MoveAnswered,
    PadDeclared,
    Table,
)
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop

AFTERMATH: Final = 11.0
"""Seconds that go on after the last step: enough for a landing, and for the end of a cycle told."""


def rehearse(  # noqa: PLR0913 - each is a choice that somebody who rehearses may make
    steps: Sequence[ScriptStep],
    observers: Iterable[Observer],
    *,
    seed: int = 0,
    pace: float | None = None,
    lights: LightSettings | None = None,
    animated: bool = True,
) -> Daemon:
    """Play a script to its end and give the daemon as it stood then.

    Observers are told moments in seconds from the script's 0 on. `seed` is for the chips' noise
    and for deals the script leaves open; `pace` is 1.0 for a person's pace, None for as fast as
    it goes; without `animated`, frames between one event and the next are left out.
    """
    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(pace=pace)) as runner:
        return runner.run(_perform(steps, observers, seed, lights, animated=animated))


async def _perform(
    steps: Sequence[ScriptStep],
    observers: Iterable[Observer],
    seed: int,
    lights: LightSettings | None,
    *,
    animated: bool,
) -> Daemon:
    loop = asyncio.get_running_loop()
    panel = SimulatedPanel(load_board_map(), loop, seed=seed)
    daemon = Daemon(panel, loop, dealer=Dealer(seed=seed), lights=lights, animated=animated)
    listeners = [_FromZero(observer) for observer in observers]
    for listener in listeners:
        daemon.subscribe(listener)
    await daemon.start()
    began = loop.time()
    for listener in listeners:
        listener.began = began
    for step in steps:
        await asyncio.sleep(began + step.at - loop.time())
        _check(listeners)
        _play(step, panel, daemon, loop.time(), seed)
    await asyncio.sleep(AFTERMATH)
    daemon.close()
    _check(listeners)
    return daemon


def _check(listeners: Iterable[_FromZero]) -> None:
    """Raise what an observer raised: a rehearsal that nobody can watch is of no use."""
    for listener in listeners:
        if listener.error is not None:
            raise listener.error


def _play(step: ScriptStep, panel: SimulatedPanel, daemon: Daemon, now: float, seed: int) -> None:
    match step:
        case Touch(_, place):
            panel.touch(place_name(place))
        case Release(_, place):
            panel.release(place_name(place))
        case NextDeal(_, deal):
            daemon.dealer.tell([deal])
        case NewMatch():
            seed = seed if step.seed is None else step.seed
            daemon.dealer = Dealer(step.deals, seed=seed)
            daemon.post(MatchSet(now, step.setup))
        case _:
            _play_elsewhere(step, daemon, now)


def _play_elsewhere(step: Declare | Hint | Abandon | Answer, daemon: Daemon, now: float) -> None:
    """Do what is done otherwise than by a hand on the board."""
    match step:
        case Declare(_, pad):
            daemon.post(PadDeclared(pad, now))
        case Hint(_, hints):
            daemon.post(HintsWanted(hints, now))
        case Abandon():
            daemon.post(AbandonWanted(now))
        case Answer(_, move) if daemon.table.match.current is not None:
            daemon.post(MoveAnswered(daemon.table.position, move, now))


class _FromZero:
    """Passes on to an observer, with moments counted from the script's 0.

    What happens while the panel is still coming up is said to happen at 0. An observer that fails
    is told no more.
    """

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.began = math.inf
        self.error: Exception | None = None

    def sensed(self, event: Event) -> None:
        self._tell(lambda observer: observer.sensed(event))

    def happened(self, effect: Effect, at: float) -> None:
        at = self._since_zero(at)
        self._tell(lambda observer: observer.happened(effect, at))

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        at = self._since_zero(at)
        self._tell(lambda observer: observer.stands(table, frame, at))

    def complained(self, complaint: Complaint) -> None:
        complaint = replace(complaint, at=self._since_zero(complaint.at))
        self._tell(lambda observer: observer.complained(complaint))

    def _tell(self, telling: Callable[[Observer], None]) -> None:
        if self.error is not None:
            return
        try:
            telling(self._observer)
        except Exception as error:  # noqa: BLE001 - raised again by whoever rehearses
            self.error = error

    def _since_zero(self, at: float) -> float:
        return max(0.0, at - self.began)
