"""Whether a position can stand at all: the refusals that keep nonsense out of the program.

The law of this module: it judges and changes nothing. Every refusal is one sentence that says
what is wrong and where.
"""

from __future__ import annotations

from iye.rules.board import ALL_CELLS, CENTRE
from iye.rules.position import Player, Position
from iye.rules.tiles import Kind


class PositionError(ValueError):
    """A position that the game cannot have, in a sentence."""


def check(position: Position) -> None:
    """Refuse a position that plainly no play has led to.

    It weighs tiles and hands, and does not look for the moves that led here: a position that
    passes may still be one that no game reaches. Raises PositionError.
    """
    if position.tiles == ALL_CELLS:
        _check_start(position)
        _check_census(position)
    else:
        _check_census(position)
        _check_under_way(position)


def _check_census(position: Position) -> None:
    for kind in Kind:
        surplus = -position.discarded(kind)
        if surplus > 0:
            raise PositionError(
                f"board and hands hold {kind.total + surplus} tiles of kind {kind.letter},"
                f" but the game has {kind.total}"
            )


def _check_start(position: Position) -> None:
    # Before the census, which any tile in hand would break: this says what to mend. After it
    # nothing is left to count, since 25 tiles within the census are exactly the census.
    if position.drum != CENTRE:
        raise PositionError(f"on a full board the drum stands on {CENTRE}, not on {position.drum}")
    for player in Player:
        held = position.hand(player).size
        if held:
            raise PositionError(
                f"on a full board both hands are empty, but player {player} holds {held}"
            )


def _check_under_way(position: Position) -> None:
    gone = position.layout.count(None)
    if not position.tiles:
        raise PositionError("the board is empty, but a cycle ends with one tile on it")
    if position.tiles & position.drum.bit:
        raise PositionError(
            f"the drum stands on the tile of {position.drum},"
            " but only a full board has a tile under the drum"
        )
    # What is gone is held or discarded, so this is both hands empty; with one empty, see below.
    discards = sum(position.discarded(kind) for kind in Kind)
    if discards > gone - 1:
        raise PositionError(
            f"tiles discarded: {discards}, but with {gone} gone from the board"
            f" {gone - 1} at most can be, since the first move has none to spend"
        )
    if not position.hand(position.mover):
        raise PositionError(
            f"player {position.mover} is to move with an empty hand,"
            " but the last move gave that player a tile"
        )
