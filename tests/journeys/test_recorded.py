"""What was recorded at a board, rehearsed: the same happens again, in the same order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import PADS, SIDES, Frame, IyePad, Pad
from iye.rehearsal.recorder import Recorder
from iye.rehearsal.report import event_fields
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import (
    ScriptStep,
    format_script,
    parse_script,
)
from iye.rules import CENTRE, Cell, Kind, Move, Player, legal_moves
from iye.table import (
    AbandonWanted,
    Asleep,
    Awaiting,
    Button,
    ChoosingFirst,
    ChoosingPayment,
    DealDrawn,
    DealWay,
    Effect,
    Event,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    PadDeclared,
    Table,
    Turn,
    untold,
)
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from strategies import random_deal
from table_hands import SEATINGS

TAP, HOLD = 0.15, 0.6


class Witness:
    """Writes down what happened, from the beginning of the script that is being recorded."""

    def __init__(self, recorder: Recorder | None = None) -> None:
        self.told: list[dict[str, Any]] = []
        self._recorder = recorder
        self._first: ScriptStep | None = None

    def sensed(self, _event: Event) -> None:
        steps = self._recorder.script() if self._recorder is not None else ()
        if steps and steps[0] is not self._first and not isinstance(_event, DealDrawn):
            self.told.clear()
        self._first = steps[0] if steps else None

    def happened(self, effect: Effect, _at: float) -> None:
        fields = event_fields(effect)
        if fields is not None:
            self.told.append(fields)

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        pass

    def complained(self, _complaint: Complaint) -> None:
        pass


class Player1And2:
    """Two people with odd habits, at a board and its page."""

    def __init__(self, chance: Random, panel: SimulatedPanel, daemon: Daemon) -> None:
        self.chance, self.panel, self.daemon = chance, panel, daemon

    async def play(self, gestures: int) -> None:
        for _ in range(gestures):
            await asyncio.sleep(self.chance.uniform(0.3, 0.9))
            if self.chance.random() < 0.2:
                await self.be_odd()
            else:
                await self.go_on()

    async def hold(self, *places: object, seconds: float) -> None:
        for place in places:
            self.panel.touch(name(place))
            await asyncio.sleep(0.06)
        await asyncio.sleep(seconds)
        for place in places:
            self.panel.release(name(place))
            await asyncio.sleep(0.06)
        await asyncio.sleep(0.3)

    async def touch(self, pad: Pad, seconds: float = TAP) -> None:
        """Touch a pad by hand, or say so on the page."""
        if self.chance.random() < 0.3:
            self.daemon.post(PadDeclared(pad, self.daemon.now()))
            await asyncio.sleep(0.2)
        else:
            await self.hold(pad, seconds=seconds)

    async def go_on(self) -> None:  # noqa: C901 - a line a phase
        """Do what the board waits for."""
        phase, chance = self.daemon.table.phase, self.chance
        match phase:
            case Asleep() if chance.random() < 0.5:
                self.set_match()
            case Asleep() | MatchOver():
                await self.hold(chance.choice((Button.NEW, Cell.a1, Cell.c3)), seconds=TAP)
            case ChoosingFirst():
                await self.touch(chance.choice((*SIDES[Player.ONE], *SIDES[Player.TWO])))
            case LayingOut() if chance.random() < 0.2:
                await self.touch(IyePad(Player.ONE, chance.choice(tuple(Kind))))
            case LayingOut():
                await self.touch(CENTRE, HOLD)
            case LayingByHand():
                await self.lay(phase)
            case Turn():
                await self.move()
            case ChoosingPayment(_, kinds):
                await self.touch(IyePad(self.daemon.table.position.mover, chance.choice(kinds)))
            case Awaiting():
                await self.be_answered()
            case Following(move):
                await self.touch(move.target, HOLD)

    async def be_answered(self) -> None:
        """Be answered, now and then to what stood before and is past."""
        cycle = self.daemon.table.cycle
        position = self.chance.choice((cycle.position, cycle.position, *cycle.positions))
        answer = self.chance.choice(legal_moves(cycle.position))
        self.daemon.post(MoveAnswered(position, answer, self.daemon.now()))
        await asyncio.sleep(0.2)

    async def lay(self, phase: LayingByHand) -> None:
        """Tell one kind and where it lies, or have the board draw after all."""
        if self.chance.random() < 0.05:
            await self.hold(Button.NEW, seconds=TAP)
            return
        kind = self.chance.choice(tuple(untold(phase)))
        if phase.kind is not kind:
            await self.touch(IyePad(Player.TWO, kind))
        free = [cell for cell in Cell if cell not in phase.layout]
        for cell in self.chance.sample(free, min(len(free), kind.total)):
            await self.touch(cell)

    async def move(self) -> None:
        position = self.daemon.table.position
        move: Move = self.chance.choice(legal_moves(position))
        if move.spent is not None and self.chance.random() < 0.7:
            await self.touch(IyePad(position.mover, move.spent))
        await self.touch(move.target, HOLD)

    async def be_odd(self) -> None:  # noqa: C901 - a line a habit
        """Do what people do."""
        chance = self.chance
        match chance.randrange(10):
            case 0 | 1:
                await self.hold(Button.UNDO, seconds=TAP)
            case 2:
                await self.hold(Button.HINT, seconds=chance.choice((TAP, 1.5)))
            case 3 | 4:
                await self.touch(chance.choice(PADS), chance.choice((TAP, HOLD)))
            case 5:
                await self.hold(*chance.sample(tuple(Cell), 2), seconds=chance.choice((0.5, 3)))
            case 6:
                await self.hold(Button.NEW, seconds=chance.choice((TAP, TAP, 2.5)))
            case 7 if chance.random() < 0.3:
                self.daemon.post(AbandonWanted(self.daemon.now()))
            case 8 if self.daemon.table.wrong is None and chance.random() < 0.4:
                await asyncio.sleep(chance.choice((5, 30, 650)))
            case 9 if chance.random() < 0.3:
                await self.set_match_with_a_hand_on_the_board()
            case _:
                await self.hold(chance.choice(PADS), Button.HINT, seconds=TAP)

    async def set_match_with_a_hand_on_the_board(self) -> None:
        self.panel.touch("b2")
        self.panel.touch("2H")
        await asyncio.sleep(0.1)
        self.set_match()
        await asyncio.sleep(1)
        await self.hold(Cell.c3, seconds=HOLD)
        self.panel.release("b2")
        self.panel.release("2H")
        await asyncio.sleep(0.2)

    def set_match(self) -> None:
        chance = self.chance
        if chance.random() < 0.3:
            self.daemon.dealer.tell([random_deal(chance)])
        setup = MatchSetup(
            chance.choice((1, 2)),
            chance.choice((None, Player.ONE, Player.TWO)),
            chance.choice((DealWay.DRAWN, DealWay.DRAWN, DealWay.LAID)),
            chance.choice((("", ""), ("İnci", "Ozan"))),
            chance.choice(SEATINGS),
        )
        self.daemon.post(MatchSet(self.daemon.now(), setup))


def name(place: object) -> str:
    return place.value if isinstance(place, Button) else str(place)


def evening(seed: int, gestures: int) -> tuple[list[dict[str, Any]], tuple[ScriptStep, ...]]:
    """Play for a while; give what happened since the script began, and the script."""
    loop = VirtualTimeLoop()
    panel = SimulatedPanel(load_board_map(), loop, seed=seed)
    daemon = Daemon(panel, loop, dealer=Dealer(seed=seed))
    recorder = Recorder()
    witness = Witness(recorder)
    daemon.subscribe(recorder)
    daemon.subscribe(witness)

    async def playing() -> None:
        await daemon.start()
        await Player1And2(Random(seed), panel, daemon).play(gestures)
        await asyncio.sleep(3.0)
        daemon.close()

    loop.run_until_complete(playing())
    loop.close()
    return witness.told, recorder.script()


def rehearsed(steps: Sequence[ScriptStep]) -> list[dict[str, Any]]:
    witness = Witness()
    rehearse(parse_script(format_script(steps)), [witness])
    return witness.told


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_comes_to_the_same_when_rehearsed(seed: int) -> None:
    happened, script = evening(seed, gestures=60)
    again = rehearsed(script)
    if happened and happened[0]["event"] in {"woke", "abandoned"}:
        del happened[0]  # whether a match was there before is another script's matter
    assert again[len(again) - len(happened) :] == happened
    lead = [fields["event"] for fields in again[: len(again) - len(happened)]]
    assert len(lead) <= 1 or script[0].at < script[-1].at
