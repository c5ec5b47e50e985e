"""The daemon: what it passes on, in which order, and that it sleeps while nothing happens."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

import iye_hw.panel as hw
from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import DARK, PAD_NAMES, Frame, LightSettings
from iye.rules import Cell, Player, parse_deal
from iye.table import (
    Button,
    ButtonPressed,
    ChooseFirst,
    Dealt,
    Effect,
    Event,
    MatchBegan,
    MatchSet,
    MatchSetup,
    PadDeclared,
    Table,
    TimePassed,
    Woke,
)

DEAL = parse_deal("HOSST/TTHSS/TWSWS/HSHSH/STWHH")


@dataclass
class Planned:
    when: float
    callback: Callable[..., object]
    args: tuple[object, ...]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class HandClock:
    """A timeline that a test moves by hand."""

    now: float = 0.0
    plans: list[Planned] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[..., object], *args: object) -> Planned:
        self.plans.append(Planned(when, callback, args))
        return self.plans[-1]

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> Planned:
        return self.call_at(self.now, callback, *args)

    def waiting(self) -> list[Planned]:
        return sorted((plan for plan in self.plans if not plan.cancelled), key=lambda p: p.when)

    def run_until(self, end: float, *, early: float = 0.0) -> int:
        """Run what is planned until `end`, each call `early` seconds too soon; count the calls."""
        calls = 0
        while (plans := self.waiting()) and plans[0].when <= end:
            plan = plans[0]
            self.plans.remove(plan)
            self.now = max(self.now, plan.when - early)
            plan.callback(*plan.args)
            calls += 1
        self.now = max(self.now, end)
        return calls


@dataclass
class PaperPanel:
    """A panel that only notes what it is shown."""

    pads: tuple[str, ...] = PAD_NAMES
    shown: list[bytes] = field(default_factory=list)
    sink: Callable[[hw.PanelEvent], None] = print
    closed: int = 0

    def readings(self) -> dict[str, hw.PadReading]:
        return {}

    async def start(self, sink: hw.Sink) -> None:
        self.sink = sink

    def show(self, frame: bytes) -> None:
        self.shown.append(frame)

    def close(self) -> None:
        self.closed += 1


class Notes:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.effects: list[tuple[float, Effect]] = []
        self.states: list[tuple[float, Table, Frame]] = []
        self.complaints: list[str] = []

    def sensed(self, event: Event) -> None:
        self.events.append(event)

    def happened(self, effect: Effect, at: float) -> None:
        self.effects.append((at, effect))

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        self.states.append((at, table, frame))

    def complained(self, complaint: hw.Complaint) -> None:
        self.complaints.append(complaint.sentence)


@dataclass
class Board:
    clock: HandClock
    panel: PaperPanel
    daemon: Daemon
    notes: Notes

    def feel(self, event: hw.PanelEvent) -> None:
        self.clock.run_until(event.at)
        self.panel.sink(event)

    def hold(self, pad: str, at: float, until: float) -> None:
        self.feel(hw.PadTouched(pad, at))
        self.feel(hw.PadReleased(pad, until))


@pytest.fixture
def board() -> Board:
    clock, panel, notes = HandClock(), PaperPanel(), Notes()
    daemon = Daemon(panel, clock, dealer=Dealer([DEAL]))
    daemon.subscribe(notes)
    _start(daemon)
    return Board(clock, panel, daemon, notes)


def _start(daemon: Daemon) -> None:
    starting = daemon.start()
    with pytest.raises(StopIteration):
        starting.send(None)


def test_a_panel_with_other_pads_than_the_games_is_refused_by_name() -> None:
    pads = ("z9", *PAD_NAMES[1:])
    with pytest.raises(ValueError, match=r"a1.*z9|z9.*a1"):
        Daemon(PaperPanel(pads=pads), HandClock())


def test_a_panel_with_the_pads_in_another_order_is_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        Daemon(PaperPanel(pads=PAD_NAMES[::-1]), HandClock())


def test_started_the_board_shows_that_it_is_asleep(board: Board) -> None:
    assert len(board.panel.shown) == 1
    assert board.panel.shown[0] != DARK


def test_a_sleeping_board_changes_its_lights_at_most_three_times_a_second(board: Board) -> None:
    assert board.clock.run_until(60.0) <= 180


def test_a_turn_without_anything_to_explain_needs_at_most_three_wakings_a_second(
    board: Board,
) -> None:
    board.daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    board.hold("c3", 1.0, 1.6)
    board.hold("c5", 2.0, 2.6)
    board.clock.run_until(20.0)  # the hand-over has been shown
    assert board.clock.run_until(80.0) <= 180


def test_with_hints_off_a_turn_sleeps_until_something_happens(board: Board) -> None:
    board.daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    board.hold("c3", 1.0, 1.6)
    board.daemon.post(ButtonPressed(Button.HINT, 2.0))
    assert board.clock.waiting() == []


def test_a_board_that_is_not_animated_paints_only_when_something_happens() -> None:
    clock, panel = HandClock(), PaperPanel()
    daemon = Daemon(panel, clock, dealer=Dealer([DEAL]), animated=False)
    _start(daemon)
    assert clock.waiting() == []
    daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    assert len(panel.shown) == 2  # asleep, and the deal
    assert clock.waiting() == []


class InOrder:
    """Notes what comes after what: lights, and what it is told; posts an event when first told."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.post: Callable[[Event], None] | None = None

    def shown(self, _frame: bytes) -> None:
        self.order.append("light")

    def sensed(self, event: Event) -> None:
        self.order.append(type(event).__name__)

    def happened(self, effect: Effect, _at: float) -> None:
        self.order.append(f"  {type(effect).__name__}")
        post, self.post = self.post, None
        if post is not None:
            post(ButtonPressed(Button.HINT, 2.0))

    def stands(self, _table: Table, _frame: Frame, _at: float) -> None:
        self.order.append("stands")

    def complained(self, _complaint: hw.Complaint) -> None:
        self.order.append("complained")


def in_order(monkeypatch: pytest.MonkeyPatch) -> tuple[InOrder, Daemon]:
    """Give a turn's daemon and who notes the order of things from then on."""
    clock, panel, notes = HandClock(), PaperPanel(), InOrder()
    daemon = Daemon(panel, clock, dealer=Dealer([DEAL]), animated=False)
    _start(daemon)
    daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    daemon.post(PadDeclared(Cell.c3, 1.0))
    monkeypatch.setattr(panel, "show", notes.shown)
    daemon.subscribe(notes)
    return notes, daemon


def test_light_goes_before_whoever_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    notes, daemon = in_order(monkeypatch)
    daemon.post(PadDeclared(Cell.c5, 2.0))
    assert notes.order[0] == "light"
    assert notes.order[1] == "PadDeclared"
    assert notes.order[2].startswith("  ")
    assert notes.order[-1] == "stands"
    assert notes.order.count("light") == notes.order.count("stands") == 1


def test_what_an_observer_posts_is_told_of_after_all_that_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes, daemon = in_order(monkeypatch)
    notes.post = daemon.post
    daemon.post(PadDeclared(Cell.c5, 2.0))
    events = [told for told in notes.order if not told.startswith(" ") and told != "light"]
    assert events == ["PadDeclared", "ButtonPressed", "stands"]
    effects_of_the_move = notes.order[2 : notes.order.index("ButtonPressed")]
    assert effects_of_the_move
    assert all(told.startswith("  ") for told in effects_of_the_move)


def test_the_last_light_is_that_of_how_things_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    notes, daemon = in_order(monkeypatch)
    notes.post = daemon.post
    daemon.post(PadDeclared(Cell.c5, 2.0))
    fresh = Daemon(PaperPanel(), HandClock(), table=daemon.table)
    fresh.post(TimePassed(2.0))
    assert daemon.frame == fresh.frame


def test_a_landing_is_made_at_its_settling_time_with_no_further_touch(board: Board) -> None:
    board.daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    board.feel(hw.PadTouched("c3", 1.0))
    assert board.daemon.table.match.current is None
    board.clock.run_until(1.3)
    assert board.daemon.table.match.current is not None


def test_a_clock_that_calls_a_little_early_makes_no_busy_loop(board: Board) -> None:
    board.daemon.post(MatchSet(0.0, MatchSetup(first=Player.ONE)))
    board.feel(hw.PadTouched("c3", 1.0))
    assert board.clock.run_until(1.3, early=1e-4) < 20
    assert board.daemon.table.match.current is not None


def test_an_asked_for_deal_comes_from_the_dealer_in_the_same_breath(board: Board) -> None:
    board.daemon.post(MatchSet(5.0, MatchSetup(first=Player.TWO)))
    assert (5.0, Dealt(1, DEAL, Player.TWO)) in board.notes.effects


def test_everyone_is_told_everything_once_and_in_order(board: Board) -> None:
    other = Notes()
    board.daemon.subscribe(other)
    board.feel(hw.PadTouched("a1", 1.0))
    board.clock.run_until(1.1)
    assert [effect for _, effect in other.effects] == [
        Woke(),
        MatchBegan(MatchSetup()),
        ChooseFirst(None),
    ]
    assert board.notes.effects == other.effects


def test_an_observer_may_post_and_its_event_comes_after_those_that_wait(board: Board) -> None:
    class Eager(Notes):
        def happened(self, effect: Effect, at: float) -> None:
            super().happened(effect, at)
            if isinstance(effect, ChooseFirst):
                board.daemon.post(MatchSet(at, MatchSetup(first=Player.ONE)))

    eager = Eager()
    board.daemon.subscribe(eager)
    board.feel(hw.PadTouched("a1", 1.0))
    board.clock.run_until(1.1)
    kinds = [type(effect).__name__ for _, effect in eager.effects]
    assert kinds == ["Woke", "MatchBegan", "ChooseFirst", "MatchBegan", "DealWanted", "Dealt"]


def test_buttons_and_pads_reach_the_table_under_their_names(board: Board) -> None:
    board.daemon.post(MatchSet(0.0, MatchSetup()))
    board.feel(hw.PadTouched("2O", 1.0))
    assert board.daemon.table.next_cycle == 1
    board.hold("c3", 2.0, 2.6)
    assert board.daemon.table.position.mover is Player.TWO
    board.feel(hw.ButtonPressed("undo", 3.0))
    board.feel(hw.ButtonReleased("undo", 3.1))
    assert board.daemon.table.match.cycles == ()


def test_what_is_wrong_with_the_hardware_is_passed_on(board: Board) -> None:
    board.feel(hw.Complaint("touch chip 0x5B does not answer", 1.0))
    assert board.notes.complaints == ["touch chip 0x5B does not answer"]


def test_pads_that_feel_nothing_are_shown_until_they_are_mended(board: Board) -> None:
    chip = "touch chip 0x5B"
    place = 3 * PAD_NAMES.index("e4")
    board.feel(hw.Complaint(f"{chip} does not answer", 1.0, chip, pads=("e4", "c3")))
    board.clock.run_until(3.0)
    shown = {frame[place : place + 3] for frame in board.panel.shown}
    assert any(red and not green and not blue for red, green, blue in shown)
    board.feel(hw.Complaint(f"{chip} works again", 3.0, chip, mended=True))
    before = len(board.panel.shown)
    board.clock.run_until(9.0)
    assert {frame[place : place + 3] for frame in board.panel.shown[before:]} == {bytes(3)}


def test_the_panel_is_shown_only_frames_that_differ(board: Board) -> None:
    board.clock.run_until(30.0)
    pairs = zip(board.panel.shown, board.panel.shown[1:], strict=False)
    assert all(one != two for one, two in pairs)


def test_observers_see_the_frame_that_was_sent_to_the_lights(board: Board) -> None:
    board.feel(hw.PadTouched("c4", 1.0))
    _, table, frame = board.notes.states[-1]
    assert frame == board.panel.shown[-1] == board.daemon.frame
    assert Cell.c4 in table.contact.felt


def test_closing_plans_nothing_more_and_lets_go_of_the_panel(board: Board) -> None:
    board.daemon.close()
    assert board.clock.waiting() == []
    assert board.panel.closed == 1


def test_light_settings_are_what_the_frames_are_painted_with() -> None:
    clock, panel = HandClock(), PaperPanel()
    daemon = Daemon(panel, clock, lights=LightSettings(brightness=0.0))
    _start(daemon)
    assert panel.shown == []
    assert math.isfinite(daemon.table.last_touch)
