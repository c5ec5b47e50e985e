"""What cables are made of, as WireViz describes it.

The law of this module: plugs and wires one by one; which goes where is said in simple.py and
clean.py, for the two ways to build. Nets, parts and plugs are called as on the circuits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import header
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

PLUG: Final = "JST PH 2 mm"

BESIDE: Final = 0.8
"""Inches between what stands side by side: drawings must be legible at the width of a page."""


def in_hex(address: int) -> str:
    """Write an address as the data sheet does."""
    return f"0x{address:02X}"


def pi_header(board: BoardMap, nets: Iterable[str], supply: Mapping[str, int]) -> Harness:
    """Give the header with these supply pins and the pins of these nets."""
    pins = {use.net: use for use in header.uses(board)}
    used = [pins[net] for net in nets]
    return {
        "type": "40-pin header",
        "pins": [*supply.values(), *(use.pin for use in used)],
        "pinlabels": [*supply, *(f"{use.net} (GPIO {use.bcm})" for use in used)],
    }


def plug(name: str, labels: Sequence[str]) -> Harness:
    """Give a JST PH plug with these ways."""
    return {"type": name, "subtype": f"{PLUG}, {len(labels)} ways", "pinlabels": list(labels)}


def resistor(value: str, ends: Sequence[str]) -> Harness:
    """Give a resistor, its two ends named."""
    return {"type": "resistor", "subtype": f"{value} ohm", "pinlabels": list(ends)}


def cable(nets: Sequence[str], length: int, gauge: str = "26 AWG", holds: str = "") -> Harness:
    """Give a cable with a wire for each net, in the net's colour; its length in mm.

    `holds` names a fuse in its first wire, if there is one.
    """
    colours = [COLOURS.get(net, "WH") for net in nets]
    return ({"notes": holds} if holds else {}) | {
        "wirecount": len(nets),
        "colors": colours,
        "wirelabels": list(nets),
        "length": f"{length} mm",
        "gauge": gauge,
    }


def harness(
    connectors: Harness, cables: Harness, joints: Sequence[Sequence[Mapping[str, Any]]]
) -> Harness:
    """Put a drawing together: `joints` go from a plug by a cable to a plug."""
    return {
        "options": {"fontname": "DejaVu Sans", "bgcolor": "WH"},
        "tweak": {"append": f"ranksep={BESIDE}"},
        "connectors": connectors,
        "cables": cables,
        "connections": [list(joint) for joint in joints],
    }
