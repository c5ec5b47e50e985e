"""Currents, wires, fuse, voltage drop and heat, worked out from board.toml and the settings.

It writes power.md, whose words are in templates/. Whatever is not computed here is a planning
figure, and is named as one.
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
from wiring import chain

INPUTS: Final = [
    "board.toml",
    "enclosure/measures.py",
    "templates/power.md",
    "wiring/chain.py",
    "../firmware/iye/lights/frames.py",
    "../firmware/iye/settings.py",
    "../firmware/iye/settings_tables.py",
    "../iye_hw/board_map.py",
]
OUTPUTS: Final = ["power.md"]

HERE: Final = Path(__file__).parent
TEMPLATE: Final = HERE / "templates" / "power.md"

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
FEED_CABLE: Final = 0.4
INPUT_CABLE: Final = 0.2
RIBBON_AWG: Final = 28
RIBBON: Final = 0.2
RIBBON_WIRES: Final = (2, 8)
"""Of the ribbon to the Pi, those that carry 5 V, and those that carry ground."""
RIBBON_AMPS: Final = 1.0
"""What one wire of a ribbon is made for."""

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
    light = float(settings.lights.brightness**GAMMA)
    return (IDLE_MA + 3 * CHANNEL_MA * light) * board.light_count / 1000


def cable(board: BoardMap, body: Body) -> float:
    """Give the metres of cable from one cell to the next, on an average."""
    hops = chain.hops(board, body)
    return sum(hop.length for hop in hops) / len(hops) / 1000


def segment(metres: float) -> float:
    """Give the ohms there and back from one cell to the next: cable, two plugs, a track."""
    return 2 * (metres * OHMS_PER_METRE[CHAIN_AWG] + 2 * CONTACT + TRACK)


def drop_from_one_end(load: Load, ohms: float) -> float:
    """Give the volts lost at the last light if only the first is fed."""
    return load.each * ohms * load.count * (load.count + 1) / 2


def drop_between_feeds(load: Load, ohms: float, feeds: int) -> float:
    """Give the volts lost midway between two of `feeds` evenly placed ones, their cables included.

    The feed that serves most is an inner one, which carries a whole stretch between feeds.
    """
    between = -(-(load.count - feeds) // (feeds - 1))
    stretch = load.each * ohms * ((between + 1) ** 2 // 4) / 2
    share = load.amps / (feeds - 1)
    return stretch + share * 2 * (FEED_CABLE * OHMS_PER_METRE[FEED_AWG] + CONTACT)


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
    metres = cable(board, body)
    ohms, feeds = segment(metres), 1 + len(chain.feeds(board))
    drops = "\n".join(
        f"| {load.name} | {load.amps:.2f} A | {drop_from_one_end(load, ohms):.2f} V |"
        f" {drop_between_feeds(load, ohms, feeds):.2f} V |"
        for load in (cap, white)
    )
    biggest = cap.amps + PI_AMPS["5"] + REST_AMPS
    pi4 = PI_AMPS["4"] * VOLTS
    return TEMPLATE.read_text(encoding="utf-8").format(
        cap=cap, white=white, rows=rows, drops=drops, count=board.light_count,
        per_light=1000 * white.each, idle=IDLE_MA, channel=CHANNEL_MA,
        cap_ma=settings.lights.cap_ma, brightness=settings.lights.brightness,
        uncapped=uncapped(board, settings), supply=SUPPLY_AMPS, volts=VOLTS, biggest=biggest,
        fuse=INPUT_FUSE, hold=LIGHTS_FUSE[0], trip=LIGHTS_FUSE[1], segment=1000 * ohms,
        cable=1000 * metres, chain_awg=CHAIN_AWG, feed_awg=FEED_AWG, input_awg=INPUT_AWG,
        input_cable=1000 * INPUT_CABLE, feed_cable=1000 * FEED_CABLE,
        input_drop=1000 * drop_at_input(SUPPLY_AMPS), lowest=LOWEST_VOLTS,
        feed_amps=white.amps / (feeds - 1), middle=chain.feeds(board)[0].name,
        last=chain.feeds(board)[1].name, cap_watts=cap.amps * VOLTS, white_watts=white.amps * VOLTS,
        ribbon=1000 * RIBBON, ribbon_awg=RIBBON_AWG, strands=RIBBON_WIRES[0],
        ribbon_amps=RIBBON_AMPS, pi5=PI_AMPS["5"], pi4_amps=PI_AMPS["4"],
        ribbon_drop=1000 * drop_in_ribbon(PI_AMPS["4"]), pi4=pi4, area=surface(body),
        warm=warmer(cap.amps * VOLTS + pi4, body), hot=warmer(white.amps * VOLTS + pi4, body),
        each=white.each * VOLTS, loss=LOSS,
    )  # fmt: skip


def main() -> int:
    """Write power.md beside this script."""
    text = page(load_board_map(), Settings(), read_body())
    (HERE / OUTPUTS[0]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
