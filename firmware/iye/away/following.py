"""What is to be done when a table and what both have agreed on differ: the next step, if any.

The law of this module: it looks at how things stand, never at how they came about. So it does not
matter what was lost on the way: a table that was behind follows step by step, and what was done at
the table and not yet said is said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from iye.away.agreed import Agreed
from iye.away.kept import Kept
from iye.away.words import Status
from iye.names import clean_name
from iye.rules import Cycle, Deal, Move, Player
from iye.table import (
    PERSON,
    Asleep,
    Awaiting,
    BackTo,
    ChoosingFirst,
    ChoosingPayment,
    Consent,
    ConsentStands,
    DealDrawn,
    Drawing,
    Event,
    FirstAnswered,
    Following,
    LayingOut,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    Parted,
    Point,
    Seat,
    Sitting,
    Standing,
    Table,
    Turn,
)

_ELSEWHERE: Final = Seat(Sitting.ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Tell:
    """The table is to be told this."""

    event: Event


@dataclass(frozen=True, slots=True)
class SayMove:
    """The other board is to be told of a move made here, at the moment `due` or later."""

    move: Move
    due: float


@dataclass(frozen=True, slots=True)
class SayFirst:
    """The other board is to be told who begins, as was chosen here."""

    player: Player


@dataclass(frozen=True, slots=True)
class Differ:
    """The table tells of something else than what both agreed on, from here on."""

    point: Point


Step = Tell | SayMove | SayFirst | Differ
Token = tuple[Deal, Player] | Move
"""A cycle's beginning, or a move."""


def next_step(table: Table, state: Agreed, me: Player, at: float) -> Step | None:
    """Say what is to be done next; None while nothing is, or a hand has to do it."""
    if table.setup.shared != state.name:
        return _sit_down(table, state, me, at)
    if isinstance(table.phase, Asleep) and state.match.winner is not None:
        return None  # the match is over, and so was the evening
    have, agreed = _tokens(_cycles(table)), _tokens(state.match.cycles)
    common = _common(have, agreed)
    if table.taken_back < state.backs:
        return Tell(BackTo(_point(agreed[:common]), state.backs, at))
    if common < len(have):
        return _ahead(table, have, common, agreed, me)
    if common < len(agreed):
        return _behind(table, state, agreed[common], at)
    return _who_begins(table, state, me, at)


def standing(state: Agreed, me: Player) -> Standing:
    """Give what is asked and open, as this player's board shows it."""
    own, other = state.asks[me - 1], state.asks[me.other - 1]
    return Standing(
        None if own is None else own.consent,
        None if other is None else other.consent,
        refused=state.refused[me - 1],
    )


def consents(table: Table, state: Agreed, me: Player, at: float) -> Tell | None:
    """Say how the table is to be told of what is asked."""
    now = standing(state, me)
    if table.setup.shared != state.name or table.consent == now:
        return None
    return Tell(ConsentStands(now, at))


def useless(table: Table, state: Agreed, me: Player) -> bool:
    """Whether the other asks to take back a match that is no longer on this board."""
    asked = state.asks[me.other - 1]
    asleep = table.setup.shared == state.name and isinstance(table.phase, Asleep)
    return asleep and asked is not None and asked.consent is Consent.UNDO


def _sit_down(table: Table, state: Agreed, me: Player, at: float) -> Step | None:
    """Begin the match at the table, once it is dealt and the table is free."""
    playing_alone = table.playing and not table.shared
    if not state.match.cycles or playing_alone:
        return None
    return Tell(MatchSet(at, setup_of(state, me)))


def setup_of(state: Agreed, me: Player) -> MatchSetup:
    """Give the match as it is set up at this player's board."""
    one, two = state.begun
    assert one is not None  # noqa: S101 - it has been dealt
    assert two is not None  # noqa: S101 - the same
    mine = (PERSON, _ELSEWHERE)
    return MatchSetup(
        state.match.wins_needed,
        state.match.cycles[0].first,
        names=(clean_name(one.name), clean_name(two.name)),
        seats=mine if me is Player.ONE else mine[::-1],
        shared=state.name,
        coach=one.coach and two.coach,
    )


def _ahead(
    table: Table, have: list[Token], common: int, agreed: list[Token], me: Player
) -> Step | None:
    """Find something at the table that the other does not know: a move made here, or a fault."""
    made, only_one = have[common], len(have) == common + 1 == len(agreed) + 1
    if not (only_one and isinstance(made, Move)) or _last_mover(table) is not me:
        return Differ(_point(have[:common]))
    assert isinstance(made, Move)  # noqa: S101 - for the type checker
    return SayMove(made, _arrived(table))


def _arrived(table: Table) -> float:
    """Give the moment from which the drum cannot have slid on any more."""
    timing = table.timing
    if table.handover is None:
        return 0.0
    return table.handover.at + timing.slide + timing.settle + timing.gap


def _last_mover(table: Table) -> Player:
    return table.match.cycles[-1].positions[-2].mover


def _behind(table: Table, state: Agreed, token: Token, at: float) -> Step | None:
    """Let the table follow what both agreed on by one step."""
    phase = table.phase
    if isinstance(token, Move):
        if isinstance(phase, Awaiting | Turn | ChoosingPayment):
            return Tell(MoveAnswered(table.position, token, at))
        follows = not isinstance(phase, Following) or phase.move == token
        return None if follows else Differ(table.point)
    deal, first = token
    if isinstance(phase, ChoosingFirst):
        return Tell(FirstAnswered(first, at))
    if isinstance(phase, Drawing) and phase.first is first:
        return Tell(DealDrawn(deal, at))
    if isinstance(phase, Asleep):
        return Tell(MatchSet(at, replace(table.setup, first=state.match.cycles[0].first)))
    return Differ(table.point)


def _who_begins(table: Table, state: Agreed, me: Player, at: float) -> Step | None:
    """Settle who begins the next cycle, of which nothing else is known yet."""
    phase = table.phase
    if isinstance(phase, ChoosingFirst) and state.first is not None:
        return Tell(FirstAnswered(state.first, at))
    if isinstance(phase, Drawing) and state.chooser is me:
        return SayFirst(phase.first)
    if isinstance(phase, Drawing) and state.first not in (None, phase.first):
        return Differ(table.point)
    return None


def part(table: Table, name: str, at: float) -> Tell | None:
    """Say how the table is to be told that the match `name` has been given up."""
    under_way = table.setup.shared == name and table.playing
    return Tell(Parted(left=False, at=at)) if under_way else None


def _cycles(table: Table) -> tuple[Cycle, ...]:
    phase, cycles = table.phase, table.match.cycles
    if isinstance(phase, LayingOut):
        return (*cycles, Cycle.begin(phase.deal, phase.first))
    return cycles


def _tokens(cycles: tuple[Cycle, ...]) -> list[Token]:
    tokens: list[Token] = []
    for cycle in cycles:
        tokens.append((cycle.deal, cycle.first))
        tokens.extend(cycle.moves)
    return tokens


def _common(one: list[Token], two: list[Token]) -> int:
    same = 0
    for here, there in zip(one, two, strict=False):
        if here != there:
            break
        same += 1
    return same


def _point(tokens: list[Token]) -> Point:
    begun = [number for number, token in enumerate(tokens) if not isinstance(token, Move)]
    return Point(len(begun), len(tokens) - 1 - begun[-1]) if begun else Point(0, 0)


def status(table: Table, kept: Kept, name: str) -> Status:
    """Say how a board stands whose people are called so; a table in another match is at nothing."""
    here = table if table.setup.shared == kept.match and kept.match else Table()
    offering = kept.match or not table.playing or table.shared
    return Status(
        kept.life,
        name[:40],
        kept.offer if offering else "",
        kept.peer if kept.match else "",
        len(kept.others),
        here.point.cycles,
        here.point.moves,
        here.taken_back,
        kept.stopped,
    )
