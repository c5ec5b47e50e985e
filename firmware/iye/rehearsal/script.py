"""Scripts of touches: JSON lines, each a moment and what a hand does then.

The law of this module: text in, checked steps out, and back. It plays nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from iye.lights import Pad, parse_pad
from iye.rules import Deal, Move, NotationError, format_deal, parse_deal, parse_move, parse_player
from iye.table import PEOPLE, Button, DealWay, Hints, MatchSetup, parse_seat

LONGEST: Final = 1e9
"""Seconds that a script may go on: thirty years. Beyond, moments are no longer told apart."""
WRONG_SCRIPT: Final = 2
"""The exit code of a program that was given a script that cannot be played."""


class ScriptError(ValueError):
    """A script's line that cannot be played, in a sentence that names the line."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Set up a match: its wishes, the deals to use in order, the seed for those after."""

    at: float
    setup: MatchSetup
    deals: tuple[Deal, ...] = ()
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """Put a hand on a pad, or press a button."""

    at: float
    place: Pad | Button


@dataclass(frozen=True, slots=True)
class Release:
    """Take the hand away again."""

    at: float
    place: Pad | Button


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The arrangement that the board draws next."""

    at: float
    deal: Deal


@dataclass(frozen=True, slots=True)
class Declare:
    """Say elsewhere than on the pads that a pad is touched, or the drum really is there."""

    at: float
    pad: Pad


@dataclass(frozen=True, slots=True)
class Hint:
    """Say elsewhere than by the button what the board is to show the mover."""

    at: float
    hints: Hints


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the match up, elsewhere than at the board."""

    at: float


@dataclass(frozen=True, slots=True)
class Answer:
    """Whoever answers for the mover wants this move."""

    at: float
    move: Move


ScriptStep = NewMatch | NextDeal | Touch | Release | Declare | Hint | Abandon | Answer


class _NewMatchForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    deals: list[str] = []
    first: int | None = None
    wins: int = 2
    seed: int | None = None
    laid: bool = False
    names: tuple[str, str] | None = None
    seats: tuple[str, str] | None = None


class _LineForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    at: float
    new_match: _NewMatchForm | None = None
    deal: str | None = None
    touch: str | None = None
    release: str | None = None
    declare: str | None = None
    hints: Literal["off", "targets", "coach"] | None = None
    abandon: Literal[True] | None = None
    answer: str | None = None


_decoder = msgspec.json.Decoder(_LineForm)


def place_name(place: Pad | Button) -> str:
    """Give the name on the board's face."""
    return place.value if isinstance(place, Button) else str(place)


def parse_place(text: str) -> Pad | Button:
    """Read a pad's or a button's name. Raises ValueError in a sentence."""
    if text in {button.value for button in Button}:
        return Button(text)
    try:
        return parse_pad(text)
    except ValueError as error:
        raise ValueError(f"{error}; the buttons are undo, hint and new") from error


def parse_script(lines: Iterable[str | bytes]) -> tuple[ScriptStep, ...]:
    """Read a script; blank lines are passed over.

    Raises ScriptError at the first line that is not a step or that goes back in time.
    """
    steps: list[ScriptStep] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        step = _parse_line(number, line)
        if steps and step.at < steps[-1].at:
            raise ScriptError(
                f"line {number}: time goes back from {steps[-1].at:g} to {step.at:g} s"
            )
        steps.append(step)
    return tuple(steps)


def format_script(steps: Iterable[ScriptStep]) -> Iterator[str]:
    """Write a script, a line a step."""
    for step in steps:
        yield msgspec.json.encode(_form(step)).decode()


def _parse_line(number: int, line: str | bytes) -> ScriptStep:
    try:
        return _step(_decoder.decode(line))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ScriptError(f"line {number}: {error}") from error


def _step(form: _LineForm) -> ScriptStep:
    if not (math.isfinite(form.at) and form.at >= 0):
        raise ValueError(f"a step's moment is 0 s or later, not {form.at}")
    if form.at > LONGEST:
        raise ValueError(f"a script ends within {LONGEST:.0f} s, not at {form.at:g} s")
    fields = {name: getattr(form, name) for name in _READERS}
    given = [name for name, value in fields.items() if value is not None]
    if len(given) != 1:
        raise ValueError(f"a step is one of {', '.join(_READERS)}")
    return _READERS[given[0]](form.at, fields[given[0]])


def _new_match(at: float, form: _NewMatchForm) -> NewMatch:
    first = None if form.first is None else parse_player(str(form.first))
    way = DealWay.LAID if form.laid else DealWay.DRAWN
    one, two = map(parse_seat, form.seats) if form.seats else PEOPLE
    setup = MatchSetup(form.wins, first, way, form.names or ("", ""), (one, two))
    return NewMatch(at, setup, _deals(form.deals), form.seed)


def _deals(texts: list[str]) -> tuple[Deal, ...]:
    deals: list[Deal] = []
    for number, text in enumerate(texts, start=1):
        try:
            deals.append(parse_deal(text))
        except NotationError as error:
            raise ValueError(f"deal {number}: {error}") from error
    return tuple(deals)


_READERS: Final[dict[str, Callable[[float, Any], ScriptStep]]] = {
    "new_match": _new_match,
    "deal": lambda at, text: NextDeal(at, parse_deal(text)),
    "touch": lambda at, text: Touch(at, parse_place(text)),
    "release": lambda at, text: Release(at, parse_place(text)),
    "declare": lambda at, text: Declare(at, parse_pad(text)),
    "hints": lambda at, name: Hint(at, Hints(name)),
    "abandon": lambda at, _true: Abandon(at),
    "answer": lambda at, text: Answer(at, parse_move(text)),
}


def _form(step: ScriptStep) -> _LineForm:
    return _LineForm(step.at, **_FIELDS[type(step)](step))


_FIELDS: Final[dict[type[ScriptStep], Callable[[Any], dict[str, Any]]]] = {
    NewMatch: lambda s: {"new_match": _new_match_form(s.setup, s.deals, s.seed)},
    NextDeal: lambda s: {"deal": format_deal(s.deal)},
    Touch: lambda s: {"touch": place_name(s.place)},
    Release: lambda s: {"release": place_name(s.place)},
    Declare: lambda s: {"declare": str(s.pad)},
    Hint: lambda s: {"hints": s.hints.value},
    Abandon: lambda _: {"abandon": True},
    Answer: lambda s: {"answer": str(s.move)},
}


def _new_match_form(setup: MatchSetup, deals: tuple[Deal, ...], seed: int | None) -> _NewMatchForm:
    return _NewMatchForm(
        deals=[format_deal(deal) for deal in deals],
        first=None if setup.first is None else int(setup.first),
        wins=setup.wins_needed,
        seed=seed,
        laid=setup.deal_way is DealWay.LAID,
        names=setup.names if any(setup.names) else None,
        seats=None if setup.seats == PEOPLE else (str(setup.seats[0]), str(setup.seats[1])),
    )
