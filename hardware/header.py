"""The Raspberry Pi's 40-pin header, and what the board puts on which of its pins.

The law of this module: the header is the same on every Pi since the B+; what is used of it is read
from the board's map and from nowhere else. It draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from iye_hw.board_map import BoardMap

BCM: Final = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Physical pin to BCM number, for the pins that are a GPIO."""

SUPPLY: Final = {1: "+3V3", 17: "+3V3", 2: "+5V", 4: "+5V"} | dict.fromkeys(
    (6, 9, 14, 20, 25, 30, 34, 39), "GND"
)
"""The pins that are a supply."""

BUS_PINS: Final = {1: {"SDA": 2, "SCL": 3}}
"""Each I²C bus that the header has at the same place on every Pi, with its BCM numbers."""

LIGHT_PINS: Final = {10: "SPI0 MOSI"}
"""Where light data may be: BCM 10, the only one that needs no root up to a Pi 4."""

CLAIMED: Final = {
    7: "SPI0 CE1",
    8: "SPI0 CE0",
    9: "SPI0 MISO",
    11: "SPI0 SCLK",
    0: "the identity memory of a HAT",
    1: "the identity memory of a HAT",
}
"""BCM pins that the kernel takes along with SPI and I²C, though nothing is wired to them."""


@dataclass(frozen=True, slots=True)
class Use:
    """One pin of the header in use: its net's name, its BCM number, and what for."""

    pin: int
    net: str
    bcm: int
    purpose: str


def physical(bcm: int) -> int:
    """Give the header's pin of a BCM number. Raises KeyError if it is not on the header."""
    return next(pin for pin, number in BCM.items() if number == bcm) if bcm in _BCMS else _no(bcm)


def uses(board: BoardMap) -> tuple[Use, ...]:
    """Give every GPIO that the board uses, in the order of the header's pins."""
    return tuple(sorted(_uses(board), key=lambda use: use.pin))


def nets(board: BoardMap) -> dict[int, str]:
    """Give the net of every pin of the header that is connected: supplies and uses."""
    return SUPPLY | {use.pin: use.net for use in uses(board)}


_BCMS: Final = frozenset(BCM.values())


def _no(bcm: int) -> int:
    raise KeyError(f"GPIO {bcm} is not on the 40-pin header")


def _uses(board: BoardMap) -> Iterator[Use]:
    def use(net: str, bcm: int, purpose: str) -> Use:
        return Use(physical(bcm), net, bcm, purpose)

    for net, bcm in BUS_PINS[board.bus].items():
        yield use(net, bcm, f"I²C {board.bus} {net}")
    yield use("IRQ", board.interrupt_pin, "touch interrupt")
    yield use("LIGHT_DATA", board.light_pin, "light data, 3.3 V")
    for name, bcm in board.buttons:
        yield use(f"GPIO_{name.upper()}", bcm, f"button {name}")
    yield use("GPIO_BUZZER", board.buzzer_pin, "buzzer")
    yield use("GPIO_POWER", board.power_pin, "power button")
