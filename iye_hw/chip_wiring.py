"""Which pads are wired to one touch chip, and what a person calls it.

The law of this module: it is board.toml turned round, seen from a chip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from iye_hw.board_map import SPARE, BoardMap
from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.sentence import Sentence, sentence


@cache
def chip_name(address: int) -> Sentence:
    """Give what a person calls the chip at an address."""
    return sentence("touch chip {address}", address=f"0x{address:02X}")


def not_answering(chip: Sentence) -> Sentence:
    """Say of a chip, by its name, that it does not answer."""
    return sentence("{chip} does not answer: check its four wires", chip=chip)


def lost_settings(chip: Sentence) -> Sentence:
    """Say of a chip, by its name, that it was reset behind our back."""
    return sentence("{chip} has lost its settings (its supply dipped): check its 3.3 V", chip=chip)


@dataclass(frozen=True, slots=True)
class ChipWiring:
    """A chip at `address` and its pads by electrode."""

    address: int
    pads: Mapping[int, str]

    @property
    def name(self) -> Sentence:
        """What a person calls the chip."""
        return chip_name(self.address)

    @property
    def not_answering(self) -> str:
        """What to tell a person when the chip does not answer."""
        return not_answering(self.name)

    @property
    def lost_settings(self) -> str:
        """What to tell a person when the chip was reset behind our back."""
        return lost_settings(self.name)

    @property
    def cut_out(self) -> str:
        """What to tell a person when the chip has set its over-current flag."""
        return sentence(
            "{chip} has cut its outputs out (over-current): "
            "check its REXT resistor and solder joints",
            chip=self.name,
        )

    @property
    def playable(self) -> tuple[str, ...]:
        """The pads that hands touch."""
        return tuple(pad for pad in self.pads.values() if pad != SPARE)

    def only_pads(self, measured: Sequence[int]) -> tuple[int, ...]:
        """Keep the baselines of pads; an electrode that is none gets 0 and never fires."""
        return tuple(value if place in self.pads else 0 for place, value in enumerate(measured))

    def baselines(self, by_pad: Mapping[str, int]) -> tuple[int, ...] | None:
        """Give the chip's twelve register values, or None if none of its pads is there."""
        if not any(pad in by_pad for pad in self.pads.values()):
            return None
        return tuple(by_pad.get(self.pads.get(place, ""), 0) for place in range(ELECTRODES))


def wirings(board: BoardMap) -> tuple[ChipWiring, ...]:
    """Give every chip's wiring, in the order of the board's chips."""
    return tuple(
        ChipWiring(address, {place.electrode: place.name for place in board.on_chip(number)})
        for number, address in enumerate(board.chips)
    )
