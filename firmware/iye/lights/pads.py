"""The pads of the board's face: 25 cells, five İye pads for each player, and a spare one.

The law of this module: names and places only. The order here is the order of a frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from iye.rules import Cell, Kind, Player


@dataclass(frozen=True, slots=True)
class IyePad:
    """The pad beside the board where `player` touches to spend a tile of `kind`."""

    player: Player
    kind: Kind

    def __str__(self) -> str:
        """Give the pad's name on the board's face, like 2H."""
        return f"{self.player:d}{self.kind.letter}"


Pad = Cell | IyePad

SIDES: Final = {player: tuple(IyePad(player, kind) for kind in Kind) for player in Player}
"""Each player's İye pads, Owl to Sun."""

PADS: Final[tuple[Pad, ...]] = (*Cell, *SIDES[Player.ONE], *SIDES[Player.TWO])
"""Every pad a hand can touch, in the order of a frame."""

SPARE: Final = "spare"
"""The last pad's name: a reference electrode out of reach, with a light that stays dark."""

PLACE: Final = {pad: place for place, pad in enumerate(PADS)}
"""Where in a frame each pad's light is."""

LIGHTS: Final = len(PADS) + 1

PAD_NAMES: Final = (*map(str, PADS), SPARE)
"""The names in the order of a frame, the spare pad's last."""

_BY_NAME: Final = {str(pad): pad for pad in PADS}


def parse_pad(text: str) -> Pad:
    """Read a pad's name: a1 to e5, 1O to 2S. Raises ValueError in a sentence."""
    if text not in _BY_NAME:
        raise ValueError(f"{text!r} is not a pad: pads are a1 to e5, 1O to 1S and 2O to 2S")
    return _BY_NAME[text]
