"""What can be made to go wrong on a simulated panel, by name.

The law of this module: a fault happens to a chip, a wire or the world around, never to a driver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from iye_hw.simulated.simulated_panel import SimulatedPanel

NOISE: Final = 9.0
"""Counts either way: above the release threshold, below the touch threshold."""
BURST: Final = 40.0
"""Counts either way: far above both thresholds, so that all pads flicker."""
DISTURBED: Final = 0.3
"""Share of transactions that fail on a disturbed bus."""
SLOW: Final = 0.01
"""Seconds that each transaction of a slow bus takes, as with a chip that stretches the clock."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """How a fault begins and ends on a panel, on the pad that it is about."""

    begin: Callable[[SimulatedPanel, str], None]
    end: Callable[[SimulatedPanel, str], None]


def _nothing(_panel: SimulatedPanel, _pad: str) -> None:
    """Brown-outs are over before they are noticed."""


def _chip_of(panel: SimulatedPanel, pad: str) -> int:
    places = {place.name: place for place in panel.board.places}
    return panel.board.chips[places[pad].chip]


_FAULTS: Final = {
    "dead_pad": _Fault(
        lambda panel, pad: panel.sense.cut(pad), lambda panel, pad: panel.sense.mend(pad)
    ),
    "chip_gone": _Fault(
        lambda panel, pad: panel.unplug(_chip_of(panel, pad)),
        lambda panel, pad: panel.plug(_chip_of(panel, pad)),
    ),
    "short_pad": _Fault(
        lambda panel, pad: panel.sense.short(pad), lambda panel, pad: panel.sense.part(pad)
    ),
    "wet_pad": _Fault(
        lambda panel, pad: panel.sense.water.touch(pad),
        lambda panel, pad: panel.sense.water.release(pad),
    ),
    "over_current": _Fault(
        lambda panel, pad: panel.chips[_chip_of(panel, pad)].over_current(), _nothing
    ),
    "brown_out": _Fault(lambda panel, pad: panel.chips[_chip_of(panel, pad)].brown_out(), _nothing),
    "noise": _Fault(
        lambda panel, _pad: panel.sense.set_noise(NOISE),
        lambda panel, _pad: panel.sense.set_noise(panel.sense.conditions.noise),
    ),
    "burst": _Fault(
        lambda panel, _pad: panel.sense.set_noise(BURST),
        lambda panel, _pad: panel.sense.set_noise(panel.sense.conditions.noise),
    ),
    "slow_bus": _Fault(
        lambda panel, _pad: panel.bus.stretch(SLOW), lambda panel, _pad: panel.bus.stretch(0.0)
    ),
    "disturbed_bus": _Fault(
        lambda panel, pad: panel.bus.disturb(DISTURBED, seed=panel.pads.index(pad)),
        lambda panel, _pad: panel.bus.disturb(0.0),
    ),
    "hung_bus": _Fault(
        lambda panel, _pad: panel.bus.hang(hangs=True),
        lambda panel, _pad: panel.bus.hang(hangs=False),
    ),
    "cut_line": _Fault(
        lambda panel, _pad: panel.lines.cut(panel.board.interrupt_pin),
        lambda panel, _pad: panel.lines.mend(panel.board.interrupt_pin),
    ),
    "short_line": _Fault(
        lambda panel, _pad: panel.lines.pull(panel.board.interrupt_pin, "a short", low=True),
        lambda panel, _pad: panel.lines.pull(panel.board.interrupt_pin, "a short", low=False),
    ),
    "dead_lights": _Fault(
        lambda panel, _pad: panel.chain.break_down(), lambda panel, _pad: panel.chain.repair()
    ),
}


class Faults:
    """The faults of one simulated panel: which there are, which are on."""

    names: Final = tuple(_FAULTS)
    of_a_pad: Final = ("dead_pad", "short_pad", "wet_pad")
    """Those that are about one pad; the others are about a chip or about the whole board."""

    def __init__(self, panel: SimulatedPanel) -> None:
        self._panel = panel
        self._on: dict[str, str] = {}

    @property
    def on(self) -> tuple[str, ...]:
        """The faults that are on, in the order of `names`."""
        return tuple(name for name in self.names if name in self._on)

    def begin(self, name: str, pad: str | None = None) -> None:
        """Let a fault happen; `pad` is the one it is about, or lies on the chip it is about.

        A fault that was on ends first. Raises ValueError for a fault or a pad that is not there.
        """
        pad = self._panel.pads[0] if pad is None else pad
        self._panel.sense.check(pad)
        self.end(name)
        _FAULTS[name].begin(self._panel, pad)
        if _FAULTS[name].end is not _nothing:
            self._on[name] = pad

    def end(self, name: str) -> None:
        """Let it be right again. Raises ValueError for a fault that is not there."""
        if name not in _FAULTS:
            raise ValueError(f"there is no fault {name!r}: there are {', '.join(_FAULTS)}")
        if name in self._on:
            _FAULTS[name].end(self._panel, self._on.pop(name))
