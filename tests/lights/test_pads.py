"""The pads' names and their order in a frame, as printed on the board's face."""

from __future__ import annotations

import pytest

from iye.lights import LIGHTS, PAD_NAMES, PADS, PLACE, SPARE, IyePad, parse_pad
from iye.rules import Cell, Kind, Player


def test_cells_come_first_then_each_players_iye_pads_then_the_spare() -> None:
    cells = [f"{file}{rank}" for rank in range(1, 6) for file in "abcde"]
    iye_pads = [f"{player}{letter}" for player in "12" for letter in "OWTHS"]
    assert [*cells, *iye_pads, "spare"] == list(PAD_NAMES)
    assert (LIGHTS, SPARE) == (36, "spare")


def test_a_pads_place_is_where_its_name_stands() -> None:
    assert [PAD_NAMES[PLACE[pad]] for pad in PADS] == [str(pad) for pad in PADS]


@pytest.mark.parametrize("pad", PADS, ids=map(str, PADS))
def test_a_name_reads_back_to_its_pad(pad: Cell | IyePad) -> None:
    assert parse_pad(str(pad)) == pad


def test_an_iye_pad_is_named_by_player_and_kind() -> None:
    assert str(IyePad(Player.TWO, Kind.HORSE)) == "2H"


@pytest.mark.parametrize("text", ["", "a6", "A1", "3O", "1X", "spare", "1o", "c3 "])
def test_what_is_not_a_pad_a_hand_can_touch_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a pad"):
        parse_pad(text)
