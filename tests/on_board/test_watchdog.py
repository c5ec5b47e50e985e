"""The watchdog: fed only while touch and table are both alive."""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Iterator

import pytest

from iye.watchdog import PATIENCE, Watchdog, pace
from iye_hw.simulated.virtual_time import VirtualTimeLoop


class Patient:
    """Something whose life is set by hand, and systemd's ear for it."""

    def __init__(self) -> None:
        self.loop = VirtualTimeLoop()
        self.said: list[str] = []
        self.touch_stopped: float | None = None
        self.table_due = math.inf
        self.watchdog = Watchdog(self.loop, self, self, 5.0)

    def cared_at(self) -> float:
        return self.loop.time() if self.touch_stopped is None else self.touch_stopped

    def due(self) -> float:
        return self.table_due

    def notify(self, state: str) -> None:
        self.said.append(state)

    def run_for(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    @property
    def meals(self) -> int:
        return self.said.count("WATCHDOG=1")


@pytest.fixture
def patient() -> Iterator[Patient]:
    patient = Patient()
    yield patient
    patient.watchdog.end()
    patient.loop.close()


def test_ready_is_said_first_and_the_end_last(patient: Patient) -> None:
    patient.watchdog.begin()
    patient.watchdog.end()
    patient.run_for(60)
    assert patient.said == ["READY=1\nSTATUS=the board is alive", "WATCHDOG=1", "STOPPING=1"]


def test_a_board_that_lives_is_fed_at_its_pace(patient: Patient) -> None:
    patient.watchdog.begin()
    patient.run_for(60.1)
    assert patient.meals == 13  # at once, then every five seconds


def test_chips_that_nobody_looks_after_end_the_feeding(
    patient: Patient, caplog: pytest.LogCaptureFixture
) -> None:
    patient.watchdog.begin()
    patient.run_for(10.1)
    patient.touch_stopped = 10.0
    patient.run_for(60)
    assert patient.meals == 4  # at 0, 5, 10, and at 15, which is not too late yet
    assert "STATUS=the touch chips are no longer looked after" in patient.said
    assert caplog.record_tuples == [
        (
            "iye.watchdog",
            logging.ERROR,
            "the touch chips are no longer looked after: the watchdog is not fed",
        )
    ]


def test_a_table_that_is_not_told_the_time_ends_the_feeding(patient: Patient) -> None:
    patient.watchdog.begin()
    patient.table_due = 2.0
    patient.run_for(2.0 + PATIENCE + 10)
    assert patient.meals == 2
    assert "STATUS=the table no longer moves on" in patient.said


def test_what_lives_again_is_fed_again(patient: Patient) -> None:
    patient.watchdog.begin()
    patient.table_due = 2.0
    patient.run_for(20)
    patient.table_due = math.inf
    patient.run_for(10)
    assert patient.meals == 4


def test_without_a_wish_for_it_nobody_is_fed() -> None:
    patient = Patient()
    Watchdog(patient.loop, patient, patient, None).begin()
    patient.run_for(60)
    assert patient.meals == 0
    patient.loop.close()


@pytest.mark.parametrize(
    ("environment", "every"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_pace_is_half_of_what_systemd_allows(
    environment: dict[str, str], every: float | None
) -> None:
    assert pace(environment) == every
