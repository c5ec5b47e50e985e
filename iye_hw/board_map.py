"""Which electrode, light and pin is which pad, read from board.toml.

The law of this module: a `BoardMap` that exists is sound. Whatever clashes in the file is refused
here, by the pad's name, so that nobody further on has to ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from iye_hw.mpr121_registers import ELECTRODES
from iye_hw.toml_text import TomlError, read_toml

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

_BITS = 63
"""Of the whole numbers that TOML promises, but for the sign."""

_SHOWN = 80
"""Letters of a wrong value that are repeated."""

_BUS_PINS = {0: frozenset((0, 1)), 1: frozenset((2, 3))}
"""The pins of the buses that every Pi has."""


class BoardMapError(ValueError):
    """The board's file contradicts itself; the sentence names the pad and what clashes.

    `field` leads to it: the table's name, then the key's, then that within a pad; without one the
    whole file is meant.
    """

    def __init__(self, sentence: str, *field: str) -> None:
        super().__init__(sentence)
        self.field = field


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
            raise BoardMapError("the board has no pads: list them under [pads]", "pads")
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

    def _pins(self) -> Iterable[tuple[str, int, tuple[str, str]]]:
        yield "the touch interrupt", self.interrupt_pin, ("touch", "interrupt_pin")
        yield "the lights", self.light_pin, ("lights", "data_pin")
        yield "the buzzer", self.buzzer_pin, ("buzzer", "pin")
        yield "the power button", self.power_pin, ("power_button", "pin")
        for button, pin in self.buttons:
            yield f"button {button}", pin, ("buttons", button)


def load_board_map() -> BoardMap:
    """Read the package's own board.toml. Raises BoardMapError if it contradicts itself."""
    text = resources.files("iye_hw").joinpath("board.toml").read_text(encoding="utf-8")
    return parse_board_map(text)


def parse_board_map(text: str) -> BoardMap:
    """Read a board from the text of a board.toml.

    Raises BoardMapError if it is not TOML, lacks something, or contradicts itself.
    """
    try:
        return _from_tables(read_toml(text))
    except TomlError as error:
        raise BoardMapError(f"this is not TOML: {error}; correct that line") from error


def _from_tables(tables: Mapping[str, Any]) -> BoardMap:
    electrodes = _whole(tables, "touch", "electrodes")
    if electrodes != ELECTRODES:
        raise BoardMapError(
            f"[touch] electrodes is {electrodes}: an MPR121 has {ELECTRODES}", "touch", "electrodes"
        )
    board = BoardMap(
        name=str(_table(tables, "board").get("name", "")),
        bus=_whole(tables, "touch", "bus"),
        chips=tuple(_wholes(tables, "touch", "chips")),
        interrupt_pin=_whole(tables, "touch", "interrupt_pin"),
        light_count=_whole(tables, "lights", "count"),
        light_pin=_whole(tables, "lights", "data_pin"),
        buttons=tuple(
            (name, _whole(tables, "buttons", name)) for name in _table(tables, "buttons")
        ),
        buzzer_pin=_whole(tables, "buzzer", "pin"),
        power_pin=_whole(tables, "power_button", "pin"),
        places=tuple(_place(name, entry) for name, entry in _table(tables, "pads").items()),
    )
    promised = _whole(tables, "board", "pads")
    if promised != len(board.places):
        raise BoardMapError(
            f"[board] promises {promised} pads, [pads] lists {len(board.places)}: correct one",
            "board",
            "pads",
        )
    return board


def _place(name: str, entry: object) -> PadPlace:
    if not isinstance(entry, dict):
        raise BoardMapError(f"pad {name} needs a chip, an electrode and a light", "pads", name)
    numbers = (
        _number(entry, key, f"pad {name}", ("pads", name)) for key in ("chip", "electrode", "light")
    )
    return PadPlace(name, *numbers)


def _table(tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if name not in tables:
        raise BoardMapError(f"there is no table [{name}]: add it")
    table = tables[name]
    if not isinstance(table, dict):
        raise BoardMapError(f"[{name}] has to be a table, not {_short(table)}", name)
    return table


def _whole(tables: Mapping[str, Any], name: str, key: str) -> int:
    return _number(_table(tables, name), key, f"[{name}]", (name,))


def _number(table: Mapping[str, Any], key: str, where: str, field: tuple[str, ...]) -> int:
    value = table.get(key)
    if key not in table:
        raise BoardMapError(f"{where} lacks {key}: add it, with a whole number", *field)
    if type(value) is not int:
        raise BoardMapError(f"{where} needs a whole number {key}, not {_short(value)}", *field, key)
    return _sane(value, f"{where} {key}", (*field, key))


def _sane(value: int, what: str, field: tuple[str, ...]) -> int:
    if value.bit_length() > _BITS:  # then Python may not even be able to print it
        raise BoardMapError(f"{what} is far too large a number: correct it", *field)
    return value


def _short(value: object) -> str:
    """Show a value as it may be said in a sentence, whatever was written."""
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _wholes(tables: Mapping[str, Any], name: str, key: str) -> list[int]:
    table = _table(tables, name)
    if key not in table:
        raise BoardMapError(f"[{name}] lacks {key}: add it, with whole numbers in brackets", name)
    values = table[key]
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        said = f"[{name}] needs a list of whole numbers {key}, not {_short(values)}"
        raise BoardMapError(said, name, key)
    return [_sane(value, f"one of [{name}] {key}", (name, key)) for value in values]


def _check_numbers(board: BoardMap) -> None:
    if board.bus not in BUSES:
        said = f"[touch] bus is {board.bus}: it is 1 on pins 3 and 5 of the header"
        raise BoardMapError(said, "touch", "bus")
    if board.light_count not in range(1, MOST_LIGHTS + 1):
        said = f"[lights] count is {board.light_count}: it goes from 1 to {MOST_LIGHTS}"
        raise BoardMapError(said, "lights", "count")


def _check_addresses(chips: tuple[int, ...]) -> None:
    field = ("touch", "chips")
    if len(set(chips)) != len(chips):
        said = "two touch chips share an address: strap each ADDR pin differently"
        raise BoardMapError(said, *field)
    for address in chips:
        if address not in CHIP_ADDRESSES:
            said = f"touch chip address {address:#04x} is not one of 0x5A to 0x5D"
            raise BoardMapError(said, *field)


def _check_pins(pins: Iterable[tuple[str, int, tuple[str, str]]], bus: frozenset[int]) -> None:
    taken = dict.fromkeys(bus, "the touch chips' bus")
    for user, pin, field in pins:
        if pin not in PINS:
            raise BoardMapError(
                f"{user} is on pin {pin}: GPIO numbers go from 0 to {PINS[-1]}, and are not those"
                " that count along the header",
                *field,
            )
        if pin in taken:
            raise BoardMapError(f"pin {pin} is both {taken[pin]} and {user}: move one", *field)
        taken[pin] = user


def _check_place(place: PadPlace, board: BoardMap) -> None:
    if not 0 <= place.chip < len(board.chips):
        raise BoardMapError(
            f"pad {place.name} is on touch chip {place.chip}, but the board has {len(board.chips)}",
            "pads",
            place.name,
            "chip",
        )
    if not 0 <= place.electrode < ELECTRODES:
        raise BoardMapError(
            f"pad {place.name} is on electrode {place.electrode}: a chip has 0 to {ELECTRODES - 1}",
            "pads",
            place.name,
            "electrode",
        )
    if not 0 <= place.light < board.light_count:
        raise BoardMapError(
            f"pad {place.name} has light {place.light}: the chain has 0 to {board.light_count - 1}",
            "pads",
            place.name,
            "light",
        )


def _check_distinct_places(places: Iterable[PadPlace]) -> None:
    felt: dict[tuple[int, int], str] = {}
    lit: dict[int, str] = {}
    for place in places:
        wire = (place.chip, place.electrode)
        if wire in felt:
            raise BoardMapError(
                f"pads {felt[wire]} and {place.name} share electrode {place.electrode} "
                f"of touch chip {place.chip}: move one",
                "pads",
                place.name,
                "electrode",
            )
        if place.light in lit:
            raise BoardMapError(
                f"pads {lit[place.light]} and {place.name} share light {place.light}: move one",
                "pads",
                place.name,
                "light",
            )
        felt[wire] = lit[place.light] = place.name
