"""Hands at a table: touches, buttons and waiting in virtual time, and the effects they had.

The law of this module: it does what hands and a clock do, and knows no shortcut into the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from iye.lights import IyePad, Mark, Meaning, Pad, Scene, parse_pad
from iye.rules import (
    CENTRE,
    Cell,
    Deal,
    Kind,
    Move,
    Player,
    Position,
    legal_moves,
    parse_deal,
    parse_move,
)
from iye.table import (
    PEOPLE,
    PERSON,
    Awaiting,
    Button,
    ButtonPressed,
    ButtonReleased,
    DealDrawn,
    DealWanted,
    Effect,
    Event,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    PadReleased,
    PadTouched,
    Seat,
    Seats,
    Sitting,
    Table,
    TimePassed,
    handle,
    mind,
    scene,
)

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")
"""The deal of most tests:

    5  H O S S T
    4  T T H S S
    3  T W S W S
    2  H S H S H
    1  S T W H H
       a b c d e
"""
OTHER_DEAL = parse_deal("HSSSS/TSHSH/HSOTW/THSHH/WTWST")
ELSEWHERE = Seat(Sitting.ELSEWHERE)
SEATINGS: tuple[Seats, ...] = (
    PEOPLE,
    (PERSON, mind(3)),
    (mind(10), PERSON),
    (mind(1), mind(7)),
    (PERSON, ELSEWHERE),
    (ELSEWHERE, mind(2)),
)
"""Who may play whom."""
HELD = 0.35  # longer than the settling time of 0.3 s
APART = 0.5  # from letting go to the next touch


class Hands:
    """Hands and a clock at a table.

    `deals` answer the table's wish for an arrangement, in order, the last one over and over, or
    `by_cycle`, always the same for a cycle; without any the wish stays open. A `prompt` clock
    tells the table every moment it waits for; one that is not lets it find out with the next
    touch.
    """

    def __init__(self, *deals: Deal, prompt: bool = True, by_cycle: bool = False) -> None:
        self.table = Table()
        self.at = 1.0
        self.prompt = prompt
        self.effects: list[Effect] = []
        self._deals = list(deals)
        self._by_cycle = by_cycle

    def send(self, event: Event) -> tuple[Effect, ...]:
        """Let the table handle one event."""
        self.table, effects = handle(self.table, event)
        self.effects.extend(effects)
        wanted = [effect.cycle for effect in effects if isinstance(effect, DealWanted)]
        if self._deals and wanted:
            effects = (*effects, *self.send(DealDrawn(self._deal(wanted[0]), self.at)))
        return effects

    def _deal(self, cycle: int) -> Deal:
        if self._by_cycle:
            return self._deals[cycle - 1]
        return self._deals.pop(0) if len(self._deals) > 1 else self._deals[0]

    def wait(self, seconds: float) -> tuple[Effect, ...]:
        """Let time go by; give what came of it."""
        until, count = self.at + seconds, len(self.effects)
        while self.prompt and self.table.due <= until:
            self.at = max(self.at, self.table.due)
            self.send(TimePassed(self.at))
        self.at = until
        return tuple(self.effects[count:])

    def touch(self, *names: str | Pad) -> tuple[Effect, ...]:
        """Touch pads and keep touching them."""
        return self._all(PadTouched(_pad(name), self.at) for name in names)

    def release(self, *names: str | Pad) -> tuple[Effect, ...]:
        """Let pads go."""
        return self._all(PadReleased(_pad(name), self.at) for name in names)

    def put(self, *names: str | Pad) -> tuple[Effect, ...]:
        """Put the drum down on one cell after another, letting go each time."""
        return self._each(names, HELD)

    def tap(self, *names: str | Pad) -> tuple[Effect, ...]:
        """Touch one pad after another, too briefly for a landing."""
        return self._each(names, 0.1)

    def slide(self, cells: str, *, each: float, overlap: float = 0.05) -> tuple[Effect, ...]:
        """Slide the drum over cells, `each` seconds from one to the next, and let go at the last.

        Two cells are felt at once for `overlap` seconds; with a negative one, none is that long.
        """
        count, (at, *others) = len(self.effects), cells.split()
        self.touch(at)
        for cell in others:
            self.wait(each - abs(overlap))
            self.touch(cell) if overlap > 0 else self.release(at)
            self.wait(abs(overlap))
            self.release(at) if overlap > 0 else self.touch(cell)
            at = cell
        self.wait(max(each, HELD))
        self.release(at)
        self.wait(APART)
        return tuple(self.effects[count:])

    def press(self, button: Button) -> tuple[Effect, ...]:
        """Press a button briefly."""
        return self.hold(button, 0.1)

    def hold(self, button: Button, seconds: float) -> tuple[Effect, ...]:
        """Hold a button for some time."""
        count = len(self.effects)
        self.send(ButtonPressed(button, self.at))
        self.wait(seconds)
        self.send(ButtonReleased(button, self.at))
        return tuple(self.effects[count:])

    def set_match(self, setup: MatchSetup) -> tuple[Effect, ...]:
        """Set up a match from outside."""
        return self.send(MatchSet(self.at, setup))

    def play(self, *moves: str | Move) -> tuple[Effect, ...]:
        """Make moves as a careful player does: a spent kind is chosen first.

        For a mover who does not sit here the move is their answer, and is followed.
        """
        count = len(self.effects)
        for written in moves:
            move = _move(written)
            if isinstance(self.table.phase, Awaiting):
                self.answer(move)
            elif move.spent is not None:
                self.tap(IyePad(self.position.mover, move.spent))
            self.put(move.target)
        return tuple(self.effects[count:])

    def answer(self, move: str | Move, position: Position | None = None) -> tuple[Effect, ...]:
        """Answer for the mover who does not sit here, or in a position that stood before."""
        return self.send(MoveAnswered(position or self.position, _move(move), self.at))

    @property
    def position(self) -> Position:
        """Give the position on the table."""
        return self.table.position

    @property
    def scene(self) -> Scene:
        """Give what is to be seen, whatever the moment."""
        return scene(self.table)

    def seen(self) -> dict[str, Meaning]:
        """Give what each pad shows now, by its name."""
        return {str(mark.pad): mark.meaning for mark in self.marks()}

    def marks(self) -> tuple[Mark, ...]:
        """Give the mark seen on each pad now: the last one of those shown."""
        shown = {mark.pad: mark for mark in self.scene.marks if mark.start <= self.at < mark.end}
        return tuple(shown.values())

    def where(self, meaning: Meaning) -> set[str]:
        """Give the names of the pads that show a meaning now."""
        return {name for name, seen in self.seen().items() if seen is meaning}

    def _all(self, events: Iterable[Event]) -> tuple[Effect, ...]:
        return tuple(effect for event in events for effect in self.send(event))

    def _each(self, names: Iterable[str | Pad], seconds: float) -> tuple[Effect, ...]:
        count = len(self.effects)
        for name in names:
            self.touch(name)
            self.wait(seconds)
            self.release(name)
            self.wait(APART)
        return tuple(self.effects[count:])


def at_turn(
    *moves: str,
    first: Player = Player.ONE,
    wins: int = 2,
    prompt: bool = True,
    seats: Seats = PEOPLE,
) -> Hands:
    """Hands at a table where a cycle from DEAL stands after `moves`."""
    hands = Hands(DEAL, OTHER_DEAL, prompt=prompt)
    hands.set_match(MatchSetup(wins, first, seats=seats))
    hands.put(CENTRE)
    hands.play(*moves)
    hands.effects.clear()
    return hands


def junk(hands: Hands, rng: Random) -> None:
    """Touch what changes nothing in a turn: wrong cells, foreign pads, a kind chosen and not."""
    position = hands.position
    reachable = {move.target for move in legal_moves(position)}
    wrong = [cell for cell in Cell if cell not in reachable]  # the drum's own cell among them
    foreign = [IyePad(position.mover.other, kind) for kind in Kind]
    own = [IyePad(position.mover, kind) for kind in Kind]
    for _ in range(rng.randrange(3)):
        match rng.randrange(5):
            case 0:
                hands.put(rng.choice(wrong))
            case 1:
                hands.tap(rng.choice(foreign))
            case 2:
                hands.tap(*2 * [rng.choice(own)])
            case 3:
                pair = rng.sample(tuple(Cell), 2)
                hands.touch(*pair)
                hands.wait(3.0)
                hands.release(*pair)
            case _:
                hands.press(Button.NEW)


def _move(written: str | Move) -> Move:
    return parse_move(written) if isinstance(written, str) else written


def _pad(name: str | Pad) -> Pad:
    return parse_pad(name) if isinstance(name, str) else name
