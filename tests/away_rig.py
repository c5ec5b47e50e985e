"""Two boards in a room without chips, clock or wire: tables, sessions, disks, and a bad network.

The law of this module: chance is seeded, time is a number, and whatever a network or a power cut
may do is a method. A board's disk keeps what was written before, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random

from iye.away.code import Keys
from iye.away.kept import Kept
from iye.away.outputs import Post, Publish, Report, Save
from iye.away.session import Session
from iye.away.wishes import Wishes
from iye.lights import IyePad
from iye.record.facts import read_fact, write_fact
from iye.rules import CENTRE, Cell, Kind, Player, legal_moves
from iye.table import (
    AbandonWanted,
    Asleep,
    Button,
    ButtonPressed,
    ButtonReleased,
    ChoosingFirst,
    ChoosingPayment,
    Effect,
    Event,
    Following,
    LayingOut,
    MatchOver,
    Moved,
    PadDeclared,
    Table,
    TimePassed,
    Turn,
    handle,
    restore,
)
from iye.table.restore import is_told

KEYS = Keys("0" * 32, b"k" * 32)
BOARDS = ("a" * 16, "b" * 16)


@dataclass
class Network:
    """A broker, and the lines to it. Nothing is delivered by itself."""

    rng: Random
    now: float = 100.0
    retained: dict[str, bytes] = field(default_factory=dict)
    lines: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)
    seen: list[tuple[str, bytes]] = field(default_factory=list)
    """Everything that was ever said, for whoever wants to say it again."""

    def publish(self, topic: str, payload: bytes) -> None:
        """Take a message in, and put it on the lines of all that listen."""
        self.seen.append((topic, payload))
        if payload:
            self.retained[topic] = payload
        else:
            self.retained.pop(topic, None)
        for line in self.lines.values():
            line.append((topic, payload))

    def disturb(self) -> None:
        """Do something to what is on the lines."""
        line = self.rng.choice([*self.lines.values(), []])
        if not line:
            return
        place = self.rng.randrange(len(line))
        match self.rng.randrange(3):
            case 0:
                line.insert(self.rng.randrange(len(line)), line[place])
            case 1:
                line.append(line.pop(place))
            case 2:
                del line[place]

    def forget(self) -> None:
        """Start the broker anew, without what it had retained."""
        self.retained.clear()


class Board:
    """A board: its table, its side of the room, its disk."""

    def __init__(self, name: str, net: Network, wishes: Wishes | None = None) -> None:
        self.name, self.net, self.rng = name, net, net.rng
        self.wishes = wishes or Wishes(name[:1], 1)
        self.kept = Kept(board=name, code="CODE")
        self.journal: list[tuple[Effect, ...]] = []
        """What came of each event, which is written together."""
        self.written = 0
        self.reports: list[str] = []
        self.effects: list[Effect] = []
        self.will: Publish | None = None
        self._start(Table())
        self.session.offer(net.now)
        self.do()

    def _start(self, table: Table) -> None:
        self.table = table
        self.session = Session(
            KEYS,
            self.kept,
            self.wishes,
            lambda: self.rng.randbytes(16).hex(),
        )
        self.session.stands(self.table, self.net.now)
        self.do()

    # The program.

    def do(self, most: int | None = None) -> None:
        """Do what the session wants done; after `most` things, nothing any more."""
        while outputs := self.session.take():
            for output in outputs:
                if most is not None and (most := most - 1) < 0:
                    return
                self._do(output)

    def _do(self, output: object) -> None:
        match output:
            case Save(kept):
                self.kept = kept
            case Publish(topic, payload):
                self.net.publish(topic, payload)
            case Post(event):
                self._handle(event)
            case Report(code):
                self.reports.append(code)

    def _handle(self, event: Event) -> None:
        self.table, effects = handle(self.table, event)
        self.effects += effects
        self.journal.append(tuple(filter(is_told, effects)))
        for effect in effects:
            self.session.happened(effect, self.table, self.net.now)
        self.session.stands(self.table, self.net.now)

    def post(self, event: Event, most: int | None = None) -> None:
        self._handle(event)
        self.do(most)

    # What befalls it.

    def connect(self) -> None:
        self.will = self.session.connecting()
        self.do()
        self.net.lines[self.name] = list(self.net.retained.items())
        self.session.online(self.net.now)
        self.do()

    def disconnect(self) -> None:
        if self.net.lines.pop(self.name, None) is None:
            return
        self.session.offline(self.net.now)
        if self.will is not None:
            self.net.publish(self.will.topic, self.will.payload)
        self.do()

    def crash(self) -> None:
        """Lose everything but what is on the disk; the journal may lack its last entries."""
        if self.net.lines.pop(self.name, None) is not None and self.will is not None:
            self.net.publish(self.will.topic, self.will.payload)
        lacking = self.rng.choice((0, 0, 1, 2))
        self.journal = self.journal[: max(self.written, len(self.journal) - lacking)]
        self.written = len(self.journal)
        table = restore(enumerate(chain.from_iterable(self.journal)))
        self._start(replace(table, timing=self.table.timing))

    def hear(self) -> None:
        line = self.net.lines.get(self.name)
        if line:
            self.session.hear(*line.pop(0), self.net.now)
            self.do()

    def pass_time(self) -> None:
        if self.table.due <= self.net.now:
            self.post(TimePassed(self.net.now))
        if self.session.due <= self.net.now:
            self.session.time(self.net.now)
            self.do()
        self.written = len(self.journal)

    def forget_move(self) -> None:
        """Lose power, and of the journal all that came since the last move, and that move."""
        while self.journal and not any(isinstance(one, Moved) for one in self.journal[-1]):
            self.journal.pop()
        self.journal.pop()
        self.written = len(self.journal)
        self.crash()

    @property
    def effects_written(self) -> list[Effect]:
        """Everything that was ever handed to the journal."""
        return [effect for effect in self.effects if is_told(effect)]

    # Hands.

    def put(self, pad: Cell | IyePad, most: int | None = None) -> None:
        self.post(PadDeclared(pad, self.net.now), most)

    def press(self, button: Button) -> None:
        self.post(ButtonPressed(button, self.net.now))
        self.post(ButtonReleased(button, self.net.now))

    def act(self, *, fooling: bool = False) -> None:
        """Have a hand do the next thing, or something else."""
        if not self.table.shared:
            return  # nobody begins a match of their own meanwhile
        if fooling and self.rng.random() < 0.25:
            self._fool()
        else:
            self._go_on()

    def _fool(self) -> None:
        match self.rng.randrange(8):
            case 0 | 1 | 2:
                self.press(Button.UNDO)
            case 3:
                self.press(Button.NEW)
            case 4 if self.rng.random() < 0.1:
                self.post(AbandonWanted(self.net.now))
            case 5:
                self.press(Button.HINT)
            case _:
                self.put(self.rng.choice(tuple(Cell)))

    def _go_on(self) -> None:
        phase, rng, table = self.table.phase, self.rng, self.table
        match phase:
            case _ if table.way_back is not None:
                self.put(table.position.drum)
            case LayingOut():
                self.put(CENTRE)
            case Following(move):
                self.put(move.target)
            case ChoosingFirst():
                self.put(IyePad(rng.choice(tuple(Player)), Kind.SUN))
            case ChoosingPayment(_, kinds):
                self.put(IyePad(table.position.mover, rng.choice(kinds)))
            case Turn(spending):
                self._move(spending)

    def _move(self, spending: Kind | None) -> None:
        position = self.table.position
        move = self.rng.choice(legal_moves(position))
        kind = move.spent if spending is None else spending
        if kind is not None and move.spent is not spending:
            self.put(IyePad(position.mover, kind))
        self.put(move.target)


def play(  # noqa: C901 - one branch for each thing that happens
    net: Network, boards: tuple[Board, Board], steps: int, *, bad: float, cuts: float
) -> None:
    """Let hands, network and time do things in any order."""
    rng = net.rng
    for _ in range(steps):
        board = rng.choice(boards)
        chance = rng.random()
        if chance < bad:
            net.disturb()
        elif chance < bad + cuts:
            rng.choice((board.disconnect, board.crash, net.forget))()
        elif board.name not in net.lines:
            if rng.random() < 0.3:
                board.connect()
        elif chance < 0.6:
            board.hear()
        elif chance < 0.8:
            board.act(fooling=True)
        else:
            net.now += rng.choice((0.1, 0.5, 2.0))
            for one in boards:
                one.pass_time()


def calm_down(net: Network, boards: tuple[Board, Board]) -> None:
    """Let everything be heard, with a network that works and nobody at the boards."""
    for board in boards:
        if board.name not in net.lines:
            board.connect()
    for _ in range(40):
        while any(net.lines.values()):
            for board in boards:
                board.hear()
        net.now += 10.0
        for board in boards:
            board.pass_time()


def finish(net: Network, boards: tuple[Board, Board], most: int = 2000) -> None:
    """Play to the end of the match, as it should be."""
    for _ in range(most):
        if all(isinstance(board.table.phase, MatchOver | Asleep) for board in boards):
            return
        for board in boards:
            board.act()
            while any(net.lines.values()):
                for one in boards:
                    one.hear()
            net.now += 2.0
            for one in boards:
                one.pass_time()


def written_and_read(effects: list[Effect]) -> list[Effect]:
    """Send effects through the journal's text."""
    return [read_fact(*write_fact(effect)) for effect in effects]


def room(seed: int = 1, wishes: Wishes | None = None) -> tuple[Network, Board, Board]:
    """Have two boards meet, lay the tiles, and put the drum on c3."""
    net = Network(Random(seed))
    boards = Board(BOARDS[0], net, wishes), Board(BOARDS[1], net, wishes)
    for board in boards:
        board.connect()
    settle(net, *boards)
    for board in boards:
        board.put(CENTRE)
    mover, other = boards if isinstance(boards[0].table.phase, Turn) else boards[::-1]
    return net, mover, other


def settle(net: Network, *boards: Board) -> None:
    """Let everything be heard, and time pass."""
    for _ in range(4):
        while any(net.lines.values()):
            for board in boards:
                board.hear()
        net.now += 1.5
        for board in boards:
            board.pass_time()


def move(board: Board) -> None:
    """Have a hand make a natural move."""
    board.put(next(move.target for move in legal_moves(board.table.position) if not move.spent))


def follow(board: Board) -> None:
    assert isinstance(board.table.phase, Following)
    board.put(board.table.phase.move.target)


def phases(*boards: Board) -> list[type]:
    return [type(board.table.phase) for board in boards]
