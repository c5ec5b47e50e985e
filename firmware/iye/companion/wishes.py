"""What pages wish for, and what is done about it.

The law of this module: a table from wishes to deeds, each with the right it takes. A wish that is
not granted is answered with a sentence and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from iye.companion import messages as said
from iye.companion.analyst import Analyst
from iye.companion.board import Board, Faults, Hand
from iye.companion.door import Door
from iye.companion.guest import Guest
from iye.companion.matches import reseated, setup_wished
from iye.companion.refusals import RefusedError, tried
from iye.companion.rooms import Leave, Meet, Reply, Room
from iye.languages import NAMES, language, message
from iye.lights import PALETTES, Pad, parse_pad
from iye.rules import Cell, Player, parse_deal
from iye.table import (
    AbandonWanted,
    Awaiting,
    Button,
    ButtonPressed,
    ButtonReleased,
    ChoosingPayment,
    ConsentSaid,
    Following,
    Hints,
    HintsWanted,
    MatchSet,
    PadDeclared,
    Turn,
    open_to_change,
)


@dataclass(frozen=True)
class House:
    """Whom wishes are put to: the board, its door, and a simulated panel's hand and faults.

    `analyst` judges what was played, `room` is where another board is met, if any can be, and
    `grips` counts the pages that hold each pad or button of a simulated panel.
    """

    board: Board
    door: Door
    hand: Hand | None = None
    faults: Faults | None = None
    analyst: Analyst = field(default_factory=Analyst)
    room: Room | None = None
    grips: Counter[str] = field(default_factory=Counter)


def grant(house: House, guest: Guest, wish: said.Wish) -> None:
    """Do what a page wishes. Raises RefusedError; then nothing has changed."""
    deed = _DEEDS[type(wish)]
    if deed.joined and not guest.joined:
        raise RefusedError(
            "not_joined", message("Watching only: join with the six digits that the board shows.")
        )
    deed.do(house, guest, wish)


def let_go(house: House, guest: Guest) -> None:
    """Take a page's hand off everything, since the page has gone."""
    for what in sorted(guest.held):
        _let_go_of(house, guest, what)


def _touch(house: House, guest: Guest, wish: said.Touch) -> None:
    hand = _hand(house)
    if wish.pad not in _BUTTONS:
        _check_seat(house, guest)
    tried(hand.touch, wish.pad, "no_pad")
    if wish.pad not in guest.held:
        guest.held.add(wish.pad)
        house.grips[wish.pad] += 1


def _release(house: House, guest: Guest, wish: said.Release) -> None:
    _hand(house)
    tried(lambda pad: _let_go_of(house, guest, pad), wish.pad, "no_pad")


def _let_go_of(house: House, guest: Guest, what: str) -> None:
    """Take one page's hand away; the pad is let go with the last one. Raises ValueError."""
    if what in guest.held:
        guest.held.remove(what)
        house.grips[what] -= 1
    if house.grips[what] <= 0:
        del house.grips[what]
        _hand(house).release(what)


def _press(house: House, _guest: Guest, wish: said.Press) -> None:
    board, button = house.board, Button(wish.button)
    board.post(ButtonPressed(button, board.now()))
    board.post(ButtonReleased(button, board.now()))


def _hint(house: House, _guest: Guest, wish: said.Hint) -> None:
    board, hints = house.board, Hints(wish.hints)
    if open_to_change(board.table):
        raise RefusedError("not_yet", message("First say who begins; then hints can be set."))
    if hints not in board.table.hints_allowed:
        raise RefusedError(
            "no_coach", message("There is no coach in a match unless both want one.")
        )
    board.post(HintsWanted(hints, board.now()))


def _tap(house: House, guest: Guest, wish: said.Tap) -> None:
    pad = _pad(wish.pad)
    _check_seat(house, guest)
    house.board.post(PadDeclared(pad, house.board.now()))


def _drum_here(house: House, guest: Guest, wish: said.DrumHere) -> None:
    pad = _pad(wish.cell)
    if not isinstance(pad, Cell):
        raise RefusedError("no_cell", message("{pad} is not a space of the board."), pad=wish.cell)
    _check_seat(house, guest)
    house.board.post(PadDeclared(pad, house.board.now()))


def _new_match(house: House, _guest: Guest, wish: said.NewMatch) -> None:
    deal = None if wish.deal is None else tried(parse_deal, wish.deal, "bad_deal")
    setup = setup_wished(wish)
    house.board.deal_next(deal)
    house.board.post(MatchSet(house.board.now(), setup))


def _seat(house: House, _guest: Guest, wish: said.Seat) -> None:
    board = house.board
    if not open_to_change(board.table):
        text = message("Who plays is settled before the first cycle: begin a new match.")
        raise RefusedError("too_late", text)
    board.post(MatchSet(board.now(), reseated(board.table.setup, wish.seats)))


def _analyse(house: House, _guest: Guest, wish: said.Analyse) -> None:
    if not wish.on:
        house.analyst.stop()
    elif not house.analyst.begin(house.board.table.match, wish.seconds):
        raise RefusedError("nothing_played", message("No move has been made yet."))


def _abandon(house: House, _guest: Guest, _wish: said.Abandon) -> None:
    house.board.post(AbandonWanted(house.board.now()))


def _tune(house: House, _guest: Guest, wish: said.Tune) -> None:
    lights = house.board.lights
    if wish.palette is not None:
        if wish.palette not in PALETTES:
            raise RefusedError("no_palette", message("There is no such palette."))
        lights = replace(lights, palette=PALETTES[wish.palette])
    if wish.brightness is not None:
        lights = replace(lights, brightness=wish.brightness)
    house.board.tune(lights)


def _watch_pads(_house: House, guest: Guest, wish: said.WatchPads) -> None:
    guest.watches_pads = wish.on


def _fault(house: House, _guest: Guest, wish: said.Fault) -> None:
    faults = house.faults
    if faults is None:
        raise _NOT_SIMULATED
    if wish.on:
        tried(lambda name: faults.begin(name, wish.pad), wish.name, "no_fault")
    else:
        tried(faults.end, wish.name, "no_fault")


def _join(house: House, guest: Guest, wish: said.Join) -> None:
    opened = house.door.opens_for(wish.code, house.board.now())
    if opened is None:
        raise RefusedError("too_many_tries", message("Too many tries: wait half a minute."))
    if not opened:
        raise RefusedError(
            "wrong_code",
            message("These are not the digits: hold “hint” on the board and read them again."),
        )
    guest.joined = True


def _sit(house: House, guest: Guest, wish: said.Sit) -> None:
    if wish.seat is not None and not house.board.table.seat(Player(wish.seat)).here:
        raise _NOT_HERE
    guest.seat = wish.seat


def _speak(_house: House, guest: Guest, wish: said.Speak) -> None:
    if wish.language not in NAMES:
        raise RefusedError("no_language", message("This language is not spoken here."))
    guest.language = language(wish.language)


def _meet(house: House, _guest: Guest, wish: Meet) -> None:
    tried(_room(house).meet, wish.code, "no_room")


def _leave(house: House, _guest: Guest, _wish: Leave) -> None:
    _room(house).leave()


def _answer(house: House, _guest: Guest, wish: Reply) -> None:
    house.board.post(ConsentSaid(wish.agree, house.board.now()))


def _room(house: House) -> Room:
    if house.room is None:
        raise RefusedError(
            "no_broker", message("This board meets no other: its settings name no broker.")
        )
    return house.room


@dataclass(frozen=True)
class _Deed:
    """What is done about a wish, and whether only joined pages may wish it."""

    do: Callable[[House, Guest, Any], None]
    joined: bool = True


_DEEDS: Final[dict[type[said.Wish], _Deed]] = {
    said.Touch: _Deed(_touch),
    said.Release: _Deed(_release),
    said.Press: _Deed(_press),
    said.Tap: _Deed(_tap),
    said.DrumHere: _Deed(_drum_here),
    said.Hint: _Deed(_hint),
    said.NewMatch: _Deed(_new_match),
    said.Seat: _Deed(_seat),
    said.Analyse: _Deed(_analyse),
    said.Abandon: _Deed(_abandon),
    said.Tune: _Deed(_tune),
    said.WatchPads: _Deed(_watch_pads),
    said.Fault: _Deed(_fault),
    said.Join: _Deed(_join, joined=False),
    said.Sit: _Deed(_sit),
    said.Speak: _Deed(_speak, joined=False),
    Meet: _Deed(_meet),
    Leave: _Deed(_leave),
    Reply: _Deed(_answer),
}

_BUTTONS: Final = frozenset(button.value for button in Button)

_NOT_SIMULATED: Final = RefusedError(
    "not_simulated", message("This board is real: touch the board itself.")
)

_NOT_HERE: Final = RefusedError(
    "not_here",
    message("Nobody plays from this seat here: in the settings, take the other one, or help both."),
)


def _hand(house: House) -> Hand:
    if house.hand is None:
        raise _NOT_SIMULATED
    return house.hand


def _pad(name: str) -> Pad:
    return tried(parse_pad, name, "no_pad")


def _check_seat(house: House, guest: Guest) -> None:
    """Refuse a move to a page that sits where the mind does, or for another person who is to move.

    A move that was answered is made by any hand.
    """
    table = house.board.table
    if guest.seat is None or not isinstance(
        table.phase, Turn | ChoosingPayment | Awaiting | Following
    ):
        return
    if not table.seat(Player(guest.seat)).here:
        raise _NOT_HERE
    if table.seat(table.position.mover).here and table.position.mover != guest.seat:
        raise RefusedError("not_your_turn", message("It is the other player's turn."))
