"""Whoever puts things into words, in one language, with the players' names where they gave some.

The law of this module: names and messages; what is said about a game stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from iye.languages import ENGLISH, Language, message
from iye.rules import Kind, Move, Player
from iye.table import MatchSetup

KIND_NAMES: Final = {
    Kind.OWL: message("Owl"),
    Kind.WATER: message("Water"),
    Kind.TREE: message("Tree"),
    Kind.HORSE: message("Horse"),
    Kind.SUN: message("Sun"),
}


@dataclass(frozen=True)
class Speaker:
    """Speaks one language."""

    language: Language = ENGLISH
    setup: MatchSetup = field(default_factory=MatchSetup)

    def say(self, text: str, **values: object) -> str:
        """Say a message of its own."""
        return self.language.say(text, **values)

    def player(self, player: Player) -> str:
        """Name a player."""
        name, seat = self.setup.names[player - 1], self.setup.seats[player - 1]
        if name or not seat.level:
            return name or self.say(message("Player {number}"), number=int(player))
        return self.say(message("Board (level {level})"), level=seat.level)

    def kind(self, kind: Kind) -> str:
        """Name a kind."""
        return self.say(KIND_NAMES[kind])

    def move(self, move: Move) -> str:
        """Name a move: where the drum goes, and what that costs."""
        if move.spent is None:
            return str(move.target)
        text = message("{cell}, spending {kind}")
        return self.say(text, cell=move.target, kind=self.kind(move.spent))
