"""Currents, wires, fuse, voltage drop and heat, worked out from board.toml and the settings.

It writes power.md. Whatever is not computed here is a planning figure, and is named as one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from enclosure.measures import Body, read_body
from iye.lights.frames import CHANNEL_MA, GAMMA, IDLE_MA
from iye.settings import Settings
from iye_hw.board_map import BoardMap, load_board_map

INPUTS: Final = [
    "board.toml",
    "enclosure/measures.py",
    "../firmware/iye/lights/frames.py",
    "../firmware/iye/settings.py",
    "../iye_hw/board_map.py",
]
OUTPUTS: Final = ["power.md"]

VOLTS: Final = 5.0
SUPPLY_AMPS: Final = 4.0
INPUT_FUSE: Final = 4.0
LIGHTS_FUSE: Final = (1.5, 3.0)
"""What the lights' resettable fuse carries for ever, and what trips it, at 23 °C."""
LOWEST_VOLTS: Final = 4.0
"""What a WS2812B still shows every colour at; its data sheet asks for 3.7 to 5.3."""

PI_AMPS: Final = {"Zero 2 W": 0.6, "3": 1.3, "4": 1.5, "5": 2.5}
"""Planning figures with every core busy and nothing on USB."""
REST_AMPS: Final = 0.05
"""Touch chips, level shifter and the buzzer while it beats: a planning figure."""

OHMS_PER_METRE: Final = {20: 0.0333, 24: 0.0842, 26: 0.134, 28: 0.213}
"""One copper wire at 20 °C, by AWG."""
CONTACT: Final = 0.010
"""Ohms of one contact of a JST-PH plug; when new, at most 10 mΩ."""
TRACK: Final = 0.005
"""Ohms of one supply track across a cell's circuit."""
CHAIN_AWG: Final = 26
FEED_AWG: Final = 24
INPUT_AWG: Final = 20
CHAIN_CABLE: Final = 0.09
"""Metres of cable from one cell to the next on an average, the jumps from row to row included."""
FEED_CABLE: Final = 0.4
INPUT_CABLE: Final = 0.2
RIBBON_AWG: Final = 28
RIBBON: Final = 0.2
RIBBON_WIRES: Final = (2, 8)
"""Of the ribbon to the Pi, those that carry 5 V, and those that carry ground."""
RIBBON_AMPS: Final = 1.0
"""What one wire of a ribbon is made for."""
FEEDS: Final = 3
"""The chain's beginning, its middle and its end."""

LOSS: Final = 8.0
"""Watts that a square metre of the body gives off per kelvin, in a room without draught."""


@dataclass(frozen=True)
class Load:
    """All lights together, in ampere."""

    name: str
    amps: float
    count: int

    @property
    def each(self) -> float:
        """One light's share."""
        return self.amps / self.count


def full_white(board: BoardMap) -> Load:
    """Give what all lights draw at full white, whatever the cap."""
    each = (IDLE_MA + 3 * CHANNEL_MA) / 1000
    return Load("full white", each * board.light_count, board.light_count)


def capped(board: BoardMap, settings: Settings) -> Load:
    """Give the most that the program lets all lights draw."""
    return Load("at the cap", settings.lights.cap_ma / 1000, board.light_count)


def uncapped(board: BoardMap, settings: Settings) -> float:
    """Give the amperes of a white frame at the set brightness if there were no cap."""
    light = settings.lights.brightness**GAMMA
    return (IDLE_MA + 3 * CHANNEL_MA * light) * board.light_count / 1000


def segment() -> float:
    """Give the ohms there and back from one cell to the next: cable, two plugs, a track."""
    return 2 * (CHAIN_CABLE * OHMS_PER_METRE[CHAIN_AWG] + 2 * CONTACT + TRACK)


def drop_from_one_end(load: Load) -> float:
    """Give the volts lost at the last light if only the first is fed."""
    return load.each * segment() * load.count * (load.count + 1) / 2


def drop_between_feeds(load: Load, feeds: int = FEEDS) -> float:
    """Give the volts lost midway between two of `feeds` evenly placed ones, their cables included.

    The feed that serves most is an inner one, which carries a whole stretch between feeds.
    """
    between = -(-(load.count - feeds) // (feeds - 1))
    chain = load.each * segment() * ((between + 1) ** 2 // 4) / 2
    share = load.amps / (feeds - 1)
    return chain + share * 2 * (FEED_CABLE * OHMS_PER_METRE[FEED_AWG] + CONTACT)


def drop_at_input(amps: float) -> float:
    """Give the volts lost between socket and carrier, there and back."""
    return amps * 2 * INPUT_CABLE * OHMS_PER_METRE[INPUT_AWG]


def drop_in_ribbon(amps: float) -> float:
    """Give the volts lost between carrier and Pi, there and back."""
    one = RIBBON * OHMS_PER_METRE[RIBBON_AWG] + 2 * CONTACT
    return amps * sum(one / wires for wires in RIBBON_WIRES)


def surface(body: Body) -> float:
    """Give the body's square metres that air touches; its underside counts half."""
    x, y = (2 * half / 1000 for half in body.half)
    return 1.5 * x * y + 2 * (x + y) * body.top / 1000


def warmer(watts: float, body: Body) -> float:
    """Give by how many kelvin the body is warmer than the room, on an average."""
    return watts / (LOSS * surface(body))


def page(board: BoardMap, settings: Settings, body: Body) -> str:
    """Write power.md."""
    cap, white = capped(board, settings), full_white(board)
    rows = "\n".join(
        f"| {name} | {amps:.1f} | {cap.amps + amps + REST_AMPS:.2f} |"
        f" {white.amps + amps + REST_AMPS:.2f} |"
        for name, amps in PI_AMPS.items()
    )
    drops = "\n".join(
        f"| {load.name} | {load.amps:.2f} A | {drop_from_one_end(load):.2f} V |"
        f" {drop_between_feeds(load):.2f} V |"
        for load in (cap, white)
    )
    biggest = cap.amps + PI_AMPS["5"] + REST_AMPS
    pi4 = PI_AMPS["4"] * VOLTS
    return TEXT.format(
        cap=cap, white=white, rows=rows, drops=drops, count=board.light_count,
        per_light=1000 * white.each, idle=IDLE_MA, channel=CHANNEL_MA,
        cap_ma=settings.lights.cap_ma, brightness=settings.lights.brightness,
        uncapped=uncapped(board, settings), supply=SUPPLY_AMPS, volts=VOLTS, biggest=biggest,
        fuse=INPUT_FUSE, hold=LIGHTS_FUSE[0], trip=LIGHTS_FUSE[1], segment=1000 * segment(),
        cable=1000 * CHAIN_CABLE, chain_awg=CHAIN_AWG, feed_awg=FEED_AWG, input_awg=INPUT_AWG,
        input_cable=1000 * INPUT_CABLE, feed_cable=1000 * FEED_CABLE,
        input_drop=1000 * drop_at_input(SUPPLY_AMPS), lowest=LOWEST_VOLTS,
        feed_amps=white.amps / (FEEDS - 1), middle=board.light_count // 2,
        last=board.light_count - 1, cap_watts=cap.amps * VOLTS, white_watts=white.amps * VOLTS,
        ribbon=1000 * RIBBON, ribbon_awg=RIBBON_AWG, strands=RIBBON_WIRES[0],
        ribbon_amps=RIBBON_AMPS, pi5=PI_AMPS["5"], pi4_amps=PI_AMPS["4"],
        ribbon_drop=1000 * drop_in_ribbon(PI_AMPS["4"]), pi4=pi4, area=surface(body), warm=warmer(cap.amps * VOLTS + pi4, body),
        hot=warmer(white.amps * VOLTS + pi4, body), each=white.each * VOLTS, loss=LOSS,
    )  # fmt: skip


TEXT: Final = """\
# Power and heat

Written by `power.py` from `board.toml` and the settings' defaults. Currents of a Pi and of the small
parts are planning figures; nothing here has been measured on a board yet.

## Currents

One light draws {idle:g} mA dark and {channel:g} mA more for each of its three colours: {per_light:.0f} mA
at full white. All {count} are **{white.amps:.2f} A** at full white. The program never lets it come to
that: `[lights] cap_ma` is {cap_ma:g} mA for the whole chain, and a frame that would draw more is dimmed
as a whole. (A white frame at the usual brightness of {brightness:g} would draw {uncapped:.2f} A.)

| Pi | alone, A | with lights at the cap, A | with full white, A |
|---|---|---|---|
{rows}

**Supply: {volts:g} V, {supply:g} A**, regulated. It carries every Pi with the lights at the cap: at most
{biggest:.2f} A. Up to a Pi 4, feed the Pi by the ribbon from the carrier, and leave its own socket empty.
A Pi 5 takes {pi5:g} A, and the ribbon's {strands} wires for 5 V are made for {ribbon_amps:g} A each: give it a supply of
its own by its USB-C socket, and cut the wires of pins 2 and 4 out of the ribbon; ground stays joined.

## Fuses and wires

- **At the input {fuse:g} A, slow**, in the plus wire, before everything else.
- **For the lights** a resettable fuse that carries {hold:g} A and trips at {trip:g} A.
- Socket to carrier: AWG {input_awg} (0.5 mm²), {input_cable:.0f} mm. At {supply:g} A it loses {input_drop:.0f} mV.
- Carrier to Pi: ribbon of {ribbon:.0f} mm, AWG {ribbon_awg}. At a Pi 4's {pi4_amps:g} A it loses {ribbon_drop:.0f} mV; a Pi
  complains below 4.63 V.
- Feeds to the chain: AWG {feed_awg} (0.2 mm²), up to {feed_cable:.0f} mm, to the chain's beginning, to
  light {middle} and to light {last}.
- From cell to cell: AWG {chain_awg} (0.13 mm²), {cable:.0f} mm on an average. No plug of it carries more than a feed
  does, {feed_amps:.1f} A at full white; a JST-PH contact is made for 2 A.
- Bulk capacitor of 1000 µF where the lights' supply leaves the carrier, 100 nF at every light.

## Voltage along the chain

From one cell to the next are {segment:.0f} mΩ, there and back: cable, two plugs, a track.

| lights | together | lost at the end, fed at the beginning only | lost at worst, fed at three places |
|---|---|---|---|
{drops}

A light wants {lowest:g} V to show every colour. So one feed would do for the dim patterns of a game and
would turn the far end brown on a bright one: **feed all three places.**

## What happens at full white

Only another program, or a fault in this one, can ask for it. A Pi up to the 4 and all lights stay
below {supply:g} A: the supply holds, the input fuse holds, no wire is overloaded. The lights' fuse is above what it
carries ({hold:g} A) and below what trips it at once ({trip:g} A): it warms up and may cut the lights off after
some seconds; the Pi runs on, and the lights come back when the fuse has cooled. A Pi 5 on the same
supply would be too much for it, another reason to give it its own.

## Heat

At the cap the lights turn {cap_watts:.1f} W into heat, at full white {white_watts:.1f} W ({each:.2f} W a cell). The
body gives off {loss:g} W per m² and kelvin over {area:.2f} m². With a busy Pi 4 ({pi4:.1f} W) it gets about
{warm:.0f} K warmer than the room at the cap, and {hot:.0f} K at full white, on an average; over the Pi more.
Print it in PETG: PLA softens from 55 °C, which the place over a busy Pi can reach in summer. The slots
below the Pi and in the left wall are there for that; the feet keep the lower ones open.

## To be measured on a real board

| what | how | expect |
|---|---|---|
| lights dark | meter in the lights' feed, program running, board asleep | {count} to 60 mA |
| lights at the cap | `iye simulate` has no current: on the board, both sides aglow, brightness 1 | below {cap_ma:g} mA |
| voltage at light {last} | meter between 5V and GND of its circuit, all lights on | above 4.8 V at the cap |
| Pi's undervoltage | `vcgencmd get_throttled` after a game | `throttled=0x0` |
| temperature over the Pi | thermometer on the tray after an hour | below 50 °C |
"""


def main() -> int:
    """Write power.md beside this script."""
    text = page(load_board_map(), Settings(), read_body())
    (Path(__file__).parent / OUTPUTS[0]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
