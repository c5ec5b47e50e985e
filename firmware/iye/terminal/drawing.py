"""One picture of the board for a terminal: lights, tiles, drum, hands and the last sentences.

The law of this module: it draws what it is given and keeps nothing. Lights look as they would to
the eye: a frame is linear in light, and an unlit pad is grey, not black. It fits 80 × 24.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from iye.lights import GAMMA, PLACE, Frame, IyePad, Pad
from iye.rules import FILES, Cell, Kind, Player, Position
from iye.sentences import KIND_NAMES, Teller
from iye.table import LayingByHand, LayingOut, Table

_UNLIT: Final = (58, 54, 50)
_WIDTH: Final = 8
_SENTENCES_SHOWN: Final = 5
_HAND: Final = "▲"
_DRUM: Final = "◉"


def draw(table: Table, frame: Frame, sentences: Sequence[str]) -> Group:
    """Draw the table as it stands, with the lights of `frame` and the last of `sentences`."""
    columns = Grid.grid(padding=(0, 1))
    columns.add_column(width=2 + len(FILES) * (_WIDTH + 1))
    columns.add_column()
    columns.add_row(_board(table, frame), _notes(table, sentences))
    title = Text("  İYE", style="bold").append("   " + _score_line(table), style="not bold")
    return Group(title, columns)


def _board(table: Table, frame: Frame) -> Padding:
    gap = Text("")
    rows = [_side(table, frame, Player.TWO), gap]
    for rank in reversed(range(5)):
        rows += [_rank(table, frame, rank), gap]
    rows.append(_side(table, frame, Player.ONE))
    return Padding(Group(*rows), (1, 0, 0, 2))


def _side(table: Table, frame: Frame, player: Player) -> Text:
    kinds = Kind if player is Player.ONE else reversed(Kind)
    position = _latest(table)
    held = {kind: position.hand(player).count(kind) if position else 0 for kind in Kind}
    pads = [IyePad(player, kind) for kind in kinds]
    words = [f"{pad} ×{held[pad.kind]} {_hand_on(table, pad)}".center(_WIDTH) for pad in pads]
    return _line(frame, pads, words)


def _rank(table: Table, frame: Frame, rank: int) -> Text:
    cells = [cell for cell in Cell if cell.rank == rank]
    names = [f" {cell} {_hand_on(table, cell)}".ljust(_WIDTH) for cell in cells]
    words = [_standing(table, cell).center(_WIDTH) for cell in cells]
    return _line(frame, cells, names, faint=True).append("\n").append(_line(frame, cells, words))


def _line(frame: Frame, pads: Iterable[Pad], words: Iterable[str], *, faint: bool = False) -> Text:
    text = Text()
    for pad, word in zip(pads, words, strict=True):
        text.append(word, style=_style(frame, pad, faint=faint)).append(" ")
    return text


def _hand_on(table: Table, pad: Pad) -> str:
    return _HAND if pad in table.contact.felt else " "


def _standing(table: Table, cell: Cell) -> str:
    """Say what is on a cell: its tile, the drum, or the drum on a tile."""
    position = _latest(table)
    kind = _tiles(table, position).get(cell)
    tile = "" if kind is None else KIND_NAMES[kind]
    if position is None or table.match.current is None or cell is not position.drum:
        return tile
    return f"{_DRUM} {tile or 'drum'}"


def _tiles(table: Table, position: Position | None) -> dict[Cell, Kind]:
    if isinstance(table.phase, LayingOut):
        return dict(zip(Cell, table.phase.deal.kinds, strict=True))
    if isinstance(table.phase, LayingByHand):
        return table.phase.layout
    lying = zip(Cell, position.layout, strict=True) if position else ()
    return {cell: kind for cell, kind in lying if kind is not None}


def _latest(table: Table) -> Position | None:
    return table.match.cycles[-1].position if table.match.cycles else None


def _style(frame: Frame, pad: Pad, *, faint: bool) -> str:
    background = _seen(frame, pad)
    red, green, blue = background
    if 0.30 * red + 0.59 * green + 0.11 * blue > 105:
        ink = "#2c2c2c" if faint else "bold #000000"
    else:
        ink = "#b8b4b0" if faint else "bold #ffffff"
    return f"{ink} on #{bytes(background).hex()}"


def _seen(frame: Frame, pad: Pad) -> tuple[int, int, int]:
    """Give the colour a light has to the eye, over the grey of its unlit pad."""
    place = 3 * PLACE[pad]
    glow = ((channel / 255) ** (1 / GAMMA) for channel in frame[place : place + 3])
    red, green, blue = (
        round(grey + (255 - grey) * light) for grey, light in zip(_UNLIT, glow, strict=True)
    )
    return red, green, blue


def _score_line(table: Table) -> str:
    one, two = table.match.wins
    names = Teller(setup=table.setup)
    score = f"{names.player(Player.ONE)}  {one} : {two}  {names.player(Player.TWO)}"
    return f"{score}   first to {table.match.wins_needed}"


def _notes(table: Table, sentences: Sequence[str]) -> Group:
    lines = [Text(""), Text(_turn_line(table)), Text(f"Discarded: {_discards(table)}"), Text("")]
    lines += [Text(line, style="dim") for line in sentences[-_SENTENCES_SHOWN:-1]]
    lines += [Text(line, style="bold") for line in sentences[-1:]]
    return Group(*lines)


def _turn_line(table: Table) -> str:
    cycle = f"Cycle {max(1, len(table.match.cycles))}"
    if table.match.current is None:
        return cycle
    mover = Teller(setup=table.setup).player(table.position.mover)
    return f"{cycle}: {mover} is to move"


def _discards(table: Table) -> str:
    position = _latest(table)
    if position is None:
        return "nothing"
    counts = ((kind, position.discarded(kind)) for kind in Kind)
    return ", ".join(f"{KIND_NAMES[kind]} ×{count}" for kind, count in counts if count) or "nothing"
