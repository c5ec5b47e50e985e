"""What lasts for some milliseconds is shown, and means nothing: a touch, or a letting go."""

from __future__ import annotations

import pytest

from iye.lights import PADS, IyePad, LightSettings, frame
from iye.rules import Cell, Kind, Player
from iye.table import TIMING, ChoosingFirst, Moved, SpendingChosen, Turn
from table_hands import Hands, at_turn
from table_phases import in_each_phase

BLINK = TIMING.tap - 0.001
PHASES = in_each_phase()


@pytest.mark.parametrize("phase", PHASES)
def test_a_pad_felt_for_a_blink_changes_nothing(phase: str) -> None:
    hands = in_each_phase()[phase]
    before = hands.table
    for pad in PADS:
        assert hands.touch(pad) == hands.wait(BLINK) == hands.release(pad) == hands.wait(1.0) == ()
        assert hands.table == before, pad


@pytest.mark.parametrize("phase", PHASES)
def test_a_pad_answers_in_light_the_moment_it_is_felt(phase: str) -> None:
    hands = in_each_phase()[phase]
    for pad in 10 * PADS:
        hands.wait(0.07)  # whatever its rhythm shows just then
        before = frame(hands.scene, hands.at, LightSettings())
        hands.touch(pad)
        assert frame(hands.scene, hands.at, LightSettings()) != before, pad
        hands.release(pad)


def test_a_touch_means_something_when_it_has_lasted() -> None:
    hands = at_turn("c5")
    hands.touch("2S")
    assert hands.table.due == hands.at + TIMING.tap
    assert hands.wait(BLINK) == ()
    assert hands.wait(0.001) == (SpendingChosen(Kind.SUN),)


def test_a_pad_that_misses_the_finger_for_a_blink_was_touched_once() -> None:
    hands = at_turn("c5")
    for _blink in range(5):
        hands.touch("2S")
        hands.wait(0.1)
        hands.release("2S")
        hands.wait(BLINK)
    hands.touch("2S")
    hands.wait(1.0)
    hands.release("2S")
    hands.wait(1.0)
    assert hands.effects == [SpendingChosen(Kind.SUN)]


def test_a_drum_that_is_missed_for_a_blink_lands_no_later() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.15)
    hands.release("c5")
    hands.wait(0.02)
    hands.touch("c5")
    assert hands.wait(0.129) == ()
    assert [type(effect) for effect in hands.wait(0.001 + 1e-9)] == [Moved]


def test_a_blink_beside_the_drum_holds_its_landing_up_while_it_lasts() -> None:
    hands = at_turn()
    at = hands.at
    hands.touch("c5")
    hands.wait(0.29)
    hands.touch("b5")
    assert hands.wait(0.03) == ()
    assert [type(effect) for effect in hands.release("b5")] == [Moved]
    assert hands.table.handover is not None
    assert hands.table.handover.at == pytest.approx(at + TIMING.settle)


def test_a_drum_lifted_just_before_it_would_have_landed_has_not() -> None:
    hands = at_turn()
    hands.touch("c5")
    hands.wait(0.29)
    hands.release("c5")
    assert hands.wait(10.0) == ()


def test_a_cell_left_alone_is_held_alone_since_the_other_was_let_go() -> None:
    hands = at_turn()
    hands.touch("b5")
    hands.wait(0.2)
    hands.touch("c5")
    hands.wait(0.01)
    hands.release("b5")
    assert hands.wait(0.29) == ()
    assert [type(effect) for effect in hands.wait(0.011)] == [Moved]


def test_all_that_is_felt_is_told_blinks_and_all() -> None:
    hands = at_turn()
    hands.touch("c5", "2S")
    assert set(hands.table.contact.felt) == {Cell.c5, IyePad(Player.TWO, Kind.SUN)}
    hands.wait(1.0)
    hands.release("c5")
    assert hands.table.contact.felt == (IyePad(Player.TWO, Kind.SUN),)
    assert hands.table.contact.held


def flare(hands: Hands, pads: str, seconds: float, *, each: float = 0.02) -> None:
    """Let pads blink by turns, each for `each` seconds, as noise makes them."""
    names = pads.split()
    for count in range(round(seconds / each)):
        pad = names[count % len(names)]
        hands.touch(pad)
        hands.wait(each)
        hands.release(pad)


@pytest.mark.parametrize("pad", ["2S", "1S", "2O", "d4"])
def test_a_pad_that_flares_up_with_others_is_no_touch_however_long_they_do(pad: str) -> None:
    hands = at_turn("c5")
    hands.touch(pad)
    flare(hands, "a1 e1 1W", 0.3)
    hands.release(pad)
    assert hands.wait(10.0) == ()
    assert hands.effects == []


def test_a_pad_felt_on_when_the_others_have_calmed_down_is_touched() -> None:
    hands = at_turn("c5")
    hands.touch("2S")
    flare(hands, "a1 e1", 0.2)
    # a1 blinked last but one, and went dark 20 ms ago, when e1 came on.
    assert hands.wait(TIMING.tap - 0.021) == ()
    assert hands.wait(0.001) == (SpendingChosen(Kind.SUN),)


def test_a_drum_put_down_among_flaring_pads_lands_no_later_when_they_are_calm_by_then() -> None:
    hands = at_turn()
    at = hands.at
    hands.touch("c5")
    flare(hands, "1W 2W", 0.2)
    assert [type(effect) for effect in hands.wait(1.0)] == [Moved]
    assert hands.table.handover is not None
    assert hands.table.handover.at == pytest.approx(at + TIMING.settle)


def test_one_pad_that_flickers_without_end_keeps_no_touch_waiting() -> None:
    hands = at_turn("c5")
    flare(hands, "a1", 0.1, each=0.01)
    hands.touch("2S")
    flare(hands, "a1", TIMING.tap + 0.01, each=0.01)
    assert hands.effects == [SpendingChosen(Kind.SUN)]


def test_others_that_changed_before_it_keep_no_touch_waiting() -> None:
    hands = at_turn("c5")
    hands.touch("a1", "e1", "1W")
    hands.release("a1", "e1", "1W")
    hands.touch("2S")
    assert hands.wait(BLINK) == ()
    assert hands.wait(0.001) == (SpendingChosen(Kind.SUN),)


def test_a_clock_told_late_finds_the_tap_that_was_meant_before_the_release() -> None:
    hands = Hands(prompt=False)
    hands.touch("a1")
    hands.at += 0.1
    hands.release("a1")
    assert hands.table.phase == ChoosingFirst(None)
    turn = at_turn("c5", prompt=False)
    turn.tap("2S")
    assert turn.table.phase == Turn(Kind.SUN)
