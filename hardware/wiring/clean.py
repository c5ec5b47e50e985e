"""The cables of the clean way to build: the carrier and 36 cells; the pads' wires serve both ways.

The law of this module: plugs and their pins are those of the circuits' netlist.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from iye_hw.board_map import BoardMap
from wiring.chain import Hop, chain, feeds
from wiring.harness import PLUG, RAINBOW, Harness, cable, harness, in_hex, plug

PAD_WIRE: Final = 500
BUTTON_WIRE: Final = 360
"""Lengths in mm that reach from the carrier to the furthest pad, and to the furthest button."""
TAPE_WIRE: Final = 300
"""From a breakout in the middle of a simple board to its furthest copper. All pads' wires are as
long as the furthest one's, because all pads are charged alike."""


def drawings(board: BoardMap, hops: Sequence[Hop]) -> dict[str, Harness]:
    """Give every cable drawing by the name of its file; `hops` are the cables of the lights."""
    pads = {f"pads-{in_hex(address)}": _pads(board, n) for n, address in enumerate(board.chips)}
    return {
        "clean-lights": _lights(board, hops),
        "clean-controls": _controls(board),
    } | pads


def _pads(board: BoardMap, chip: int) -> Harness:
    """Describe one touch chip's twelve pads: a single wire each, in both ways to build."""
    address = board.chips[chip]
    places = sorted(board.on_chip(chip), key=lambda place: place.electrode)
    chip_name = f"MPR121 {in_hex(address)}"
    connectors: Harness = {
        chip_name: {
            "type": f"carrier J{chip + 3}, or breakout",
            "subtype": f"{PLUG}, 12 ways",
            "pins": [place.electrode + 1 for place in places],
            "pinlabels": [f"electrode {place.electrode}" for place in places],
            "notes": f"all wires of one length:\n{TAPE_WIRE} mm to tape, {PAD_WIRE} mm to cells",
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
        f"W{place.name}": {"wirecount": 1, "colors": [colour], "gauge": "26 AWG"}
        for place, colour in zip(places, RAINBOW, strict=True)
    }
    joints = [
        [{chip_name: [place.electrode + 1]}, {f"W{place.name}": [1]}, {f"pad {place.name}": [1]}]
        for place in places
    ]
    return harness(connectors, cables, joints)


def _lights(board: BoardMap, hops: Sequence[Hop]) -> Harness:
    """Describe the chain's first cables, all others being like them, and the two feeds."""
    places = chain(board)[:2]
    connectors: Harness = {
        "carrier J6": plug("LIGHTS", ("+5V", "DATA", "GND")),
        "carrier J7": plug("FEED", ("+5V", "GND")),
        "carrier J8": plug("FEED", ("+5V", "GND")),
    }
    for place in places:
        connectors[f"cell {place.name}"] = {
            "type": f"light {place.light}",
            "pinlabels": ["J1 +5V", "J1 DIN", "J1 GND", "J2 +5V", "J2 DOUT", "J2 GND"],
        }
    connectors[f"cell {places[-1].name}"]["notes"] = "and so on: see the plan and cables.csv"
    wires = ("+5V_LIGHTS", "LIGHT_OUT", "GND")
    cables: Harness = {"W0": cable(wires, 400, "24 AWG")}
    joints = [[{"carrier J6": [1, 2, 3]}, {"W0": [1, 2, 3]}, {f"cell {places[0].name}": [1, 2, 3]}]]
    for n, hop in enumerate(hops[: len(places) - 1], start=1):
        cables[f"W{n}"] = cable(wires, hop.length)
        ends = f"cell {hop.before}", f"cell {hop.after}"
        joints.append([{ends[0]: [4, 5, 6]}, {f"W{n}": [1, 2, 3]}, {ends[1]: [1, 2, 3]}])
    for n, place in enumerate(feeds(board)):
        connectors[f"feed {place.name}"] = {
            "type": f"cell {place.name}, light {place.light}",
            "pinlabels": ["TP1 +5V", "TP2 GND"],
        }
        cables[f"WF{n + 1}"] = cable(("+5V_LIGHTS", "GND"), 400, "24 AWG")
        joints.append(
            [{f"carrier J{n + 7}": [1, 2]}, {f"WF{n + 1}": [1, 2]}, {f"feed {place.name}": [1, 2]}]
        )
    return harness(connectors, cables, joints)


def _controls(board: BoardMap) -> Harness:
    """Describe the buttons on the carrier's plug, and the supply on its terminal."""
    names = [*(name for name, _ in board.buttons), "power"]
    labels = [label for name in names for label in (name.upper(), "GND")]
    connectors: Harness = {
        "carrier J9": plug("BUTTONS", labels),
        "carrier J2": {"type": "terminal", "subtype": "5V IN", "pinlabels": ["+", "-"]},
        "5 V socket": {"type": "5 V 4 A supply", "pinlabels": ["+", "-"]},
    }
    connectors |= {f"button {name}": {"pinlabels": ["1", "2"]} for name in names}
    cables: Harness = {"W0": cable(("+5V", "GND"), 200, "20 AWG")}
    joints = [[{"5 V socket": [1, 2]}, {"W0": [1, 2]}, {"carrier J2": [1, 2]}]]
    for n, name in enumerate(names):
        cables[f"W{n + 1}"] = cable((f"GPIO_{name.upper()}", "GND"), BUTTON_WIRE, "26 AWG")
        pins = [2 * n + 1, 2 * n + 2]
        joints.append([{"carrier J9": pins}, {f"W{n + 1}": [1, 2]}, {f"button {name}": [1, 2]}])
    return harness(connectors, cables, joints)
