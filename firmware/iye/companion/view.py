"""What a page is shown of the table: the whole state, and the history of the match.

The law of this module: from a table to messages, and nothing else. The page knows no rules, so
everything it may offer is said here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, cast

from iye.companion import messages as said
from iye.companion.messages import (
    Answer,
    End,
    HandOver,
    History,
    Kinds,
    LastMove,
    Payment,
    PlayedCycle,
    State,
    Way,
)
from iye.lights import IyePad
from iye.rules import (
    Cell,
    Cycle,
    CycleEnd,
    Hand,
    Kind,
    Match,
    Player,
    Position,
    cells_in,
    format_deal,
    format_position,
)
from iye.table import (
    Advice,
    Asleep,
    Awaiting,
    ChoosingFirst,
    ChoosingPayment,
    Drawing,
    Following,
    LayingByHand,
    LayingOut,
    MatchOver,
    Outcome,
    Phase,
    Table,
    Turn,
    Verdict,
    open_to_change,
    payments,
    said_of_landings,
    untold,
)

Seat = Literal[1, 2]

PHASES: dict[type[Phase], str] = {
    Asleep: "asleep",
    ChoosingFirst: "choosing_first",
    Drawing: "drawing",
    LayingOut: "laying_out",
    LayingByHand: "laying_by_hand",
    Turn: "turn",
    Awaiting: "awaiting",
    Following: "following",
    ChoosingPayment: "choosing_payment",
    MatchOver: "match_over",
}

OUTCOMES: Final[dict[Outcome, Literal["win", "tie", "loss"]]] = {
    Outcome.WIN: "win",
    Outcome.TIE: "tie",
    Outcome.LOSS: "loss",
}


def state_of(table: Table) -> State:
    """Show everything at the table."""
    phase = table.phase
    position = _latest(table)
    playing = table.match.current is not None
    return State(
        phase=PHASES[type(phase)],
        cycle=table.next_cycle if _between(table) else len(table.match.cycles),
        wins=table.match.wins,
        wins_needed=table.match.wins_needed,
        winner=_seat(table.match.winner),
        names=table.setup.names,
        asked=_seat(phase.asked) if isinstance(phase, ChoosingFirst) else None,
        first=_first(table),
        mover=_seat(table.position.mover) if playing else None,
        tiles=_tiles(table, position),
        drum=str(position.drum) if playing and position else None,
        hands=_hands(position),
        discards={kind.letter: position.discarded(kind) if position else 0 for kind in Kind},
        targets=_targets(table) if playing else {},
        spending=_letter(phase.spending) if isinstance(phase, Turn) else None,
        payment=_payment(phase),
        telling=_letter(phase.kind) if isinstance(phase, LayingByHand) else None,
        untold=_untold(phase),
        wrong=str(table.wrong) if table.wrong is not None else None,
        way_back=_way_back(table),
        handover=_handover(table),
        last_move=_last_move(table.match.cycles[-1]) if table.match.cycles else None,
        end=_end(table.show.end) if table.show is not None else None,
        held=[str(pad) for pad in table.contact.felt],
        hints=table.hints.value,
        hints_allowed=[hints.value for hints in table.hints_allowed],
        seats=(str(table.setup.seats[0]), str(table.setup.seats[1])),
        reseatable=open_to_change(table),
        answer=_answer(phase),
        advice=_advice(table),
    )


def history_of(match: Match) -> History:
    """Show every cycle with its moves and positions."""
    return History([_played(cycle) for cycle in match.cycles])


@lru_cache(maxsize=64)
def _played(cycle: Cycle) -> PlayedCycle:
    return PlayedCycle(
        format_deal(cycle.deal),
        _some(cycle.first),
        [str(move) for move in cycle.moves],
        [format_position(position) for position in cycle.positions],
        _end(cycle.end) if cycle.end is not None else None,
    )


def _between(table: Table) -> bool:
    """Whether the next cycle is being set about, rather than one played or looked back on."""
    return isinstance(table.phase, ChoosingFirst | Drawing | LayingOut | LayingByHand)


def _latest(table: Table) -> Position | None:
    return table.match.cycles[-1].position if table.match.cycles else None


def _first(table: Table) -> Seat | None:
    phase = table.phase
    if isinstance(phase, Drawing | LayingOut | LayingByHand):
        return _some(phase.first)
    current = table.match.current
    return _some(current.first) if current is not None else None


def _tiles(table: Table, position: Position | None) -> str:
    phase = table.phase
    layout: tuple[Kind | None, ...] = position.layout if position else (None,) * len(Cell)
    if isinstance(phase, LayingOut):
        layout = phase.deal.kinds
    elif isinstance(phase, LayingByHand):
        layout = tuple(phase.layout.get(cell) for cell in Cell)
    return "".join("." if kind is None else kind.letter for kind in layout)


def _letter(kind: Kind | None) -> str | None:
    return None if kind is None else kind.letter


def _hands(position: Position | None) -> tuple[Kinds, Kinds]:
    if position is None:
        return _counts(Hand(0)), _counts(Hand(0))
    return _counts(position.hand1), _counts(position.hand2)


def _counts(hand: Hand) -> Kinds:
    return {kind.letter: hand.count(kind) for kind in Kind}


def _targets(table: Table) -> dict[str, str]:
    phase = table.phase
    if isinstance(phase, Awaiting):
        return {}
    if isinstance(phase, Following):
        return {str(phase.move.target): _letter(phase.move.spent) or ""}
    paid = {cell: payments(table, cell) for cell in cells_in(table.position.tiles)}
    return {
        str(cell): "".join(kind.letter for kind in kinds if kind is not None)
        for cell, kinds in paid.items()
        if kinds
    }


def _payment(phase: Phase) -> Payment | None:
    if not isinstance(phase, ChoosingPayment):
        return None
    return Payment(str(phase.cell), "".join(kind.letter for kind in phase.kinds))


def _answer(phase: Phase) -> Answer | None:
    if not isinstance(phase, Following):
        return None
    return Answer(str(phase.move.target), _letter(phase.move.spent))


def _advice(table: Table) -> said.Advice | None:
    advice = table.advised
    if advice is None:
        return None
    return said.Advice(
        {str(cell): _verdict(told, advice) for cell, told in said_of_landings(table, advice)},
        {str(told.move): _verdict(told, advice) for told in advice.verdicts},
        [str(move) for move in advice.why.line] if advice.why is not None else [],
    )


def _verdict(told: Verdict, advice: Advice) -> said.Verdict:
    return said.Verdict(OUTCOMES[told.outcome], told.sure, told.move == advice.best[0])


def _untold(phase: Phase) -> Kinds:
    left = untold(phase) if isinstance(phase, LayingByHand) else {}
    return {kind.letter: left.get(kind, 0) for kind in Kind}


def _way_back(table: Table) -> Way | None:
    owed = table.way_back
    if owed is None:
        return None
    position = table.position
    surplus = [(IyePad(player, kind), many > 0) for player, kind, many in owed.surplus(position)]
    back = cells_in(position.tiles & ~owed.tiles)
    return Way(
        str(position.drum),
        {str(cell): kind.letter for cell in back if (kind := position.layout[cell]) is not None},
        [str(pad) for pad, too_many in surplus if too_many],
        [str(pad) for pad, too_many in surplus if not too_many],
    )


def _handover(table: Table) -> HandOver | None:
    given = table.handover
    if given is None:
        return None
    return HandOver(str(given.cell), given.kind.letter, _some(given.to))


def _last_move(cycle: Cycle) -> LastMove | None:
    if not cycle.moves:
        return None
    before, move = cycle.positions[-2], cycle.moves[-1]
    return LastMove(_some(before.mover), str(move), str(before.drum), str(move.target))


def _end(end: CycleEnd) -> End:
    score = end.score
    return End(
        end.reason.value,
        _some(end.winner) if end.winner is not None else 0,
        None if score is None else (score.points(Player.ONE), score.points(Player.TWO)),
        None if score is None else [int(taker or 0) for taker in score.takers],
    )


def _seat(player: Player | None) -> Seat | None:
    return None if player is None else _some(player)


def _some(player: Player) -> Seat:
    return cast(Seat, int(player))
