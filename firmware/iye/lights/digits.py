"""Digits as cells of the board, read from player 1's side.

The law of this module: three files by five ranks for each digit, in the middle of the board.
"""

from __future__ import annotations

from typing import Final

from iye.rules import Cell

_DRAWN: Final = """
### .#. ### ### #.# ### ### ### ### ###
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. ### .## ### ### ### .#. ### ###
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
### ### ### ### ..# ### ### .#. ### ###
"""
"""The ten digits side by side, rank 5 above."""


def _cells(digit: int) -> tuple[Cell, ...]:
    rows = [line.split()[digit] for line in _DRAWN.strip().splitlines()]
    return tuple(
        Cell[f"{file}{rank}"]
        for rank, row in zip("54321", rows, strict=True)
        for file, dot in zip("bcd", row, strict=True)
        if dot == "#"
    )


DIGITS: Final = {str(digit): _cells(digit) for digit in range(10)}
"""The cells of each digit."""
