"""Every pin of the two circuits is on the net that its part's data sheet wants it on.

The board files are compared with the netlist elsewhere; here the netlist itself is compared with
what a pin is for, so that a diode turned round in the one place does not go into all others.
"""

from __future__ import annotations

import pytest

import power
from circuits import netlist
from circuits.netlist import Part
from iye_hw.board_map import load_board_map

BOARD = load_board_map()
CARRIER = {part.ref: part for part in netlist.carrier(BOARD)}
CELL = {part.ref: part for part in netlist.cell()}

WS2812B = {"1": "VDD", "2": "DOUT", "3": "VSS", "4": "DIN"}
SOT23_NPN = {"1": "base", "2": "emitter", "3": "collector"}
DIODE = {"1": "cathode", "2": "anode"}
POLAR = {"1": "plus", "2": "minus"}
SN74X125 = {
    "1": "1OE", "2": "1A", "3": "1Y", "4": "2OE", "5": "2A", "6": "2Y", "7": "GND",
    "8": "3Y", "9": "3A", "10": "3OE", "11": "4Y", "12": "4A", "13": "4OE", "14": "VCC",
}  # fmt: skip
MPR121 = {"1": "IRQ", "2": "SCL", "3": "SDA", "5": "VREG", "6": "VSS", "7": "REXT", "20": "VDD"}
"""Pin names by number, from each part's data sheet; ADDR and the electrodes stand elsewhere."""


def by_name(part: Part, pins: dict[str, str]) -> dict[str, str]:
    """Give the net of every pin that is joined to one, by the pin's name."""
    return {name: part.pads[pin] for pin, name in pins.items() if pin in part.pads}


def test_a_light_has_supply_and_data_at_its_own_pins() -> None:
    assert by_name(CELL["D1"], WS2812B) == {
        "VDD": "+5V", "DOUT": "DOUT", "VSS": "GND", "DIN": "DIN",
    }  # fmt: skip
    assert set(CELL["C1"].pads.values()) == {"+5V", "GND"}


@pytest.mark.parametrize("n", range(1, len(BOARD.chips) + 1))
def test_a_touch_chip_has_bus_supply_and_interrupt_at_its_own_pins(n: int) -> None:
    assert by_name(CARRIER[f"U{n}"], MPR121) == {
        "IRQ": "IRQ", "SCL": "SCL", "SDA": "SDA", "VREG": f"VREG{n}", "VSS": "GND",
        "REXT": f"REXT{n}", "VDD": "+3V3",
    }  # fmt: skip


def test_the_shifter_lifts_one_line_and_rests_its_other_gates() -> None:
    # Of the HCT kinds only: a plain 74AHC125 at 5 V does not take 3.3 V for high.
    assert CARRIER["U4"].value == "74AHCT125"
    assert CARRIER["U4"].order.startswith("SN74AHCT125")
    assert by_name(CARRIER["U4"], SN74X125) == {
        "1OE": "GND", "1A": "LIGHT_DATA", "1Y": "LIGHT_5V", "GND": "GND", "VCC": "+5V_LIGHTS",
        "2OE": "+5V_LIGHTS", "3OE": "+5V_LIGHTS", "4OE": "+5V_LIGHTS",
        "2A": "GND", "3A": "GND", "4A": "GND",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ref", "cathode", "anode"),
    [
        ("D1", "+5V", "GND"),  # blocks, until the supply is too high or the wrong way round
        ("D4", "+5V", "BUZZER"),  # blocks, until the buzzer's coil is let go
        ("D2", "GND", "D2_A"),  # conducts and shines
        ("D3", "GND", "D3_A"),
    ],
)
def test_a_diode_is_the_right_way_round(ref: str, cathode: str, anode: str) -> None:
    assert by_name(CARRIER[ref], DIODE) == {"cathode": cathode, "anode": anode}


def test_what_has_a_plus_has_it_at_pad_1() -> None:
    for ref, plus in (("C1", "+5V_LIGHTS"), ("BZ1", "+5V")):
        assert by_name(CARRIER[ref], POLAR)["plus"] == plus
    assert by_name(CARRIER["C1"], POLAR)["minus"] == "GND"
    assert by_name(CARRIER["J2"], POLAR) == {"plus": "+5V_IN", "minus": "GND"}


def test_the_buzzer_s_transistor_is_driven_by_a_resistor_and_held_off_by_another() -> None:
    nets = {"base": "BASE", "emitter": "GND", "collector": "BUZZER"}
    assert by_name(CARRIER["Q1"], SOT23_NPN) == nets
    assert set(CARRIER["BZ1"].pads.values()) == {"+5V", "BUZZER"}
    assert set(CARRIER["R9"].pads.values()) == {"GPIO_BUZZER", "BASE"}
    assert set(CARRIER["R10"].pads.values()) == {"BASE", "GND"}


def test_a_button_closes_to_ground_behind_a_resistor() -> None:
    names = [*(name.upper() for name, _ in BOARD.buttons), "POWER"]
    plug = CARRIER["J9"].pads
    assert [plug[str(n)] for n in range(1, len(plug) + 1, 2)] == names
    assert {plug[str(n)] for n in range(2, len(plug) + 1, 2)} == {"GND"}
    joined = [set(part.pads.values()) for ref, part in CARRIER.items() if ref[0] == "R"]
    for name in names:
        assert {f"GPIO_{name}", name} in joined


def test_the_interrupt_line_is_pulled_to_the_pi_s_own_voltage() -> None:
    assert set(CARRIER["R6"].pads.values()) == {"+3V3", "IRQ"}


def test_plugs_that_carry_5_v_have_it_at_pin_1_and_ground_at_the_last() -> None:
    for part in (*(CARRIER[ref] for ref in ("J6", "J7", "J8")), CELL["J1"], CELL["J2"]):
        pins = list(part.pads.values())
        assert pins[0].startswith("+5V"), part
        assert pins[-1] == "GND", part
    assert CELL["J3"].pads == {"1": "PAD", "2": "GND"}  # pin 2 stays empty in the cable


def test_no_net_of_3_3_v_meets_5_v() -> None:
    """Nothing but the shifter, whose inputs bear it, joins the Pi's pins to 5 V by itself."""
    bare = {net for net in CARRIER["J1"].pads.values() if net.startswith("GPIO")} | {"IRQ", "SDA"}
    for ref, part in CARRIER.items():
        nets = set(part.pads.values())
        if ref not in {"J1", "U4"} and nets & (bare | {"SCL", "+3V3"}):
            assert not nets & {"+5V", "+5V_LIGHTS", "+5V_IN"}, ref


def test_fuses_are_those_that_power_md_reckons_with() -> None:
    assert CARRIER["F1"].value == f"{power.INPUT_FUSE:g}A T 5x20"
    assert CARRIER["F2"].value == f"PTC {power.LIGHTS_FUSE[0]:g}A"


@pytest.mark.parametrize("parts", [CARRIER, CELL], ids=["carrier", "cell"])
def test_whatever_is_more_than_a_resistor_can_be_ordered_by_number(parts: dict[str, Part]) -> None:
    for part in parts.values():
        plain = part.ref[0] == "R" or part.value.endswith(("X7R", "X5R", "green"))
        assert part.order or plain or not part.assembled, part.ref
