"""Whatever happens, whenever: no event breaks the table, and from everywhere a match can be ended.

A state machine for hypothesis: hands, buttons, clocks and chance do as they please. After every
step the frame is one, the match replays through the rules, what was told gives back the very table
after a power cut, the mind is asked exactly where it has to move, and no tile is lost; at the end a
player who does what the phase asks for finishes the match.
"""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from iye.lights import CLEAR, PADS, IyePad, LightSettings, Pad, frame, next_change
from iye.rules import Cell, Deal, Kind, Match, Move, Player, Position, legal_moves
from iye.table import (
    AbandonWanted,
    Advised,
    Button,
    ButtonPressed,
    ButtonReleased,
    CodeGiven,
    DealDrawn,
    DealWay,
    Hints,
    HintsSet,
    HintsWanted,
    LayingByHand,
    LayingOut,
    MatchSetup,
    MoveAnswered,
    PadDeclared,
    PadReleased,
    PadTouched,
    Phase,
    Sitting,
    TimePassed,
)
from iye.table.restore import Fold, is_told, resumed
from iye.table.state import (
    Asleep,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    MatchOver,
    Turn,
)
from iye.thinking import Answering, Coaching, task_of
from strategies import deals, positions, random_deal
from table_advice import random_advice
from table_hands import SEATINGS, Hands

PAD = st.sampled_from(PADS)
BUTTON = st.sampled_from(Button)
MOMENTS = st.sampled_from((0.0, 0.05, 0.1, 0.3, 0.5, 1.0, 2.0, 11.0, 700.0, 1e5))
SETUPS = st.builds(
    MatchSetup,
    st.sampled_from((1, 2, 3)),
    st.sampled_from((None, *Player)),
    st.sampled_from(DealWay),
    seats=st.sampled_from(SEATINGS),
)
MOVES = st.builds(Move, st.sampled_from(Cell), st.sampled_from((None, *Kind)))


class Cooperative:
    """A player who does what the phase asks for, choosing freely among what it allows."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.hands = hands
        self.rng = Random(seed)

    def let_go(self) -> None:
        """Take every hand away."""
        self.hands.release(*self.hands.table.contact.felt)
        for button in Button:
            self.hands.send(ButtonReleased(button, self.hands.at))
        self.hands.wait(0.5)

    def follow(self) -> None:
        """Do one thing that the phase asks for."""
        hands, phase = self.hands, self.hands.table.phase
        if isinstance(phase, Turn):
            self._move(phase.spending)
        elif isinstance(phase, Awaiting):
            hands.answer(self.rng.choice(legal_moves(hands.position)))
        elif isinstance(phase, Following):
            hands.put(hands.position.drum, phase.move.target)
        elif isinstance(phase, ChoosingPayment):
            hands.tap(IyePad(hands.position.mover, self.rng.choice(phase.kinds)))
        else:
            self._between_cycles(phase)

    def _between_cycles(self, phase: Phase) -> None:
        hands = self.hands
        match phase:
            case Asleep():
                hands.tap("c3")
            case ChoosingFirst():
                hands.tap(self.rng.choice(("1O", "2S")))
            case Drawing():
                hands.send(DealDrawn(random_deal(self.rng), hands.at))
            case LayingOut():
                hands.put("c3")
            case LayingByHand():
                hands.press(Button.NEW)

    def _move(self, spending: Kind | None) -> None:
        hands, position = self.hands, self.hands.position
        if spending is not None:
            hands.tap(IyePad(position.mover, spending))  # naturally after all
        hands.put(position.drum)
        hands.play(self.rng.choice(legal_moves(position)))

    def finish(self) -> None:
        """Play on to the end of the match."""
        self.let_go()
        for _ in range(2000):
            if isinstance(self.hands.table.phase, MatchOver):
                return
            self.follow()
        raise AssertionError(f"no way on from {self.hands.table}")


class AnyEvent(RuleBasedStateMachine):
    """Anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = Hands(prompt=False)
        self.player = Cooperative(self.hands, seed=1)
        self.stood: list[Position] = []
        """Positions that answers and advice may still be about."""
        self.fold, self.folded = Fold(), 0

    @rule(pad=PAD)
    def touch(self, pad: Pad) -> None:
        self.hands.send(PadTouched(pad, self.hands.at))

    @rule(pad=PAD)
    def release(self, pad: Pad) -> None:
        self.hands.send(PadReleased(pad, self.hands.at))

    @rule(pad=PAD)
    def put(self, pad: Pad) -> None:
        self.hands.put(pad)

    @rule()
    def let_go(self) -> None:
        self.player.let_go()

    @rule(button=BUTTON)
    def press(self, button: Button) -> None:
        self.hands.send(ButtonPressed(button, self.hands.at))

    @rule(button=BUTTON)
    def release_button(self, button: Button) -> None:
        self.hands.send(ButtonReleased(button, self.hands.at))

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.hands.press(Button.UNDO)

    @rule(seconds=MOMENTS)
    def time_goes_by(self, seconds: float) -> None:
        self.hands.at += seconds
        self.hands.send(TimePassed(self.hands.at))

    @rule(seconds=MOMENTS)
    def time_goes_by_unnoticed(self, seconds: float) -> None:
        self.hands.at += seconds

    @rule(deal=deals())
    def a_deal_arrives(self, deal: Deal) -> None:
        self.hands.send(DealDrawn(deal, self.hands.at))

    @rule(pad=PAD)
    def declare(self, pad: Pad) -> None:
        self.hands.send(PadDeclared(pad, self.hands.at))

    @rule(choice=st.integers(0, 255))
    def a_legal_answer_arrives(self, choice: int) -> None:
        if self.hands.table.match.current is not None:
            options = legal_moves(self.hands.position)
            self.hands.answer(options[choice % len(options)])

    @rule(move=MOVES)
    def any_answer_arrives(self, move: Move) -> None:
        if self.hands.table.match.current is not None:
            self.hands.answer(move)

    @rule(move=MOVES, data=st.data())
    def an_answer_to_another_position_arrives(self, move: Move, data: st.DataObject) -> None:
        position = data.draw(self.other_positions())
        before = self.hands.table
        effects = self.hands.send(MoveAnswered(position, move, self.hands.at))
        if before.match.current is None or position != before.position:
            assert (self.hands.table, effects) == (before, ())

    @rule(seed=st.integers(0, 99))
    def the_coach_speaks(self, seed: int) -> None:
        if self.hands.table.match.current is not None:
            self.hands.send(
                Advised(random_advice(Random(seed), self.hands.position), self.hands.at)
            )

    @rule(seed=st.integers(0, 99), data=st.data())
    def the_coach_speaks_of_another_position(self, seed: int, data: st.DataObject) -> None:
        advice = random_advice(Random(seed), data.draw(self.other_positions()))
        self.hands.send(Advised(advice, self.hands.at))

    def other_positions(self) -> st.SearchStrategy[Position]:
        """One that stood in this match, or any."""
        return st.one_of(st.sampled_from(self.stood), positions()) if self.stood else positions()

    @rule(code=st.sampled_from(("0", "2718")))
    def a_code_is_given(self, code: str) -> None:
        self.hands.send(CodeGiven(code, self.hands.at))

    @rule(hints=st.sampled_from(Hints))
    def hints_are_wanted(self, hints: Hints) -> None:
        before = self.hands.table
        effects = self.hands.send(HintsWanted(hints, self.hands.at))
        assert self.hands.table.match == before.match
        assert [one for one in effects if isinstance(one, HintsSet)] in ([], [HintsSet(hints)])

    @rule()
    def abandon(self) -> None:
        self.hands.send(AbandonWanted(self.hands.at))

    @rule(setup=SETUPS)
    def a_match_is_set(self, setup: MatchSetup) -> None:
        self.hands.set_match(setup)

    @rule(times=st.integers(1, 30), seed=st.integers(0, 99))
    def people_play(self, times: int, seed: int) -> None:
        self.player.let_go()
        self.player.rng = Random(seed)
        for _ in range(times):
            self.player.follow()

    @invariant()
    def nothing_is_overdue(self) -> None:
        self.hands.send(TimePassed(self.hands.at))
        assert self.hands.table.due > self.hands.at

    @invariant()
    def the_frame_is_one(self) -> None:
        scene, at = self.hands.scene, self.hands.at
        for settings_ in (LightSettings(), LightSettings(CLEAR, brightness=1.0, cap_ma=200.0)):
            assert len(frame(scene, at, settings_)) == 108
        assert next_change(scene, at) > at

    @invariant()
    def the_match_replays_through_the_rules(self) -> None:
        match = self.hands.table.match
        replayed = Match(match.wins_needed)
        for cycle in match.cycles:
            replayed = replayed.begin(cycle.deal, cycle.first)
            for move in cycle.moves:
                replayed = replayed.play(move)
        assert replayed == match

    @invariant()
    def what_was_told_gives_back_the_very_table(self) -> None:
        for effect in filter(is_told, self.hands.effects[self.folded :]):
            self.fold = self.fold.take(effect)
        self.folded = len(self.hands.effects)
        back, table = self.fold.table, self.hands.table
        assert self.fold.expected == ()
        assert (back.match, back.phase) == (table.match, table.phase)
        assert (back.setup, back.hints) == (table.setup, table.hints)
        again = Hands()
        again.table = resumed(back)
        assert len(frame(again.scene, 0.0, LightSettings())) == 108

    @invariant()
    def the_mind_is_asked_exactly_where_it_has_to_move(self) -> None:
        table = self.hands.table
        wanted: tuple[type[object], Position] | None = None
        if table.match.current is not None:
            seat = table.setup.seats[table.position.mover - 1]
            if seat.sitting is Sitting.MIND and not isinstance(table.phase, Following):
                wanted = (Answering, table.position)
            elif seat.here and table.hints is Hints.COACH:
                wanted = (Coaching, table.position)
        task = task_of(table)
        assert (task and (type(task), task.position)) == wanted
        if isinstance(task, Answering):
            assert task.level == table.setup.seats[table.position.mover - 1].level

    @invariant()
    def no_tile_is_lost(self) -> None:
        for cycle in self.hands.table.match.cycles[-1:]:
            discarded = [cycle.position.discarded(kind) for kind in Kind]
            spent = [sum(move.spent is kind for move in cycle.moves) for kind in Kind]
            assert discarded == spent

    @invariant()
    def the_phase_fits_the_match(self) -> None:
        match, phase = self.hands.table.match, self.hands.table.phase
        deciding: tuple[type[Phase], ...] = (Turn, ChoosingPayment)
        awaited: tuple[type[Phase], ...] = (Awaiting, Following)
        assert isinstance(phase, (*deciding, *awaited)) == (match.current is not None)
        if match.current is not None:
            here = self.hands.table.seat(self.hands.position.mover).here
            assert isinstance(phase, deciding if here else awaited)
            self.stood = [*self.stood[-9:], self.hands.position]
        if isinstance(phase, Following):
            assert phase.move in legal_moves(self.hands.position)
        assert isinstance(phase, MatchOver) == (match.winner is not None)
        if isinstance(phase, Turn) and phase.spending is not None:
            assert self.hands.position.targets(phase.spending)

    def teardown(self) -> None:
        self.player.finish()
        assert self.hands.table.match.winner is not None


AnyEvent.TestCase.settings = settings(max_examples=120, stateful_step_count=40)
TestAnyEvent = AnyEvent.TestCase
