"""In every drawing of cables a wire joins two pins of the net that the wire is called by."""

from __future__ import annotations

import re
from typing import Any

import pytest

from circuits import netlist
from enclosure.measures import read_body
from iye_hw.board_map import load_board_map
from wiring import chain, clean, simple

BOARD = load_board_map()
SIMPLE = simple.drawings(BOARD)
DRAWN = SIMPLE | clean.drawings(BOARD, chain.hops(BOARD, read_body()))

MEANS = {
    "VIN": "+3V3",  # a breakout's supply, here 3.3 V
    "VCC": "+5V_LIGHTS",  # the shifter's
    "1A": "LIGHT_DATA",
    "1Y": "LIGHT_OUT",
    "DATA": "LIGHT_OUT",
    "DIN": "LIGHT_OUT",
    "DOUT": "LIGHT_OUT",
    "emitter": "GND",
    "base": "GPIO_BUZZER",
    "+": "+5V",
    "-": "GND",
}
"""What a pin's name stands for, where it is not a net's."""

SHIFTER = {1: "1OE", 2: "1A", 3: "1Y", 7: "GND", 14: "VCC"}
"""Of a 74AHCT125 in any package, by its data sheet."""


def net(label: str) -> str:
    """Give the net of a pin's label: "J1 DIN", "SDA (GPIO 2)" and "1Y, by R1 330" too."""
    bare = re.sub(r"^(J|TP)\d ", "", re.split(r",| \(", label)[0])
    return MEANS.get(bare, bare)


def ends(drawing: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Give each wire's name and the labels of the pins at its two ends."""
    found = []
    for joint in drawing["connections"]:
        (plug, pins), (cable, wires), (other, others) = (next(iter(e.items())) for e in joint)
        for pin, wire, end in zip(pins, wires, others, strict=True):
            called = drawing["cables"][cable]["wirelabels"][wire - 1]
            at = _label(drawing["connectors"][plug], pin)
            found.append((called, at, _label(drawing["connectors"][other], end)))
    return found


def _label(plug: dict[str, Any], pin: int) -> str:
    known = list(plug.get("pins", range(1, len(plug["pinlabels"]) + 1)))
    return str(plug["pinlabels"][known.index(pin)])


def fits(wire: str, label: str) -> bool:
    """Say whether a wire may end at a pin so labelled."""
    if label.isdecimal():  # a button's contact: 2 goes to ground
        return (wire == "GND") == (label == "2")
    at = net(label)
    fed = wire == "+5V_LIGHTS" and at == "+5V"  # a light and a plug call their supply 5 V
    return wire in {at, f"GPIO_{at}"} or fed


@pytest.mark.parametrize("name", [name for name in DRAWN if not name.startswith("pads-")])
def test_a_wire_ends_at_pins_of_its_own_net(name: str) -> None:
    for wire, one, other in ends(DRAWN[name]):
        fused = (wire, net(one), net(other)) == ("+5V", "+5V", "+5V_LIGHTS")
        assert (fits(wire, one) and fits(wire, other)) or fused, (wire, one, other)


def test_the_two_rails_of_5_v_meet_in_one_fuse_and_nowhere_else() -> None:
    between = [
        drawing["cables"][next(iter(joint[1]))].get("notes", "")
        for drawing in SIMPLE.values()
        for joint in drawing["connections"]
        if "5 V" in joint[0] and "lights" in joint[2]
    ]
    (note,) = between
    assert "1.5 A" in note
    for drawing in SIMPLE.values():
        for cable in drawing["cables"].values():
            assert not {"+5V", "+5V_LIGHTS"} <= set(cable["wirelabels"])


def test_the_supply_comes_in_by_the_fuse_of_the_carrier() -> None:
    (fuse,) = (part.value for part in netlist.carrier(BOARD) if part.ref == "F1")
    first = SIMPLE["simple-power"]["cables"]["W1"]
    assert first["notes"].startswith(f"F1, fuse {fuse[0]} A slow")
    assert SIMPLE["simple-power"]["connections"][0][0] == {"5 V socket": [1, 2]}


def test_the_shifter_s_pins_are_those_of_its_data_sheet() -> None:
    drawn = SIMPLE["simple-lights"]["connectors"]["U4"]
    labels = [label.split(",")[0] for label in drawn["pinlabels"]]
    assert dict(zip(drawn["pins"], labels, strict=True)).items() <= SHIFTER.items()
