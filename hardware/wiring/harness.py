"""The cables of both ways to build, as WireViz describes them, from the board's map.

The law of this module: it says what is joined to what by which wire, and draws nothing. The same
names of nets, parts and plugs as on the circuits are used throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import header
from circuits.netlist import ADDRESS_STRAPS
from wiring.chain import Hop, chain, feeds

from iye_hw.board_map import BoardMap

Harness = dict[str, Any]

COLOURS: Final = {
    "GND": "BK",
    "+3V3": "OG",
    "+5V": "RD",
    "+5V_LIGHTS": "RD",
    "SDA": "BU",
    "SCL": "YE",
    "IRQ": "VT",
    "LIGHT_DATA": "GN",
    "LIGHT_OUT": "GN",
}
"""A net's wire; every other signal is white."""

RAINBOW: Final = ("BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK", "PK", "TQ")
"""Twelve wires that can be told apart, in the order of a ribbon cable."""

BREAKOUT: Final = ("VIN", "GND", "SDA", "SCL", "IRQ", "ADDR")
BREAKOUT_NETS: Final = ("+3V3", "GND", "SDA", "SCL", "IRQ")
PLUG: Final = "JST PH 2 mm"

TOUCH_SUPPLY: Final = {"+3V3": 1, "GND": 9}
LIGHTS_SUPPLY: Final = {"+5V": 2, "GND": 6}
DATA_SUPPLY: Final = {"GND": 20}
BUZZER_SUPPLY: Final = {"+5V": 4, "GND": 14}
BUTTON_GROUNDS: Final = (25, 30, 34, 39)
"""Pins of the header where each part of the simple way gets its supply: one wire a pin."""


def drawings(board: BoardMap, hops: Sequence[Hop]) -> dict[str, Harness]:
    """Give every cable drawing by the name of its file; `hops` are the cables of the lights."""
    pads = {f"pads-{_hex(address)}": _pads(board, n) for n, address in enumerate(board.chips)}
    return {
        "simple-touch": _simple_touch(board),
        "simple-power": _simple_power(board),
        "simple-lights": _simple_lights(board),
        "simple-controls": _simple_controls(board),
        "clean-lights": _clean_lights(board, hops),
        "clean-controls": _clean_controls(board),
    } | pads


def _simple_touch(board: BoardMap) -> Harness:
    """The Pi, a strip that spreads the bus, the three breakouts, and the pull-up."""
    pi = _pi(board, ("SDA", "SCL", "IRQ"), TOUCH_SUPPLY)
    strip = [label.partition(" ")[0] for label in pi["pinlabels"]]
    connectors: Harness = {
        "Raspberry Pi": pi,
        "bus": {"type": "breadboard or strip", "pinlabels": strip},
    }
    every = list(range(1, len(strip) + 1))
    cables: Harness = {"W0": _cable(strip, 200)}
    joints = [[{"Raspberry Pi": pi["pins"]}, {"W0": every}, {"bus": every}]]
    for n, address in enumerate(board.chips, start=1):
        name = f"MPR121 {_hex(address)}"
        strap = BREAKOUT_NETS.index(ADDRESS_STRAPS[address])
        connectors[name] = {
            "type": "touch breakout",
            "pinlabels": list(BREAKOUT),
            "loops": [[strap + 1, BREAKOUT.index("ADDR") + 1]],
            "notes": f"ADDR joined to {BREAKOUT[strap]}",
        }
        cables[f"W{n}"] = _cable(BREAKOUT_NETS, 100)
        onto = [strip.index(net) + 1 for net in BREAKOUT_NETS]
        joints.append([{"bus": onto}, {f"W{n}": every}, {name: every}])
    connectors["R6"] = _resistor("10k", ("+3V3", "IRQ"))
    cables["W4"] = _cable(("+3V3", "IRQ"), 20)
    onto = [strip.index(net) + 1 for net in ("+3V3", "IRQ")]
    joints.append([{"bus": onto}, {"W4": [1, 2]}, {"R6": [1, 2]}])
    return _harness(connectors, cables, joints)


def _pads(board: BoardMap, chip: int) -> Harness:
    """One touch chip's twelve pads: a single wire each, in both ways to build."""
    address = board.chips[chip]
    places = sorted(board.on_chip(chip), key=lambda place: place.electrode)
    chip_name = f"MPR121 {_hex(address)}"
    connectors: Harness = {
        chip_name: {
            "type": f"carrier J{chip + 3}, or breakout",
            "subtype": f"{PLUG}, 12 ways",
            "pins": [place.electrode + 1 for place in places],
            "pinlabels": [f"electrode {place.electrode}" for place in places],
        }
    }
    connectors |= {
        f"pad {place.name}": {
            "type": "cell J3, or copper tape",
            "pinlabels": ["PAD"],
        }
        for place in places
    }
    cables = {
        f"W{place.name}": {"wirecount": 1, "colors": [colour], "gauge": "0.14 mm2"}
        for place, colour in zip(places, RAINBOW, strict=True)
    }
    joints = [
        [{chip_name: [place.electrode + 1]}, {f"W{place.name}": [1]}, {f"pad {place.name}": [1]}]
        for place in places
    ]
    return _harness(connectors, cables, joints)


def _simple_power(board: BoardMap) -> Harness:
    """Supply, fuses and the two terminal strips: one for all, one for the lights."""
    pi = _pi(board, (), LIGHTS_SUPPLY)
    connectors: Harness = {
        "5 V supply": {"type": "5 V 4 A", "pinlabels": ["+5V", "GND"]},
        "F1": {"type": "fuse, slow", "subtype": "4 A", "pinlabels": ["in", "out"]},
        "5 V": {
            "type": "terminal strip",
            "pinlabels": ["+5V", "GND"],
            "notes": "D1 SMBJ5.0A across it, its stripe to +5V",
        },
        "Raspberry Pi": pi,
        "F2": {"type": "resettable fuse", "subtype": "1.5 A", "pinlabels": ["in", "out"]},
        "lights": _lights_strip(),
    }
    cables = {
        "W1": _cable(("+5V",), 100, "1 mm2"),
        "W2": _cable(("GND",), 200, "1 mm2"),
        "W3": _cable(("+5V",), 100, "1 mm2"),
        "W4": _cable(("+5V", "GND"), 200, "0.5 mm2"),
        "W5": _cable(("+5V",), 100, "0.5 mm2"),
        "W6": _cable(("+5V_LIGHTS",), 100, "0.5 mm2"),
        "W7": _cable(("GND",), 200, "0.5 mm2"),
    }
    joints = [
        [{"5 V supply": [1]}, {"W1": [1]}, {"F1": [1]}],
        [{"F1": [2]}, {"W3": [1]}, {"5 V": [1]}],
        [{"5 V supply": [2]}, {"W2": [1]}, {"5 V": [2]}],
        [{"5 V": [1, 2]}, {"W4": [1, 2]}, {"Raspberry Pi": pi["pins"]}],
        [{"5 V": [1]}, {"W5": [1]}, {"F2": [1]}],
        [{"F2": [2]}, {"W6": [1]}, {"lights": [1]}],
        [{"5 V": [2]}, {"W7": [1]}, {"lights": [2]}],
    ]
    return _harness(connectors, cables, joints)


def _simple_lights(board: BoardMap) -> Harness:
    """The level shifter between the Pi and the first light."""
    places = chain(board)
    first = f"light {places[0].name}"
    pi = _pi(board, ("LIGHT_DATA",), DATA_SUPPLY)
    connectors: Harness = {
        "Raspberry Pi": pi,
        "lights": _lights_strip(),
        "U4": {
            "type": "74AHCT125, DIP",
            "pins": [2, 7, 14, 3],
            "pinlabels": ["1A", "GND", "VCC", "1Y"],
            "notes": "also 1, 5, 9, 12 to GND; 4, 10, 13 to VCC; C2 100 nF from 14 to 7",
        },
        "R1": _resistor("330", ("in", "out")),
        first: {
            "type": "WS2812B",
            "pinlabels": ["DIN", "+5V", "GND"],
            "notes": f"from its DOUT on to {places[1].name}, and so on: see the plan",
        },
    }
    cables = {
        "W8": _cable(("GND", "LIGHT_DATA"), 200),
        "W9": _cable(("+5V_LIGHTS", "GND"), 100),
        "W10": _cable(("LIGHT_OUT",), 20),
        "W11": _cable(("LIGHT_OUT",), 300),
        "W12": _cable(("+5V_LIGHTS", "GND"), 300, "0.5 mm2"),
    }
    joints = [
        [{"Raspberry Pi": pi["pins"]}, {"W8": [1, 2]}, {"U4": [7, 2]}],
        [{"lights": [1, 2]}, {"W9": [1, 2]}, {"U4": [14, 7]}],
        [{"U4": [3]}, {"W10": [1]}, {"R1": [1]}],
        [{"R1": [2]}, {"W11": [1]}, {first: [1]}],
        [{"lights": [1, 2]}, {"W12": [1, 2]}, {first: [2, 3]}],
    ]
    return _harness(connectors, cables, joints)


def _lights_strip() -> Harness:
    return {
        "type": "terminal strip",
        "pinlabels": ["+5V_LIGHTS", "GND"],
        "notes": "C1 1000 uF across it, its stripe to GND",
    }


def _simple_controls(board: BoardMap) -> Harness:
    """Buttons straight to the header; the buzzer by a transistor."""
    names = [*(name for name, _ in board.buttons), "power"]
    pi = _pi(board, ("GPIO_BUZZER",), BUZZER_SUPPLY)
    connectors: Harness = {"Raspberry Pi": pi}
    cables, joints = {}, []
    for n, (name, ground) in enumerate(zip(names, BUTTON_GROUNDS, strict=True), start=1):
        button = _pi(board, (f"GPIO_{name.upper()}",), {"GND": ground})
        pi["pins"] += button["pins"]
        pi["pinlabels"] += button["pinlabels"]
        connectors[f"button {name}"] = {"pinlabels": ["1", "2"]}
        cables[f"W{n}"] = _cable(("GND", f"GPIO_{name.upper()}"), 300)
        joints.append(
            [{"Raspberry Pi": button["pins"]}, {f"W{n}": [1, 2]}, {f"button {name}": [2, 1]}]
        )
    connectors["buzzer driver"] = {
        "type": "Q1: 2N3904 or the like",
        "pinlabels": ["+5V", "emitter", "base, by R9 1k"],
        "notes": "buzzer and D4 1N4148 from +5V to the collector, D4's stripe to +5V",
    }
    cables["W5"] = _cable(("+5V", "GND", "GPIO_BUZZER"), 150)
    joints.append(
        [{"Raspberry Pi": pi["pins"][:3]}, {"W5": [1, 2, 3]}, {"buzzer driver": [1, 2, 3]}]
    )
    return _harness(connectors, cables, joints)


def _clean_lights(board: BoardMap, hops: Sequence[Hop]) -> Harness:
    """The chain's first cables, all others being like them, and the two feeds."""
    places = chain(board)[:3]
    connectors: Harness = {
        "carrier J6": _plug("LIGHTS", ("+5V", "DATA", "GND")),
        "carrier J7": _plug("FEED", ("+5V", "GND")),
        "carrier J8": _plug("FEED", ("+5V", "GND")),
    }
    for place in places:
        connectors[f"cell {place.name}"] = {
            "type": f"light {place.light}",
            "pinlabels": ["J1 +5V", "J1 DIN", "J1 GND", "J2 +5V", "J2 DOUT", "J2 GND"],
        }
    connectors[f"cell {places[-1].name}"]["notes"] = "and so on: see the plan and cables.csv"
    wires = ("+5V_LIGHTS", "LIGHT_OUT", "GND")
    cables: Harness = {"W0": _cable(wires, 400)}
    joints = [
        [{"carrier J6": [1, 2, 3]}, {"W0": [1, 2, 3]}, {f"cell {places[0].name}": [1, 2, 3]}]
    ]
    for n, hop in enumerate(hops[: len(places) - 1], start=1):
        cables[f"W{n}"] = _cable(wires, hop.length)
        ends = f"cell {hop.before}", f"cell {hop.after}"
        joints.append([{ends[0]: [4, 5, 6]}, {f"W{n}": [1, 2, 3]}, {ends[1]: [1, 2, 3]}])
    for n, place in enumerate(feeds(board)):
        connectors[f"feed {place.name}"] = {
            "type": f"cell {place.name}, light {place.light}",
            "pinlabels": ["TP1 +5V", "TP2 GND"],
        }
        cables[f"F{n + 1}"] = _cable(("+5V_LIGHTS", "GND"), 400, "0.5 mm2")
        joints.append(
            [{f"carrier J{n + 7}": [1, 2]}, {f"F{n + 1}": [1, 2]}, {f"feed {place.name}": [1, 2]}]
        )
    return _harness(connectors, cables, joints)


def _clean_controls(board: BoardMap) -> Harness:
    """The buttons on the carrier's plug, and the supply on its terminal."""
    names = [*(name for name, _ in board.buttons), "power"]
    labels = [label for name in names for label in (name.upper(), "GND")]
    connectors: Harness = {
        "carrier J9": _plug("BUTTONS", labels),
        "carrier J2": {"type": "terminal", "subtype": "5V IN", "pinlabels": ["+", "-"]},
        "5 V socket": {"type": "5 V 4 A supply", "pinlabels": ["+", "-"]},
    }
    connectors |= {f"button {name}": {"pinlabels": ["1", "2"]} for name in names}
    cables: Harness = {"W0": _cable(("+5V", "GND"), 200, "1 mm2")}
    joints = [[{"5 V socket": [1, 2]}, {"W0": [1, 2]}, {"carrier J2": [1, 2]}]]
    for n, name in enumerate(names):
        cables[f"W{n + 1}"] = _cable((f"GPIO_{name.upper()}", "GND"), 250, "0.14 mm2")
        pins = [2 * n + 1, 2 * n + 2]
        joints.append([{"carrier J9": pins}, {f"W{n + 1}": [1, 2]}, {f"button {name}": [1, 2]}])
    return _harness(connectors, cables, joints)


def _hex(address: int) -> str:
    return f"0x{address:02X}"


def _pi(board: BoardMap, nets: Iterable[str], supply: Mapping[str, int]) -> Harness:
    """Give the header with these supply pins and the pins of these nets."""
    pins = {use.net: use for use in header.uses(board)}
    used = [pins[net] for net in nets]
    return {
        "type": "40-pin header",
        "pins": [*supply.values(), *(use.pin for use in used)],
        "pinlabels": [*supply, *(f"{use.net} (GPIO {use.bcm})" for use in used)],
    }


def _plug(name: str, labels: Sequence[str]) -> Harness:
    return {"type": name, "subtype": f"{PLUG}, {len(labels)} ways", "pinlabels": list(labels)}


def _resistor(value: str, ends: Sequence[str]) -> Harness:
    return {"type": "resistor", "subtype": f"{value} ohm", "pinlabels": list(ends)}


def _cable(nets: Sequence[str], length: int, gauge: str = "0.25 mm2") -> Harness:
    colours = [COLOURS.get(net, "WH") for net in nets]
    return {
        "wirecount": len(nets),
        "colors": colours,
        "wirelabels": list(nets),
        "length": f"{length} mm",
        "gauge": gauge,
    }


def _harness(
    connectors: Harness, cables: Harness, joints: list[list[Mapping[str, Any]]]
) -> Harness:
    return {
        "options": {"fontname": "DejaVu Sans", "bgcolor": "WH"},
        "connectors": connectors,
        "cables": cables,
        "connections": joints,
    }
