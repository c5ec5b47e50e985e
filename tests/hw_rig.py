"""Benches for the hardware's tests: one chip, or a whole simulated board, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from iye_hw.board_map import BoardMap, load_board_map
from iye_hw.board_panel import Calibration
from iye_hw.panel import (
    ButtonPressed,
    ButtonReleased,
    Complaint,
    PadReleased,
    PadTouched,
    PanelEvent,
)
from iye_hw.simulated.board_sense import Conditions
from iye_hw.simulated.bus import SimulatedI2C
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.simulated.sensing import Surroundings
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from iye_hw.touch_settings import TouchSettings

ADDRESS = 0x5A
ECR, CONFIG1, CONFIG2, DEBOUNCE, TOUCH_THRESHOLD, BASELINE, DATA = (
    0x5E,
    0x5C,
    0x5D,
    0x5B,
    0x41,
    0x1E,
    0x04,
)
TRACKING_OFF, TRACK, LOAD_FIVE, LOAD_TEN = 0x4C, 0x0C, 0x8C, 0xCC

UPDATE = 0.004
"""Seconds between updates with CONFIG2 = 0x20: 4 samples of 1 ms."""


class ChipBench:
    """One simulated MPR121 alone on a bus, without noise unless asked for.

    Every electrode starts at 10 pF. With 8 pC that reads 8/10 V × 1024/3.3 V = 248.24: 248.
    """

    def __init__(self, noise: float = 0.0, seed: int = 0) -> None:
        self.loop = VirtualTimeLoop()
        self.interrupts: list[tuple[float, bool]] = []
        self.surroundings = Surroundings(seed=seed, noise=noise)
        self.chip = SimulatedMPR121(self.loop, self.surroundings, self._interrupt)
        self.bus = SimulatedI2C({ADDRESS: self.chip})

    def _interrupt(self, low: bool) -> None:  # noqa: FBT001 - a pin level
        self.interrupts.append((self.loop.time(), low))

    @property
    def interrupt_is_low(self) -> bool:
        return bool(self.interrupts) and self.interrupts[-1][1]

    def write(self, register: int, *values: int) -> None:
        self.chip.write(bytes([register, *values]))

    def read(self, register: int, count: int = 1) -> list[int]:
        self.chip.write(bytes([register]))
        return list(self.chip.read(count))

    def data(self, electrode: int) -> int:
        low, high = self.read(DATA + 2 * electrode, 2)
        return low | high << 8

    def touched(self) -> int:
        low, high = self.read(0x00, 2)
        return low | high << 8

    def baseline(self, electrode: int) -> int:
        return self.read(BASELINE + electrode)[0] * 4

    def run_for(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def updates(self, count: int) -> None:
        """Let so many updates pass, ending in the middle between two."""
        self.run_for(UPDATE * count)

    def configure(
        self,
        *,
        touch: int = 12,
        release: int = 6,
        baseline: int = 248,
        debounce: int = 0,
        ecr: int = TRACKING_OFF,
    ) -> None:
        """Set all electrodes alike with the charge and period of Adafruit's class, and run."""
        self.write(ECR, 0)
        self.write(BASELINE, *[baseline >> 2] * 12)
        self.write(TOUCH_THRESHOLD, *[touch, release] * 12)
        self.write(DEBOUNCE, debounce, 0x10, 0x20)
        self.write(ECR, ecr)
        self.run_for(UPDATE / 2)  # so that looks fall between updates

    def feel(self, electrode: int, counts_below: float, bare: float = 10.0) -> None:
        """Put on an electrode what makes it read so many counts below a pad of `bare` pF."""
        counts = 8 * 1024 / (3.3 * bare) - counts_below
        self.chip.feel(electrode, 8 * 1024 / (3.3 * counts))

    def planned(self) -> int:
        """Count the calls the loop still has planned."""
        return sum(not call.cancelled() for call in scheduled(self.loop))


def scheduled(loop: asyncio.AbstractEventLoop) -> Iterable[asyncio.TimerHandle]:
    """Give the calls planned on a loop, cancelled ones included."""
    calls: Iterable[asyncio.TimerHandle] = getattr(loop, "_scheduled")  # noqa: B009 - not public
    return calls


class BoardBench:
    """A simulated board, started in virtual time, and what it has reported."""

    def __init__(
        self,
        *,
        seed: int = 0,
        conditions: Conditions | None = None,
        calibration: Calibration | None = None,
        settings: TouchSettings | None = None,
        board: BoardMap | None = None,
    ) -> None:
        self.loop = VirtualTimeLoop()
        self.events: list[PanelEvent] = []
        self.panel = SimulatedPanel(
            board or load_board_map(),
            self.loop,
            seed=seed,
            conditions=conditions,
            calibration=calibration,
            settings=settings,
        )

    def start(self) -> BoardBench:
        self.loop.run_until_complete(self.panel.start(self.events.append))
        self.run_for(0.05)
        return self

    def run_for(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def touch(self, *whats: str) -> None:
        for what in whats:
            self.panel.touch(what)

    def release(self, *whats: str) -> None:
        for what in whats:
            self.panel.release(what)

    def close(self) -> None:
        self.panel.close()
        self.loop.close()

    @property
    def touched(self) -> set[str]:
        """Give the pads that are touched according to the events."""
        pads: set[str] = set()
        for event in self.events:
            match event:
                case PadTouched(pad):
                    pads.add(pad)
                case PadReleased(pad):
                    pads.remove(pad)
        return pads

    @property
    def sentences(self) -> list[str]:
        return [event.sentence for event in self.events if isinstance(event, Complaint)]

    def story(self) -> list[str]:
        """Give the events in short: +c3, -c3, +undo."""
        return [word for event in self.events for word in _short(event)]

    def planned(self) -> int:
        return sum(not call.cancelled() for call in scheduled(self.loop))


def _short(event: PanelEvent) -> list[str]:
    match event:
        case PadTouched(name) | ButtonPressed(name):
            return [f"+{name}"]
        case PadReleased(name) | ButtonReleased(name):
            return [f"-{name}"]
        case Complaint():
            return []
