"""The state machine at the table: an event in, the table after it and its effects out.

The law of this module: which gesture means what in which phase stands in four tables, and nothing
here reads a clock. Before an event is handled, everything that was due before it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from iye.lights import Pad
from iye.rules import Cell
from iye.table import between, laying, opposing, sharing, turns, undo
from iye.table.contact import HeldSeveral, Landed
from iye.table.declared import felt_late, gone_on, may_be_felt
from iye.table.effects import Coached, HintsSet, Reason, Rejected, SeveralHeld
from iye.table.events import (
    AbandonWanted,
    Advised,
    BackTo,
    Button,
    ButtonPressed,
    ButtonReleased,
    CodeGiven,
    ConsentSaid,
    ConsentStands,
    DealDrawn,
    Event,
    FirstAnswered,
    Hints,
    HintsWanted,
    MatchSet,
    MoveAnswered,
    PadDeclared,
    PadReleased,
    PadTouched,
    Parted,
    TimePassed,
)
from iye.table.state import (
    NOTHING,
    Asleep,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    Phase,
    Step,
    Table,
    Turn,
)


def handle(table: Table, event: Event) -> Step:
    """Give the table after `event`, and what has come of it, in order."""
    table, due = _pass_time(table, event.at)
    table, effects = _HANDLERS[type(event)](table, event)
    table, cleared_up = _pass_time(table, event.at)  # what an open doubt had held up
    return table, (*due, *effects, *cleared_up)


def _ignore_touch(table: Table, _pad: Pad, _at: float) -> Step:
    return table, NOTHING


def _ignore_landing(table: Table, _landing: Landed) -> Step:
    return table, NOTHING


def _match_is_over(table: Table, landing: Landed) -> Step:
    return table, (Rejected(landing.cell, Reason.MATCH_OVER),)


def _hold_to_abandon(table: Table, _at: float) -> Step:
    return table, (Rejected(Button.NEW, Reason.HOLD_TO_ABANDON),)


def _choose_who_begins(table: Table, _at: float) -> Step:
    return table, (Rejected(Button.NEW, Reason.CHOOSE_WHO_BEGINS),)


def _wake(table: Table, pad: Pad, at: float) -> Step:
    return (sharing.wake if table.shared else between.wake)(table, pad, at)


def _lay_ourselves(table: Table, pad: Pad, at: float) -> Step:
    return (table, NOTHING) if table.shared else between.lay_ourselves(table, pad, at)


def _choose_first(table: Table, pad: Pad, at: float) -> Step:
    """Take a touch on a side as who begins, and one on a cell as the mind's level, if it plays."""
    if _chosen_elsewhere(table) and not isinstance(pad, Cell):
        return table, (Rejected(pad, Reason.OTHER_CHOOSES),)
    if isinstance(pad, Cell) and _chooses_level(table, pad):
        return opposing.choose_level(table, pad, at)
    return between.choose_first(table, pad, at)


def _level_or_refuse(table: Table, landing: Landed) -> Step:
    """Take a cell that is declared as one that is touched, if it chooses the mind's level."""
    if _chooses_level(table, landing.cell):
        return opposing.choose_level(table, landing.cell, landing.at)
    return between.refuse_cell(table, landing)


def _chosen_elsewhere(table: Table) -> bool:
    chooser = table.phase.asked if isinstance(table.phase, ChoosingFirst) else None
    return table.shared and chooser is not None and not table.seat(chooser).here


def _chooses_level(table: Table, cell: Cell) -> bool:
    return opposing.level_of(table) is not None and cell in opposing.LEVEL_CELLS


ON_TOUCH: Final[dict[type[Phase], Callable[[Table, Pad, float], Step]]] = {
    Asleep: _wake,
    ChoosingFirst: _choose_first,
    Drawing: _ignore_touch,
    LayingOut: _lay_ourselves,
    LayingByHand: laying.tell,
    Turn: turns.touch_to_spend,
    Awaiting: _ignore_touch,
    Following: _ignore_touch,
    ChoosingPayment: turns.touch_to_pay,
    MatchOver: _ignore_touch,
}
"""What touching a pad means, once it is no mere flicker."""

ON_LANDING: Final[dict[type[Phase], Callable[[Table, Landed], Step]]] = {
    Asleep: _ignore_landing,
    ChoosingFirst: _level_or_refuse,
    Drawing: _ignore_landing,
    LayingOut: between.begin_cycle,
    LayingByHand: _ignore_landing,
    Turn: turns.land,
    Awaiting: turns.land,
    Following: turns.land,
    ChoosingPayment: turns.land,
    MatchOver: _match_is_over,
}
"""What a cell held for the settling time means."""

ON_UNDO: Final[dict[type[Phase], Callable[[Table], Step]]] = {
    Asleep: undo.nothing,
    ChoosingFirst: undo.choice,
    Drawing: undo.leave_deal,
    LayingOut: undo.telling_or_deal,
    LayingByHand: undo.statement_or_deal,
    Turn: undo.move_or_beginning,
    Awaiting: undo.move_or_beginning,
    Following: undo.move_or_beginning,
    ChoosingPayment: undo.landing,
    MatchOver: undo.choice,
}
"""What the button `undo` takes back."""

ON_NEW: Final[dict[type[Phase], Callable[[Table, float], Step]]] = {
    Asleep: between.another_match,
    ChoosingFirst: _choose_who_begins,
    Drawing: _hold_to_abandon,
    LayingOut: between.draw_again,
    LayingByHand: between.draw_again,
    Turn: _hold_to_abandon,
    Awaiting: _hold_to_abandon,
    Following: _hold_to_abandon,
    ChoosingPayment: _hold_to_abandon,
    MatchOver: between.another_match,
}
"""What a short press of `new` does."""


NEXT_HINTS: Final = {
    Hints.OFF: Hints.TARGETS,
    Hints.TARGETS: Hints.COACH,
    Hints.COACH: Hints.OFF,
}
"""What the button `hint` steps to."""


def _pass_time(table: Table, now: float) -> Step:
    """Let everything happen that was due by `now`, in order."""
    effects = NOTHING
    while (due := table.due) <= now:
        table, more = _fall_due(table, due)
        effects = (*effects, *more)
    return table, effects


def _fall_due(table: Table, due: float) -> Step:
    if table.contact.due(table.timing) == due:
        return (_believe if table.contact.doubts else _judge_contact)(table, due)
    if table.new_held_since is not None and table.playing:
        return sharing.want_abandoned(table) if table.shared else between.abandon(table)
    return between.fall_asleep(table)


def _believe(table: Table, due: float) -> Step:
    contact, pad = table.contact.believe(table.timing)
    table = replace(table, contact=contact)
    if pad is None:
        return table, NOTHING
    table = replace(table, last_touch=due)
    if felt_late(table.said, pad, due):
        return replace(table, said=None), NOTHING
    return gone_on(table, ON_TOUCH[type(table.phase)](table, pad, due))


def _judge_contact(table: Table, due: float) -> Step:
    contact, verdict = table.contact.judge(due, table.timing)
    table = replace(table, contact=contact)
    if verdict is None:
        return table, NOTHING
    if isinstance(verdict, HeldSeveral):
        return table, (SeveralHeld(verdict.cells),)
    after, slid = undo.slide(table, verdict.slid_on)
    after, effects = ON_LANDING[type(after.phase)](after, verdict)
    return gone_on(table, (after, (*slid, *effects)))


def _pad_touched(table: Table, event: PadTouched) -> Step:
    return replace(table, contact=table.contact.reported(event.pad, event.at, felt=True)), NOTHING


def _pad_released(table: Table, event: PadReleased) -> Step:
    return replace(table, contact=table.contact.reported(event.pad, event.at, felt=False)), NOTHING


def _button_pressed(table: Table, event: ButtonPressed) -> Step:
    table = replace(table, last_touch=event.at)
    if event.button is Button.UNDO:
        press = sharing.press_undo if table.shared else ON_UNDO[type(table.phase)]
        return gone_on(table, press(table))
    if event.button is Button.HINT:
        return replace(table, hint_held_since=event.at), NOTHING
    return replace(table, new_held_since=event.at), NOTHING


def _button_released(table: Table, event: ButtonReleased) -> Step:
    if event.button is Button.HINT:
        return _hint_released(table, event.at)
    if event.button is not Button.NEW or table.new_held_since is None:
        return table, NOTHING
    table = replace(table, new_held_since=None)
    if table.shared:
        return sharing.press_new(table)
    return gone_on(table, ON_NEW[type(table.phase)](table, event.at))


def _hint_released(table: Table, at: float) -> Step:
    """Change the hints, unless the button was held for the code to be read."""
    since, table = table.hint_held_since, replace(table, hint_held_since=None)
    read = bool(table.code) and since is not None and at >= since + table.timing.spell
    if since is None or read:
        return table, NOTHING
    if opposing.open_to_change(table):
        return opposing.mind_or_person(table, at)
    hints = NEXT_HINTS[table.hints]
    if hints not in table.hints_allowed:
        hints = NEXT_HINTS[hints]
    return replace(table, hints=hints), (HintsSet(hints),)


def _hints_wanted(table: Table, event: HintsWanted) -> Step:
    """Show what is wanted, where the button would have led there."""
    table = replace(table, last_touch=event.at)
    allowed = event.hints in table.hints_allowed and not opposing.open_to_change(table)
    if not allowed or event.hints is table.hints:
        return table, NOTHING
    return replace(table, hints=event.hints), (HintsSet(event.hints),)


def _advised(table: Table, event: Advised) -> Step:
    """Keep what the coach says; people are told if they still ask, and of what still stands."""
    advised = replace(table, advice=event.advice)
    return advised, (Coached(event.advice),) if advised.advised else NOTHING


def _code_given(table: Table, event: CodeGiven) -> Step:
    return replace(table, code=event.code), NOTHING


def _pad_declared(table: Table, event: PadDeclared) -> Step:
    """Take a declared cell as landed on at once, except where cells are only told of.

    If the pad is felt after all before the game has gone on, that is no second touch of it; one
    that is felt already cannot be felt late.
    """
    pad, phase = event.pad, type(table.phase)
    said = event if may_be_felt(table, pad) else None
    table = replace(table, last_touch=event.at)
    if isinstance(pad, Cell) and phase not in {Asleep, LayingByHand}:
        table, effects = ON_LANDING[phase](table, Landed(pad, event.at))
    else:
        table, effects = ON_TOUCH[phase](table, pad, event.at)
    return replace(table, said=said), effects


def _abandon_wanted(table: Table, _event: AbandonWanted) -> Step:
    if not table.playing:
        return table, NOTHING
    return sharing.want_abandoned(table) if table.shared else between.abandon(table)


def _match_set(table: Table, event: MatchSet) -> Step:
    """Begin a match; in a room shared with another board, the people here can only ask for one."""
    if table.shared and not event.setup.shared:
        return sharing.want_another(table)
    return between.set_match(table, event)


def _time_passed(table: Table, _event: TimePassed) -> Step:
    return table, NOTHING


_HANDLERS: Final[dict[type[Event], Callable[..., Step]]] = {
    PadTouched: _pad_touched,
    PadReleased: _pad_released,
    ButtonPressed: _button_pressed,
    ButtonReleased: _button_released,
    PadDeclared: _pad_declared,
    HintsWanted: _hints_wanted,
    AbandonWanted: _abandon_wanted,
    CodeGiven: _code_given,
    TimePassed: _time_passed,
    MatchSet: _match_set,
    DealDrawn: between.drawn,
    MoveAnswered: turns.answer,
    FirstAnswered: sharing.first_answered,
    BackTo: sharing.back_to,
    ConsentStands: sharing.stands,
    ConsentSaid: sharing.said,
    Parted: sharing.parted,
    Advised: _advised,
}
