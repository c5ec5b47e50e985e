"""A table brought back from what was written down of it: effects in, the table they tell of out.

The law of this module: nothing written is believed. Every entry is folded through the rules and
through the very functions that hands at the table go through, and has to say what they say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from iye.lights import IyePad
from iye.rules import (
    CENTRE,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    Position,
    format_position,
    legal_moves,
)
from iye.table import between, laying, machine, sharing, turns, undo
from iye.table.contact import Landed
from iye.table.effects import (
    Abandoned,
    Answered,
    ChooseFirst,
    CycleBegan,
    CycleEnded,
    Dealt,
    DealWanted,
    Effect,
    FellAsleep,
    FirstChosen,
    HintsSet,
    KindChosen,
    MatchBegan,
    MatchEnded,
    Moved,
    PaymentDropped,
    PaymentWanted,
    SpendingChosen,
    TakenBack,
    TileLaid,
    Undone,
)
from iye.table.events import BackTo, DealDrawn, FirstAnswered, MatchSet, MoveAnswered
from iye.table.state import (
    NOTHING,
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
    WayBack,
)
from iye_hw.sentence import Sentence, sentence, sentence_of

Phases = tuple[type[Phase], ...]
Entry = tuple[int, Effect]
"""The number under which an effect was written down, and the effect."""


class MisfitError(ValueError):
    """What was written down cannot have happened after what stands before it; in a sentence."""


class RestoreError(ValueError):
    """Entry `number` does not fit those before it, and why, in the sentence `reason`."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(
            sentence("entry {number} does not fit: {reason}", number=number, reason=reason)
        )
        self.number = number
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Fold:
    """A table as far as it has been told, and the effects that have to be told next."""

    table: Table = field(default_factory=Table)
    expected: tuple[Effect, ...] = ()

    def take(self, effect: Effect) -> Fold:
        """Fold one more effect in. Raises MisfitError when it cannot have come next."""
        if self.expected:
            _compare(self.expected[0], effect)
            return replace(self, expected=self.expected[1:])
        table, effects = _bring_about(self.table, effect)
        told = tuple(filter(is_told, effects))
        _compare(told[0] if told else None, effect)
        return Fold(table, told[1:])


def is_told(effect: Effect) -> bool:
    """Say whether an effect changes match, phase, set-up or hints, and so is to be written down."""
    return type(effect) in _CAUSES or isinstance(effect, _ONLY_FOLLOWING)


def restore(entries: Iterable[Entry]) -> Table:
    """Give the table that `entries` tell of, ready to go on from.

    Raises RestoreError at the first entry that does not fit.
    """
    fold = Fold()
    for number, effect in entries:
        try:
            fold = fold.take(effect)
        except MisfitError as error:
            raise RestoreError(number, sentence_of(error)) from None
    return resumed(fold.table)


def resumed(table: Table) -> Table:
    """Give a table as it is after a restart: nothing is known of the drum, the hands or the time.

    In a turn the space pulses where the drum belongs. A table at which nothing can be lost falls
    asleep as soon as time passes.
    """
    still = replace(table, last_touch=-math.inf, handover=None, show=None, wrong=None)
    in_turn = isinstance(table.phase, Turn | Awaiting | Following)
    return replace(still, way_back=_anywhere(table) if in_turn else None)


def _anywhere(table: Table) -> WayBack:
    """Where the drum is, is not known; the tiles and hands are taken to be as they should."""
    position = table.position
    return WayBack(None, position.tiles, (position.hand1, position.hand2))


def _compare(ruled: Effect | None, written: Effect) -> None:
    """Raise MisfitError unless what was written is what the rules and the table say."""
    if ruled == written:
        return
    if ruled is None:
        raise MisfitError(
            sentence(
                "{written} is written, and nothing of the kind could happen",
                written=_said(written),
            )
        )
    raise MisfitError(
        sentence(
            "{written} is written, and {ruled} is what happened",
            written=_said(written),
            ruled=_said(ruled),
        )
    )


def _said(effect: Effect) -> str:
    """Name an effect with what matters of it."""
    name = type(effect).__name__
    match effect:
        case Moved(player, move, _, position):
            return sentence(
                "{name} (player {player}, {move}, giving {position})",
                name=name,
                player=int(player),
                move=move,
                position=format_position(position),
            )
        case Undone(None):
            return sentence("{name} (no cycle)", name=name)
        case Undone(Position() as position) | CycleBegan(position):
            return f"{name} ({format_position(position)})"
        case _:
            return name


def _bring_about(table: Table, effect: Effect) -> Step:
    """Let happen what must have happened for `effect` to be told. Raises MisfitError."""
    if type(effect) not in _CAUSES:
        name = type(effect).__name__
        raise MisfitError(
            sentence("{name} is written, and nothing before it leads to it", name=name)
        )
    phases, cause = _CAUSES[type(effect)]
    if not isinstance(table.phase, phases):
        raise MisfitError(_out_of_phase(effect, table))
    return cause(table, effect)


def _out_of_phase(effect: Effect, table: Table) -> Sentence:
    name, phase = type(effect).__name__, type(table.phase).__name__
    return sentence("{name} is written in the phase {phase}", name=name, phase=phase)


def _begin_match(table: Table, effect: MatchBegan) -> Step:
    return between.set_match(table, MatchSet(0.0, effect.setup))


def _choose_first(table: Table, effect: FirstChosen) -> Step:
    if table.shared:
        return sharing.first_answered(table, FirstAnswered(effect.player, 0.0))
    return between.choose_first(table, IyePad(effect.player, Kind.OWL), 0.0)


def _draw_again(table: Table, _effect: DealWanted) -> Step:
    return between.draw_again(table, 0.0)


def _choose_kind(table: Table, effect: KindChosen) -> Step:
    """Touch the kind's pad; once more, where none is meant any longer."""
    phase = table.phase
    before = phase.kind if isinstance(phase, LayingByHand) else None
    kind = before if effect.kind is None else effect.kind
    if kind is None:
        return table, NOTHING
    touched = IyePad(Player.ONE, kind)
    if isinstance(phase, LayingOut):
        return between.lay_ourselves(table, touched, 0.0)
    return laying.tell(table, touched, 0.0)


def _tell(table: Table, effect: TileLaid) -> Step:
    return laying.tell(table, effect.cell, 0.0)


def _deal(table: Table, effect: Dealt) -> Step:
    return between.drawn(table, DealDrawn(effect.deal, 0.0))


def _begin_cycle(table: Table, _effect: CycleBegan) -> Step:
    return between.begin_cycle(table, Landed(CENTRE, 0.0))


def _spend(table: Table, effect: SpendingChosen) -> Step:
    """Touch the kind's pad; once more, where it is not to be spent after all."""
    assert isinstance(table.phase, Turn)  # noqa: S101 - for the type checker
    kind = table.phase.spending if effect.kind is None else effect.kind
    if kind is None:
        return table, NOTHING
    return turns.touch_to_spend(table, IyePad(table.position.mover, kind), 0.0)


def _want_payment(table: Table, effect: PaymentWanted) -> Step:
    legal = legal_moves(table.position)
    if not effect.kinds or any(Move(effect.cell, kind) not in legal for kind in effect.kinds):
        return table, NOTHING
    return table.entering(ChoosingPayment(effect.cell, effect.kinds)), (effect,)


def _drop_payment(table: Table, _effect: PaymentDropped) -> Step:
    return turns.drop_payment(table)


def _answer(table: Table, effect: Answered) -> Step:
    if not (table.shared or isinstance(table.phase, Awaiting)):
        raise MisfitError(_out_of_phase(effect, table))
    return turns.answer(table, MoveAnswered(table.position, effect.move, 0.0))


def _move(table: Table, effect: Moved) -> Step:
    if isinstance(table.phase, Following) and table.phase.move != effect.move:
        return table, NOTHING
    try:
        return turns.move(table, effect.move, 0.0)
    except IllegalMoveError:
        raise MisfitError(
            sentence(
                "{written} is written, which is no legal move in {position}",
                written=_said(effect),
                position=format_position(table.position),
            )
        ) from None


def _undo(table: Table, effect: Undone) -> Step:
    if not effect.slid:
        return machine.ON_UNDO[type(table.phase)](table)
    return undo.slid_move(table, table.handover) if table.handover is not None else (table, NOTHING)


def _take_back(table: Table, effect: TakenBack) -> Step:
    return sharing.back_to(table, BackTo(effect.point, effect.number, 0.0))


def _set_hints(table: Table, effect: HintsSet) -> Step:
    return replace(table, hints=effect.hints), (effect,)


def _abandon(table: Table, _effect: Abandoned) -> Step:
    return between.abandon(table) if table.playing else (table, NOTHING)


def _fall_asleep(table: Table, _effect: FellAsleep) -> Step:
    return (table, NOTHING) if table.playing else between.fall_asleep(table)


_ANY: Final[Phases] = tuple(machine.ON_UNDO)
_CAUSES: Final[dict[type[Effect], tuple[Phases, Callable[[Table, Any], Step]]]] = {
    MatchBegan: (_ANY, _begin_match),
    FirstChosen: ((ChoosingFirst,), _choose_first),
    DealWanted: ((LayingOut, LayingByHand), _draw_again),
    KindChosen: ((LayingOut, LayingByHand), _choose_kind),
    TileLaid: ((LayingByHand,), _tell),
    Dealt: ((Drawing,), _deal),
    CycleBegan: ((LayingOut,), _begin_cycle),
    SpendingChosen: ((Turn,), _spend),
    PaymentWanted: ((Turn,), _want_payment),
    PaymentDropped: ((ChoosingPayment,), _drop_payment),
    Answered: ((Awaiting, Turn, ChoosingPayment), _answer),
    Moved: ((Turn, Following, ChoosingPayment), _move),
    Undone: (_ANY, _undo),
    TakenBack: (_ANY, _take_back),
    HintsSet: (_ANY, _set_hints),
    Abandoned: (_ANY, _abandon),
    FellAsleep: ((ChoosingFirst, MatchOver), _fall_asleep),
}
"""In which phases an effect can be told, and what lets it happen."""

_ONLY_FOLLOWING: Final = (ChooseFirst, CycleEnded, MatchEnded)
"""Effects that are told only together with one of the others."""
