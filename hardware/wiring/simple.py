"""The cables of the simple way to build: breakouts, no printed circuit.

The law of this module: one wire a pin of the header, and every net as on the carrier.
"""

from __future__ import annotations

from typing import Final

from circuits.netlist import ADDRESS_STRAPS
from iye_hw.board_map import BoardMap
from wiring.chain import chain, feeds
from wiring.harness import Harness, cable, harness, in_hex, pi_header, resistor

BREAKOUT: Final = ("VIN", "GND", "SDA", "SCL", "IRQ", "ADDR")
BREAKOUT_NETS: Final = ("+3V3", "GND", "SDA", "SCL", "IRQ")

TOUCH_SUPPLY: Final = {"+3V3": 1, "GND": 9}
LIGHTS_SUPPLY: Final = {"+5V": 2, "GND": 6}
DATA_SUPPLY: Final = {"GND": 20}
BUZZER_SUPPLY: Final = {"+5V": 4, "GND": 14}
BUTTON_GROUNDS: Final = (25, 30, 34, 39)
"""Pins of the header where each part of the simple way gets its supply: one wire a pin."""


def drawings(board: BoardMap) -> dict[str, Harness]:
    """Give every cable drawing by the name of its file."""
    return {
        "simple-touch": _touch(board),
        "simple-power": _power(board),
        "simple-lights": _lights(board),
        "simple-controls": _controls(board),
    }


def _touch(board: BoardMap) -> Harness:
    """Describe the Pi, a strip that spreads the bus, the three breakouts, and the pull-up."""
    pi = pi_header(board, ("SDA", "SCL", "IRQ"), TOUCH_SUPPLY)
    strip = [label.partition(" ")[0] for label in pi["pinlabels"]]
    connectors: Harness = {
        "Raspberry Pi": pi,
        "bus": {"type": "breadboard or strip", "pinlabels": strip},
    }
    every = list(range(1, len(strip) + 1))
    cables: Harness = {"W0": cable(strip, 200)}
    joints = [[{"Raspberry Pi": pi["pins"]}, {"W0": every}, {"bus": every}]]
    for n, address in enumerate(board.chips, start=1):
        name = f"MPR121 {in_hex(address)}"
        strap = BREAKOUT_NETS.index(ADDRESS_STRAPS[address])
        connectors[name] = {
            "type": "touch breakout",
            "pinlabels": list(BREAKOUT),
            "loops": [[strap + 1, BREAKOUT.index("ADDR") + 1]],
            "notes": f"ADDR joined to {BREAKOUT[strap]}",
        }
        cables[f"W{n}"] = cable(BREAKOUT_NETS, 100)
        onto = [strip.index(net) + 1 for net in BREAKOUT_NETS]
        joints.append([{"bus": onto}, {f"W{n}": every}, {name: every}])
    connectors["R6"] = resistor("10k", ("+3V3", "IRQ"))
    cables["W4"] = cable(("+3V3", "IRQ"), 20)
    onto = [strip.index(net) + 1 for net in ("+3V3", "IRQ")]
    joints.append([{"bus": onto}, {"W4": [1, 2]}, {"R6": [1, 2]}])
    return harness(connectors, cables, joints)


def _power(board: BoardMap) -> Harness:
    """Describe socket, fuses and the two terminal strips: one for all, one for the lights."""
    pi = pi_header(board, (), LIGHTS_SUPPLY)
    connectors: Harness = {
        "5 V socket": {"type": "5 V 4 A supply", "pinlabels": ["+5V", "GND"]},
        "5 V": {
            "type": "terminal strip",
            "pinlabels": ["+5V", "GND"],
            "notes": "D1 P6KE6.8A across it, its stripe to +5V",
        },
        "Raspberry Pi": pi,
        "lights": _lights_strip(),
    }
    cables = {
        "W1": cable(("+5V", "GND"), 200, "20 AWG", holds="F1, fuse 4 A slow, in its red wire"),
        "W2": cable(("+5V", "GND"), 200, "24 AWG"),
        "W3": cable(("+5V", "GND"), 200, "24 AWG", holds="F2, resettable 1.5 A, in its red wire"),
    }
    joints = [
        [{"5 V socket": [1, 2]}, {"W1": [1, 2]}, {"5 V": [1, 2]}],
        [{"5 V": [1, 2]}, {"W2": [1, 2]}, {"Raspberry Pi": pi["pins"]}],
        [{"5 V": [1, 2]}, {"W3": [1, 2]}, {"lights": [1, 2]}],
    ]
    return harness(connectors, cables, joints)


def _lights(board: BoardMap) -> Harness:
    """Describe the level shifter between the Pi and the first light, and the chain's feeds."""
    places = chain(board)
    first = f"light {places[0].name}"
    pi = pi_header(board, ("LIGHT_DATA",), DATA_SUPPLY)
    connectors: Harness = {
        "Raspberry Pi": pi,
        "lights": _lights_strip(),
        "U4": {
            "type": "74AHCT125, DIP",
            "pins": [2, 7, 14, 3],
            "pinlabels": ["1A", "GND", "VCC", "1Y, by R1 330"],
            "notes": "also 1, 5, 9, 12 to GND;\n4, 10, 13 to VCC;\nC2 100 nF from 14 to 7",
        },
        first: {
            "type": "WS2812B",
            "pinlabels": ["DIN", "+5V", "GND"],
            "notes": f"from its DOUT on to {places[1].name},\nand so on: see the plan",
        },
    }
    cables = {
        "W1": cable(("GND", "LIGHT_DATA"), 200),
        "W2": cable(("+5V_LIGHTS", "GND"), 100),
        "W3": cable(("LIGHT_OUT",), 300),
        "W4": cable(("+5V_LIGHTS", "GND"), 300, "24 AWG"),
    }
    joints = [
        [{"Raspberry Pi": pi["pins"]}, {"W1": [1, 2]}, {"U4": [7, 2]}],
        [{"lights": [1, 2]}, {"W2": [1, 2]}, {"U4": [14, 7]}],
        [{"U4": [3]}, {"W3": [1]}, {first: [1]}],
        [{"lights": [1, 2]}, {"W4": [1, 2]}, {first: [2, 3]}],
    ]
    for n, place in enumerate(feeds(board), start=5):
        fed = f"light {place.name}"
        connectors[fed] = {"type": "WS2812B", "pinlabels": ["+5V", "GND"], "notes": "fed here too"}
        cables[f"W{n}"] = cable(("+5V_LIGHTS", "GND"), 400, "24 AWG")
        joints.append([{"lights": [1, 2]}, {f"W{n}": [1, 2]}, {fed: [1, 2]}])
    return harness(connectors, cables, joints)


def _lights_strip() -> Harness:
    return {
        "type": "terminal strip",
        "pinlabels": ["+5V_LIGHTS", "GND"],
        "notes": "C1 1000 uF across it, its stripe to GND",
    }


def _controls(board: BoardMap) -> Harness:
    """Describe buttons straight to the header; the buzzer by a transistor."""
    names = [*(name for name, _ in board.buttons), "power"]
    pi = pi_header(board, ("GPIO_BUZZER",), BUZZER_SUPPLY)
    connectors: Harness = {"Raspberry Pi": pi}
    cables, joints = {}, []
    for n, (name, ground) in enumerate(zip(names, BUTTON_GROUNDS, strict=True), start=1):
        button = pi_header(board, (f"GPIO_{name.upper()}",), {"GND": ground})
        pi["pins"] += button["pins"]
        pi["pinlabels"] += button["pinlabels"]
        connectors[f"button {name}"] = {"pinlabels": ["1", "2"]}
        cables[f"W{n}"] = cable(("GND", f"GPIO_{name.upper()}"), 300)
        joints.append(
            [{"Raspberry Pi": button["pins"]}, {f"W{n}": [1, 2]}, {f"button {name}": [2, 1]}]
        )
    connectors["buzzer driver"] = {
        "type": "Q1 2N3904",
        "subtype": "flat side to you: E B C",
        "pinlabels": ["+5V", "emitter", "base, by R9 1k"],
        "notes": "buzzer and D4 1N4148 from +5V\nto the collector, D4's stripe to +5V",
    }
    cables["W5"] = cable(("+5V", "GND", "GPIO_BUZZER"), 150)
    joints.append(
        [{"Raspberry Pi": pi["pins"][:3]}, {"W5": [1, 2, 3]}, {"buzzer driver": [1, 2, 3]}]
    )
    return harness(connectors, cables, joints)
