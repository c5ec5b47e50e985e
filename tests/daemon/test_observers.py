"""An observer that fails is its own affair: the board, its lights and everyone else go on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import PAD_NAMES, Frame
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import Touch
from iye.rules import Cell
from iye.table import Effect, Event, Table
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop


class Broken:
    """Fails whatever it is told."""

    def sensed(self, _event: Event) -> None:
        raise RuntimeError("sensed")

    def happened(self, _effect: Effect, _at: float) -> None:
        raise KeyError("happened")

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        raise OSError("stands")

    def complained(self, _complaint: Complaint) -> None:
        raise ZeroDivisionError("complained")


class Counting:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.told = dict.fromkeys(("sensed", "happened", "stands", "complained"), 0)

    def sensed(self, _event: Event) -> None:
        self.told["sensed"] += 1

    def happened(self, _effect: Effect, _at: float) -> None:
        self.told["happened"] += 1

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        self.told["stands"] += 1

    def complained(self, _complaint: Complaint) -> None:
        self.told["complained"] += 1


def test_the_board_goes_on_beside_a_broken_observer(caplog: pytest.LogCaptureFixture) -> None:
    loop, counting = VirtualTimeLoop(), Counting()
    panel = SimulatedPanel(load_board_map(), loop)
    daemon = Daemon(panel, loop, dealer=Dealer(seed=0))
    daemon.subscribe(Broken())
    daemon.subscribe(counting)
    loop.run_until_complete(daemon.start())
    panel.touch("a1")
    daemon._sense(Complaint("it smells of smoke", loop.time()))
    loop.run_until_complete(_sleep(3.0))
    assert len({shown.colours for shown in panel.chain.history}) > 2  # the lights go on
    assert daemon.table.contact.held == (Cell.a1,)
    assert all(counting.told.values())
    assert len(PAD_NAMES) * 3 == len(daemon.frame)
    daemon.close()
    loop.close()
    # One line in the log, not one for every frame of light.
    assert [(r.name, r.levelno) for r in caplog.records] == [("iye.daemon", logging.ERROR)]


async def _sleep(seconds: float) -> None:

    await asyncio.sleep(seconds)


def test_a_rehearsal_says_what_its_observer_raised() -> None:
    with pytest.raises(RuntimeError, match="sensed"):
        rehearse([Touch(0.0, Cell.a1)], [Broken()])


def test_complaints_are_kept_until_the_part_is_mended() -> None:
    loop = VirtualTimeLoop()
    daemon = Daemon(SimulatedPanel(load_board_map(), loop), loop)
    gone = Complaint("chip A does not answer", 1.0, "chip A")
    reset = Complaint("chip A has lost its settings", 2.0, "chip A")
    dark = Complaint("the lights are dark", 3.0, "lights")
    short = Complaint("pad a1 is shorted", 4.0)
    for complaint in (gone, dark, short, reset):
        daemon._sense(complaint)
    assert list(daemon.complaints) == [dark, short, reset]
    daemon._sense(Complaint("chip A works again", 5.0, "chip A", mended=True))
    daemon._sense(Complaint("chip B works again", 5.0, "chip B", mended=True))
    assert list(daemon.complaints) == [dark, short]
    loop.close()
