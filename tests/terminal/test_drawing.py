"""The terminal view: it fits a plain terminal and shows what a player at the board would see."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from iye.lights import DARK, PLACE, SIDES
from iye.rules import Cell, Player, parse_deal, parse_move
from iye.table import DealDrawn, MatchSet, MatchSetup, PadTouched, Table, TimePassed, handle
from iye.terminal.drawing import draw

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")


def drawn(table: Table, frame: bytes = DARK, sentences: tuple[str, ...] = ()) -> list[str]:
    console = Console(file=io.StringIO(), width=80, height=24, record=True, force_terminal=True)
    console.print(draw(table, frame, sentences))
    return console.export_text().splitlines()


def ansi(table: Table, frame: bytes) -> str:
    console = Console(
        file=io.StringIO(), width=80, record=True, force_terminal=True, color_system="truecolor"
    )
    console.print(draw(table, frame, ()))
    return console.export_text(styles=True)


def playing(*moves: str) -> Table:
    table = Table()
    table, _ = handle(table, MatchSet(0.0, MatchSetup(first=Player.ONE)))
    table, _ = handle(table, DealDrawn(DEAL, 0.0))
    table, _ = handle(table, PadTouched(Cell.c3, 1.0))
    table, _ = handle(table, TimePassed(1.3))
    match = table.match
    for move in moves:
        match = match.play(parse_move(move))
    return replace(table, match=match)


def test_it_fits_a_terminal_of_80_by_24_with_the_longest_sentences() -> None:
    lines = drawn(playing("c5"), sentences=("Player 1 moves to c5: Sun goes to Player 2.",) * 9)
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_tiles_drum_hands_and_whose_turn_are_shown() -> None:
    lines = "\n".join(drawn(playing("c5")))  # the Sun of c5 goes to player 2
    assert "◉ drum" in lines
    assert "2S ×1" in lines
    assert "Player 2 is to move" in lines
    assert lines.count("Sun") == 8


def test_discards_are_shown_to_both() -> None:
    # 1. c5 gives player 2 a Sun; 2. Sa5 spends it.
    assert "Discarded: Sun ×1" in "\n".join(drawn(playing("c5", "Sa5")))


def test_a_deal_is_shown_before_the_drum_stands_on_it() -> None:
    table, _ = handle(Table(), MatchSet(0.0, MatchSetup(first=Player.ONE)))
    table, _ = handle(table, DealDrawn(DEAL, 0.0))
    lines = "\n".join(drawn(table))
    assert lines.count("Horse") == 7
    assert "◉" not in lines


def test_a_hand_on_a_pad_is_shown() -> None:
    assert "c3 ▲" in "\n".join(drawn(playing()))


def test_a_light_colours_its_own_pad_as_bright_as_to_the_eye() -> None:
    pad = SIDES[Player.TWO][0]
    frame = bytearray(DARK)
    place = 3 * PLACE[pad]
    frame[place : place + 3] = (0, 0, 55)  # 55/255 of the light is half as bright to the eye
    assert pytest.approx(0.5, abs=0.005) == (55 / 255) ** (1 / 2.2)
    # Half way from the unlit grey's blue, 50, to 255.
    assert "58;54;152" in ansi(Table(), bytes(frame))
