"""A whole board on simulated chips: the same panel code, and hands to play it with.

The law of this module: it wires simulated parts to the real driver, and adds only what hands do
and eyes see.
"""

from __future__ import annotations

from functools import partial

from iye_hw.board_map import BoardMap
from iye_hw.board_panel import BoardPanel, Calibration, Parts
from iye_hw.panel import Timeline
from iye_hw.simulated.board_sense import BoardSense, Conditions
from iye_hw.simulated.bus import SimulatedI2C
from iye_hw.simulated.chain import Colour, SimulatedLightChain
from iye_hw.simulated.lines import Lines
from iye_hw.simulated.mpr121 import SimulatedMPR121
from iye_hw.simulated.sensing import Surroundings
from iye_hw.touch_settings import TouchSettings


class SimulatedPanel(BoardPanel):
    """A panel whose chips, wires and lights are simulated.

    `seed` decides how the pads differ and how they are disturbed; the same seed and the same
    hands give the same events at the same moments of a virtual timeline.
    """

    def __init__(  # noqa: PLR0913 - each is a choice a rehearsal may want to make
        self,
        board: BoardMap,
        timeline: Timeline,
        *,
        seed: int = 0,
        conditions: Conditions | None = None,
        calibration: Calibration | None = None,
        settings: TouchSettings | None = None,
    ) -> None:
        conditions = conditions or Conditions()
        surroundings = Surroundings(seed=seed, noise=conditions.noise)
        self.lines = Lines()
        self.chips = {
            address: SimulatedMPR121(
                timeline, surroundings, partial(self._interrupt, board.interrupt_pin, address)
            )
            for address in board.chips
        }
        self.bus = SimulatedI2C(dict(self.chips))
        self.chain = SimulatedLightChain(board.light_count, timeline)
        self.sense = BoardSense(
            board, tuple(self.chips.values()), surroundings, timeline, conditions
        )
        self._button_pins = dict(board.buttons)
        parts = Parts(self.bus, self.chain, self.lines.factory)
        super().__init__(board, parts, timeline, calibration=calibration, settings=settings)

    def touch(self, what: str) -> None:
        """Put a hand on a pad, or press a button. Raises ValueError if there is neither."""
        if what in self._button_pins:
            self.lines.pull(self._button_pins[what], "hand", low=True)
        else:
            self.sense.hand.touch(what)

    def release(self, what: str) -> None:
        """Take the hand off a pad or button. Raises ValueError if there is neither."""
        if what in self._button_pins:
            self.lines.pull(self._button_pins[what], "hand", low=False)
        else:
            self.sense.hand.release(what)

    def lights(self) -> dict[str, Colour]:
        """Give what each pad's light shows: red, green, blue."""
        colours = self.chain.colours()
        return {place.name: colours[place.light] for place in self.board.places}

    def unplug(self, address: int) -> None:
        """Pull a touch chip's four wires: it neither answers nor keeps anything."""
        self.bus.unplug(address)
        self.chips[address].brown_out()

    def plug(self, address: int) -> None:
        """Plug the chip in again, as it comes out of power-up."""
        self.bus.plug(address)

    def _interrupt(self, pin: int, address: int, low: bool) -> None:  # noqa: FBT001 - a pin level
        self.lines.pull(pin, address, low=low)
