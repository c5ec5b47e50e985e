"""The 25 spaces and which of them each sort of movement reaches.

The law of this module: geometry only. Every movement passes over tiles and gaps alike, so what a
movement reaches depends on the space alone and is a table, made once. Sets of cells are numbers
of 25 bits, a1 the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Final

from iye.rules.tiles import Kind

FILES: Final = "abcde"
SIDE: Final = 5


class Cell(IntEnum):
    """A space of the board: files a to e from player 1's left, ranks 1 to 5 from their edge."""

    a1, b1, c1, d1, e1 = range(5)
    a2, b2, c2, d2, e2 = range(5, 10)
    a3, b3, c3, d3, e3 = range(10, 15)
    a4, b4, c4, d4, e4 = range(15, 20)
    a5, b5, c5, d5, e5 = range(20, 25)

    @property
    def file(self) -> int:
        """Steps from the a-file, 0 to 4."""
        return self % SIDE

    @property
    def rank(self) -> int:
        """Steps from player 1's edge, 0 to 4."""
        return self // SIDE

    @property
    def bit(self) -> int:
        """This cell as a set of one."""
        return 1 << self

    def __str__(self) -> str:
        return self.name


CENTRE: Final = Cell.c3
ALL_CELLS: Final = (1 << 25) - 1
CELLS: Final = tuple(Cell)
"""The cells by number: indexing here is cheaper than calling `Cell`."""


def cells_in(mask: int) -> Iterator[Cell]:
    """Go through the cells of a set, a1 first."""
    while mask:
        low = mask & -mask
        yield CELLS[low.bit_length() - 1]
        mask ^= low


def _natural(dx: int, dy: int) -> bool:
    return min(dx, dy) == 0 and max(dx, dy) <= 2


def _water(dx: int, dy: int) -> bool:
    return dx == dy or min(dx, dy) == 0


def _tree(dx: int, dy: int) -> bool:
    return dx == dy == 1


def _horse(dx: int, dy: int) -> bool:
    return {dx, dy} == {1, 2}


def _table(reaches: Callable[[int, int], bool]) -> tuple[int, ...]:
    """For every cell, the set of others whose distance in files and ranks satisfies `reaches`."""
    return tuple(
        sum(
            other.bit
            for other in Cell
            if other != cell and reaches(abs(other.file - cell.file), abs(other.rank - cell.rank))
        )
        for cell in Cell
    )


_CORNERS: Final = Cell.a1.bit | Cell.e1.bit | Cell.a5.bit | Cell.e5.bit

NATURAL: Final = _table(_natural)
"""By cell: 1 or 2 spaces straight (rulebook, "Natural Movement")."""

REACH: Final[tuple[tuple[int, ...], ...]] = (
    tuple(ALL_CELLS & ~cell.bit for cell in Cell),
    _table(_water),
    _table(_tree),
    _table(_horse),
    tuple(_CORNERS & ~cell.bit for cell in Cell),
)
"""By kind, then cell: what spending a tile of that kind reaches (rulebook, "İye Tiles")."""


def reach(cell: Cell, spent: Kind | None) -> int:
    """Give the set of cells a drum on `cell` reaches, naturally or by spending a tile."""
    return NATURAL[cell] if spent is None else REACH[spent][cell]
