"""Facts: the effects that are written down, as small JSON, and read back.

The law of this module: a fact says what happened in the game's own text forms and nothing of how
the program works, so that a later program still reads it. A name once given keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec

from iye.record.shapes import (
    AnswerShape,
    CellShape,
    CycleShape,
    DealShape,
    EndShape,
    FactShape,
    HintsShape,
    KindShape,
    MoveShape,
    NothingShape,
    OfShape,
    PaymentShape,
    SetupShape,
    StandsShape,
    TakenBackShape,
    TileShape,
    UndoneShape,
)
from iye.rules import (
    CycleEnd,
    Kind,
    Player,
    Position,
    Score,
    format_deal,
    format_position,
    parse_cell,
    parse_deal,
    parse_kind,
    parse_move,
    parse_position,
)
from iye.table import (
    PEOPLE,
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
    MatchSetup,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Point,
    SpendingChosen,
    TakenBack,
    TileLaid,
    Undone,
    parse_seat,
)
from iye_hw.sentence import sentence


class FactError(ValueError):
    """A fact that cannot be read, in a sentence."""


_E = TypeVar("_E")
_F = TypeVar("_F", bound=FactShape)


@dataclass(frozen=True, slots=True)
class _Form(Generic[_E, _F]):
    """How one effect is written and read."""

    name: str
    effect: type[_E]
    fact: type[_F]
    write: Callable[[_E], _F]
    read: Callable[[_F], _E]


def _plain(name: str, effect: type[_E]) -> _Form[_E, NothingShape]:
    return _Form(name, effect, NothingShape, lambda _: NothingShape(), lambda _: effect())


def _letter(kind: Kind | None) -> str | None:
    return None if kind is None else kind.letter


def _kind(letter: str | None) -> Kind | None:
    return None if letter is None else parse_kind(letter)


def _player(number: int | None) -> Player | None:
    return None if number is None else Player(number)


def _position(text: str | None) -> Position | None:
    return None if text is None else parse_position(text)


def _write_setup(effect: MatchBegan) -> SetupShape:
    setup = effect.setup
    one, two = map(str, setup.seats)
    seats = None if setup.seats == PEOPLE else (one, two)
    return SetupShape(
        setup.wins_needed,
        setup.deal_way,
        setup.first,
        setup.names,
        seats,
        setup.shared,
        setup.coach,
    )


def _read_setup(fact: SetupShape) -> MatchBegan:
    one, two = map(parse_seat, fact.seats) if fact.seats else PEOPLE
    first = _player(fact.first)
    return MatchBegan(
        MatchSetup(fact.wins, first, fact.deals, fact.names, (one, two), fact.shared, fact.coach)
    )


def _write_end(effect: CycleEnded) -> EndShape:
    end = effect.end
    return EndShape(effect.cycle, end.reason, end.winner, end.score and end.score.takers)  # type: ignore[arg-type] # five of them


def _read_end(fact: EndShape) -> CycleEnded:
    score = None if fact.takers is None else Score(tuple(map(_player, fact.takers)))
    return CycleEnded(fact.cycle, CycleEnd(fact.reason, _player(fact.winner), score))


def _write_taken_back(effect: TakenBack) -> TakenBackShape:
    point = effect.point
    position = None if effect.position is None else format_position(effect.position)
    return TakenBackShape(point.cycles, point.moves, effect.number, position)


def _read_taken_back(fact: TakenBackShape) -> TakenBack:
    return TakenBack(Point(fact.cycles, fact.moves), fact.number, _position(fact.position))


def _write_move(effect: Moved) -> MoveShape:
    taken, after = effect.taken.letter, format_position(effect.position)
    return MoveShape(effect.player, str(effect.move), taken, after)


def _read_move(fact: MoveShape) -> Moved:
    player, move = Player(fact.player), parse_move(fact.move)
    return Moved(player, move, parse_kind(fact.taken), parse_position(fact.position))


_FORMS: Final[tuple[_Form[Any, Any], ...]] = (
    _Form("match_began", MatchBegan, SetupShape, _write_setup, _read_setup),
    _Form(
        "choose_first",
        ChooseFirst,
        OfShape,
        lambda e: OfShape(e.player),
        lambda f: ChooseFirst(_player(f.player)),
    ),
    _Form(
        "first_chosen",
        FirstChosen,
        OfShape,
        lambda e: OfShape(e.player),
        lambda f: FirstChosen(Player(f.player)),
    ),
    _Form(
        "deal_wanted",
        DealWanted,
        CycleShape,
        lambda e: CycleShape(e.cycle),
        lambda f: DealWanted(f.cycle),
    ),
    _Form(
        "kind_chosen",
        KindChosen,
        KindShape,
        lambda e: KindShape(_letter(e.kind)),
        lambda f: KindChosen(_kind(f.kind)),
    ),
    _Form(
        "tile_laid",
        TileLaid,
        TileShape,
        lambda e: TileShape(str(e.cell), _letter(e.kind)),
        lambda f: TileLaid(parse_cell(f.cell), _kind(f.kind)),
    ),
    _Form(
        "dealt",
        Dealt,
        DealShape,
        lambda e: DealShape(e.cycle, format_deal(e.deal), e.first),
        lambda f: Dealt(f.cycle, parse_deal(f.deal), Player(f.first)),
    ),
    _Form(
        "cycle_began",
        CycleBegan,
        StandsShape,
        lambda e: StandsShape(format_position(e.position)),
        lambda f: CycleBegan(parse_position(f.position)),
    ),
    _Form(
        "spending_chosen",
        SpendingChosen,
        KindShape,
        lambda e: KindShape(_letter(e.kind)),
        lambda f: SpendingChosen(_kind(f.kind)),
    ),
    _Form(
        "payment_wanted",
        PaymentWanted,
        PaymentShape,
        lambda e: PaymentShape(str(e.cell), "".join(kind.letter for kind in e.kinds)),
        lambda f: PaymentWanted(parse_cell(f.cell), tuple(map(parse_kind, f.kinds))),
    ),
    _Form(
        "payment_dropped",
        PaymentDropped,
        CellShape,
        lambda e: CellShape(str(e.cell)),
        lambda f: PaymentDropped(parse_cell(f.cell)),
    ),
    _Form(
        "answered",
        Answered,
        AnswerShape,
        lambda e: AnswerShape(e.player, str(e.move)),
        lambda f: Answered(Player(f.player), parse_move(f.move)),
    ),
    _Form("moved", Moved, MoveShape, _write_move, _read_move),
    _Form(
        "undone",
        Undone,
        UndoneShape,
        lambda e: UndoneShape(e.position and format_position(e.position), e.slid),
        lambda f: Undone(_position(f.position), f.slid),
    ),
    _Form("taken_back", TakenBack, TakenBackShape, _write_taken_back, _read_taken_back),
    _Form(
        "hints_set",
        HintsSet,
        HintsShape,
        lambda e: HintsShape(e.hints),
        lambda f: HintsSet(f.hints),
    ),
    _Form("cycle_ended", CycleEnded, EndShape, _write_end, _read_end),
    _Form(
        "match_ended",
        MatchEnded,
        OfShape,
        lambda e: OfShape(e.winner),
        lambda f: MatchEnded(Player(f.player)),
    ),
    _plain("abandoned", Abandoned),
    _plain("fell_asleep", FellAsleep),
)

_BY_EFFECT: Final = {form.effect: form for form in _FORMS}
_BY_NAME: Final = {form.name: form for form in _FORMS}

_encoder: Final = msgspec.json.Encoder()


def write_fact(effect: Effect) -> tuple[str, str]:
    """Give the name of a fact and what else it says, as JSON.

    Raises KeyError for an effect that is never written down.
    """
    form = _BY_EFFECT[type(effect)]
    return form.name, _encoder.encode(form.write(effect)).decode()


def read_fact(name: str, text: str) -> Effect:
    """Read a fact back. Raises FactError when it is none that this program knows."""
    form = _BY_NAME.get(name)
    if form is None:
        raise FactError(sentence("'{name}' is no fact that this program knows", name=name))
    try:
        effect: Effect = form.read(msgspec.json.decode(text, type=form.fact))
    except (msgspec.MsgspecError, ValueError, UnicodeError) as error:
        said = sentence("the fact '{name}' cannot be read: {error}", name=name, error=error)
        raise FactError(said) from None
    return effect
