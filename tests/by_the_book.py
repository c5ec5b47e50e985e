"""The rules of movement a second time, slow and plain, written from the rulebook's sentences.

The law of this module: it imports nothing of the product. It reads a position's text by itself and
walks the spaces one by one, so that agreeing with the product means something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FILES = "abcde"
RANKS = "12345"
SPACES = tuple(file + rank for rank in RANKS for file in FILES)

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def walk(space: str, directions: tuple[tuple[int, int], ...], steps: int) -> set[str]:
    """Every space met on the way in each direction, up to so many steps."""
    met = set()
    for right, up in directions:
        file, rank = FILES.index(space[0]), RANKS.index(space[1])
        for _ in range(steps):
            file, rank = file + right, rank + up
            if not (0 <= file <= 4 and 0 <= rank <= 4):
                break
            met.add(FILES[file] + RANKS[rank])
    return met


def reach(space: str, way: str) -> set[str]:
    """Spaces a drum reaches: way is '' for a natural movement, or the letter of the tile spent."""
    spaces = {
        "": walk(space, STRAIGHT, 2),
        "O": set(SPACES),
        "W": walk(space, STRAIGHT + DIAGONAL, 4),
        "T": walk(space, DIAGONAL, 1),
        "H": walk(space, KNIGHT, 1),
        "S": {"a1", "a5", "e1", "e5"},
    }[way]
    return spaces - {space}


@dataclass
class Table:
    """What lies on a table: the tiles by space, the drum, the hands of players 1 and 2."""

    board: dict[str, str]
    drum: str
    mover: int
    hands: dict[int, Counter[str]]

    @classmethod
    def laid(cls, text: str) -> Table:
        """Lay the table that a position's text describes."""
        board, drum, mover, *hands = text.split()
        lines = dict(zip(reversed(RANKS), board.split("/"), strict=True))
        tiles = {space: lines[space[1]][FILES.index(space[0])] for space in SPACES}
        return cls(
            {space: tile for space, tile in tiles.items() if tile != "."},
            drum,
            int(mover),
            {player: cls._hand(hand) for player, hand in enumerate(hands, start=1)},
        )

    @staticmethod
    def _hand(text: str) -> Counter[str]:
        return Counter({text[place]: int(text[place + 1]) for place in range(0, len(text) - 1, 2)})

    def moves(self) -> Iterator[str]:
        """Every legal move as text; none when one tile is left."""
        if len(self.board) == 1:
            return
        held = [kind for kind, count in self.hands[self.mover].items() if count > 0]
        for way in ["", *held]:
            for space in reach(self.drum, way):
                if space in self.board:
                    yield way + space

    def after(self, move: str) -> Table:
        """Play a move on a copy of the table."""
        board = dict(self.board)
        hands = {player: Counter(hand) for player, hand in self.hands.items()}
        hands[self.mover].subtract(move[:-2])
        hands[3 - self.mover][board.pop(move[-2:])] += 1
        return Table(board, move[-2:], 3 - self.mover, hands)

    def sequences(self, length: int) -> int:
        """Count the sequences of so many moves by playing every one of them."""
        if length == 0:
            return 1
        return sum(self.after(move).sequences(length - 1) for move in self.moves())


POINTS = {"O": 1, "W": 3, "T": 5, "H": 7, "S": 9}


def winner(start: str, moves: Iterable[str]) -> int:
    """Play a cycle to its end; give who wins it, 0 for nobody. Every move has to be legal."""
    table = Table.laid(start)
    for move in moves:
        assert move in set(table.moves())
        table = table.after(move)
    assert not list(table.moves())
    if len(table.board) > 1:
        return 3 - table.mover  # who cannot move has lost
    leads = {kind: table.hands[1][kind] - table.hands[2][kind] for kind in POINTS}
    lead = sum(((gap > 0) - (gap < 0)) * POINTS[kind] for kind, gap in leads.items())
    return (0, 1, 2)[(lead > 0) - (lead < 0)]
