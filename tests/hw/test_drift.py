"""Slow drift, followed for hours of virtual time: pads keep feeling, nothing fires by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hw_rig import BoardBench
from iye_hw.board_map import load_board_map
from iye_hw.drift import ALONE, OUT_OF_RANGE, RESTLESS, SAMPLES, DriftFollower, Verdict
from iye_hw.panel import Complaint
from iye_hw.simulated.board_sense import Conditions
from iye_hw.touch_settings import Care, TouchSettings

PADS = load_board_map().pads
FOLLOWED = TouchSettings(care=Care(health_check=60.0, drift=5.0))
AN_HOUR = 3600.0


@pytest.fixture
def board() -> Iterator[BoardBench]:
    bench = BoardBench(settings=FOLLOWED).start()
    yield bench
    bench.close()


def feels_everywhere(board: BoardBench) -> bool:
    """Touch every fifth pad and let go of it."""
    before = len(board.story())
    pads = PADS[:-1:5]
    for pad in pads:
        board.touch(pad)
        board.run_for(0.3)
        board.release(pad)
        board.run_for(0.3)
    told = board.story()[before:]
    return told == [f"{sign}{pad}" for pad in pads for sign in "+-"]


@pytest.mark.parametrize("rate", [3.0, -1.5], ids=["damp", "dry"])
def test_three_hours_of_drift_fire_nothing_and_pads_keep_feeling(
    board: BoardBench, rate: float
) -> None:
    """9 pF becomes 12 or 7.5: 275 counts become 207 or 331; a finger then makes 30 or 70."""
    board.panel.sense.set_drift(rate / 3 / 60)
    for _half_hour in range(6):
        board.run_for(AN_HOUR / 2)
        assert feels_everywhere(board)
    assert board.sentences == []


def test_without_following_the_same_drift_fires_pads_by_itself() -> None:
    board = BoardBench().start()
    board.panel.sense.set_drift(1 / 60)
    board.run_for(AN_HOUR)
    assert board.touched
    board.close()


def test_a_drum_felt_alone_is_still_felt_after_three_hours() -> None:
    board = BoardBench(settings=FOLLOWED, conditions=Conditions(drum_alone=1.0)).start()
    board.panel.sense.drum.place("c3")
    board.panel.sense.set_drift(1 / 60)
    board.run_for(3 * AN_HOUR)
    assert board.story() == ["+c3"]
    reading = board.panel.readings()["c3"]
    # 1 pF on 12 pF: 1024/3.3 × 8 × (1/12 - 1/13) = 16 counts; copper and rounding make the rest.
    assert reading.baseline - reading.filtered == pytest.approx(16, abs=6)
    board.close()


def test_a_drum_held_on_to_is_not_let_go_by_a_change_of_baselines(board: BoardBench) -> None:
    board.panel.sense.drum.place("c3")
    board.touch("c3")
    board.run_for(1)
    board.release("c3")
    board.panel.sense.set_drift(1 / 60)
    board.run_for(AN_HOUR / 2)
    assert board.story() == ["+c3"]
    board.panel.sense.set_drift(0)
    board.panel.sense.drum.lift()
    board.run_for(1)
    assert board.story() == ["+c3", "-c3"]


def test_a_drum_that_cannot_be_felt_alone_is_not_learned_away(board: BoardBench) -> None:
    board.panel.sense.drum.place("c3")
    board.panel.sense.set_drift(1 / 60)
    board.run_for(AN_HOUR)
    reading = board.panel.readings()["c3"]
    # 0.3 pF on 10 pF: 1024/3.3 × 8 × (1/10 - 1/10.3) = 7 counts.
    assert reading.baseline - reading.filtered >= 4


def test_hands_and_drums_alone_never_change_a_baseline(board: BoardBench) -> None:
    before = board.panel.calibration
    board.touch("c3", "d4")
    board.panel.sense.drum.place("a1")
    board.run_for(AN_HOUR)
    board.release("c3")
    for _time in range(30):
        feels_everywhere(board)
    assert board.panel.calibration == before


def test_a_hand_left_on_the_spare_pad_is_said_and_changes_nothing(board: BoardBench) -> None:
    before = board.panel.calibration
    board.run_for(120)
    board.touch("spare")
    board.run_for(600)
    assert board.panel.calibration == before
    assert len(board.sentences) == 1
    assert ALONE in board.sentences[0]
    board.release("spare")
    board.run_for(600)
    assert board.sentences[1] == "the spare pad works again: nothing is to be done"
    complaints = [event for event in board.events if isinstance(event, Complaint)]
    assert [told.mended for told in complaints] == [False, True]


def test_a_broken_or_shorted_spare_pad_is_said(board: BoardBench) -> None:
    board.panel.sense.short("spare")
    board.run_for(600)
    assert any(OUT_OF_RANGE in sentence for sentence in board.sentences)
    board.touch("c3")
    board.run_for(0.1)
    assert board.touched == {"c3"}


BASELINES = {f"p{number}": 65 + number % 5 for number in range(12)} | {"spare": 68}


def looks(
    follower: DriftFollower, below: float, spare_below: float | None = None, *, at: float = 0.0
) -> list[Verdict]:
    """Give as many looks as are smoothed, all pads so far below their baselines."""
    readings = {pad: round(4 * baseline - below) for pad, baseline in BASELINES.items()}
    if spare_below is not None:
        readings["spare"] = round(4 * 68 - spare_below)
    return [follower.look(readings, (), at + step) for step in range(SAMPLES)]


def test_baselines_follow_when_three_counts_have_come_together_and_not_before() -> None:
    follower = DriftFollower(BASELINES, "spare")
    assert all(verdict == Verdict() for verdict in looks(follower, 0))
    assert all(verdict == Verdict() for verdict in looks(follower, 2))
    [*_, verdict] = looks(follower, 4)
    assert verdict == Verdict()  # it was due some looks ago, and is over
    moved = DriftFollower(BASELINES, "spare")
    looks(moved, 0)
    found = [verdict.baselines for verdict in looks(moved, 4) if verdict.baselines]
    assert found == [{pad: baseline - 1 for pad, baseline in BASELINES.items()}]


def test_they_follow_once_a_minute_at_most() -> None:
    follower = DriftFollower(BASELINES, "spare")
    looks(follower, 0)
    moved_at = [
        100.0 * 0 + at + step
        for at, below in ((100.0, 8.0), (120.0, 16.0), (140.0, 24.0), (180.0, 32.0))
        for step, verdict in enumerate(looks(follower, below, at=at))
        if verdict.baselines
    ]
    assert len(moved_at) == 2
    assert moved_at[1] - moved_at[0] >= 60


def test_a_jumping_spare_pad_is_ignored_and_said() -> None:
    follower = DriftFollower(BASELINES, "spare")
    looks(follower, 0)
    readings = {pad: 4 * baseline for pad, baseline in BASELINES.items()}
    verdicts = [
        follower.look(readings | {"spare": 272 + 20 * (step % 2)}, (), 50.0 + step)
        for step in range(SAMPLES)
    ]
    assert verdicts[-1] == Verdict(trouble=RESTLESS)
    assert all(verdict.baselines is None for verdict in verdicts)


def test_while_nearly_all_pads_are_touched_nothing_can_be_compared() -> None:
    follower = DriftFollower(BASELINES, "spare")
    looks(follower, 0)
    readings = {pad: 4 * baseline - 20 for pad, baseline in BASELINES.items()}
    hands = [f"p{number}" for number in range(8)]
    verdicts = [follower.look(readings, hands, 50.0 + step) for step in range(3 * SAMPLES)]
    assert all(verdict.baselines is None for verdict in verdicts)
