"""A daemon that goes on from a table there was: it shows it, feels touches, and answers chance."""

from __future__ import annotations

import asyncio
from random import Random

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import DARK, Frame
from iye.rules import Cell, Kind, Move, Player
from iye.table import (
    PERSON,
    Asleep,
    Effect,
    Event,
    FellAsleep,
    LayingOut,
    MatchSetup,
    Moved,
    Reason,
    Rejected,
    Table,
    Turn,
    mind,
    restore,
)
from iye.table.restore import is_told
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from strategies import random_deal
from table_hands import DEAL, Hands

OPEN = random_deal(Random(4))


class Notes:
    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self.complaints: list[str] = []

    def sensed(self, _event: Event) -> None:
        pass

    def happened(self, effect: Effect, _at: float) -> None:
        self.effects.append(effect)

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        pass

    def complained(self, complaint: Complaint) -> None:
        self.complaints.append(complaint.sentence)


def resumed(hands: Hands, *touches: str) -> tuple[Daemon, Notes]:
    """Start a board from what was told of a table, and put the drum down here and there."""
    table, notes = restore(enumerate(filter(is_told, hands.effects))), Notes()

    async def evening() -> Daemon:
        loop = asyncio.get_running_loop()
        panel = SimulatedPanel(load_board_map(), loop, seed=1)
        daemon = Daemon(panel, loop, dealer=Dealer([OPEN]), table=table)
        daemon.subscribe(notes)
        await daemon.start()
        assert daemon.frame != DARK
        for name in touches:
            panel.touch(name)
            await asyncio.sleep(0.5)
            panel.release(name)
            await asyncio.sleep(0.5)
        daemon.complain("the disk is full")
        daemon.close()
        return daemon

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(evening()), notes


def under_way(*moves: str) -> Hands:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    hands.play(*moves)
    return hands


def test_the_pads_are_felt_after_a_restart_as_after_a_beginning() -> None:
    """On other boards touches were ignored, since only a new game had wired them."""
    daemon, notes = resumed(under_way("c5"), "c5", "d5")
    assert [type(effect) for effect in notes.effects][-1:] == [Moved]
    assert [str(move) for move in daemon.table.match.cycles[0].moves] == ["c5", "d5"]


def test_nothing_moves_by_itself_after_a_restart() -> None:
    """On other boards a move was made before the history had been replayed."""
    hands = under_way("c5")
    daemon, notes = resumed(hands)
    assert notes.effects == []
    assert daemon.table.match == hands.table.match


def test_an_arrangement_that_was_being_drawn_is_drawn() -> None:
    """Whoever had been asked for it went with the program."""
    hands = Hands()
    hands.set_match(MatchSetup(first=Player.TWO))
    daemon, _ = resumed(hands)
    assert daemon.table.phase == LayingOut(OPEN, Player.TWO)


def test_where_nothing_had_begun_the_board_is_asleep() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup())
    daemon, notes = resumed(hands)
    assert daemon.table.phase == Asleep()
    assert notes.effects == [FellAsleep()]


def test_a_complaint_reaches_everyone() -> None:
    _, notes = resumed(under_way())
    assert notes.complaints == ["the disk is full"]


def test_an_answer_that_had_been_given_is_followed_after_the_restart() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(first=Player.ONE, seats=(PERSON, mind(3))))
    hands.put("c3")
    hands.play("c5")
    hands.answer("Sa5")
    daemon, notes = resumed(hands, "c4", "a5")
    assert notes.effects == [
        Rejected(Cell.c4, Reason.FOLLOW_ANSWER),
        Moved(Player.TWO, Move(Cell.a5, Kind.SUN), Kind.HORSE, daemon.table.position),
    ]
    assert daemon.table.phase == Turn()
