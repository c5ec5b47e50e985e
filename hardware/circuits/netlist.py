"""What is on the two circuits and what is joined to what, from the board's map.

The law of this module: it knows parts, pads and nets, and not where anything lies; a circuit is
right when the nets of its .kicad_pcb are these. Pad numbers are those of the data sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import header
from iye_hw.board_map import BoardMap
from iye_hw.mpr121_registers import ELECTRODES

GND: Final = "GND"

ADDRESS_STRAPS: Final = {0x5A: GND, 0x5B: "+3V3", 0x5C: "SDA", 0x5D: "SCL"}
"""What a touch chip's ADDR pin is joined to for each address (data sheet, section 2.2)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: KiCad's library and footprint, and the net of each pad; pads left out are free.

    `order`: the maker's number to order by, or "" if any will do.
    """

    ref: str
    value: str
    footprint: str
    pads: Mapping[str, str] = field(default_factory=dict)
    order: str = ""
    assembled: bool = True


R_0603: Final = "Resistor_SMD:R_0603_1608Metric"
C_0603: Final = "Capacitor_SMD:C_0603_1608Metric"
C_0805: Final = "Capacitor_SMD:C_0805_2012Metric"
LED_0603: Final = "LED_SMD:LED_0603_1608Metric"
HOLE: Final = "MountingHole:MountingHole_2.7mm_M2.5"
WS2812B: Final = "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm"
MPR121: Final = "Package_DFN_QFN:UQFN-20_3x3mm_P0.4mm"


def ph(ways: int) -> str:
    """Give the footprint of an upright JST PH of so many ways, soldered through the board."""
    return f"Connector_JST:JST_PH_B{ways}B-PH-K_1x{ways:02}_P2.00mm_Vertical"


def ph_flat(ways: int) -> str:
    """Give the footprint of a JST PH of so many ways that lies flat on the board."""
    return f"Connector_JST:JST_PH_S{ways}B-PH-SM4-TB_1x{ways:02}-1MP_P2.00mm_Horizontal"


def cell() -> tuple[Part, ...]:
    """Give the parts of one cell's circuit; all 36 are alike."""
    return (
        _part("D1", "WS2812B", WS2812B, "+5V DOUT GND DIN", "WS2812B-B/W"),
        _part("C1", "100nF 16V X7R", C_0603, "+5V GND"),
        _part("J1", "IN", ph_flat(3), "+5V DIN GND", "S3B-PH-SM4-TB"),
        _part("J2", "OUT", ph_flat(3), "+5V DOUT GND", "S3B-PH-SM4-TB"),
        _part("J3", "PAD", ph_flat(2), "PAD GND", "S2B-PH-SM4-TB"),
        _bare("TP1", "+5V", "TestPoint:TestPoint_Pad_2.5x2.5mm", "+5V"),
        _bare("TP2", "GND", "TestPoint:TestPoint_Pad_2.5x2.5mm", GND),
        *(_bare(f"H{n}", "M2.5", HOLE) for n in range(1, 5)),
    )


def carrier(board: BoardMap) -> tuple[Part, ...]:
    """Give the parts of the carrier: the Pi's header, chips, power, lights, buttons, buzzer."""
    return tuple(_carrier(board))


def nets(parts: tuple[Part, ...]) -> dict[str, set[tuple[str, str]]]:
    """Give each net with what it joins, as pairs of reference and pad."""
    joined: dict[str, set[tuple[str, str]]] = {}
    for part in parts:
        for pad, net in part.pads.items():
            joined.setdefault(net, set()).add((part.ref, pad))
    return joined


def pad_net(name: str) -> str:
    """Give the net of a pad's electrode wire on the carrier."""
    return f"PAD_{name}"


def _carrier(board: BoardMap) -> Iterator[Part]:
    pins = {str(pin): net for pin, net in header.nets(board).items()}
    rows = "Connector_PinHeader_2.54mm:PinHeader_2x20_P2.54mm_Vertical"
    yield Part("J1", "Raspberry Pi", rows, pins, "2x20 socket 2.54 mm", assembled=False)
    yield from _power()
    for chip in range(len(board.chips)):
        yield from _touch(board, chip)
    yield _part("R6", "10k", R_0603, "+3V3 IRQ")
    yield _part("C3", "10uF 10V X5R", C_0805, "+3V3 GND")
    yield from _lights()
    yield from _buttons(board)
    yield from _buzzer()
    for n, net in enumerate((GND, "+5V", "+3V3", "IRQ", "LIGHT_OUT"), start=1):
        yield _bare(f"TP{n}", net, "TestPoint:TestPoint_Pad_D1.5mm", net)
    for n in range(1, 6):
        yield _bare(f"H{n}", "M2.5", HOLE)


def _power() -> Iterator[Part]:
    terminal = "TerminalBlock_Phoenix:TerminalBlock_Phoenix_PT-1,5-2-5.0-H_1x02_P5.00mm_Horizontal"
    clips = "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open"
    yield _part("J2", "5V IN", terminal, "+5V_IN GND", "PT 1,5/2-5,0-H")
    yield _part("F1", "4A T 5x20", clips, "+5V_IN +5V", "0031.8201")
    yield _part("D1", "SMBJ5.0A", "Diode_SMD:D_SMB", "+5V GND", "SMBJ5.0A")
    yield _part("F2", "PTC 1.5A", "Fuse:Fuse_1812_4532Metric", "+5V +5V_LIGHTS", "MF-MSMF150/24X-2")
    bulk = "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm"
    yield _part("C1", "1000uF 10V 10x16", bulk, "+5V_LIGHTS GND", "EEU-FR1A102")
    yield from _shines("D2", "R7", "+5V", "5V")
    yield from _shines("D3", "R8", "+5V_LIGHTS", "LIGHTS")


def _shines(led: str, resistor: str, net: str, name: str) -> Iterator[Part]:
    """Give a small light that shows that a supply is there; pad 1 is the cathode."""
    yield _part(led, f"{name} green", LED_0603, f"GND {led}_A")
    yield _part(resistor, "1k", R_0603, f"{net} {led}_A")


def _touch(board: BoardMap, chip: int) -> Iterator[Part]:
    n = chip + 1
    pads = {
        "1": "IRQ",
        "2": "SCL",
        "3": "SDA",
        "4": ADDRESS_STRAPS[board.chips[chip]],
        "5": f"VREG{n}",
        "6": GND,
        "7": f"REXT{n}",
        "20": "+3V3",
    }
    wires = {place.electrode: pad_net(place.name) for place in board.on_chip(chip)}
    chip_pads = {str(8 + electrode): net for electrode, net in wires.items()}
    plug_pads = {str(1 + electrode): net for electrode, net in wires.items()}
    address = f"0x{board.chips[chip]:02X}"
    yield Part(f"U{n}", f"MPR121 {address}", MPR121, pads | chip_pads, "MPR121QR2")
    yield _part(f"C{n}1", "100nF 16V X7R", C_0603, "+3V3 GND")
    yield _part(f"C{n}2", "100nF 16V X7R", C_0603, f"VREG{n} GND")
    yield _part(f"R{n}1", "75k 1%", R_0603, f"REXT{n} GND")
    plug = ph(ELECTRODES)
    yield Part(f"J{n + 2}", f"PADS {address}", plug, plug_pads, f"B{ELECTRODES}B-PH-K-S")


def _lights() -> Iterator[Part]:
    shifter = {
        "1": GND, "2": "LIGHT_DATA", "3": "LIGHT_5V",
        "4": "+5V_LIGHTS", "5": GND, "10": "+5V_LIGHTS", "9": GND, "13": "+5V_LIGHTS", "12": GND,
        "7": GND, "14": "+5V_LIGHTS",
    }  # fmt: skip  # gate 1 works; the others are off, their inputs held
    soic = "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm"
    yield Part("U4", "74AHCT125", soic, shifter, "SN74AHCT125D")
    yield _part("C2", "100nF 16V X7R", C_0603, "+5V_LIGHTS GND")
    yield _part("R1", "330", R_0603, "LIGHT_5V LIGHT_OUT")
    yield _part("J6", "LIGHTS", ph(3), "+5V_LIGHTS LIGHT_OUT GND", "B3B-PH-K-S")
    yield _part("J7", "FEED", ph(2), "+5V_LIGHTS GND", "B2B-PH-K-S")
    yield _part("J8", "FEED", ph(2), "+5V_LIGHTS GND", "B2B-PH-K-S")


def _buttons(board: BoardMap) -> Iterator[Part]:
    names = [name.upper() for name, _ in board.buttons] + ["POWER"]
    plug: dict[str, str] = {}
    for n, name in enumerate(names):
        plug |= {str(2 * n + 1): name, str(2 * n + 2): GND}
        yield _part(f"R{n + 2}", "1k", R_0603, f"GPIO_{name} {name}")
    ways = 2 * len(names)
    yield Part("J9", "BUTTONS", ph(ways), plug, f"B{ways}B-PH-K-S")


def _buzzer() -> Iterator[Part]:
    yield _part("R9", "1k", R_0603, "GPIO_BUZZER BASE")
    yield _part("R10", "10k", R_0603, "BASE GND")
    yield _part("Q1", "MMBT3904", "Package_TO_SOT_SMD:SOT-23", "BASE GND BUZZER", "MMBT3904")
    yield _part("D4", "1N4148W", "Diode_SMD:D_SOD-123", "+5V BUZZER", "1N4148W")
    # 12 mm across, its pins 6.5 mm apart; those of buzzers with their own oscillator are 7.6 mm.
    round_12 = "Buzzer_Beeper:MagneticBuzzer_ProSignal_ABT-410-RC"
    yield _part("BZ1", "passive 42R", round_12, "+5V BUZZER", "CEM-1203(42)")


def _part(ref: str, value: str, footprint: str, pad_nets: str, order: str = "") -> Part:
    """Make a part whose pads, from 1 on, are on the nets named in a row."""
    pads = {str(pad): net for pad, net in enumerate(pad_nets.split(), start=1)}
    return Part(ref, value, footprint, pads, order)


def _bare(ref: str, value: str, footprint: str, net: str = "") -> Part:
    """Make what is only copper or a hole, and needs no part."""
    return Part(ref, value, footprint, {"1": net} if net else {}, assembled=False)
