"""People at a table who play whole matches from seeded chance, and do all that people do.

The law of this module: hands only, and what is answered for those who do not sit there, so whatever
a test is given, an evening could have led to it. Most of what they do goes on with the match; now
and then they undo, slide, correct, give up. Now and then one of them is the mind.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from iye.lights import IyePad
from iye.rules import CENTRE, Cell, Kind, Player, Position, legal_moves
from iye.table import (
    AbandonWanted,
    Advised,
    Awaiting,
    Button,
    ChoosingFirst,
    ChoosingPayment,
    DealWay,
    Following,
    LayingByHand,
    LayingOut,
    MatchSetup,
    PadDeclared,
    Turn,
    untold,
)
from strategies import random_deal
from table_advice import random_advice
from table_hands import SEATINGS, Hands, junk

SIDES = tuple(IyePad(player, kind) for player in Player for kind in Kind)


class People:
    """People at a table; `steady` ones take nothing back and never give up."""

    def __init__(self, seed: int, *, steady: bool = False) -> None:
        self.rng = Random(seed)
        self.hands = Hands(*(random_deal(self.rng) for _ in range(200)))
        self.steady = steady

    def act(self) -> None:
        """Do one thing."""
        if not self.steady and self.rng.random() < 0.25:
            self._do_something_else()
        else:
            self._go_on()

    def _do_something_else(self) -> None:
        hands, rng = self.hands, self.rng
        cells = tuple(Cell)
        things: tuple[Callable[[], object], ...] = (
            lambda: self._undo(rng.choice((1, 1, 2, 3, 30))),
            lambda: self._undo(1),
            lambda: hands.press(Button.HINT),
            lambda: hands.slide(" ".join(map(str, rng.sample(cells, 3))), each=0.5),
            lambda: hands.tap(rng.choice(SIDES)),
            lambda: hands.send(PadDeclared(rng.choice(cells), hands.at)),
            self._be_coached,
            lambda: hands.wait(rng.choice((1.0, 20.0, 700.0))),
            lambda: hands.press(Button.NEW),
            self._do_something_final,
        )
        rng.choice(things)()

    def _be_coached(self) -> None:
        if self.hands.table.match.current is not None:
            said = random_advice(self.rng, self.hands.position)
            self.hands.send(Advised(said, self.hands.at))

    def _undo(self, times: int) -> None:
        for _ in range(times):
            self.hands.press(Button.UNDO)

    def _do_something_final(self) -> None:
        hands, rng = self.hands, self.rng
        match rng.randrange(6):
            case 0:
                hands.hold(Button.NEW, 2.5)
            case 1:
                hands.send(AbandonWanted(hands.at))
            case 2:
                hands.set_match(
                    MatchSetup(
                        rng.choice((1, 2, 3)),
                        rng.choice((None, *Player)),
                        rng.choice(tuple(DealWay)),
                        rng.choice((("", ""), ("Umay", "Erlik"))),
                        rng.choice(SEATINGS),
                    )
                )
            case _:
                pass

    def _go_on(self) -> None:
        hands, rng, phase = self.hands, self.rng, self.hands.table.phase
        if isinstance(phase, ChoosingFirst):
            self._choose()
        elif isinstance(phase, LayingOut):
            hands.put(CENTRE) if rng.random() < 0.7 or self.steady else hands.tap("1T")
        elif isinstance(phase, LayingByHand):
            self._lay(phase)
        elif isinstance(phase, Turn):
            self._move()
        elif isinstance(phase, ChoosingPayment):
            self._pay(phase)
        else:
            self._leave_it_to_others()

    def _leave_it_to_others(self) -> None:
        """Wait for an answer and follow it; where there is nothing to wait for, begin anew."""
        hands, rng, phase = self.hands, self.rng, self.hands.table.phase
        if isinstance(phase, Awaiting):
            if not self.steady:
                hands.put(*rng.sample(tuple(Cell), rng.randrange(2)))
                hands.answer(rng.choice(legal_moves(hands.position)), rng.choice(self._before()))
            hands.answer(rng.choice(legal_moves(hands.position)))
        elif isinstance(phase, Following):
            if not self.steady:
                hands.put(*rng.sample(tuple(Cell), rng.randrange(2)))
            hands.put(phase.move.target)
        else:
            hands.press(Button.NEW)

    def _before(self) -> tuple[Position, ...]:
        return self.hands.table.cycle.positions

    def _choose(self) -> None:
        """Choose who plays, and who begins."""
        hands, rng = self.hands, self.rng
        if rng.random() < 0.4:
            hands.press(Button.HINT)
            hands.tap(rng.choice(tuple(Cell)))
        hands.tap(rng.choice(SIDES))

    def _lay(self, phase: LayingByHand) -> None:
        if self.rng.random() < 0.1:
            self.hands.press(Button.NEW)
            return
        kind = self.rng.choice(tuple(untold(phase)) or tuple(Kind))
        self.hands.tap(IyePad(Player.ONE, kind))
        free = [cell for cell in Cell if cell not in phase.layout]
        cells = free if self.rng.random() < 0.9 and free else list(Cell)
        self.hands.tap(*self.rng.sample(cells, min(len(cells), kind.total)))

    def _move(self) -> None:
        if not self.steady:
            junk(self.hands, self.rng)
        if not isinstance(self.hands.table.phase, Turn):
            return
        move = self.rng.choice(legal_moves(self.hands.position))
        if self.rng.random() < 0.5:
            self.hands.put(move.target)
        else:
            self.hands.play(move)

    def _pay(self, phase: ChoosingPayment) -> None:
        if self.rng.random() < 0.3 and not self.steady:
            self.hands.put(self.rng.choice(tuple(Cell)))
        else:
            self.hands.tap(IyePad(self.hands.position.mover, self.rng.choice(phase.kinds)))
