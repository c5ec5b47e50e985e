"""Pads whose wire is cut: told from drift, from noise and from hands, said by name, taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.cut_pads import LOOKS, CutPads, News
from iye_hw.panel import Complaint
from iye_hw.touch_settings import Care, TouchSettings

PADS = load_board_map().pads[:-1]
MEASURED = dict.fromkeys(PADS, 160)
NOTHING = News({}, ())
LOOK = 5.0


def looks(cut: CutPads, *readings: Mapping[str, int]) -> list[News]:
    """Look at boards that read as measured but for some pads."""
    return [cut.look({**MEASURED, **reading}, MEASURED) for reading in readings]


def test_a_wire_cut_at_the_chip_is_found_once() -> None:
    """By hand: 15 pF read 165 counts, and the 6 pF of the chip alone 414."""
    news = looks(CutPads(), *[{"c3": 414}] * (LOOKS + 2))
    assert news == [*[NOTHING] * (LOOKS - 1), News({"c3": (414, 160)}, ()), NOTHING, NOTHING]


def test_a_wire_cut_at_the_copper_is_found() -> None:
    """By hand: 15 pF without the copper's 3 read 1.25 times as much."""
    news = looks(CutPads(), *[{"c3": 200}] * LOOKS)
    assert news[-1].cut == {"c3": (200, 160)}


def test_a_wire_that_is_mended_is_told_of_once() -> None:
    cut = CutPads()
    looks(cut, *[{"c3": 414}] * LOOKS)
    news = looks(cut, *[{}] * (LOOKS + 1))
    assert news == [*[NOTHING] * (LOOKS - 1), News({}, ("c3",)), NOTHING]


def test_a_joint_that_comes_and_goes_is_told_of_when_it_stays() -> None:
    cut = CutPads()
    assert looks(cut, *[{"c3": 414}, {}] * 20) == [NOTHING] * 40
    assert looks(cut, *[{"c3": 414}] * LOOKS)[-1].cut


def test_several_are_told_of_together() -> None:
    assert set(looks(CutPads(), *[{"a1": 414, "e5": 414}] * LOOKS)[-1].cut) == {"a1", "e5"}


def test_what_changes_all_pads_is_no_cut_wire() -> None:
    """A board that has dried since it was measured: 15 pF have become 12."""
    assert looks(CutPads(), *[dict.fromkeys(PADS, 200)] * 10) == [NOTHING] * 10


def test_a_hand_is_no_cut_wire() -> None:
    assert looks(CutPads(), *[{"c3": 98, "c4": 130}] * 10) == [NOTHING] * 10


def test_a_pad_that_was_never_measured_is_not_judged() -> None:
    news = [CutPads().look(MEASURED | {"c3": 414}, MEASURED | {"c3": 0}) for _ in range(5)]
    assert news == [NOTHING] * 5


def test_where_few_pads_are_known_nothing_is_compared() -> None:
    few = dict.fromkeys(PADS[:5], 160)
    cut = CutPads()
    assert [cut.look(few | {PADS[0]: 414}, few) for _ in range(5)] == [NOTHING] * 5


@pytest.fixture
def board() -> Iterator[BoardBench]:
    bench = BoardBench(settings=TouchSettings(care=Care(health_check=60.0, drift=LOOK))).start()
    yield bench
    bench.close()


def complaints(board: BoardBench) -> list[tuple[str, tuple[str, ...], bool]]:
    """Give which parts were complained of, which pads were deaf, and whether it was mended."""
    said = [event for event in board.events if isinstance(event, Complaint)]
    return [(complaint.about, complaint.pads, complaint.mended) for complaint in said]


def test_on_a_board_it_is_said_within_four_looks_and_the_pad_is_deaf(board: BoardBench) -> None:
    board.panel.sense.cut("c3")
    board.run_for((LOOKS + 1) * LOOK)
    [sentence] = board.sentences
    assert sentence.startswith("pad c3 feels nothing (it reads 620 counts, and 2")
    assert sentence.endswith(": mend its wire; if that is whole, empty the board and calibrate it")
    assert complaints(board) == [("wire of c3", ("c3",), False)]


def test_on_a_board_it_is_taken_back_when_the_wire_is_mended(board: BoardBench) -> None:
    board.panel.sense.cut("c3")
    board.run_for(30)
    board.panel.sense.mend("c3")
    board.run_for(30)
    assert complaints(board) == [("wire of c3", ("c3",), False), ("wire of c3", (), True)]
    assert board.sentences[1] == "pad c3 feels again: nothing is to be done"
    board.touch("c3")
    board.run_for(0.3)
    assert board.story() == ["+c3"]


def test_the_other_pads_play_on_and_drift_is_followed_beside_it(board: BoardBench) -> None:
    board.panel.sense.cut("c3")
    board.panel.sense.set_drift(1 / 60)
    board.run_for(3600)
    board.touch("c4")
    board.run_for(0.3)
    assert board.story() == ["+c4"]
    assert complaints(board) == [("wire of c3", ("c3",), False)]


def test_it_is_said_while_another_chip_is_gone(board: BoardBench) -> None:
    board.panel.unplug(0x5A)
    board.panel.sense.cut("c3")  # which is on 0x5B
    board.run_for(60)
    assert ("wire of c3", ("c3",), False) in complaints(board)


def test_what_was_said_stands_while_the_pads_own_chip_is_gone(board: BoardBench) -> None:
    board.panel.sense.cut("c3")
    board.run_for(60)
    board.panel.unplug(0x5B)
    board.run_for(60)
    board.panel.plug(0x5B)
    board.run_for(60)
    wires = [each for each in complaints(board) if each[0] == "wire of c3"]
    assert wires == [("wire of c3", ("c3",), False)]


def test_the_spare_pads_wire_is_the_drift_followers_affair(board: BoardBench) -> None:
    board.panel.sense.cut("spare")
    board.run_for(600)
    [(about, _, _)] = complaints(board)
    assert about == "spare pad"
    assert "check its wire" in board.sentences[0]


def test_a_board_of_a_quiet_hour_has_no_cut_wire(board: BoardBench) -> None:
    board.run_for(3600)
    assert board.sentences == []


def test_hands_and_drum_of_an_evening_are_no_cut_wires(board: BoardBench) -> None:
    for number in range(200):
        pad = PADS[number % len(PADS)]
        board.panel.sense.drum.place(pad)
        board.touch(pad)
        board.run_for(3)
        board.release(pad)
        board.run_for(3)
    assert board.sentences == []
