"""Which electrode, light and pin is which pad, read from board.toml.

The law of this module: a `BoardMap` that exists is sound. Whatever clashes in the file is refused
here, by the pad's name, so that nobody further on has to ask.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from iye_hw.mpr121_registers import ELECTRODES

SPARE = "spare"
"""The reference electrode's pad; it is felt, but never reported."""

CHIP_ADDRESSES = range(0x5A, 0x5E)
"""The four addresses an MPR121 can be strapped to (data sheet, section 2.2)."""


PINS = range(28)
"""The header's GPIO numbers (BCM), on every Pi since 2014."""

BUSES = range(24)
"""Numbers that a Pi's kernel may give its buses, with room to spare."""

MOST_LIGHTS = 1000
"""More than any board has, and no more than a frame can be made for."""

_BUS_PINS = {0: frozenset((0, 1)), 1: frozenset((2, 3))}
"""The pins of the buses that every Pi has."""


class BoardMapError(ValueError):
    """The board's file contradicts itself; the sentence names the pad and what clashes."""


@dataclass(frozen=True, slots=True)
class PadPlace:
    """Where one pad is wired: touch chip (its place in `chips`), electrode 0–11, light."""

    name: str
    chip: int
    electrode: int
    light: int


@dataclass(frozen=True, slots=True)
class BoardMap:
    """The board as wired. Pins are BCM numbers.

    Raises BoardMapError if two things share a place, or a place does not exist.
    """

    name: str
    chips: tuple[int, ...]
    interrupt_pin: int
    light_count: int
    light_pin: int
    buttons: tuple[tuple[str, int], ...]
    buzzer_pin: int
    power_pin: int
    places: tuple[PadPlace, ...]
    bus: int = 1

    def __post_init__(self) -> None:
        if not self.places:
            raise BoardMapError("the board has no pads: list them under [pads]")
        _check_numbers(self)
        _check_addresses(self.chips)
        _check_pins(self._pins(), _BUS_PINS.get(self.bus, frozenset()))
        for place in self.places:
            _check_place(place, self)
        _check_distinct_places(self.places)

    @property
    def pads(self) -> tuple[str, ...]:
        """The pads' names, in the order of the file and of a frame."""
        return tuple(place.name for place in self.places)

    def on_chip(self, chip: int) -> tuple[PadPlace, ...]:
        """Give the pads wired to the chip at this place in `chips`, in pad order."""
        return tuple(place for place in self.places if place.chip == chip)

    def _pins(self) -> Iterable[tuple[str, int]]:
        yield "the touch interrupt", self.interrupt_pin
        yield "the lights", self.light_pin
        yield "the buzzer", self.buzzer_pin
        yield "the power button", self.power_pin
        for button, pin in self.buttons:
            yield f"button {button}", pin


def load_board_map() -> BoardMap:
    """Read the package's own board.toml. Raises BoardMapError if it contradicts itself."""
    text = resources.files("iye_hw").joinpath("board.toml").read_text(encoding="utf-8")
    return parse_board_map(text)


def parse_board_map(text: str) -> BoardMap:
    """Read a board from the text of a board.toml.

    Raises BoardMapError if it is not TOML, lacks something, or contradicts itself.
    """
    try:
        return _from_tables(tomllib.loads(text.removeprefix("\ufeff")))
    except tomllib.TOMLDecodeError as error:
        raise BoardMapError(f"board.toml cannot be read: {error}; correct that line") from error


def _from_tables(tables: Mapping[str, Any]) -> BoardMap:
    touch, lights = _table(tables, "touch"), _table(tables, "lights")
    electrodes = _whole(touch, "electrodes", "[touch]")
    if electrodes != ELECTRODES:
        raise BoardMapError(f"[touch] electrodes is {electrodes}: an MPR121 has {ELECTRODES}")
    board = BoardMap(
        name=str(_table(tables, "board").get("name", "")),
        bus=_whole(touch, "bus", "[touch]"),
        chips=tuple(_wholes(touch, "chips", "[touch]")),
        interrupt_pin=_whole(touch, "interrupt_pin", "[touch]"),
        light_count=_whole(lights, "count", "[lights]"),
        light_pin=_whole(lights, "data_pin", "[lights]"),
        buttons=tuple((name, _pin(pin, name)) for name, pin in _table(tables, "buttons").items()),
        buzzer_pin=_whole(_table(tables, "buzzer"), "pin", "[buzzer]"),
        power_pin=_whole(_table(tables, "power_button"), "pin", "[power_button]"),
        places=tuple(_place(name, entry) for name, entry in _table(tables, "pads").items()),
    )
    promised = _whole(_table(tables, "board"), "pads", "[board]")
    if promised != len(board.places):
        raise BoardMapError(
            f"[board] promises {promised} pads, [pads] lists {len(board.places)}: correct one"
        )
    return board


def _place(name: str, entry: object) -> PadPlace:
    if not isinstance(entry, dict):
        raise BoardMapError(f"pad {name} needs a chip, an electrode and a light")
    where = f"pad {name}"
    return PadPlace(name, *(_whole(entry, key, where) for key in ("chip", "electrode", "light")))


def _table(tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = tables.get(name)
    if not isinstance(table, dict):
        raise BoardMapError(f"board.toml has no [{name}] table: add it")
    return table


def _whole(table: Mapping[str, Any], key: str, where: str) -> int:
    value = table.get(key)
    if key not in table:
        raise BoardMapError(f"{where} lacks {key}: add it, with a whole number")
    if type(value) is not int:
        raise BoardMapError(f"{where} needs a whole number {key}, not {value!r}")
    return value


def _wholes(table: Mapping[str, Any], key: str, where: str) -> list[int]:
    values = table.get(key)
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise BoardMapError(f"{where} needs a list of whole numbers {key}, not {values!r}")
    return values


def _pin(pin: object, button: str) -> int:
    return _whole({"pin": pin}, "pin", f"button {button}")


def _check_numbers(board: BoardMap) -> None:
    if board.bus not in BUSES:
        raise BoardMapError(f"[touch] bus is {board.bus}: it is 1 on pins 3 and 5 of the header")
    if board.light_count not in range(1, MOST_LIGHTS + 1):
        raise BoardMapError(f"[lights] count is {board.light_count}: it goes from 1 to 1000")


def _check_addresses(chips: tuple[int, ...]) -> None:
    if len(set(chips)) != len(chips):
        raise BoardMapError("two touch chips share an address: strap each ADDR pin differently")
    for address in chips:
        if address not in CHIP_ADDRESSES:
            raise BoardMapError(f"touch chip address {address:#04x} is not one of 0x5A to 0x5D")


def _check_pins(pins: Iterable[tuple[str, int]], bus: frozenset[int]) -> None:
    taken = dict.fromkeys(bus, "the touch chips' bus")
    for user, pin in pins:
        if pin not in PINS:
            raise BoardMapError(
                f"{user} is on pin {pin}: GPIO numbers go from 0 to {PINS[-1]}, and are not those"
                " that count along the header"
            )
        if pin in taken:
            raise BoardMapError(f"pin {pin} is both {taken[pin]} and {user}: move one")
        taken[pin] = user


def _check_place(place: PadPlace, board: BoardMap) -> None:
    if not 0 <= place.chip < len(board.chips):
        raise BoardMapError(
            f"pad {place.name} is on touch chip {place.chip}, but the board has {len(board.chips)}"
        )
    if not 0 <= place.electrode < ELECTRODES:
        raise BoardMapError(
            f"pad {place.name} is on electrode {place.electrode}: a chip has 0 to {ELECTRODES - 1}"
        )
    if not 0 <= place.light < board.light_count:
        raise BoardMapError(
            f"pad {place.name} has light {place.light}: the chain has 0 to {board.light_count - 1}"
        )


def _check_distinct_places(places: Iterable[PadPlace]) -> None:
    felt: dict[tuple[int, int], str] = {}
    lit: dict[int, str] = {}
    for place in places:
        wire = (place.chip, place.electrode)
        if wire in felt:
            raise BoardMapError(
                f"pads {felt[wire]} and {place.name} share electrode {place.electrode} "
                f"of touch chip {place.chip}: move one"
            )
        if place.light in lit:
            raise BoardMapError(
                f"pads {lit[place.light]} and {place.name} share light {place.light}: move one"
            )
        felt[wire] = lit[place.light] = place.name
