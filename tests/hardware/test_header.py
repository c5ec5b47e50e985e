"""Every pin of the Pi's header has one use, and none that the kernel wants for itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

import header
from iye_hw.board_map import BoardMapError, load_board_map

BOARD = load_board_map()

PINOUT = """
 1 3V3    2 5V
 3 GPIO2  4 5V
 5 GPIO3  6 GND
 7 GPIO4  8 GPIO14
 9 GND    10 GPIO15
11 GPIO17 12 GPIO18
13 GPIO27 14 GND
15 GPIO22 16 GPIO23
17 3V3    18 GPIO24
19 GPIO10 20 GND
21 GPIO9  22 GPIO25
23 GPIO11 24 GPIO8
25 GND    26 GPIO7
27 GPIO0  28 GPIO1
29 GPIO5  30 GND
31 GPIO6  32 GPIO12
33 GPIO13 34 GND
35 GPIO19 36 GPIO16
37 GPIO26 38 GPIO20
39 GND    40 GPIO21
"""
"""The 40-pin header of the Raspberry Pi's documentation."""


def test_the_header_is_the_documented_one() -> None:
    words = PINOUT.split()
    documented = dict(zip(map(int, words[::2]), words[1::2], strict=True))
    supply = {"+3V3": "3V3", "+5V": "5V", "GND": "GND"}
    ours = {pin: f"GPIO{bcm}" for pin, bcm in header.BCM.items()}
    ours |= {pin: supply[net] for pin, net in header.SUPPLY.items()}
    assert documented == ours


def test_no_pin_is_used_twice() -> None:
    uses = header.uses(BOARD)
    assert len({use.pin for use in uses}) == len(uses)
    assert len({use.bcm for use in uses}) == len(uses)
    assert not {use.pin for use in uses} & header.SUPPLY.keys()


def test_bus_lights_buttons_buzzer_and_interrupt_are_all_there() -> None:
    pins = {use.net: use.pin for use in header.uses(BOARD)}
    assert pins == {
        "SDA": 3,
        "SCL": 5,
        "IRQ": 11,
        "LIGHT_DATA": 19,
        "GPIO_UNDO": 29,
        "GPIO_HINT": 31,
        "GPIO_NEW": 33,
        "GPIO_BUZZER": 15,
        "GPIO_POWER": 37,
    }


def test_no_pin_is_used_that_spi_or_a_hat_s_memory_claims() -> None:
    assert {use.bcm for use in header.uses(BOARD)}.isdisjoint(header.CLAIMED)


def test_the_lights_are_where_the_light_backend_drives_them() -> None:
    assert BOARD.light_pin in header.LIGHT_PINS


def test_nothing_else_is_on_the_bus() -> None:
    bus = header.BUS_PINS[BOARD.bus]
    assert [use.net for use in header.uses(BOARD) if use.bcm in bus.values()] == ["SDA", "SCL"]


def test_a_pin_that_is_not_on_the_header_is_refused_by_its_number() -> None:
    with pytest.raises(BoardMapError, match="the buzzer is on pin 28"):
        header.uses(replace(BOARD, buzzer_pin=28))


def test_the_header_s_nets_are_supplies_and_uses() -> None:
    nets = header.nets(BOARD)
    assert len(nets) == len(header.SUPPLY) + 9
    assert (nets[1], nets[2], nets[39], nets[19]) == ("+3V3", "+5V", "GND", "LIGHT_DATA")
