"""What the simple board's pads should read, empty, touched, and under the drum.

It writes sensing.md, whose words are in templates/. Capacitances are estimates from plates and
lengths, good to a factor of two; a board's own are measured by what the program prints.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Final

from circuits.sensing import BODY, CHIP, EPSILON, WOOD, counts, in_row
from enclosure.measures import Body, read_body
from iye_hw import capacitance
from iye_hw.mpr121_registers import charge_current, charge_time
from iye_hw.touch_settings import TouchSettings

INPUTS: Final = [
    "board.toml#body",
    "circuits/sensing.py",
    "enclosure/measures.py",
    "templates/simple-sensing.md",
    "../iye_hw/capacitance.py",
    "../iye_hw/touch_settings.py",
]
OUTPUTS: Final = ["simple/sensing.md"]

HERE: Final = Path(__file__).parent
TEMPLATE: Final = HERE.parent / "templates" / "simple-sensing.md"

BARE: Final = 3.0
"""pF of a square of copper on wood, and of its neighbours, which the chip holds at ground."""
WIRE: Final = 6.0
"""pF of 300 mm of wire that keeps apart from others."""
CARD: Final = (0.3, 3.0)
"""The card over the copper: its thickness in mm, and its permittivity."""
FINGER: Final = 12.0
"""Diameter of a fingertip lying flat, in mm."""
CHARGES: Final = ((16.0, 0.5), (63.0, 0.5), (32.0, 1.0))
"""Charges to compare: the current in µA, and for how many µs."""


def empty() -> float:
    """Give a pad's own pF, with its wire and its chip."""
    return BARE + WIRE + CHIP


def charge(settings: TouchSettings) -> tuple[float, float]:
    """Give how the program charges pads: the current in µA, and for how many µs."""
    return charge_current(settings.config1), charge_time(settings.config2 >> 5)


def constant(settings: TouchSettings) -> float:
    """Give what a reading divides to give a pad's pF."""
    return capacitance.picofarads_of(capacitance.charge(*settings.configs), 1)


def through_card() -> float:
    """Give the mm of air that are as much as the card."""
    return CARD[0] / CARD[1]


def through_tile(body: Body) -> float:
    """Give the mm of air that are as much as card and tile."""
    return through_card() + body.tile_height / WOOD


def disc(diameter: float, apart: float) -> float:
    """Give the pF between a pad and a disc that somebody holds, over `apart` mm of air."""
    return in_row(EPSILON * math.pi / 4 * diameter**2 / apart, BODY)


def fall(charged: tuple[float, float], more: float) -> float:
    """Give the counts by which an empty pad's reading falls when `more` pF come to it."""
    return counts(*charged, empty()) - counts(*charged, empty() + more)


def touches(body: Body) -> dict[str, float]:
    """Give the pF that each kind of touch brings."""
    return {
        "a finger on an İye pad": disc(FINGER, through_card()),
        "a finger on a tile": disc(FINGER, through_tile(body)),
        "the drum on a tile, held": disc(body.drum_copper, through_tile(body)),
    }


def page(body: Body, settings: TouchSettings) -> str:
    """Write sensing.md."""
    now = charge(settings)
    rows = "\n".join(
        f"| {what} | {more:.2f} | "
        + " | ".join(f"{fall(charged, more):.0f}" for charged in CHARGES)
        + " |"
        for what, more in touches(body).items()
    )
    return TEMPLATE.read_text(encoding="utf-8").format(
        heads=" | ".join(f"counts, {amps:g} µA for {time:g} µs" for amps, time in CHARGES),
        lines="|".join("---" for _ in CHARGES),
        bare_counts=" | ".join(f"{counts(*charged, empty()):.0f}" for charged in CHARGES),
        constant=constant(settings),
        rows=rows, empty=empty(), bare=BARE, wire=WIRE, chip=CHIP, amps=now[0], time=now[1],
        charge=now[0] * now[1], touch=settings.touch_threshold, release=settings.release_threshold,
        wood=WOOD, card=CARD[0], tile=body.tile_height, finger=FINGER,
        copper=body.drum_copper, person=BODY,
    )  # fmt: skip


def main() -> int:
    """Write sensing.md beside this script."""
    text = page(read_body(), TouchSettings())
    (HERE.parent / OUTPUTS[0]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
