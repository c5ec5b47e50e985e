"""The colours: what each kind, player and message is painted with, in two palettes.

The law of this module: colours only, as the light chain takes them (red, green, blue, 0 to 255,
linear in light). No meaning is told by colour alone; the rhythms carry it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from iye.rules import Kind, Player

Colour = tuple[int, int, int]


class Ink(Enum):
    """Where a meaning takes its colour from."""

    KIND = "kind"
    PLAYER = "player"
    DRUM = "drum"
    HAND = "hand"
    WRONG = "wrong"
    GOOD = "good"
    EVEN = "even"
    BAD = "bad"


@dataclass(frozen=True)
class Palette:
    """A colour for each kind (Owl to Sun), each player, and each ink that stands for itself."""

    name: str
    kinds: tuple[Colour, Colour, Colour, Colour, Colour]
    players: tuple[Colour, Colour]
    drum: Colour
    hand: Colour
    wrong: Colour
    good: Colour
    even: Colour
    bad: Colour

    def colour(self, ink: Ink, kind: Kind | None, player: Player | None) -> Colour:
        """Give an ink's colour; `kind` and `player` as the mark says.

        Raises ValueError when the ink needs one of them and the mark has none.
        """
        if ink is Ink.KIND and kind is not None:
            return self.kinds[kind]
        if ink is Ink.PLAYER and player is not None:
            return self.players[player - 1]
        own = {
            Ink.DRUM: self.drum,
            Ink.HAND: self.hand,
            Ink.WRONG: self.wrong,
            Ink.GOOD: self.good,
            Ink.EVEN: self.even,
            Ink.BAD: self.bad,
        }
        if ink not in own:
            raise ValueError(f"a mark in the ink {ink.value!r} must say which {ink.value}")
        return own[ink]


PRINTED: Final = Palette(
    name="printed",  # as on the printed tiles
    kinds=((255, 235, 200), (0, 170, 150), (20, 200, 30), (255, 25, 10), (255, 150, 0)),
    players=((30, 70, 255), (190, 30, 255)),
    drum=(255, 90, 20),
    hand=(90, 90, 110),
    wrong=(255, 0, 0),
    good=(0, 255, 60),
    even=(255, 190, 60),
    bad=(255, 40, 0),
)

CLEAR: Final = Palette(
    name="clear",  # told apart with red–green and blue–yellow weakness, by hue and by brightness
    kinds=((220, 235, 255), (0, 40, 255), (40, 220, 60), (180, 0, 0), (255, 150, 0)),
    players=((0, 40, 160), (170, 60, 130)),
    drum=(220, 150, 30),
    hand=(80, 80, 80),
    wrong=(255, 30, 0),
    good=(0, 140, 255),
    even=(230, 230, 230),
    bad=(255, 100, 0),
)

PALETTES: Final = {palette.name: palette for palette in (PRINTED, CLEAR)}
