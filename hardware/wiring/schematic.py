"""The schematic, sheet by sheet, drawn with schemdraw from the circuits' own parts and nets.

The law of this module: every reference, value and net comes from the netlist; a sheet only says
how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import schemdraw
from schemdraw import elements as elm

import header
from circuits import netlist
from circuits.netlist import Part
from iye_hw.board_map import BoardMap

Parts = Mapping[str, Part]
Sheet = Callable[[schemdraw.Drawing, BoardMap, Parts], None]

UNIT: Final = 2.2


def sheets(board: BoardMap) -> dict[str, bytes]:
    """Draw every sheet; SVG by the name of its file."""
    parts = {part.ref: part for part in netlist.carrier(board)}
    return {
        f"schematic-{name}": _draw(sheet, board, parts)
        for name, sheet in (
            ("header", _header),
            ("power", _power),
            ("touch", _touch),
            ("lights", _lights),
            ("controls", _controls),
        )
    }


def _draw(sheet: Sheet, board: BoardMap, parts: Parts) -> bytes:
    with schemdraw.Drawing(show=False, canvas="svg") as drawing:
        drawing.config(unit=UNIT, fontsize=11, font="DejaVu Sans", lw=1.4, margin=0.4)
        sheet(drawing, board, parts)
    return bytes(drawing.get_imagedata("svg"))


def _label(parts: Parts, ref: str) -> str:
    return f"{ref}\n{parts[ref].value}"


def _header(drawing: schemdraw.Drawing, board: BoardMap, parts: Parts) -> None:
    """Draw the 40-pin header in two columns, as it lies on the Pi."""
    joined = parts["J1"].pads
    uses = {str(use.pin): f"{use.net}  GPIO {use.bcm}" for use in header.uses(board)}
    pins = []
    for pin in range(1, 41):
        side = "left" if pin % 2 else "right"
        slot = f"{20 - (pin - 1) // 2}/20"
        pins.append(elm.IcPin(name=str(pin), side=side, slot=slot, anchorname=f"p{pin}"))
    chip = elm.Ic(pins=pins, w=2.2, h=13, lblsize=10).label("J1  Raspberry Pi", "top")
    drawing.add(chip)
    for pin in range(1, 41):
        _stub(drawing, chip, pin, uses.get(str(pin), joined.get(str(pin), "")))


def _stub(drawing: schemdraw.Drawing, chip: Any, pin: int, name: str) -> None:
    at, left = getattr(chip, f"p{pin}"), pin % 2 == 1
    if not name:
        drawing.add(elm.NoConnect().at(at))
        return
    wire = elm.Line().at(at).length(0.6)
    drawing.add(wire.left() if left else wire.right())
    _word(drawing, name, left=left)


def _word(
    drawing: schemdraw.Drawing, words: str, *, left: bool, at: tuple[float, float] | None = None
) -> None:
    """Write beside the end of a wire: where the drawing is, or at a point."""
    x, y = at or drawing.here
    label = elm.Label().right().at((x - 0.1 if left else x + 0.1, y))
    side = "right" if left else "left"
    drawing.add(label.label(words, "center", ofst=0, halign=side, valign="center", fontsize=10))


def _power(drawing: schemdraw.Drawing, board: BoardMap, parts: Parts) -> None:
    """Draw the way from the terminal by the fuses to Pi and lights."""
    del board
    drawing.add(elm.Dot(open=True).label("J2 1\n5V IN", "left"))
    drawing.add(elm.Fuse().right().label(_label(parts, "F1"), "top"))
    node = drawing.add(elm.Dot())
    drawing.add(elm.Zener().down().reverse().label(_label(parts, "D1"), "bottom"))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().right().at(node.center).length(2.6))
    node = drawing.add(elm.Dot())
    _shining(drawing, parts, "R7", "D2")
    drawing.add(elm.Line().right().at(node.center).length(2.6))
    node = drawing.add(elm.Dot().label("+5V", "top"))
    drawing.add(elm.Line().down().length(1.6))
    drawing.add(elm.Dot(open=True).label("J1 2, 4\nRaspberry Pi", "bottom"))
    drawing.add(elm.Fuse().right().at(node.center).length(3.6).label(_label(parts, "F2"), "bottom"))
    node = drawing.add(elm.Dot().label("+5V_LIGHTS", "top"))
    drawing.add(elm.Capacitor(polar=True).down().label(_label(parts, "C1"), "bottom"))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().right().at(node.center).length(4.0))
    node = drawing.add(elm.Dot())
    _shining(drawing, parts, "R8", "D3")
    drawing.add(elm.Line().right().at(node.center).length(2.8))
    drawing.add(elm.Dot(open=True).label("J6 1  lights\nJ7 1, J8 1  feeds\nU4 14", "right"))
    drawing.add(elm.Dot(open=True).at((0, -4.6)).label("J2 2", "left"))
    drawing.add(elm.Line().right().length(1.2))
    drawing.add(elm.Ground().label("J1 6, 9, 14, 20, 25, 30, 34, 39; J6 3; J7 2; J8 2", "right"))


def _shining(drawing: schemdraw.Drawing, parts: Parts, resistor: str, led: str) -> None:
    drawing.add(elm.Resistor().down().length(1.8).label(_label(parts, resistor), "bottom"))
    drawing.add(elm.LED().down().length(1.8).label(_label(parts, led), "bottom"))
    drawing.add(elm.Ground())


def _touch(drawing: schemdraw.Drawing, board: BoardMap, parts: Parts) -> None:
    """Draw the chips side by side with what each needs, and the pull-up of the shared interrupt."""
    for n in range(len(board.chips)):
        _touch_chip(drawing, parts, n + 1, (n * 13.5, 0.0))
    for ref, x, words in (
        ("R6", 0.0, "IRQ, to J1 11: open drain, shared by the three"),
        ("C3", 13.5, "GND"),
    ):
        what = elm.Resistor() if ref == "R6" else elm.Capacitor()
        drawing.add(what.right().at((x, 3.0)).label(_label(parts, ref), "top"))
        _word(drawing, words, left=False)
        _word(drawing, parts[ref].pads["1"], left=True, at=(x, 3.0))


def _touch_chip(drawing: schemdraw.Drawing, parts: Parts, n: int, at: tuple[float, float]) -> None:
    part = parts[f"U{n}"]
    left = {"20": "VDD", "3": "SDA", "2": "SCL", "1": "IRQ", "4": "ADDR", "5": "VREG", "7": "REXT"}
    left |= {"6": "VSS"}
    pins = _pins(left, "left", 12) + _pins({str(8 + e): f"ELE{e}" for e in range(12)}, "right", 12)
    chip = (
        elm.Ic(pins=pins, w=3.2, h=7.5)
        .right()
        .at(at)
        .anchor("p20")
        .label(_label(parts, f"U{n}"), "top")
    )
    drawing.add(chip)
    for pin, net in part.pads.items():
        point = getattr(chip, f"p{pin}")
        side = "left" if pin in left else "right"
        wire = elm.Line().at(point).length(0.5)
        drawing.add(wire.left() if side == "left" else wire.right())
        plug = f"J{n + 2} {int(pin) - 7}  pad {net.removeprefix('PAD_')}"
        _word(drawing, net if side == "left" else plug, left=side == "left")
    below = at[1] - 9.0
    for k, ref in enumerate((f"C{n}1", f"C{n}2", f"R{n}1")):
        what = elm.Resistor() if ref.startswith("R") else elm.Capacitor()
        x = at[0] + k * 3.4 - 0.6
        top, _ = parts[ref].pads["1"], parts[ref].pads["2"]
        drawing.add(what.down().at((x, below)).length(1.6).label(_label(parts, ref), "bottom"))
        drawing.add(elm.Ground())
        drawing.add(elm.Label().right().at((x, below)).label(top, "top", fontsize=10))


def _pins(names: Mapping[str, str], side: str, slots: int) -> list[Any]:
    """Give the pins of one side of a chip, from top to bottom."""
    return [
        elm.IcPin(name=name, pin=pin, side=side, slot=f"{slots - k}/{slots}", anchorname=f"p{pin}")
        for k, (pin, name) in enumerate(names.items())
    ]


def _lights(drawing: schemdraw.Drawing, board: BoardMap, parts: Parts) -> None:
    """Draw the data line from the Pi by the level shifter to the first cells."""
    chain = [place.name for place in sorted(board.places, key=lambda place: place.light)]
    data = next(use for use in header.uses(board) if use.net == "LIGHT_DATA")
    pins = _pins({"2": "1A", "1": "1OE"}, "left", 3) + _pins({"3": "1Y"}, "right", 3)
    pins += [
        elm.IcPin(name="VCC", pin="14", side="top", anchorname="p14"),
        elm.IcPin(name="GND", pin="7", side="bottom", anchorname="p7"),
    ]
    shifter = elm.Ic(pins=pins, w=3, h=3).right().at((0, 0)).anchor("p2")
    drawing.add(shifter)
    drawing.add(elm.Label().right().at((2.0, -2.6)).label(_label(parts, "U4"), "right"))
    drawing.add(elm.Line().left().at(shifter.p2).length(1.0))
    drawing.add(elm.Dot(open=True).label(f"J1 {data.pin}\nGPIO {data.bcm}", "left"))
    drawing.add(elm.Line().left().at(shifter.p1).length(0.5))
    drawing.add(elm.Ground())
    drawing.add(elm.Ground().at(shifter.p7))
    drawing.add(elm.Line().up().at(shifter.p14).length(1.3))
    node = drawing.add(elm.Dot().label("+5V_LIGHTS", "top"))
    drawing.add(elm.Line().right().at(node.center).length(1.8))
    drawing.add(elm.Capacitor().down().length(1.5).label(_label(parts, "C2"), "bottom"))
    drawing.add(elm.Ground())
    drawing.add(
        elm.Resistor().right().at(shifter.p3).length(3.4).label(_label(parts, "R1"), "bottom")
    )
    drawing.add(elm.Dot(open=True).label("J6 2", "top"))
    for n, name in enumerate((*chain[:2], chain[-1])):
        _cell(drawing, name, n)
    drawing.add(
        elm.Label()
        .right()
        .at((0, -4.2))
        .label("U4: the other gates are off: 4, 10, 13 to +5V_LIGHTS; 5, 9, 12 to GND", "right")
    )


def _cell(drawing: schemdraw.Drawing, name: str, n: int) -> None:
    """Draw one cell's light; the last one's output goes nowhere."""
    last = n == 2
    gap = 2.6 if last else 1.2
    drawing.add(elm.Line().right().length(gap).linestyle("--" if last else "-"))
    pins = [
        elm.IcPin(name="DIN", pin="4", side="left", anchorname="din"),
        elm.IcPin(name="DOUT", pin="2", side="right", anchorname="dout"),
        elm.IcPin(name="VDD", pin="1", side="top", anchorname="vdd"),
        elm.IcPin(name="VSS", pin="3", side="bottom", anchorname="vss"),
    ]
    light = elm.Ic(pins=pins, w=2.6, h=2.2).right().anchor("din")
    drawing.add(light)
    drawing.add(elm.Ground().at(light.vss))
    x, y = light.vss
    drawing.add(elm.Label().right().at((x + 0.3, y - 0.35)).label(f"D1 of cell {name}", "right"))
    drawing.add(elm.Line().up().at(light.vdd).length(1.0))
    node = drawing.add(elm.Dot().label("+5V_LIGHTS", "top", fontsize=10))
    drawing.add(elm.Line().right().at(node.center).length(1.7))
    drawing.add(elm.Capacitor().down().length(1.2).label("C1 100nF", "bottom", fontsize=10))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().right().at(light.dout).length(0.6))
    if last:
        drawing.add(elm.NoConnect())


def _controls(drawing: schemdraw.Drawing, board: BoardMap, parts: Parts) -> None:
    """Draw the buttons to ground, and the buzzer with its transistor."""
    uses = {use.net: use for use in header.uses(board)}
    names = [*(name for name, _ in board.buttons), "power"]
    for n, name in enumerate(names):
        use = uses[f"GPIO_{name.upper()}"]
        drawing.add(
            elm.Dot(open=True).at((0, -2.2 * n)).label(f"J1 {use.pin}\nGPIO {use.bcm}", "left")
        )
        drawing.add(elm.Resistor().right().label(_label(parts, f"R{n + 2}"), "top"))
        drawing.add(elm.Dot(open=True).label(f"J9 {2 * n + 1}", "top"))
        drawing.add(elm.Button().right().length(3.0).label(name, "top"))
        drawing.add(elm.Dot(open=True).label(f"J9 {2 * n + 2}", "top"))
        drawing.add(elm.Line().right().length(0.5))
        drawing.add(elm.Ground())
    _buzzer(drawing, uses["GPIO_BUZZER"], parts)


def _buzzer(drawing: schemdraw.Drawing, use: header.Use, parts: Parts) -> None:
    drawing.add(elm.Dot(open=True).at((9.6, -5.0)).label(f"J1 {use.pin}\nGPIO {use.bcm}", "left"))
    drawing.add(elm.Resistor().right().label(_label(parts, "R9"), "top"))
    base = drawing.add(elm.Dot())
    drawing.add(elm.Resistor().down().length(2.0).label(_label(parts, "R10"), "bottom"))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().right().at(base.center).length(0.6))
    transistor = elm.BjtNpn(circle=True).right().anchor("base").label(_label(parts, "Q1"), "right")
    drawing.add(transistor)
    drawing.add(elm.Ground().at(transistor.emitter))
    drawing.add(elm.Line().up().at(transistor.collector).length(0.5))
    node = drawing.add(elm.Dot())
    drawing.add(elm.Line().at(node.center).left().length(1.6))
    drawing.add(elm.Diode().up().length(2.6).label(_label(parts, "D4"), "top"))
    supply = drawing.add(elm.Vdd().label("+5V"))
    buzzer = elm.Speaker().right().at((node.center[0] + 0.6, node.center[1] + 1.3)).anchor("in1")
    drawing.add(buzzer.label(_label(parts, "BZ1"), "right"))
    drawing.add(elm.Wire("-|").at(buzzer.in2).to(node.center))
    drawing.add(elm.Wire("-|").at(buzzer.in1).to((node.center[0], supply.start[1])))
    drawing.add(elm.Line().at((node.center[0], supply.start[1])).to(supply.start))
