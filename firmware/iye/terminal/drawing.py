"""One picture of the board for a terminal: lights, tiles, drum, hands and the last sentences.

The law of this module: it draws what it is given and keeps nothing. Lights look as they would to
the eye: the frame is linear in light, and an unlit pad is grey, not black.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from iye.lights import PLACE, Frame, IyePad, Pad
from iye.rules import Cell, Hand, Kind, Player
from iye.sentences import KIND_NAMES, player_name
from iye.table import Table

_UNLIT: Final = (58, 54, 50)
_WIDTH: Final = 8
_GAMMA: Final = 2.2
_SENTENCES_SHOWN: Final = 8


def draw(table: Table, frame: Frame, sentences: Sequence[str]) -> Group:
    """Draw the table as it stands, with the lights of `frame` and the last of `sentences`."""
    layout = Grid.grid(padding=(0, 4))
    layout.add_row(_board(table, frame), _notes(table, sentences))
    return Group(Text(""), Text("  İYE", style="bold") + Text(_match_line(table)), layout)


def _board(table: Table, frame: Frame) -> Padding:
    rows = [_side(table, frame, Player.TWO), Text("")]
    rows += [_rank(table, frame, rank) for rank in range(5, 0, -1)]
    rows += [Text(""), _side(table, frame, Player.ONE)]
    return Padding(Group(*rows), (1, 2))


def _side(table: Table, frame: Frame, player: Player) -> Text:
    hand = _hand(table, player)
    kinds = Kind if player is Player.ONE else reversed(Kind)
    pads = [IyePad(player, kind) for kind in kinds]
    captions = [f"{pad} ×{hand.count(pad.kind)}" for pad in pads]
    return _row(table, frame, pads, captions)


def _rank(table: Table, frame: Frame, rank: int) -> Text:
    cells = [cell for cell in Cell if cell.rank == rank - 1]
    return _row(table, frame, cells, [_cell_caption(table, cell) for cell in cells])


def _row(table: Table, frame: Frame, pads: Sequence[Pad], captions: Sequence[str]) -> Text:
    """Draw pads of three lines each: the pad's name, what is on it, and a hand if there is one."""
    held = table.contact.held
    lines = (
        [str(pad) if isinstance(pad, Cell) else "" for pad in pads],
        captions,
        ["▲" if pad in held else "" for pad in pads],
    )
    text = Text()
    for number, line in enumerate(lines):
        for pad, word in zip(pads, line, strict=True):
            text.append(_aligned(word, number), style=_style(frame, pad, faint=number == 0))
            text.append(" ")
        text.append("\n")
    return text


def _aligned(word: str, line: int) -> str:
    return f" {word}".ljust(_WIDTH) if line == 0 else word.center(_WIDTH)


def _cell_caption(table: Table, cell: Cell) -> str:
    if table.match.current is None:
        return ""
    position = table.position
    kind = position.layout[cell]
    tile = "" if kind is None else KIND_NAMES[kind]
    if cell is not position.drum:
        return tile
    return f"◉ {tile}" if tile else "◉ drum"


def _hand(table: Table, player: Player) -> Hand:
    cycles = table.match.cycles
    return cycles[-1].position.hand(player) if cycles else Hand(0)


def _style(frame: Frame, pad: Pad, *, faint: bool) -> str:
    red, green, blue = background = _seen(frame, pad)
    bright = 0.30 * red + 0.59 * green + 0.11 * blue > 140
    ink = "#101010" if bright else "#f0f0f0"
    if faint:
        ink = "#404040" if bright else "#a0a0a0"
    return f"{ink} on #{bytes(background).hex()}"


def _seen(frame: Frame, pad: Pad) -> tuple[int, int, int]:
    """Give the colour a light has to the eye, over the grey of its unlit pad."""
    place = 3 * PLACE[pad]
    glow = ((channel / 255) ** (1 / _GAMMA) for channel in frame[place : place + 3])
    red, green, blue = (
        round(grey + (255 - grey) * light) for grey, light in zip(_UNLIT, glow, strict=True)
    )
    return red, green, blue


def _match_line(table: Table) -> str:
    one, two = table.match.wins
    names = f"{player_name(Player.ONE)}  {one} : {two}  {player_name(Player.TWO)}"
    return f"   {names}   (first to {table.match.wins_needed})"


def _notes(table: Table, sentences: Sequence[str]) -> Group:
    discards = _discards(table)
    lines = [Text(""), Text("Discarded: " + discards), Text("")]
    lines += [Text(line, style="dim") for line in sentences[-_SENTENCES_SHOWN:-1]]
    lines += [Text(line, style="bold") for line in sentences[-1:]]
    return Group(*lines)


def _discards(table: Table) -> str:
    if not table.match.cycles:
        return "–"
    position = table.match.cycles[-1].position
    counts = ((kind, position.discarded(kind)) for kind in Kind)
    return ", ".join(f"{count} {KIND_NAMES[kind]}" for kind, count in counts if count) or "–"
