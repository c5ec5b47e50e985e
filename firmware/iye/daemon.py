"""The daemon: wires the panel, the table and the lights, and sleeps while nothing happens.

The law of this module: it is the one place that wires things, and it decides nothing. Every event
goes through the table in order; what comes of it is published once, to everyone alike. Light goes
first: a hand at the board waits for nobody who looks on.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import iye_hw.panel as hw
from iye import table as at_table
from iye.chance import Dealer
from iye.lights import (
    DARK,
    PAD_NAMES,
    PADS,
    Frame,
    LightSettings,
    Mark,
    Meaning,
    Scene,
    frame,
    next_change,
    parse_pad,
)
from iye.table import Effect, Event, Table

_LOG: Final = logging.getLogger(__name__)


class Observer(Protocol):
    """Somebody who wants to know: a page, a record, a rehearsal. Moments are the timeline's.

    One that fails is written of in the log the first time, and never stops the board.
    """

    def sensed(self, event: Event) -> None:
        """Take note of an event that the table has handled, before what came of it is told."""
        ...

    def happened(self, effect: Effect, at: float) -> None:
        """Take note of an effect; the table's state is already the one after it."""
        ...

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        """Take note of how things stand: told after every event, and when the lights change."""
        ...

    def complained(self, complaint: hw.Complaint) -> None:
        """Take note of something wrong that a person should know of."""
        ...


class Daemon:
    """One board's program, from touches to lights; `table` is one to go on from.

    One that is not `animated` paints whenever something happens, and not for a rhythm's sake:
    for a rehearsal of which nobody looks at the lights, however long it lasts.

    Raises ValueError when the panel's pads are not those of the game.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of whoever wires the board
        self,
        panel: hw.Panel,
        timeline: hw.Timeline,
        *,
        dealer: Dealer | None = None,
        lights: LightSettings | None = None,
        animated: bool = True,
        table: Table | None = None,
    ) -> None:
        if panel.pads != PAD_NAMES:
            strange = set(panel.pads).symmetric_difference(PAD_NAMES) or "their order"
            raise ValueError(
                f"the panel's pads are not the game's: look at {strange} in board.toml"
            )
        self.table = Table() if table is None else table
        self.frame: Frame = DARK
        self.dealer = dealer or Dealer()
        self._panel = panel
        self._timeline = timeline
        self._lights = lights or LightSettings()
        self._animated = animated
        self._scene = Scene()
        self._observers: list[Observer] = []
        self._failed: set[int] = set()
        self._wrong: dict[str, hw.Complaint] = {}
        self._waiting: deque[Event] = deque()
        self._handling = False
        self._began = -math.inf
        self._alarm: hw.Cancellable | None = None
        self._alarm_at = math.inf

    @property
    def lights(self) -> LightSettings:
        """How the lights are set."""
        return self._lights

    @property
    def complaints(self) -> tuple[hw.Complaint, ...]:
        """What is wrong with the hardware by now, the oldest first."""
        return tuple(self._wrong.values())

    def tune(self, lights: LightSettings) -> None:
        """Set the lights differently from now on."""
        self._lights = lights
        self._shine(self.now())

    def now(self) -> float:
        """Give the present moment of the timeline."""
        return self._timeline.time()

    def subscribe(self, observer: Observer) -> None:
        """Tell `observer` everything from now on."""
        self._observers.append(observer)

    async def start(self) -> None:
        """Bring the panel up and show the table as it stands."""
        await self._panel.start(self._sense)
        self._began = self.now()
        self.post(at_table.TimePassed(self.now()))
        drawing = isinstance(self.table.phase, at_table.Drawing)  # whoever was asked is gone
        if drawing and not self.table.shared:
            self.post(at_table.DealDrawn(self.dealer.draw(), self.now()))

    def complain(self, sentence: str, about: str = "", *, mended: bool = False) -> None:
        """Tell everyone what a person should know; to be called on the loop's thread.

        `about` and `mended` as in a panel's complaint.
        """
        self._complain(hw.Complaint(sentence, self.now(), about, mended))

    def close(self) -> None:
        """Put the lights out and let go of the panel."""
        self._plan(math.inf)
        self._panel.close()

    def post(self, event: Event) -> None:
        """Let the table handle an event, after those that wait already.

        To be called on the loop's thread; an observer may call it while it is being told.
        """
        self._waiting.append(event)
        if self._handling:
            return
        self._handling = True
        try:
            while self._waiting:
                self._handle(self._waiting.popleft())
        finally:
            self._handling = False
        self._settle(event.at)

    def _sense(self, event: hw.PanelEvent) -> None:
        """Translate what the panel felt into the table's words."""
        match event:
            case hw.PadTouched(pad, at):
                self.post(at_table.PadTouched(parse_pad(pad), at))
            case hw.PadReleased(pad, at):
                self.post(at_table.PadReleased(parse_pad(pad), at))
            case hw.ButtonPressed(button, at):
                self.post(at_table.ButtonPressed(at_table.Button(button), at))
            case hw.ButtonReleased(button, at):
                self.post(at_table.ButtonReleased(at_table.Button(button), at))
            case hw.Complaint():
                self._complain(event)

    def _complain(self, complaint: hw.Complaint) -> None:
        """Pass a complaint on, and keep it until the part is mended that it is about."""
        part = complaint.about or complaint.sentence
        was = self._wrong.pop(part, None)
        if not complaint.mended:
            self._wrong[part] = complaint
        self._tell(lambda observer: observer.complained(complaint))
        if complaint.pads or (was is not None and was.pads):
            self._show(self.now())

    def _handle(self, event: Event) -> None:
        self.table, effects = at_table.handle(self.table, event)
        if any(isinstance(effect, at_table.DealWanted) for effect in effects):
            self._draw(event.at)
        if not self._waiting:  # else what stands now is over at once
            self._paint(event.at)
        self._tell(lambda observer: observer.sensed(event))
        for effect in effects:
            self._tell_effect(effect, event.at)

    def _draw(self, at: float) -> None:
        """Let the table have a deal next; boards that share a match deal together."""
        if not self.table.shared:
            self._waiting.append(at_table.DealDrawn(self.dealer.draw(), at))

    def _tell_effect(self, effect: Effect, at: float) -> None:
        self._tell(lambda observer: observer.happened(effect, at))

    def _tell(self, telling: Callable[[Observer], None]) -> None:
        """Tell every observer; whatever goes wrong with one is its own affair."""
        for observer in tuple(self._observers):
            try:
                telling(observer)
            except Exception:  # noqa: BLE001 - whatever it is, the board goes on
                if id(observer) not in self._failed:
                    self._failed.add(id(observer))
                    _LOG.exception("an observer failed; the board goes on")

    def _show(self, at: float) -> None:
        """Show the table as it stands, and tell of it."""
        self._paint(at)
        self._settle(at)

    def _paint(self, at: float) -> None:
        """Put the table as it stands on the lights, and under it which pads feel nothing."""
        names = {pad for complaint in self._wrong.values() for pad in complaint.pads}
        deaf = (Mark(pad, Meaning.DEAF) for pad in PADS if str(pad) in names) if names else ()
        scene = at_table.scene(self.table)
        calm_from = max(scene.calm_from, self._began + self.table.timing.calm)
        self._scene = Scene((*deaf, *scene.marks), calm_from)
        self._light(at)

    def _light(self, at: float) -> None:
        """Put the scene on the lights as it is now."""
        now = frame(self._scene, at, self._lights)
        if now != self.frame:
            self.frame = now
            self._panel.show(now)

    def _shine(self, at: float) -> None:
        """Put the scene on the lights as it is now, and tell of it."""
        self._light(at)
        self._settle(at)

    def _settle(self, at: float) -> None:
        """Tell how things stand now, and plan the next look at them."""
        now = self.frame
        self._tell(lambda observer: observer.stands(self.table, now, at))
        repaint = next_change(self._scene, at) if self._animated else math.inf
        self._plan(min(self.table.due, repaint))

    def _plan(self, when: float) -> None:
        """Wake at `when` and not before; at infinity, only when something happens."""
        if when == self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_at = when
        self._alarm = None if when == math.inf else self._timeline.call_at(when, self._wake, when)

    def _wake(self, when: float) -> None:
        self._alarm, self._alarm_at = None, math.inf
        at = max(when, self.now())  # a loop may call a clock's tick too early
        if self.table.due <= at:
            self.post(at_table.TimePassed(at))
        else:
            self._shine(at)
